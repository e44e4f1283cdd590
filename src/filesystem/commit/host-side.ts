import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { errnoOf } from '../errno.js';
import { pathError, show } from '../errors.js';
import { hostReadFailed } from '../host-folder.js';
import { inDirectory } from '../pinned-directory.js';
import { pathKey } from '../tree-path.js';

/** What a host folder has, or is to have, at a path; JSON. */
export type HostSide =
  | { readonly kind: 'file'; readonly mode: number; readonly size: number; readonly sha256: string }
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string };

/**
 * What is at a path of a host folder right now, following no link; null for nothing.
 *
 * @throws {MettleError} `filesystem/link_in_the_way`, and `filesystem/special_file` for a device, pipe or socket.
 */
export function readHostSide(root: string, names: readonly string[]): HostSide | null {
  const name = names.at(-1);
  if (name === undefined) return { kind: 'directory', mode: lstatSync(root).mode & 0o777 };
  return typed(
    names,
    () => inDirectory(root, names.slice(0, -1), (pathOf) => readSide(pathOf(name), names)) ?? null,
  );
}

function typed<T>(names: readonly string[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw errnoOf(error) === undefined ? error : hostReadFailed(pathKey(names), error);
  }
}

function readSide(path: string, names: readonly string[]): HostSide | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path) };
  if (stats.isDirectory()) return { kind: 'directory', mode: stats.mode & 0o777 };
  if (!stats.isFile()) throw special(names);
  return readFile(path, names);
}

function readFile(path: string, names: readonly string[]): HostSide | null {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, flags);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw special(names);
    return { kind: 'file', mode: stats.mode & 0o777, ...hashOf(descriptor, stats.size) };
  } finally {
    closeSync(descriptor);
  }
}

/** Bytes that are read of a file beyond its size at the start; one that grows faster than it is read ends here. */
const MAX_GROWTH_BYTES = 2 ** 26;

function hashOf(descriptor: number, expected: number): { readonly size: number; readonly sha256: string } {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(1 << 16);
  let size = 0;
  for (;;) {
    const count = readSync(descriptor, chunk, 0, chunk.byteLength, null);
    if (count === 0 || size > expected + MAX_GROWTH_BYTES) return { size, sha256: hash.digest('hex') };
    size += count;
    hash.update(chunk.subarray(0, count));
  }
}

/** The names in a directory of the host folder, everything included; empty when there is none. */
export function namesOnHost(root: string, names: readonly string[]): readonly string[] {
  return typed(names, () => inDirectory(root, names, (pathOf) => readdirSync(pathOf('.'))) ?? []);
}

function special(names: readonly string[]): Error {
  const key = pathKey(names);
  return pathError(
    'special_file',
    'EINVAL',
    key,
    `In the host folder, ${show(key)} is a device, pipe or socket. Nothing is written in its place.`,
  );
}
