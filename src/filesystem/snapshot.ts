import { MettleError, sha256 } from '../core/index.js';
import { differencesBetween, locateLoosely, type Side, sideOf } from './differences.js';
import { pathError, show } from './errors.js';
import type { JournalEntry } from './journal.js';
import { PersistentMap } from './persistent-map.js';
import { compareText } from './tree-path.js';
import type { TreeState } from './tree-state.js';
import type { TreeView } from './tree-view.js';

/** A file or directory in a snapshot. */
export type SnapshotEntry =
  | {
      readonly path: string;
      readonly kind: 'file';
      readonly mode: number;
      /** SHA-256 of the content, in lower-case hexadecimal digits: the content's key in `blobs`. */
      readonly sha256: string;
    }
  | { readonly path: string; readonly kind: 'directory'; readonly mode: number };

/**
 * A whole tree as JSON, content-addressed: equal content is stored once, equal trees give equal snapshots. It needs
 * neither the host folder nor the tree it was taken from.
 */
export interface FileTreeSnapshot {
  readonly format: 'mettle/file-tree';
  readonly version: 1;
  /** What the tree started from, sorted by path; null when the snapshot was taken without it. */
  readonly base: readonly SnapshotEntry[] | null;
  /** Files of the base that could not be read, or are over the limit, and so are not in it. */
  readonly omitted: readonly string[];
  /** What the tree has otherwise than its base. */
  readonly changed: readonly SnapshotEntry[];
  /** What of the base is gone. */
  readonly removed: readonly string[];
  /** Content by its SHA-256, in base64. */
  readonly blobs: Readonly<Record<string, string>>;
  readonly journal: readonly JournalEntry[];
  /** Without a base: what the host had at changed paths when they were first changed. */
  readonly observed: Readonly<Record<string, string | null>>;
}

/** What a tree changed since a checkpoint, as JSON: a snapshot whose base is the tree as it was then. */
export type FileTreeDelta = FileTreeSnapshot & { readonly base: null };

/** What a snapshot holds. */
export interface SnapshotOptions {
  /** Whether the base is in it. Without, it can only be restored over the same base. Default true. */
  readonly includeBase?: boolean;
  /** Bytes of content it may hold, equal content counted once. Default 268,435,456. */
  readonly maxBytes?: number;
}

/** The contents of a snapshot, each once. */
class Blobs {
  readonly #texts = new Map<string, string>();
  #left: number;

  constructor(maxBytes: number) {
    this.#left = maxBytes;
  }

  /** Puts a content in; returns its hash. */
  add(bytes: Uint8Array, path: string): string {
    const hash = sha256(bytes);
    if (this.#texts.has(hash)) return hash;
    this.#left -= bytes.byteLength;
    if (this.#left < 0) throw tooLarge(path);
    this.#texts.set(hash, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'));
    return hash;
  }

  /** All of them by hash, sorted. */
  toRecord(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#texts].sort(([left], [right]) => compareText(left, right)));
  }
}

/** Takes a snapshot of `now`, which started from `origin`. */
export function takeSnapshot(
  origin: TreeState,
  now: TreeState,
  journal: readonly JournalEntry[],
  options: SnapshotOptions,
): FileTreeSnapshot {
  const blobs = new Blobs(options.maxBytes ?? 2 ** 28);
  const omitted: string[] = [];
  const includeBase = options.includeBase ?? true;
  const base = includeBase ? baseEntries(origin.view, blobs, omitted) : null;
  const changed: SnapshotEntry[] = [];
  const removed: string[] = [];
  for (const { key, before, after } of differencesBetween(origin.view, now.view)) {
    if (after === undefined) removed.push(key);
    else if (after.kind !== 'link') {
      if (before !== undefined && before.kind !== after.kind) removed.push(key);
      changed.push(entryOf(key, after, blobs));
    }
  }
  return {
    format: 'mettle/file-tree',
    version: 1,
    base,
    omitted,
    changed,
    removed,
    blobs: blobs.toRecord(),
    journal: journal.map((entry) => ({ ...entry })),
    observed: includeBase ? {} : Object.fromEntries(now.observed.entries()),
  };
}

/** What `now` has otherwise than `earlier`: for `applyDelta` to a tree in that state. */
export function takeDelta(
  earlier: TreeState,
  now: TreeState,
  journal: readonly JournalEntry[],
): FileTreeDelta {
  const observed = [...PersistentMap.differences(earlier.observed, now.observed)].flatMap(({ key, after }) =>
    after === undefined ? [] : [[key, after] as const],
  );
  const changes = takeSnapshot(earlier, now, journal, {
    includeBase: false,
    maxBytes: Number.POSITIVE_INFINITY,
  });
  return { ...changes, base: null, observed: Object.fromEntries(observed) };
}

function baseEntries(view: TreeView, blobs: Blobs, omitted: string[]): readonly SnapshotEntry[] {
  const entries: SnapshotEntry[] = [];
  for (const { names, key } of view.walk()) {
    const found = locateLoosely(view, names);
    const isLinkToFile = found?.kind === 'host_link' && view.kindOf(names) === 'file';
    const side = sideOf(view, isLinkToFile ? view.locate(names) : found);
    if (side === undefined || side.kind === 'link') continue;
    try {
      entries.push(entryOf(key, side, blobs));
    } catch (error) {
      if (!MettleError.isInstance(error) || error.code === 'filesystem/snapshot_too_large') throw error;
      omitted.push(key);
    }
  }
  return entries.sort((left, right) => compareText(left.path, right.path));
}

function entryOf(path: string, side: Side & { kind: 'file' | 'directory' }, blobs: Blobs): SnapshotEntry {
  if (side.kind === 'directory') return { path, kind: 'directory', mode: side.mode };
  return { path, kind: 'file', mode: side.mode, sha256: blobs.add(side.bytes(), path) };
}

function tooLarge(path: string): Error {
  return pathError(
    'snapshot_too_large',
    'EFBIG',
    path,
    `The content of the tree does not fit into a snapshot (reached at ${show(path)}). Leave out the base (includeBase: false), ignore large files, or raise maxBytes.`,
  );
}
