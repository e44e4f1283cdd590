export { Artefact, artefactFromCode, artefactFromReply } from './artefact.js';
export type { CallArguments } from './behaviour/call-arguments.js';
export { Deterministic } from './behaviour/deterministic.js';
export { DoctestsPass, type DoctestsPassOptions } from './behaviour/doctests-pass.js';
export { ExamplesPass, type ExamplesPassOptions, type FunctionExample } from './behaviour/examples-pass.js';
export { FunctionResultType, type FunctionResultTypeOptions } from './behaviour/function-result-type.js';
export { FunctionSignature, type FunctionSignatureOptions } from './behaviour/function-signature.js';
export { PropertyHolds, type PropertyHoldsOptions } from './behaviour/property-holds.js';
export { pythonEquals } from './behaviour/python-equality.js';
export type { SandboxedOptions } from './behaviour/sandboxed.js';
export { TestsPass, type TestsPassOptions } from './behaviour/tests-pass.js';
export { TimeBound, type TimeBoundOptions } from './behaviour/time-bound.js';
export { allOf } from './combinators/all-of.js';
export { anyOf } from './combinators/any-of.js';
export type { CombinatorOptions } from './combinators/combine.js';
export { not } from './combinators/not.js';
export { type WeightedOptions, type WeightedPart, weighted } from './combinators/weighted.js';
export { describeFinding } from './describe-finding.js';
export {
  type CapabilityPolicy,
  checkCapabilityPolicy,
  type PolicyMechanism,
  policyMechanisms,
} from './execution/capability-policy.js';
export {
  createPythonRunner,
  type OwnedPythonRunner,
  type PythonRunnerOptions,
} from './execution/create-python-runner.js';
export type { Execution, ExportedFile } from './execution/execution.js';
export type { ExecutionPlan } from './execution/execution-plan.js';
export { type PlanExecutionOptions, planExecution } from './execution/plan-execution.js';
export type { PythonRunner, RunPythonOptions, UseSandboxOptions } from './execution/python-runner.js';
export { type ExplainedRequirement, type ExplainOptions, type Explanation, explain } from './explain.js';
export {
  ModelJudge,
  type ModelJudgeOptions,
  type ModelVerdict,
  parseModelVerdict,
} from './judge/model-judge.js';
export { type SimpleAnswer, type SimpleValidateOptions, simpleValidate } from './judge/simple-validate.js';
export type { Message, Reply, ReplyUsage, ToolCall } from './message.js';
export { JsonOutput, type JsonOutputOptions, type JsonRequirement } from './output/json-output.js';
export { MarkdownList, type MarkdownListOptions, MarkdownTable } from './output/markdown.js';
export { markdownListItems } from './output/markdown-list.js';
export { isMarkdownTable } from './output/markdown-table.js';
export { ReplyLength, type ReplyLengthOptions } from './output/reply-length.js';
export { type CheckOnceOptions, checkPython, checkReply } from './pipeline/check-reply.js';
export { type Checker, type CheckerOptions, type CheckOptions, createChecker } from './pipeline/checker.js';
export type { Report } from './pipeline/report.js';
export { MatplotlibHeadlessBackend } from './plotting/matplotlib-headless-backend.js';
export {
  PlotDependenciesAvailable,
  type PlotDependenciesOptions,
} from './plotting/plot-dependencies-available.js';
export { PlotFileSaved, type PlotFileSavedOptions } from './plotting/plot-file-saved.js';
export {
  type PythonPlottingOptions,
  pythonPlottingRequirements,
} from './plotting/python-plotting-requirements.js';
export { ImportRestrictions, type ImportRestrictionsOptions } from './python/import-restrictions.js';
export { NoImportRestrictions } from './python/no-import-restrictions.js';
export { OutputSizeLimit, type OutputSizeLimitOptions } from './python/output-size-limit.js';
export { PythonCodeExtraction } from './python/python-code-extraction.js';
export {
  type PythonCodeGenerationOptions,
  pythonCodeGenerationRequirements,
} from './python/python-code-generation-requirements.js';
export { type PythonExecutionOptions, PythonExecutionReq } from './python/python-execution-req.js';
export { PythonSyntaxValid } from './python/python-syntax-valid.js';
export type { FailedCall } from './repair/ask-again.js';
export type { Attempt, LaneState } from './repair/attempt.js';
export { type AutoFix, fencePython } from './repair/auto-fix.js';
export type { RepairBudget, RepairUsage } from './repair/budget.js';
export { defineStrategy } from './repair/define-strategy.js';
export { applyFindingFixes } from './repair/fixes/apply-finding-fixes.js';
export { defaultFixes } from './repair/fixes/default-fixes.js';
export { removeUnusedForbiddenImports } from './repair/fixes/remove-unused-imports.js';
export { repairSyntax } from './repair/fixes/repair-syntax.js';
export { useHeadlessBackend } from './repair/fixes/use-headless-backend.js';
export type { Generate, GenerateOptions } from './repair/generate.js';
export { numberedCode } from './repair/numbered-code.js';
export { askOnce } from './repair/policies/generate-policies.js';
export {
  askNoMore,
  repairByTemplate,
  repairInConversation,
  repairWithCode,
  sampleAgain,
} from './repair/policies/repair-policies.js';
export { bestByScore, selectFirstGood } from './repair/policies/select-policies.js';
export { neverStop, type StopWhenStuckOptions, stopWhenStuck } from './repair/policies/stop-policies.js';
export { type BudgetForcingOptions, budgetForcing } from './repair/presets/budget-forcing.js';
export type { LoopSize } from './repair/presets/loop-size.js';
export { modelFriendlyRepair } from './repair/presets/model-friendly-repair.js';
export { multiTurn } from './repair/presets/multi-turn.js';
export { pythonCodeGenerationSampling, pythonPlottingSampling } from './repair/presets/python-sampling.js';
export { rejectionSampling } from './repair/presets/rejection-sampling.js';
export { repairTemplate } from './repair/presets/repair-template.js';
export { type SofaiOptions, sofai } from './repair/presets/sofai.js';
export {
  type MajorityVotingOptions,
  type MinimumBayesRiskOptions,
  majorityVoting,
  minimumBayesRisk,
  type VotingOptions,
} from './repair/presets/voting.js';
export {
  type RepairLoopOptions,
  type RepairOutcome,
  type RepairStatus,
  repairLoop,
} from './repair/repair-loop.js';
export type {
  AskModel,
  GeneratePolicy,
  NextTurn,
  RepairPolicy,
  SelectPolicy,
  StopPolicy,
  Strategy,
  StrategyDefinition,
} from './repair/strategy.js';
export { mathAnswer, normaliseMath, sameMathAnswer } from './repair/voting/math-answer.js';
export { porterStem } from './repair/voting/porter-stemmer.js';
export { rougeL } from './repair/voting/rouge-l.js';
export {
  type CommonOptions,
  defineRequirement,
  type ReplyWatcher,
  type Requirement,
  type RequirementDefinition,
  type ValidationContext,
} from './requirement.js';
export { ComplexityLimit, type ComplexityLimitOptions } from './structure/complexity-limit.js';
export { NoFileUse, NoNetworkUse, NoSubprocessUse } from './structure/no-side-effects.js';
export { checkSandboxTier, checkTier, SANDBOX_TIERS, type SandboxTier, TIERS, type Tier } from './tier.js';
export { ToolArgument, type ToolArgumentAnswer, type ToolArgumentOptions } from './tools/tool-argument.js';
export { UsesTool } from './tools/uses-tool.js';
export {
  checkError,
  fail,
  type Judgement,
  type JudgementDetails,
  type NotCheckedCause,
  notChecked,
  pass,
  type RequirementResult,
  type Verdict,
} from './verdict.js';
