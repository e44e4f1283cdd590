import { MettleError } from '../core/index.js';
import { quoted } from '../core/internal.js';

/** What a {@link fileSystemError} is made from. */
interface FileSystemErrorOptions {
  /** The part after `filesystem/`. */
  readonly what: string;
  readonly message: string;
  /** The tree path or host path concerned. */
  readonly path: string;
  /** The POSIX name of the failure, so that an engine can raise the right exception. */
  readonly errno: string;
  readonly cause?: unknown;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A typed error of the file tree; `details` always holds `path` and `errno`. */
export function fileSystemError(options: FileSystemErrorOptions): MettleError {
  return new MettleError({
    code: `filesystem/${options.what}`,
    message: options.message,
    details: { path: options.path, errno: options.errno, ...options.details },
    ...(options.cause === undefined ? {} : { cause: options.cause }),
  });
}

/** The error for a path where nothing is. */
export function notFound(path: string): MettleError {
  return fileSystemError({
    what: 'not_found',
    errno: 'ENOENT',
    path,
    message: `There is no file or directory ${show(path)} in the tree.`,
  });
}

/** The error for a directory where a file was wanted. */
export function isDirectory(path: string): MettleError {
  return fileSystemError({
    what: 'is_directory',
    errno: 'EISDIR',
    path,
    message: `${show(path)} is a directory; a file was expected.`,
  });
}

/** The error for a file where a directory was wanted. */
export function notDirectory(path: string): MettleError {
  return fileSystemError({
    what: 'not_directory',
    errno: 'ENOTDIR',
    path,
    message: `${show(path)} is not a directory.`,
  });
}

/** The error for a path that is taken already. */
export function alreadyExists(path: string): MettleError {
  return fileSystemError({
    what: 'exists',
    errno: 'EEXIST',
    path,
    message: `${show(path)} already exists.`,
  });
}

/** The error for removing or replacing a directory that still holds something. */
export function notEmpty(path: string): MettleError {
  return fileSystemError({
    what: 'not_empty',
    errno: 'ENOTEMPTY',
    path,
    message: `The directory ${show(path)} is not empty; remove its contents first.`,
  });
}

/** The error for a tree that did not leave from the one it is to be merged into. */
export function notFork(): Error {
  return fileSystemError({
    what: 'not_a_fork',
    errno: 'EINVAL',
    path: '',
    message: 'Only a direct fork of this tree can be used here; use fork() to make one.',
  });
}

/** The error for a tree that is compared with one of another family. */
export function unrelatedTree(): Error {
  return fileSystemError({
    what: 'unrelated_tree',
    errno: 'EINVAL',
    path: '',
    message: 'Only trees that come from one another by fork() or copy() can be compared.',
  });
}

/** A path as it stands in a message: quoted, control characters escaped, long ones shortened. */
export function show(path: string): string {
  return quoted(path, 200);
}
