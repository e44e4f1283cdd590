/** The record of a run: steps, tasks, verdicts, its JSON lines, certificates, and foreign formats. */

export { type Certificate, certificateRecord, type SigningOptions } from './certificate.js';
export type { CertificateSignature } from './certificate-keys.js';
export type { EnvironmentConfig } from './environment-config.js';
export { adpJsonl } from './formats/adp-jsonl.js';
export { anthropicJsonl } from './formats/anthropic-jsonl.js';
export { atifJsonl } from './formats/atif-jsonl.js';
export { type ExportOptions, exportTrajectories } from './formats/export-trajectories.js';
export { harborTasks } from './formats/harbor-tasks.js';
export { hermesJsonl } from './formats/hermes.js';
export { huggingFaceFolder } from './formats/hugging-face-folder.js';
export { mettleJsonl } from './formats/mettle-jsonl.js';
export { openAIJsonl } from './formats/openai-jsonl.js';
export { openenvCollect } from './formats/openenv-collect.js';
export { parquetTable } from './formats/parquet-table.js';
export {
  openAIPreferences,
  type PreferenceFormat,
  type PreferenceFormatOptions,
  preferenceFormats,
  trlPreferences,
} from './formats/preference-formats.js';
export type { PairCompletion } from './formats/preference-messages.js';
export type { PreferenceService } from './formats/preference-services.js';
export { responsesJsonl } from './formats/responses-jsonl.js';
export { sharegptJsonl } from './formats/sharegpt.js';
export { stsFolder } from './formats/sts-folder.js';
export type {
  EncodedTrajectories,
  PackedFormat,
  PackedRecords,
  PackOptions,
  SkippedTrajectory,
  TrajectoryFormat,
} from './formats/trajectory-format.js';
export { trajectoryFormats } from './formats/trajectory-formats.js';
export { trlGrpo } from './formats/trl-grpo.js';
export { trlSft } from './formats/trl-sft.js';
export { verifiersJsonl } from './formats/verifiers-jsonl.js';
export { verlParquet } from './formats/verl-parquet.js';
export {
  type ImportedTraces,
  type ImportLoss,
  type ImportOptions,
  importTraceLines,
  importTraces,
  loadTracesJsonl,
  type ReadFormat,
  trajectoryFromMessages,
} from './import-traces.js';
export { isImported } from './imported-environment.js';
export type { ImportedLine, LoadedTraces } from './imports/imported-line.js';
export type {
  Outcome,
  OutcomeCheck,
  ReplayMismatch,
  RequirementFinding,
  Verification,
  VerifierResult,
} from './judgement.js';
export type { ModelTurn, TurnFailure, TurnFinishReason, TurnPart, TurnUsage } from './model-turn.js';
export { failedObservation, type Observation, type ObservedError } from './observation.js';
export type { OpenAIMessage, OpenAIToolCall } from './openai-message.js';
export { parseCertificate } from './parse-certificate.js';
export type { NewChecks } from './parse-checks.js';
export { parseTrajectory } from './parse-trajectory.js';
export type { PreferencePair } from './preference-pair.js';
export {
  type ReadTrajectoryOptions,
  readTrajectoryLines,
  type TrajectoryLine,
} from './read-trajectory-lines.js';
export {
  type RedactedTrajectories,
  type RedactionOptions,
  redactTrajectories,
} from './redact-trajectories.js';
export { isRedacted } from './redacted.js';
export type { RedactionKind } from './redaction/detectors.js';
export type { RedactionCounts } from './redaction/redactor.js';
export { selectForTraining, type TrainingGate, type TrainingSelection } from './select-for-training.js';
export type { StateChange } from './state-change.js';
export type {
  AnswerComparison,
  ExpectedAnswer,
  ExpectedOutcome,
  ProcessCheck,
  StateCheck,
  Task,
} from './task.js';
export { type OpenAITool, toMessages } from './to-messages.js';
export { parseToolCatalog, type ToolCatalog, toolCatalogToJson } from './tool-catalog.js';
export type { ToolDefinition } from './tool-definition.js';
export type { TraceFormatName } from './trace-format-names.js';
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
export { type TrajectoryLabels, trajectoryLabels } from './trajectory-labels.js';
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
  type SubmittedCall,
  type ToolCallStep,
  type TrajectoryStep,
  type WithheldCallStep,
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
