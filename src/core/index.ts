export { type Deadline, startDeadline } from './async/deadline.js';
export { inParallel } from './async/in-parallel.js';
export { atOnce, inTurns, type Steps } from './async/in-turns.js';
export { type LinkedSignal, linkSignals } from './async/link-signals.js';
export { OneAtATime } from './async/one-at-a-time.js';
export { orAborted } from './async/or-aborted.js';
export { Slots } from './async/slots.js';
export { LONGEST_TIMER, timerMilliseconds } from './async/timer-milliseconds.js';
export { unreferenced, whilePending } from './async/while-pending.js';
export { CANONICAL_JSON_MAX_DEPTH, canonicalJson } from './canonical-json.js';
export { contentHash, contentHashSteps, sha256 } from './content-hash.js';
export { editDistance } from './edit-distance.js';
export { errorMessage, MettleError, type MettleErrorOptions } from './errors.js';
export { frozenJson } from './frozen-json.js';
export { isJsonObject, type Json, type JsonObject } from './json.js';
export { describeProblem, type SchemaProblem } from './json-schema/problem.js';
export {
  type SchemaValidator,
  type SchemaValidatorOptions,
  schemaValidator,
} from './json-schema/schema-validator.js';
export {
  type DataOf,
  type DataSchema,
  isStandardSchema,
  jsonSchemaOf,
  type SchemaReader,
  type SchemaReading,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
  schemaReader,
} from './json-schema/standard-schema.js';
export { escapeHtml, Html, type HtmlContent, html } from './markup.js';
export { nearNames } from './near-names.js';
export type { OptionKind } from './option-kinds.js';
export * as option from './option-kinds.js';
export { checkOptionNames, type UnknownOptionWords } from './option-names.js';
export {
  defineOptions,
  invalidOption,
  type OptionKinds,
  type OptionsCheck,
  type OptionsRules,
} from './options.js';
export { packageVersion } from './package-version.js';
export { jsonProblem, parseJsonText } from './plain-json.js';
export type { ProgressListener, ProgressUpdate } from './progress.js';
export { createProgressLine, type ProgressLine, type ProgressLineOptions } from './progress-line.js';
export { fillPromptTemplate, promptTemplateProblem } from './prompt-template.js';
export { RandomStream } from './random-stream.js';
export { counted } from './text/counted.js';
export { listed } from './text/listed.js';
export { quoted } from './text/quoted.js';
export { type ShortenedOptions, shortened } from './text/shortened.js';
export { endOf, startOf } from './text/start-of.js';
export { type VisibleTextOptions, visibleText } from './text/visible-text.js';
export { wellFormed } from './text/well-formed.js';
