import { expect, it } from 'vitest';
import * as requirements from './index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(requirements).sort()).toEqual(
    [
      // Judging.
      'checkPython createChecker checkReply pythonCodeGenerationRequirements pythonPlottingRequirements',
      // Requirements on Python.
      'PythonCodeExtraction PythonSyntaxValid PythonExecutionReq OutputSizeLimit ImportRestrictions',
      'FunctionSignature FunctionResultType ExamplesPass DoctestsPass PropertyHolds TestsPass Deterministic',
      'TimeBound TypesHold ComplexityLimit NoNetworkUse NoFileUse NoSubprocessUse',
      'MatplotlibHeadlessBackend PlotFileSaved PlotDependenciesAvailable',
      // Requirements on replies.
      'JsonOutput MarkdownList MarkdownTable ReplyLength UsesTool ToolArgument ModelJudge SimpleValidate',
      // Requirements of one's own, and of others.
      'createRequirement passWith failWith notChecked AllOf AnyOf Not Weighted',
      // The repair loop.
      'repairLoop defaultFixes strategies',
      // Models behind it.
      'generateWith generateJson',
    ]
      .flatMap((line) => line.split(' '))
      .sort(),
  );
});

it('holds the presets of the repair loop in one place', () => {
  expect(Object.keys(requirements.strategies).sort()).toEqual([
    'budgetForcing',
    'custom',
    'majorityVoting',
    'minimumBayesRisk',
    'modelFriendlyRepair',
    'multiTurn',
    'rejectionSampling',
    'repairTemplate',
    'sofai',
  ]);
});
