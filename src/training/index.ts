/** Evaluates and trains programs and scripts: trainer, rewards, metrics, callbacks, budgets, journals, the optimizer contract. */
export type { Budget, StopReason } from './budget.js';
export type { Callback, CallbackContext, RunParameters } from './callback.js';
export * from './callbacks/index.js';
export {
  type EvaluateScriptOptions,
  evaluateScript,
  openScriptEvaluator,
  type ScriptEvaluation,
  type ScriptEvaluator,
} from './evaluate-script.js';
export { type Example, type InputOutput, makeExamples } from './example.js';
export type {
  CrossValidateOptions,
  EvaluateOptions,
  FitOptions,
  RewardLike,
  SamplePair,
  SampleSource,
  SampleValue,
  TrainingSettings,
} from './fit-options.js';
export type { History, Logs, Projection, SetScore, VariableReport } from './history.js';
export type { JudgedFields } from './mask-options.js';
export type { Metric, MetricSample } from './metric.js';
export * from './metrics/index.js';
export type {
  EvaluationPurpose,
  Optimizer,
  OptimizerContext,
  OptimizerRun,
  OutcomeReader,
  StepReport,
} from './optimizer.js';
export { type Outcome, type Score, scoreOutcomes } from './outcome.js';
export { OutcomeStore } from './outcome-store.js';
export * from './plots/index.js';
export type { JsonConversion } from './python-to-json.js';
export type {
  BatchReward,
  Reward,
  RewardContext,
  RewardFunction,
  RewardRange,
  RewardResult,
  RewardSample,
  SampleReward,
} from './reward.js';
export * from './rewards/index.js';
export type { OptimizeOptions, ScriptOptimizer, ScriptTask } from './script-optimizer.js';
export {
  openScriptProgram,
  type ScriptProgram,
  type ScriptProgramOptions,
  scriptReward,
} from './script-program.js';
export { type ExampleSplit, splitExamples } from './split.js';
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
export type { CrossValidation } from './trainer/cross-validation.js';
export type { EvaluationLogs } from './trainer/evaluate-samples.js';
export type { PairedComparison } from './trainer/paired-comparison.js';
export type { Prediction, PredictSource } from './trainer/predict-samples.js';
export { Trainer } from './trainer/trainer.js';
export { type Look, TrainingStore } from './trainer/training-store.js';
export type { FitStopReason, TrainingBudget, TrainingSpending } from './training-budget.js';
export { makeTrainingExample, type TrainingExample } from './training-example.js';
export type { Phase, TrainingOutcome } from './training-outcome.js';
export type { Confidence, ScoredScript, TrainingQuestion, TrainingResult } from './training-result.js';
