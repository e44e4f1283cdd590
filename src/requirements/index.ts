/**
 * Requirements on model replies: checkers that judge a reply, and the loop that has a model repair it.
 */
export type { Artefact } from './artefact.js';
export { Deterministic } from './behaviour/deterministic.js';
export { DoctestsPass } from './behaviour/doctests-pass.js';
export { ExamplesPass, type FunctionExample } from './behaviour/examples-pass.js';
export { FunctionResultType } from './behaviour/function-result-type.js';
export { FunctionSignature } from './behaviour/function-signature.js';
export { PropertyHolds } from './behaviour/property-holds.js';
export { TestsPass } from './behaviour/tests-pass.js';
export { TimeBound } from './behaviour/time-bound.js';
export { AllOf } from './combinators/all-of.js';
export { AnyOf } from './combinators/any-of.js';
export { Not } from './combinators/not.js';
export { Weighted } from './combinators/weighted.js';
export type { CapabilityPolicy } from './execution/capability-policy.js';
export type { Execution, ExportedFile } from './execution/execution.js';
export type { PythonRunner } from './execution/python-runner.js';
export type { Explanation } from './explain.js';
export { ModelJudge } from './judge/model-judge.js';
export { SimpleValidate } from './judge/simple-validate.js';
export type { AssistantMessage, Message, ModelAnswer, Reply, ToolCall } from './message.js';
export { type GenerateJsonOptions, generateJson, type JsonOutcome } from './models/generate-json.js';
export { type GenerateWithOptions, generateWith } from './models/generate-with.js';
export { JsonOutput } from './output/json-output.js';
export { MarkdownList, MarkdownTable } from './output/markdown.js';
export { ReplyLength } from './output/reply-length.js';
export { checkPython, checkReply } from './pipeline/check-reply.js';
export { type Checker, type CheckerOptions, type CheckOptions, createChecker } from './pipeline/checker.js';
export type { Report } from './pipeline/report.js';
export { MatplotlibHeadlessBackend } from './plotting/matplotlib-headless-backend.js';
export { PlotDependenciesAvailable } from './plotting/plot-dependencies-available.js';
export { PlotFileSaved } from './plotting/plot-file-saved.js';
export { pythonPlottingRequirements } from './plotting/python-plotting-requirements.js';
export { ImportRestrictions } from './python/import-restrictions.js';
export { OutputSizeLimit } from './python/output-size-limit.js';
export { PythonCodeExtraction } from './python/python-code-extraction.js';
export {
  type PythonCodeGenerationOptions,
  pythonCodeGenerationRequirements,
} from './python/python-code-generation-requirements.js';
export { PythonExecutionReq } from './python/python-execution-req.js';
export { PythonSyntaxValid } from './python/python-syntax-valid.js';
export type { FailedCall } from './repair/ask-again.js';
export type { Attempt, LaneState } from './repair/attempt.js';
export type { AutoFix } from './repair/auto-fix.js';
export type { RepairBudget, RepairUsage } from './repair/budget.js';
export { defaultFixes } from './repair/fixes/default-fixes.js';
export type { Generate, GenerateOptions } from './repair/generate.js';
export {
  type RepairLoopOptions,
  type RepairOutcome,
  type RepairStatus,
  repairLoop,
} from './repair/repair-loop.js';
export * as strategies from './repair/strategies.js';
export type {
  GeneratePolicy,
  RepairPolicy,
  SelectPolicy,
  StopPolicy,
  Strategy,
  StrategyDefinition,
} from './repair/strategy.js';
export {
  type CommonOptions,
  createRequirement,
  type ReplyWatcher,
  type Requirement,
  type RequirementDefinition,
  type ValidationContext,
} from './requirement.js';
export type { RequirementEngine } from './requirement-engine.js';
export { ComplexityLimit } from './structure/complexity-limit.js';
export { NoFileUse, NoNetworkUse, NoSubprocessUse } from './structure/no-side-effects.js';
export { ToolArgument } from './tools/tool-argument.js';
export { UsesTool } from './tools/uses-tool.js';
export { TypesHold } from './types/types-hold.js';
export {
  failWith,
  type Judgement,
  type NotCheckedCause,
  notChecked,
  passWith,
  type RequirementResult,
  type Severity,
  type Verdict,
} from './verdict.js';
