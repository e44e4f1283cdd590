export { CANONICAL_JSON_MAX_DEPTH, canonicalJson } from './canonical-json.js';
export { contentHash, sha256 } from './content-hash.js';
export { errorMessage, MettleError, type MettleErrorOptions } from './errors.js';
export { atOnce, inTurns, type Steps } from './in-turns.js';
export { isJsonObject, type Json, type JsonObject } from './json.js';
export { checkOptionNames, type UnknownOptionWords } from './option-names.js';
export type { ProgressListener, ProgressUpdate } from './progress.js';
export { RandomStream } from './random-stream.js';
export { type VisibleTextOptions, visibleText } from './visible-text.js';
