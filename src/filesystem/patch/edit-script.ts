import type { Steps } from '../../core/index.js';
import type { ChangedLines } from '../changed-lines.js';

/** Insertions and removals up to which a smallest difference is sought; beyond, the changed middle is replaced whole. */
const MAX_EDITS = 2000;

/** Lines that may be compared for that. */
const MAX_COMPARISONS = 100_000_000;

/** Comparisons, or ends looked at, between two places where work may be interrupted. */
const WORK_A_STEP = 50_000;

/**
 * Where two lists of lines differ, with as few changed lines as can be (Myers, "An O(ND) difference algorithm and its
 * variations", 1986), what they have in common at both ends left out. Where that would take too long, what is between
 * the ends is one change.
 */
export function* editScript(old: Int32Array, now: Int32Array): Steps<readonly ChangedLines[]> {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  yield;
  const oldMiddle = old.subarray(head, old.length - tail);
  const newMiddle = now.subarray(head, now.length - tail);
  if (oldMiddle.length === 0 && newMiddle.length === 0) return [];
  const whole = { oldStart: 0, oldCount: oldMiddle.length, newStart: 0, newCount: newMiddle.length };
  const changes = (yield* smallest(oldMiddle, newMiddle)) ?? [whole];
  return changes.map((change) => ({
    ...change,
    oldStart: change.oldStart + head,
    newStart: change.newStart + head,
  }));
}

/** The smallest difference; undefined where it is too large or takes too long. */
function* smallest(old: Int32Array, now: Int32Array): Steps<readonly ChangedLines[] | undefined> {
  /** For each diagonal (old less new lines), how many old lines the path that gets furthest on it covers. */
  const reach = new Int32Array(2 * MAX_EDITS + 3);
  const centre = MAX_EDITS + 1;
  /** `reach` of the diagonals -edits … edits, after so many edits. */
  const after: Int32Array[] = [];
  let work = 0;
  let left = MAX_COMPARISONS;
  for (let edits = 0; edits <= MAX_EDITS; edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [below, above] = [reach[centre + diagonal - 1] ?? 0, reach[centre + diagonal + 1] ?? 0];
      const isAddition = diagonal === -edits || (diagonal !== edits && below < above);
      const from = edits === 0 ? 0 : isAddition ? above : below + 1;
      let at = from;
      while (
        at < old.length &&
        at - diagonal < now.length &&
        at >= diagonal &&
        old[at] === now[at - diagonal]
      )
        at++;
      reach[centre + diagonal] = at;
      work += at - from + 1;
      if (at === old.length && at - diagonal === now.length) return changesOn(after, edits, at, diagonal);
    }
    after.push(reach.slice(centre - edits, centre + edits + 1));
    if (work < WORK_A_STEP) continue;
    left -= work;
    if (left < 0) return undefined;
    work = 0;
    yield;
  }
  return undefined;
}

/** The changes on a path, gone back from its end: `after` says how far every path had got before each edit. */
function changesOn(
  after: readonly Int32Array[],
  edits: number,
  end: number,
  endDiagonal: number,
): readonly ChangedLines[] {
  const changes: ChangedLines[] = [];
  let [at, diagonal] = [end, endDiagonal];
  for (let edit = edits; edit > 0; edit--) {
    const reach = after[edit - 1] ?? new Int32Array();
    const centre = edit - 1;
    const [below, above] = [reach[centre + diagonal - 1] ?? 0, reach[centre + diagonal + 1] ?? 0];
    const isAddition = diagonal === -edit || (diagonal !== edit && below < above);
    const from = isAddition ? above : below;
    const start = isAddition ? above : below + 1;
    const fromDiagonal = isAddition ? diagonal + 1 : diagonal - 1;
    const next = changes.at(-1);
    const joins = start === at && next?.oldStart === at && next.newStart === at - diagonal;
    const joined = joins && next !== undefined ? next : { oldCount: 0, newCount: 0 };
    if (joins) changes.pop();
    changes.push({
      oldStart: from,
      oldCount: joined.oldCount + (isAddition ? 0 : 1),
      newStart: from - fromDiagonal,
      newCount: joined.newCount + (isAddition ? 1 : 0),
    });
    [at, diagonal] = [from, fromDiagonal];
  }
  return changes.reverse();
}
