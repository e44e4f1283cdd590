import { compareText } from '../tree-path.js';
import type { HostSide } from './host-side.js';
import type { ReviewEntry } from './review.js';

/** One step of a commit on the host. */
export interface CommitOperation {
  readonly kind: 'unlink' | 'rmdir' | 'mkdir' | 'create' | 'replace' | 'chmod';
  readonly path: string;
  readonly before: HostSide | null;
  readonly after: HostSide | null;
  /** Number of the step: the name of its staged and its saved file. */
  readonly slot: number;
}

/**
 * The steps of a commit: removals, what lies deepest first; then what is made, directories first; last the permission
 * bits that would have been in the way of that.
 */
export function operationsOf(entries: readonly ReviewEntry[]): readonly CommitOperation[] {
  const sorted = [...entries].sort((left, right) => compareText(left.path, right.path));
  const deepestFirst = sorted.toReversed();
  const steps = [
    ...deepestFirst.flatMap(removal),
    ...sorted.flatMap((entry) => (isOpening(entry) ? modeChange(entry) : making(entry))),
    ...deepestFirst.flatMap((entry) => (isOpening(entry) ? [] : modeChange(entry))),
  ];
  return steps.map((step, slot) => ({ ...step, slot }));
}

type Step = Omit<CommitOperation, 'slot'>;

/** Permission bits with which a directory can be worked in. */
const WORKABLE = 0o700;

function removal({ path, before, after }: ReviewEntry): readonly Step[] {
  if (before === null || before.kind === after?.kind) return [];
  return [{ kind: before.kind === 'directory' ? 'rmdir' : 'unlink', path, before, after }];
}

function making({ path, before, after }: ReviewEntry): readonly Step[] {
  if (after?.kind === 'file')
    return [{ kind: before?.kind === 'file' ? 'replace' : 'create', path, before, after }];
  if (after?.kind !== 'directory' || before?.kind === 'directory') return [];
  return [{ kind: 'mkdir', path, before, after: { kind: 'directory', mode: after.mode | WORKABLE } }];
}

function modeChange({ path, before, after }: ReviewEntry): readonly Step[] {
  if (after?.kind !== 'directory') return [];
  const made: HostSide = { kind: 'directory', mode: after.mode | WORKABLE };
  const from = before?.kind === 'directory' ? before : made;
  return from.mode === after.mode ? [] : [{ kind: 'chmod', path, before: from, after }];
}

/** Whether an existing directory becomes one that can be worked in. */
function isOpening({ before, after }: ReviewEntry): boolean {
  return before?.kind === 'directory' && after?.kind === 'directory' && (after.mode & WORKABLE) === WORKABLE;
}
