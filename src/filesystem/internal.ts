/** What siblings need of filesystem/; no part of the package. */
export { FileTreeCheckpoint } from './checkpoint.js';
export { describeEntry, isExecutable, isInPatch, quotedPath } from './commit/describe-entry.js';
export { entriesBelow } from './entries-below.js';
export { isRunning, lockFolder, type ProcessIdentity, processIdentity } from './folder-lock.js';
export { withLineEndsOf } from './line-ends.js';
export { type HostLine, readHostLines } from './read-host-lines.js';
export { readHostText } from './read-host-text.js';
export { pathKey, pathNames } from './tree-path.js';
export { type AtomicFile, hostWriteFailed, openAtomicFile } from './write-file-atomically.js';
