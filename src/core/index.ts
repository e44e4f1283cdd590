export type { ErrorCode } from '../error-codes.js';
export type { Deadline } from './async/deadline.js';
export type { Steps } from './async/in-turns.js';
export type { LinkedSignal } from './async/link-signals.js';
export { canonicalJson } from './canonical-json.js';
export { contentHash, sha256 } from './content-hash.js';
export { MettleError, type MettleErrorOptions } from './errors.js';
export { isJsonObject, type Json, type JsonObject } from './json.js';
export { describeProblem, type SchemaProblem } from './json-schema/problem.js';
export {
  type SchemaValidator,
  type SchemaValidatorOptions,
  schemaValidator,
} from './json-schema/schema-validator.js';
export type {
  DataOf,
  DataSchema,
  SchemaReader,
  SchemaReading,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from './json-schema/standard-schema.js';
export type { OptionKind, RecordKind } from './option-kinds.js';
export * as option from './option-kinds.js';
export { defineOptions, type OptionKinds, type OptionsCheck, type OptionsRules } from './options.js';
export { parseJsonText } from './plain-json.js';
export type { ProgressListener, ProgressUpdate } from './progress.js';
export type { ProgressLine, ProgressLineOptions } from './progress-line.js';
export { RandomStream } from './random-stream.js';
export type { ConformanceCase, SkippableTest } from './suite/conformance-case.js';
export type { ShortenedOptions } from './text/shortened.js';
export type { VisibleTextOptions } from './text/visible-text.js';
