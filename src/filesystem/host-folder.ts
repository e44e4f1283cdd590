import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { MettleError, type Steps } from '../core/index.js';
import { errorMessage } from '../core/internal.js';
import { errnoOf } from './errno.js';
import { notFound, pathError, show } from './errors.js';
import type { IgnoreRules } from './ignore-rules.js';
import { inDirectory, isNoName, pathOfDescriptor } from './pinned-directory.js';
import { compareText, MAX_PATH_DEPTH, pathKey } from './tree-path.js';

/** What a host folder has at a path, without following a link. */
export interface HostEntry {
  readonly kind: 'file' | 'directory' | 'link';
  /** Bytes; 0 for a directory. */
  readonly size: number;
  readonly mode: number;
  /** Changes whenever the file is written or replaced. */
  readonly stamp: string;
}

/**
 * A folder of the host, read live and never written. It lends regular files, directories and links between
 * them; what the rules keep back, and sockets, pipes and devices, are not there.
 */
export class HostFolder {
  /** The folder's real path. */
  readonly path: string;
  /** What the folder keeps back. */
  readonly ignores: IgnoreRules;
  readonly #maxBytesPerFile: number;

  /** @throws {MettleError} `filesystem/invalid_base` when `path` is no readable directory. */
  constructor(path: string, options: { readonly ignores: IgnoreRules; readonly maxBytesPerFile: number }) {
    try {
      this.path = realpathSync(path);
      if (!lstatSync(this.path).isDirectory()) throw new Error('it is not a directory');
      readdirSync(this.path);
    } catch (error) {
      throw pathError(
        'invalid_base',
        errnoOf(error) ?? 'ENOTDIR',
        path,
        `The folder ${show(path)} cannot be the base of a tree: ${errorMessage(error)}. Give an existing, readable directory.`,
        { cause: error },
      );
    }
    this.ignores = options.ignores;
    this.#maxBytesPerFile = options.maxBytesPerFile;
  }

  /** What is at a path whose parents are known to be real directories; undefined for nothing that is lent. */
  entry(names: readonly string[]): HostEntry | undefined {
    return this.#lent(names, this.#stats(names));
  }

