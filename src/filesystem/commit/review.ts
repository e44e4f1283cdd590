import { lstatSync, realpathSync } from 'node:fs';
import { contentHash, type Steps, sha256 } from '../../core/index.js';
import { contentHashSteps, errorMessage } from '../../core/internal.js';
import { type Change, differenceSteps, type Side } from '../differences.js';
import { pathError, show } from '../errors.js';
import type { IgnoreRules } from '../ignore-rules.js';
import { compareText, pathKey } from '../tree-path.js';
import type { TreeState } from '../tree-state.js';
import { type HostSide, namesOnHost, readHostSide } from './host-side.js';

/** One change that a commit would make; null where nothing is. */
export interface ReviewEntry {
  /** No slash in front. */
  readonly path: string;
  /** What the host folder has now. */
  readonly before: HostSide | null;
  /** What it would have. Permission bits beyond read, write and execute are never given. */
  readonly after: HostSide | null;
}

/** Exactly what a commit would do to a host folder, for a person to look at and for `commit` to hold to. JSON. */
export interface CommitReview {
  readonly version: 1;
  /** The paths that were asked for; without it, every change. */
  readonly paths?: readonly string[];
  /** Sorted by path; hashes tell contents apart. */
  readonly entries: readonly ReviewEntry[];
  /** Changed paths that are left out because the ignore rules keep them back, such as caches and secrets. */
  readonly skipped: readonly string[];
  /** Directories that the tree removed and that stay, because the host has something in them that was not lent. */
  readonly kept: readonly string[];
  /** Paths that someone else changed on the host after the tree had first changed them. */
  readonly stale: readonly string[];
  /** Identity of the entries. */
  readonly digest: string;
}

/** What a review is made from. */
export interface ReviewInput {
  readonly origin: TreeState;
  readonly now: TreeState;
  readonly ignores: IgnoreRules;
  /** Real path of the host folder. */
  readonly root: string;
  /** The only paths whose changes count; without it, all. */
  readonly paths?: readonly string[] | undefined;
}

/** The real path of a folder that is to be committed to. */
export function resolveHostFolder(hostDir: string): string {
  try {
    // Node reads an empty name as the working folder.
    if (hostDir === '') throw new Error('the name is empty');
    const root = realpathSync(hostDir);
    if (!lstatSync(root).isDirectory()) throw new Error('it is not a directory');
    return root;
  } catch (cause) {
    throw pathError(
      'invalid_base',
      'ENOTDIR',
      hostDir,
      `Changes cannot be committed to ${show(hostDir)}: ${errorMessage(cause)}. Give an existing directory.`,
      { cause },
    );
  }
}

/** Works out what committing the changes from `origin` to `now` would do. */
export function* reviewChanges(input: ReviewInput): Steps<CommitReview> {
  const { origin, now, ignores, root, paths } = input;
  const wanted = paths && new Set(paths);
  const changes = yield* differenceSteps(origin.view, now.view);
  const isSkipped = ({ key, after, before }: Change): boolean =>
    ignores(key, (after ?? before)?.kind === 'directory' ? 'directory' : 'file');
  const entries = new Map<string, ReviewEntry>();
  const skipped: string[] = [];
  for (const change of changes) {
    yield;
    const { names, key, after } = change;
    if (wanted?.has(key) === false) continue;
    if (isSkipped(change)) {
      skipped.push(key);
      continue;
    }
    for (let depth = 1; depth < names.length && after !== undefined; depth++)
      addParent(input, names.slice(0, depth), entries);
    add(entries, { path: key, before: hostSide(input, names, entries), after: wantedSide(after) });
  }
  const kept = yield* keepFilledDirectories(root, entries);
  const list = [...entries.values()].sort((left, right) => compareText(left.path, right.path));
  const stale = yield* staleOf(input, list);
  const digest = yield* contentHashSteps(list);
  return { version: 1, ...(paths && { paths }), entries: list, skipped, kept, stale, digest };
}

function add(entries: Map<string, ReviewEntry>, entry: ReviewEntry): void {
  if (contentHash(entry.before) !== contentHash(entry.after)) entries.set(entry.path, entry);
}

/** A directory that the tree has and the host lacks comes along with what is written in it. */
function addParent(input: ReviewInput, names: readonly string[], entries: Map<string, ReviewEntry>): void {
  const path = pathKey(names);
  if (entries.has(path) || hostSide(input, names, entries) !== null) return;
  const mode = input.now.view.modeOf(input.now.view.locate(names)) & 0o777;
  add(entries, { path, before: null, after: { kind: 'directory', mode } });
}

/** What the host has at a path; nothing where a file or link above it is going to be replaced by a directory. */
function hostSide(
  { root }: ReviewInput,
  names: readonly string[],
  entries: ReadonlyMap<string, ReviewEntry>,
): HostSide | null {
  for (let depth = 1; depth < names.length; depth++) {
    const above = entries.get(pathKey(names.slice(0, depth)));
    if (above !== undefined && above.before?.kind !== 'directory') return null;
  }
  return readHostSide(root, names);
}

function wantedSide(side: Side | undefined): HostSide | null {
  if (side === undefined || side.kind === 'link') return null;
  if (side.kind === 'directory') return { kind: 'directory', mode: side.mode & 0o777 };
  const bytes = side.bytes();
  return { kind: 'file', mode: side.mode & 0o777, size: bytes.byteLength, sha256: sha256(bytes) };
}

/** Takes out the removal of directories that would not be empty, deepest first, and names them. */
function* keepFilledDirectories(root: string, entries: Map<string, ReviewEntry>): Steps<readonly string[]> {
  const kept: string[] = [];
  const goes = (path: string): boolean => {
    const entry = entries.get(path);
    return entry !== undefined && entry.before !== null && entry.after?.kind !== entry.before.kind;
  };
  const going = [...entries.values()].filter(
    ({ before, after }) => before?.kind === 'directory' && after?.kind !== 'directory',
  );
  for (const entry of going.sort((left, right) => compareText(right.path, left.path))) {
    yield;
    const left = namesOnHost(root, entry.path.split('/')).filter((name) => !goes(`${entry.path}/${name}`));
    if (left.length === 0) continue;
    if (entry.after !== null) throw notReplaceable(entry.path);
    entries.delete(entry.path);
    kept.push(entry.path);
  }
  return kept.reverse();
}

/** The entries whose file on the host is not what it was when the tree first changed it, or what it lies in. */
function* staleOf({ now, root }: ReviewInput, entries: readonly ReviewEntry[]): Steps<readonly string[]> {
  const { view, observed } = now;
  const { host } = view;
  if (host === undefined || host.path !== root) return [];
  const isStale = ({ path, before }: ReviewEntry): boolean => {
    const stamp = observed.get(path);
    if (before?.kind === 'directory') return false;
    if (stamp !== undefined) return (host.entry(path.split('/'))?.stamp ?? null) !== stamp;
    return before !== null && isBelowNothing(observed, path);
  };
  const stale: string[] = [];
  for (const entry of entries) {
    yield;
    if (isStale(entry)) stale.push(entry.path);
  }
  return stale;
}

/** Whether the host had nothing at a directory above a path when the tree made that directory. */
function isBelowNothing(observed: TreeState['observed'], path: string): boolean {
  const names = path.split('/');
  return names.some((_, depth) => depth > 0 && observed.get(pathKey(names.slice(0, depth))) === null);
}

function notReplaceable(path: string): Error {
  return pathError(
    'not_empty',
    'ENOTEMPTY',
    path,
    `The host directory ${show(path)} cannot become a file: it contains files that the tree does not show. Remove them first.`,
  );
}
