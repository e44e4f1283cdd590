import type { MettleError } from '../core/index.js';
import { quoted } from '../core/internal.js';
import { fileSystemError } from './error-codes.js';

/**
 * A typed error of the file tree; `details` always holds `path` and `errno`.
 *
 * @param errno the POSIX name of the failure, so that an engine can raise the right exception
 * @param path the tree path or host path concerned
 */
export function pathError(
  what: Parameters<typeof fileSystemError>[0],
  errno: string,
  path: string,
  message: string,
  { cause, details }: { readonly cause?: unknown; readonly details?: Readonly<Record<string, unknown>> } = {},
): MettleError {
  return fileSystemError(what, message, { cause, details: { path, errno, ...details } });
}

/** The error for a path where nothing is. */
export function notFound(path: string): MettleError {
  return pathError('not_found', 'ENOENT', path, `There is no file or directory ${show(path)} in the tree.`);
}

/** The error for a directory where a file was wanted. */
export function isDirectory(path: string): MettleError {
  return pathError('is_directory', 'EISDIR', path, `${show(path)} is a directory; a file was expected.`);
}

/** The error for a file where a directory was wanted. */
export function notDirectory(path: string): MettleError {
  return pathError('not_directory', 'ENOTDIR', path, `${show(path)} is not a directory.`);
}

/** The error for a path that is taken already. */
export function alreadyExists(path: string): MettleError {
  return pathError('exists', 'EEXIST', path, `${show(path)} already exists.`);
}

/** The error for removing or replacing a directory that still holds something. */
export function notEmpty(path: string): MettleError {
  return pathError(
    'not_empty',
    'ENOTEMPTY',
    path,
    `The directory ${show(path)} is not empty; remove its contents first.`,
  );
}

/** The error for a tree that did not leave from the one it is to be merged into. */
export function notFork(): Error {
  return pathError(
    'not_a_fork',
    'EINVAL',
    '',
    'Only a direct fork of this tree can be used here; use fork() to make one.',
  );
}

/** The error for a tree that is compared with one of another family. */
export function unrelatedTree(): Error {
  return pathError(
    'unrelated_tree',
    'EINVAL',
    '',
    'Only trees that come from one another by fork() or copy() can be compared.',
  );
}

/** A path as it stands in a message: quoted, control characters escaped, long ones shortened. */
export function show(path: string): string {
  return quoted(path, 200);
}
