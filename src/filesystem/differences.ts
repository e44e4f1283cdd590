import type { Steps } from '../core/index.js';
import { atOnce } from '../core/internal.js';
import { type DirectoryNode, emptyDirectory } from './node.js';
import { PersistentMap } from './persistent-map.js';
import { compareText, pathKey } from './tree-path.js';
import type { Location, TreeView } from './tree-view.js';

/** What one state of a tree has at a path. A `link` is one of the host folder's own, not followed. */
export type Side =
  | { readonly kind: 'file'; readonly mode: number; readonly size: number; readonly bytes: () => Uint8Array }
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'link'; readonly leadsTo: 'file' | 'directory' | undefined };

/** A path at which two states of a tree differ; undefined where nothing is. */
export interface Change {
  readonly names: readonly string[];
  readonly key: string;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

/**
 * Where two states over the same host folder differ, sorted by path. Parts that they share are skipped whole, so
 * the cost grows with what was changed. A directory that came or went is listed with all that it holds.
 */
export function differencesBetween(before: TreeView, after: TreeView): readonly Change[] {
  return atOnce(differenceSteps(before, after));
}

/** {@link differencesBetween} in steps. */
export function* differenceSteps(before: TreeView, after: TreeView): Steps<readonly Change[]> {
  const changes: Change[] = [];
  yield* compareDirectories({ before, after, changes }, [], before.root, after.root);
  yield;
  return changes.sort((left, right) => compareText(left.key, right.key));
}

interface Comparison {
  readonly before: TreeView;
  readonly after: TreeView;
  readonly changes: Change[];
}

function* compareDirectories(
  comparison: Comparison,
  names: readonly string[],
  before: DirectoryNode,
  after: DirectoryNode,
): Steps<void> {
  for (const name of namesToCompare(comparison, names, before, after)) {
    yield;
    const child = [...names, name];
    const old = before === NOTHING ? undefined : locateLoosely(comparison.before, child);
    const now = after === NOTHING ? undefined : locateLoosely(comparison.after, child);
    const oldSide = sideOf(comparison.before, old);
    const nowSide = sideOf(comparison.after, now);
    if (!sameSide(oldSide, nowSide)) {
      comparison.changes.push({ names: child, key: pathKey(child), before: oldSide, after: nowSide });
    }
    const oldDirectory = old?.kind === 'directory' ? old.node : undefined;
    const nowDirectory = now?.kind === 'directory' ? now.node : undefined;
    if (oldDirectory !== undefined || nowDirectory !== undefined) {
      yield* compareDirectories(comparison, child, oldDirectory ?? NOTHING, nowDirectory ?? NOTHING);
    }
  }
}

const NOTHING: DirectoryNode = emptyDirectory({ through: false });

function namesToCompare(
  comparison: Comparison,
  names: readonly string[],
  before: DirectoryNode,
  after: DirectoryNode,
): readonly string[] {
  if (before.through === after.through) {
    const names = Array.from(PersistentMap.differences(before.children, after.children), ({ key }) => key);
    return names.sort(compareText);
  }
  const listed = (view: TreeView, node: DirectoryNode): readonly string[] =>
    node === NOTHING ? [] : view.list(names);
  return [...new Set([...listed(comparison.before, before), ...listed(comparison.after, after)])];
}

/** {@link TreeView.locate} without following a last link; a path through a file leads nowhere. */
export function locateLoosely(view: TreeView, names: readonly string[]): Location | undefined {
  try {
    const found = view.locate(names, { followLast: false });
    return found.kind === 'missing' ? undefined : found;
  } catch {
    return undefined;
  }
}

/** What is at a location, for comparison. */
export function sideOf(view: TreeView, found: Location | undefined): Side | undefined {
  if (found === undefined || found.kind === 'missing') return undefined;
  if (found.kind === 'host_link') return { kind: 'link', leadsTo: view.kindOf(found.names) };
  if (found.kind === 'directory') return { kind: 'directory', mode: view.modeOf(found) };
  return {
    kind: 'file',
    mode: view.modeOf(found),
    size: found.kind === 'file' ? found.node.bytes.byteLength : found.entry.size,
    bytes: () => view.bytesOf(found, found.names),
  };
}

/** Whether two sides are the same kind of thing with the same content and mode. */
export function sameSide(left: Side | undefined, right: Side | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (left.kind === 'link' || right.kind === 'link') return left.kind === right.kind;
  return left.mode === right.mode && sameContent(left, right);
}

/** Whether two sides are the same kind of thing with the same content, whatever their modes. */
export function sameContent(left: Side, right: Side): boolean {
  if (left.kind !== 'file' || right.kind !== 'file') return left.kind === right.kind;
  if (left.size !== right.size) return false;
  const leftBytes = left.bytes();
  const rightBytes = right.bytes();
  return leftBytes === rightBytes || Buffer.compare(leftBytes, rightBytes) === 0;
}
