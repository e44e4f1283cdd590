export { agentPolicy } from './agent-policy.js';
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
export type { RecordedCall } from './branching/recorded-calls.js';
export type { ScoreEpisode } from './branching/score-episode.js';
export { stepTimeline, type TimelineEntry } from './branching/step-timeline.js';
export type { WalkOptions } from './branching/walk-record.js';
export {
  type Certificate,
  certificateRecord,
  certifyVerification,
  type SigningOptions,
} from './certificate.js';
export type { CertificateSignature } from './certificate-keys.js';
export { certifyTrajectory } from './certify-trajectory.js';
export {
  type CertificateCheck,
  type CheckCertificateOptions,
  checkCertificate,
} from './check-certificate.js';
export { checkProcess } from './check-process.js';
export { checkState, type PlainStateCheck } from './check-state.js';
export { compareAnswers } from './compare-answers.js';
export type { EpisodeStates } from './episode-states.js';
export { type EnsembleEvaluation, EnsembleEvaluator } from './evaluator/ensemble-evaluator.js';
export {
  type EvaluateBatchOptions,
  type Evaluation,
  type Evaluator,
  evaluationRecord,
} from './evaluator/evaluation.js';
export {
  getRubric,
  RUBRIC_DIMENSIONS,
  type Rubric,
  type RubricDimension,
  type RubricName,
  type RubricScores,
  rubricPresets,
} from './evaluator/rubric.js';
export { TrajectoryEvaluator, type TrajectoryEvaluatorOptions } from './evaluator/trajectory-evaluator.js';
export type { ToolChoice } from './generator/environment-with-tools.js';
export { FAULTS, faultyOraclePolicy, standardOfflinePolicies } from './generator/fault-policies.js';
export type { FailedItem, GenerateBatchOptions, GenerationBatch } from './generator/generate-batch.js';
export type {
  GenerateOptions,
  GenerationInput,
  TrajectoryGeneratorOptions,
} from './generator/generator-options.js';
export { type OfflinePolicy, type OfflinePolicyOptions, oraclePolicy } from './generator/offline-policy.js';
export type { BatchPlanOptions } from './generator/plan-batch.js';
export { type SearchPolicyOptions, searchOfflinePolicy, searchPolicy } from './generator/search-policy.js';
export type { TaskInWorld } from './generator/task-in-world.js';
export { type TeamPolicyOptions, teamPolicy } from './generator/team-policy.js';
export { AgentTrajectoryGenerator } from './generator/trajectory-generator.js';
export {
  openTrajectoryLog,
  type TrajectoryLog,
  type TrajectoryLogOptions,
} from './generator/trajectory-log.js';
export { TRAJECTORY_MODES, type TrajectoryMode } from './generator/trajectory-mode.js';
export {
  type Transformation,
  type TransformationExample,
  type TransformationTaskOptions,
  transformationTask,
} from './generator/transformation-task.js';
export {
  createHiddenTests,
  type HiddenTestOptions,
  type HiddenTests,
  scoreOutcomeInSandbox,
} from './hidden-tests.js';
export type {
  Outcome,
  OutcomeCheck,
  ReplayMismatch,
  RequirementFinding,
  Verification,
  VerifierResult,
} from './judgement.js';
export { type Failure, type FailureKind, type FailureReport, mineFailures } from './mine-failures.js';
export { parseCertificate } from './parse-certificate.js';
export { type NewChecks, parseChecks } from './parse-checks.js';
export { parseTrajectory } from './parse-trajectory.js';
export type { AgentPolicyOptions } from './play-agent.js';
export type { Fault } from './policies/fault.js';
export { type FaultyPolicyOptions, faultyPolicy, type PlantedFault } from './policies/faulty-policy.js';
export type { ActingAgent, Actor, PlannedCall, Policy, Subagent, TaskBrief } from './policy.js';
export {
  type PlayedEpisode,
  playEpisode,
  type RecordTrajectoryOptions,
  recordTrajectory,
} from './record-trajectory.js';
export { type Rescored, type RescoreOptions, type RescoreResult, rescore } from './rescore.js';
export { scoreOutcome, type TestResult, type TestResults } from './score-outcome.js';
export { holmAdjust } from './statistics/holm-adjust.js';
export { type MeanInterval, pairedBootstrap } from './statistics/paired-bootstrap.js';
export { type PairedTest, pairedSignTest } from './statistics/sign-test.js';
export { type RateInterval, wilsonInterval } from './statistics/wilson-interval.js';
export type {
  AnswerComparison,
  ExpectedAnswer,
  ExpectedOutcome,
  ProcessCheck,
  StateCheck,
  Task,
} from './task.js';
export { type AuditTasksOptions, auditTasks, type TaskAudit, type TaskFlaw } from './tasks/audit-tasks.js';
export {
  createPythonTaskGenerator,
  type PythonTaskGeneratorOptions,
} from './tasks/code/create-python-task-generator.js';
export {
  defineTaskGenerator,
  type TaskDraft,
  type TaskGeneratorDefinition,
} from './tasks/define-task-generator.js';
export {
  createFileTaskGenerator,
  type FileTaskGeneratorOptions,
} from './tasks/files/create-file-task-generator.js';
export type { GeneratedTask, GenerateTaskOptions, TaskGenerator, TaskSplit } from './tasks/generated-task.js';
export { openTaskEnvironment, SQL_WITH_RULES } from './tasks/open-task-environment.js';
export {
  type AdversaryResult,
  proveTask,
  type TaskProof,
  type TaskProofOptions,
} from './tasks/prove-task.js';
export {
  createResourceTaskGenerator,
  type ResourceTaskGeneratorOptions,
} from './tasks/rest/create-resource-task-generator.js';
export {
  createRestTaskGenerator,
  type RestTaskGeneratorOptions,
  SHOP_COUNTS,
} from './tasks/rest/create-rest-task-generator.js';
export { createSqlTaskGenerator } from './tasks/sql/create-sql-task-generator.js';
export type { SqlWorldOptions } from './tasks/sql/open-sql-records.js';
export { createSqlRulesEnvironment } from './tasks/sql/rules-environment.js';
export { type SampleShopOptions, sampleShop } from './tasks/sql/sample-shop.js';
export { readTaskFile, writeTaskFile } from './tasks/task-file.js';
export { taskFromQuery } from './tasks/task-from-query.js';
export type { Noun } from './tasks/words.js';
export {
  type OpenAIMessage,
  type OpenAITool,
  type OpenAIToolCall,
  openAITool,
  toMessages,
} from './to-messages.js';
export { parseToolCatalog, type ToolCatalog, toolCatalogToJson } from './tool-catalog.js';
export {
  type Episode,
  type Provenance,
  type StopReason,
  TRAJECTORY_VERSION,
  type Trajectory,
  type TrajectoryVersion,
} from './trajectory.js';
export { readTrajectoryFile, writeTrajectoryFile } from './trajectory-file.js';
export { createTrajectory, trajectoryId } from './trajectory-id.js';
export {
  type DecodedTrajectories,
  decodeTrajectories,
  encodeTrajectories,
  type SkippedLine,
} from './trajectory-jsonl.js';
export { trajectoryRecord } from './trajectory-record.js';
export { trajectorySchema } from './trajectory-schema.js';
export {
  type CallStep,
  type CodeExecutionStep,
  callArguments,
  type FinalAnswerStep,
  isCallStep,
  type ObservationStep,
  type ReflectionStep,
  type SubagentStep,
  type ToolCallStep,
  type TrajectoryStep,
} from './trajectory-step.js';
export {
  argumentNames,
  argumentSchema,
  observations,
  requiredArguments,
  stepSummary,
  toolCalls,
  toolNamesUsed,
  toolSignature,
} from './trajectory-views.js';
export type { EpisodeUsage } from './usage.js';
export { codeVerifier } from './verifiers/code-verifier.js';
export { defaultVerifiers } from './verifiers/default-verifiers.js';
export { expectedAnswerVerifier, outcomeVerifier } from './verifiers/outcome-verifier.js';
export { recordVerifier, replayVerifier } from './verifiers/record-verifiers.js';
export { checkRequirements, requirementsVerifier } from './verifiers/requirements-verifier.js';
export { safetyVerifier } from './verifiers/safety-verifier.js';
export { toolArgsVerifier } from './verifiers/tool-args-verifier.js';
export type { Replay, Verifier, VerifierContext, VerifierFinding } from './verifiers/verifier.js';
export { type VerifyOptions, verifyTrajectory } from './verify-trajectory.js';
