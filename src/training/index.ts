export { type Budget, BudgetMeter, type StopReason } from './budget.js';
export {
  type EvaluateScriptOptions,
  evaluateScript,
  openScriptEvaluator,
  type ScriptEvaluation,
  type ScriptEvaluator,
} from './evaluate-script.js';
export { type Example, type InputOutput, makeExamples } from './example.js';
export type { OptimizeOptions, Optimizer, ScriptTask } from './optimizer.js';
export { allPassed, type Outcome, type Score, scoreOutcomes } from './outcome.js';
export { OutcomeStore } from './outcome-store.js';
export { partialProgress } from './partial-progress.js';
export { type JsonConversion, pythonToJson } from './python-to-json.js';
export { ENTRY_POINT } from './script-harness.js';
export { type ExampleSplit, FEWEST_EXAMPLES_TO_SPLIT, splitExamples } from './split.js';
export { parseTaskFile, type TaskFile } from './task-file.js';
export type {
  CallRecord,
  ProgramRun,
  ProgramRunOptions,
  ProgramUsage,
  Trainable,
  TrainableProgram,
  VariableKind,
  VariableValues,
} from './trainable-program.js';
export type { Confidence, ScoredScript, TrainingResult } from './training-result.js';
