/** What siblings need of records/; no part of the package. */
export { answerText } from './answer-text.js';
export { certifiedHashes, certifyVerification, signedText } from './certificate.js';
export { checkSignature, signText } from './certificate-keys.js';
export { openNewFolder } from './formats/new-folder.js';
export { isPacked } from './formats/trajectory-format.js';
export { NOT_EXECUTED } from './imported-environment.js';
export { replyOf as replyParts } from './imports/hermes.js';
export { overallVerdict } from './overall-verdict.js';
export { parseChecks } from './parse-checks.js';
export { taskFromRecord } from './parse-trajectory.js';
export { MAX_LINE_BYTES } from './read-trajectory-lines.js';
export { addCounts, openRedaction } from './redact-trajectories.js';
export { REDACTED } from './redacted.js';
export { selectBy } from './select-for-training.js';
export { taskRecord } from './trajectory-record.js';
export { callInput, readCallText } from './trajectory-step.js';
export { addUsage } from './usage.js';
export { isModulePath, MODULE_WORLD, portablePath, withFilePaths } from './world-paths.js';
