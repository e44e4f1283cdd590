/** What a record is worth: outcomes, verification by replay, branches and blame, judges, statistics. */

export type { PictureOptions, PlotTheme } from '../report/internal.js';
export { type AttributeFailureOptions, attributeFailure } from './branching/attribute-failure.js';
export type { BlamedStep, FailureAttribution, StepCredit } from './branching/attribution.js';
export {
  type AttributedRecord,
  type BlameRow,
  type BlameTable,
  blameTable,
} from './branching/blame-table.js';
export { type Branch, type BranchesOptions, branch, branches } from './branching/branch.js';
export type { CallPlan, LiveAction, LiveCall } from './branching/committed-actor.js';
export { type PlayedBranch, type PlayOnOptions, playOn } from './branching/play-on.js';
export type { ScoreEpisode } from './branching/score-episode.js';
export { stepTimeline, type TimelineEntry } from './branching/step-timeline.js';
export type { WalkOptions } from './branching/walk-record.js';
export { certifyTrajectory } from './certify-trajectory.js';
export {
  type CertificateCheck,
  type CheckCertificateOptions,
  checkCertificate,
} from './check-certificate.js';
export { type DatasetMetricsOptions, datasetMetrics } from './dataset/dataset-metrics.js';
export type { CallCount, DatasetMetrics, NamedCount } from './dataset/dataset-tally.js';
export { type DatasetFilter, type FilterDatasetOptions, filterDataset } from './dataset/filter-dataset.js';
export { plotDataset } from './dataset/plot-dataset.js';
export type { Diversity } from './diversity/diversity-tally.js';
export {
  type BenchmarkText,
  type ContaminatedTrajectory,
  type DecontaminateOptions,
  type DecontaminationResult,
  decontaminate,
} from './duplicates/decontaminate.js';
export {
  type DedupKey,
  type DedupOptions,
  type DedupResult,
  type DroppedTrajectory,
  dedupTrajectories,
} from './duplicates/dedup-trajectories.js';
export { type EnsembleEvaluation, EnsembleEvaluator } from './evaluator/ensemble-evaluator.js';
export type { EvaluateBatchOptions, Evaluation, Evaluator } from './evaluator/evaluation.js';
export {
  getRubric,
  type Rubric,
  type RubricDimension,
  type RubricName,
  type RubricScores,
  rubricPresets,
} from './evaluator/rubric.js';
export { TrajectoryEvaluator, type TrajectoryEvaluatorOptions } from './evaluator/trajectory-evaluator.js';
export type { Failure, FailureKind, FailureReport, ScoredResults } from './failure.js';
export { failureWords } from './failure-words.js';
export type { Calibration, CalibrationCurve } from './learned/calibration.js';
export type { ClassifierMetrics, ReliabilityBin } from './learned/classifier-metrics.js';
export {
  type LearnedModel,
  LearnedVerifier,
  type RoutedTrajectories,
  type RouteOptions,
  routeByConfidence,
} from './learned/learned-verifier.js';
export type { LogisticModel } from './learned/logistic-regression.js';
export { plotReliability } from './learned/plot-reliability.js';
export {
  type LearnedVerifierReport,
  type TrainLearnedVerifierOptions,
  trainLearnedVerifier,
} from './learned/train-learned-verifier.js';
export { mineFailures } from './mine-failures.js';
export { type MineJudgeFailuresOptions, mineJudgeFailures } from './mine-judge-failures.js';
export { type BranchPair, branchPair } from './preferences/branch-pair.js';
export {
  type BuildPairsOptions,
  buildPreferencePairs,
  type TryOptions,
} from './preferences/build-preference-pairs.js';
export {
  type PairedTrajectories,
  type PairOptions,
  pairTrajectories,
  type UnpairedTask,
} from './preferences/pair-trajectories.js';
export { type Rescored, type RescoreOptions, type RescoreResult, rescore } from './rescore.js';
export type { PlainStateCheck } from './scoring/check-state.js';
export { compareAnswers } from './scoring/compare-answers.js';
export {
  createHiddenTests,
  type HiddenTestOptions,
  type HiddenTests,
  scoreOutcomeInSandbox,
} from './scoring/hidden-tests.js';
export { scoreOutcome, type TestResult, type TestResults } from './scoring/score-outcome.js';
export { detectableGain } from './statistics/detectable-gain.js';
export { holmAdjusted } from './statistics/holm.js';
export { type MeanInterval, pairedBootstrap } from './statistics/paired-bootstrap.js';
export { type PairedTest, pairedSignTest } from './statistics/sign-test.js';
export { type RateInterval, wilsonInterval } from './statistics/wilson-interval.js';
export { codeVerifier } from './verifiers/code-verifier.js';
export { defaultVerifiers } from './verifiers/default-verifiers.js';
export { expectedAnswerVerifier, outcomeVerifier } from './verifiers/outcome-verifier.js';
export { recordVerifier, replayVerifier } from './verifiers/record-verifiers.js';
export type { RecordedCall } from './verifiers/recorded-calls.js';
export { requirementsVerifier } from './verifiers/requirements-verifier.js';
export { safetyVerifier } from './verifiers/safety-verifier.js';
export { toolArgsVerifier } from './verifiers/tool-args-verifier.js';
export type { Replay, Verifier, VerifierContext, VerifierFinding } from './verifiers/verifier.js';
export { type VerifyOptions, verifyTrajectory } from './verify-trajectory.js';
