import { fileSystemError, show } from './errors.js';
import type { FileTreeLimits } from './limits.js';
import { pathKey } from './tree-path.js';

/** The error for permission bits that are none. */
export function invalidMode(path: readonly string[], mode: number): Error {
  return fileSystemError({
    what: 'invalid_mode',
    errno: 'EINVAL',
    path: pathKey(path),
    message: `${String(mode)} is not a valid mode; pass a whole number from 0 to 0o7777.`,
  });
}

/** The error for an operation that the root can't be part of. */
export function isRoot(what: string): Error {
  return fileSystemError({
    what: 'is_root',
    errno: 'EBUSY',
    path: '',
    message: `The root of the tree cannot be ${what}.`,
  });
}

/** The error for a directory that is moved into itself. */
export function intoItself(from: readonly string[], to: readonly string[]): Error {
  return fileSystemError({
    what: 'into_itself',
    errno: 'EINVAL',
    path: pathKey(to),
    message: `The directory ${show(pathKey(from))} cannot be moved into itself (${show(pathKey(to))}).`,
  });
}

/** The error for a file that gets longer than the limit. */
export function tooLarge(path: readonly string[], size: number, limits: FileTreeLimits): Error {
  return fileSystemError({
    what: 'too_large',
    errno: 'EFBIG',
    path: pathKey(path),
    message: `The file ${show(pathKey(path))} would have ${size} bytes; at most ${limits.maxBytesPerFile} are allowed (limits.maxBytesPerFile).`,
    details: { size, limit: limits.maxBytesPerFile },
  });
}

/** The error for a tree that would hold more than a limit. */
export function noSpace(names: readonly string[], what: string): Error {
  return fileSystemError({
    what: 'no_space',
    errno: 'ENOSPC',
    path: pathKey(names),
    message: `No space left for ${show(pathKey(names))}: at most ${what}. Remove something or raise the limit.`,
  });
}
