/**
 * Requirements on model replies: checkers that judge a reply, and the loop that has a model repair it.
 */
export type { Artefact } from './artefact.js';
export type { FunctionExample } from './behaviour/examples-pass.js';
export type { StdioCase } from './behaviour/stdio-pass.js';
export type { CapabilityPolicy } from './execution/capability-policy.js';
export type { Execution, ExportedFile } from './execution/execution.js';
export type { PythonRunner } from './execution/python-runner.js';
export type { Explanation } from './explain.js';
export * from './kinds.js';
export type { AssistantMessage, Message, ModelAnswer, Reply, ToolCall } from './message.js';
export { type GenerateJsonOptions, generateJson, type JsonOutcome } from './models/generate-json.js';
export { type GenerateWithOptions, generateWith } from './models/generate-with.js';
export { checkPython, checkReply } from './pipeline/check-reply.js';
export { type Checker, type CheckerOptions, type CheckOptions, createChecker } from './pipeline/checker.js';
export type { Report } from './pipeline/report.js';
export { pythonPlottingRequirements } from './plotting/python-plotting-requirements.js';
export {
  type PythonCodeGenerationOptions,
  pythonCodeGenerationRequirements,
} from './python/python-code-generation-requirements.js';
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
