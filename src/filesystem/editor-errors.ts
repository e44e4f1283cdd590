import { pathError, show } from './errors.js';
import type { FileTreeLimits } from './limits.js';
import { pathKey } from './tree-path.js';

/** The error for permission bits that are none. */
export function invalidMode(path: readonly string[], mode: number): Error {
  return pathError(
    'invalid_mode',
    'EINVAL',
    pathKey(path),
    `${String(mode)} is not a valid mode; pass a whole number from 0 to 0o7777.`,
  );
}

/** The error for an operation that the root can't be part of. */
export function isRoot(what: string): Error {
  return pathError('is_root', 'EBUSY', '', `The root of the tree cannot be ${what}.`);
}

/** The error for a directory that is moved into itself. */
export function intoItself(from: readonly string[], to: readonly string[]): Error {
  return pathError(
    'into_itself',
    'EINVAL',
    pathKey(to),
    `The directory ${show(pathKey(from))} cannot be moved into itself (${show(pathKey(to))}).`,
  );
}

/** The error for a file that gets longer than the limit. */
export function tooLarge(path: readonly string[], size: number, limits: FileTreeLimits): Error {
  return pathError(
    'too_large',
    'EFBIG',
    pathKey(path),
    `The file ${show(pathKey(path))} would have ${size} bytes; at most ${limits.maxBytesPerFile} are allowed (limits.maxBytesPerFile).`,
    { details: { size, limit: limits.maxBytesPerFile } },
  );
}

/** The error for a tree that would hold more than a limit. */
export function noSpace(names: readonly string[], what: string): Error {
  return pathError(
    'no_space',
    'ENOSPC',
    pathKey(names),
    `No space left for ${show(pathKey(names))}: at most ${what}. Remove something or raise the limit.`,
  );
}