  #lent(names: readonly string[], stats: BigIntStats | undefined): HostEntry | undefined {
    if (stats === undefined) return undefined;
    const kind = kindOf(stats);
    if (kind === undefined) return undefined;
    if (names.length > 0 && this.ignores(pathKey(names), kind === 'directory' ? kind : 'file'))
      return undefined;
    return {
      kind,
      size: kind === 'file' ? Number(stats.size) : 0,
      mode: Number(stats.mode & 0o7777n),
      stamp: `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.mode}`,
    };
  }

  /**
   * The names that a link leads to, counted from the folder; undefined when it leads outside, or is none any more.
   */
  linkTarget(names: readonly string[]): readonly string[] | undefined {
    let target: string;
    try {
      target = readlinkSync(this.#hostPath(names));
    } catch (error) {
      if (isMissing(error) || errnoOf(error) === 'EINVAL') return undefined;
      throw this.#readFailure(pathKey(names), error);
    }
    const path = isAbsolute(target) ? relative(this.path, target) : join(...names.slice(0, -1), target);
    if (isAbsolute(path)) return undefined;
    const resolved = path.split(sep).filter((name) => name !== '' && name !== '.');
    return resolved.includes('..') ? undefined : resolved;
  }

  /**
   * The bytes of a regular file.
   *
   * @throws {MettleError} `filesystem/too_large` over the limit, `filesystem/not_found` when the file, or a
   *   directory on the way to it, was replaced meanwhile, `filesystem/host_read_failed` when the host refuses.
   */
  read(names: readonly string[]): Uint8Array {
    const key = pathKey(names);
    const entry = this.entry(names);
    if (entry?.kind !== 'file') throw notFound(key);
    if (entry.size > this.#maxBytesPerFile) throw this.#tooLarge(key, entry.size);
    let descriptor: number | undefined;
    try {
      descriptor = openSync(
        this.#hostPath(names),
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      );
      const opened = fstatSync(descriptor, { bigint: true });
      if (!opened.isFile() || !this.#isAt(names, descriptor, opened)) throw notFound(key);
      if (opened.size > BigInt(this.#maxBytesPerFile)) throw this.#tooLarge(key, Number(opened.size));
      return this.#readAll(key, descriptor, Number(opened.size));
    } catch (error) {
      throw this.#readFailure(key, error);
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  /** What an open file holds, which may be more than it was said to: it may grow meanwhile, or lie about its size. */
  #readAll(key: string, descriptor: number, expected: number): Uint8Array {
    let bytes = new Uint8Array(expected + 1);
    let size = 0;
    for (;;) {
      const count = readSync(descriptor, bytes, size, bytes.byteLength - size, null);
      if (count === 0) return bytes.slice(0, size);
      size += count;
      if (size > this.#maxBytesPerFile) throw this.#tooLarge(key, size);
      if (size < bytes.byteLength) continue;
      const larger = new Uint8Array(size * 2 + 4096);
      larger.set(bytes);
      bytes = larger;
    }
  }

  /** What tells whether anything that is lent was written, replaced, added or removed since. */
  *fingerprint(): Steps<string> {
    const hash = createHash('sha1');
    const pending: (readonly string[])[] = [[]];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      for (const [name, { kind, stamp }] of this.entries(folder)) {
        yield;
        const names = [...folder, name];
        const target = kind === 'link' ? this.linkTarget(names)?.join('/') : '';
        hash.update(`${JSON.stringify([pathKey(names), kind, stamp, target])}\n`);
        if (kind === 'directory') pending.push(names);
      }
    }
    return hash.digest('base64');
  }

  /**
   * What a directory lends, sorted by name; nothing when there is no directory.
   *
   * @throws {MettleError} `filesystem/too_many_entries` for a directory that is too deep to have a path to what it holds.
   */
  entries(names: readonly string[]): readonly (readonly [name: string, entry: HostEntry])[] {
    if (names.length >= MAX_PATH_DEPTH) throw tooDeep(pathKey(names));
    try {
      const found = inDirectory(this.path, names, (pathOf) =>
        readdirSync(pathOf('.'))
          .sort(compareText)
          .map((name) => [name, statsOf(pathOf(name))] as const),
      );
      return (found ?? []).flatMap(([name, stats]) => {
        const entry = isNoName(name) ? undefined : this.#lent([...names, name], stats);
        return entry === undefined ? [] : [[name, entry] as const];
      });
    } catch (error) {
      if (isMissing(error) || MettleError.isInstance(error)) return [];
      throw this.#readFailure(pathKey(names), error);
    }
  }

  /** Whether an open file is the one at a path that goes through real directories alone. */
  #isAt(names: readonly string[], descriptor: number, opened: BigIntStats): boolean {
    if (pathOfDescriptor(descriptor) === this.#hostPath(names)) return true;
    const name = names.at(-1) ?? '';
    try {
      const there = inDirectory(this.path, names.slice(0, -1), (pathOf) =>
        lstatSync(pathOf(name), { bigint: true }),
      );
      return there?.ino === opened.ino && there.dev === opened.dev;
    } catch {
      return false;
    }
  }

  /** Whether every directory on a path, its last name included, is one and no link to one. */
  areRealDirectories(names: readonly string[]): boolean {
    for (let depth = 1; depth <= names.length; depth++) {
      if (this.#stats(names.slice(0, depth))?.isDirectory() !== true) return false;
    }
    return true;
  }

  #stats(names: readonly string[]): BigIntStats | undefined {
    if (names.some((name) => isNoName(name))) return undefined;
    try {
      return statsOf(this.#hostPath(names));
    } catch (error) {
      throw this.#readFailure(pathKey(names), error);
    }
  }

  #hostPath(names: readonly string[]): string {
    return join(this.path, ...names);
  }

  #tooLarge(key: string, size: number): Error {
    return pathError(
      'too_large',
      'EFBIG',
      key,
      `The file ${show(key)} has ${size} bytes; at most ${this.#maxBytesPerFile} are allowed (limits.maxBytesPerFile).`,
      { details: { size, limit: this.#maxBytesPerFile } },
    );
  }

  #readFailure(key: string, error: unknown): unknown {
    const errno = errnoOf(error);
    if (errno === undefined) return error;
    if (isMissing(error) || errno === 'ELOOP') return notFound(key);
    return hostReadFailed(key, error);
  }
}

function tooDeep(key: string): Error {
  return pathError(
    'too_many_entries',
    'EFBIG',
    key,
    `The host folder has folders nested ${MAX_PATH_DEPTH} deep (reached at ${show(key)}), and a path has at most as many names. Keep them back with \`ignore\`, or take a smaller folder.`,
  );
}

/** What is at a host path, without following a link; undefined where nothing is. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function kindOf(stats: BigIntStats): HostEntry['kind'] | undefined {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'link' : undefined;
}

/** The error for a host path that could not be read. */
export function hostReadFailed(key: string, error: unknown): Error {
  return pathError(
    'host_read_failed',
    errnoOf(error) ?? 'EIO',
    key,
    `The host refused to read ${show(key)}: ${errorMessage(error)}.`,
    { cause: error },
  );
}

function isMissing(error: unknown): boolean {
  const errno = errnoOf(error);
  return errno === 'ENOENT' || errno === 'ENOTDIR' || errno === 'ENAMETOOLONG';
}
