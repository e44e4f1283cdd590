export { type BackupAndRestoreOptions, backupAndRestore } from './backup-and-restore.js';
export { type CheckpointOptions, checkpoint } from './checkpoint.js';
export { type CsvLoggerOptions, csvLogger } from './csv-logger.js';
export { type EarlyStoppingOptions, earlyStopping } from './early-stopping.js';
export { type JsonlRecorderOptions, jsonlRecorder } from './jsonl-recorder.js';
export { type MlflowOptions, mlflow } from './mlflow.js';
export { type OpenTelemetryOptions, openTelemetry, type SpanMaker } from './open-telemetry.js';
export { type ProgressBarOptions, progressBar } from './progress-bar.js';
export type { WatchOptions } from './watched-figure.js';
