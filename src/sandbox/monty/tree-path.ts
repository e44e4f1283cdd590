import { posix } from 'node:path';
import { sandboxError } from '../error-codes.js';

/** The folder that code finds the tree in, as on every engine. */
export const WORKING_FOLDER = '/workspace';

/** Begins the path in a handle of an open file: what is read through one has its line ends read by the worker. */
const HANDLE = '/././/./';

/** The path that a handle of an open file carries. */
export function handlePath(inTree: string): string {
  return `${HANDLE}${inTree.slice(1)}`;
}

/** Whether a path is one that {@link handlePath} made. */
export function isHandle(path: string): boolean {
  return path.startsWith(HANDLE);
}

/**
 * The place in the tree that a path of the code means; null outside the working folder. Throws for what no file system
 * takes, as CPython does before asking one.
 */
export function treePath(path: string): string | null {
  if (path.includes('\0')) {
    throw sandboxError('null_in_path', 'embedded null byte');
  }
  if (isHandle(path)) return `/${path.slice(HANDLE.length)}`;
  const resolved = path === '' ? path : posix.resolve('/', path);
  if (resolved === WORKING_FOLDER) return '/';
  return resolved.startsWith(`${WORKING_FOLDER}/`) ? resolved.slice(WORKING_FOLDER.length) : null;
}

/** A path for an error text: relative to the working folder, as code mostly writes it. */
export function shownPath(path: string): string {
  if (isHandle(path)) return path.slice(HANDLE.length);
  return path.startsWith(`${WORKING_FOLDER}/`) ? path.slice(WORKING_FOLDER.length + 1) : path;
}
