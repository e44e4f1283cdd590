import type { Steps } from '../core/index.js';
import { type Change, locateLoosely, type Side, sameContent, sameSide, sideOf } from './differences.js';
import type { ConflictReason } from './merge-outcome.js';
import { type ConflictHunk, mergeText } from './merge-text.js';
import { textSteps } from './text-lines.js';
import type { TreeView } from './tree-view.js';

/** What is to happen with a path. */
export type MergeDecision =
  | { readonly kind: 'agreed' }
  | { readonly kind: 'apply'; readonly side: Side | undefined }
  | { readonly kind: 'conflict'; readonly reason: ConflictReason; readonly hunks?: readonly ConflictHunk[] };

/** Decides on a path that the fork changed, from what it was, what the tree has and what the fork has. */
export function* decide(view: TreeView, { names, before, after }: Change): Steps<MergeDecision> {
  const ours = sideOf(view, locateLoosely(view, names));
  if (sameSide(ours, after)) return { kind: 'agreed' };
  if (isBlocked(view, names)) return { kind: 'conflict', reason: 'both_made' };
  if (sameSide(ours, before)) return decideAlone(view, names, ours, after);
  if (ours === undefined) return { kind: 'conflict', reason: 'removed_here' };
  if (after === undefined) return { kind: 'conflict', reason: 'removed_there' };
  if (ours.kind !== after.kind || ours.kind === 'link' || after.kind === 'link') {
    return { kind: 'conflict', reason: 'both_made' };
  }
  const mode = pickMode(modeOf(before), ours.mode, after.mode);
  if (mode === undefined) return { kind: 'conflict', reason: 'mode' };
  if (ours.kind === 'directory' || after.kind === 'directory') {
    return { kind: 'apply', side: { kind: 'directory', mode } };
  }
  return yield* decideContent(before, { ours, after, mode });
}

function decideAlone(
  view: TreeView,
  names: readonly string[],
  ours: Side | undefined,
  after: Side | undefined,
): MergeDecision {
  const losesMore = ours?.kind === 'directory' && after?.kind !== 'directory' && view.list(names).length > 0;
  return losesMore ? { kind: 'conflict', reason: 'removed_there' } : { kind: 'apply', side: after };
}

/** A file that both sides have, and the permission bits it is to get. */
export interface BothFiles {
  readonly ours: Side & { readonly kind: 'file' };
  readonly after: Side & { readonly kind: 'file' };
  readonly mode: number;
}

/** Decides on the content of a file that both sides have. */
export function* decideContent(
  before: Side | undefined,
  { ours, after, mode }: BothFiles,
): Steps<MergeDecision> {
  if (sameContent(ours, after)) return { kind: 'apply', side: { ...ours, mode } };
  if (before === undefined || before.kind !== 'file') return { kind: 'conflict', reason: 'both_made' };
  if (sameContent(ours, before)) return { kind: 'apply', side: { ...after, mode } };
  if (sameContent(after, before)) return { kind: 'apply', side: { ...ours, mode } };
  const base = yield* textSteps(before.bytes());
  const left = yield* textSteps(ours.bytes());
  const right = yield* textSteps(after.bytes());
  if (base === undefined || left === undefined || right === undefined) {
    return { kind: 'conflict', reason: 'whole_file' };
  }
  const merged = yield* mergeText(base, left, right);
  if (merged === undefined) return { kind: 'conflict', reason: 'whole_file' };
  if (merged.kind === 'conflict') return { kind: 'conflict', reason: 'lines', hunks: merged.hunks };
  const bytes = new TextEncoder().encode(merged.text);
  return { kind: 'apply', side: { kind: 'file', mode, size: bytes.byteLength, bytes: () => bytes } };
}

/** Whether a file, or a link of the host folder, stands where the path needs a directory. */
export function isBlocked(view: TreeView, names: readonly string[]): boolean {
  for (let depth = 1; depth < names.length; depth++) {
    const found = locateLoosely(view, names.slice(0, depth));
    if (found === undefined) return false;
    if (found.kind !== 'directory') return true;
  }
  return false;
}

function modeOf(side: Side | undefined): number | undefined {
  return side === undefined || side.kind === 'link' ? undefined : side.mode;
}

/** The mode that a three-way merge gives, or undefined when both changed it. */
export function pickMode(base: number | undefined, ours: number, theirs: number): number | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : undefined;
}
