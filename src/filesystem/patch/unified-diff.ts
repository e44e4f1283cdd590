import { differencesOfLists } from '../on-first-use.js';
import { linesOf } from '../text-lines.js';

/** Lines around a change that are shown. */
const CONTEXT = 3;

/** Insertions and removals up to which a smallest difference is sought; beyond, the changed middle is replaced whole. */
const MAX_EDITS = 2000;

/** The hunks of a unified diff between two texts; empty when they are equal. */
export function unifiedHunks(before: string, after: string): string {
  return hunksOf(linesOf(before), linesOf(after)).map(renderHunk).join('');
}

interface Edit {
  /** ` ` kept, `-` removed, `+` added. */
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly edits: readonly Edit[];
}

function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const edits = editsBetween(before, after);
  const hunks: Hunk[] = [];
  let [oldLine, newLine] = [0, 0];
  let open: { oldStart: number; newStart: number; edits: Edit[]; quiet: number } | undefined;
  const close = (): void => {
    if (open === undefined) return;
    const surplus = Math.max(0, open.quiet - CONTEXT);
    hunks.push({ ...open, edits: surplus === 0 ? open.edits : open.edits.slice(0, -surplus) });
    open = undefined;
  };
  for (const [index, edit] of edits.entries()) {
    if (edit.sign !== ' ') {
      if (open === undefined) {
        const lead = edits.slice(Math.max(0, index - CONTEXT), index).filter(({ sign }) => sign === ' ');
        open = { oldStart: oldLine - lead.length, newStart: newLine - lead.length, edits: lead, quiet: 0 };
      }
      open.quiet = 0;
    } else if (open !== undefined) open.quiet++;
    open?.edits.push(edit);
    if (open !== undefined && open.quiet > 2 * CONTEXT) close();
    if (edit.sign !== '+') oldLine++;
    if (edit.sign !== '-') newLine++;
  }
  close();
  return hunks;
}

function editsBetween(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const [oldMiddle, newMiddle] = [
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ];
  const parts = differencesOfLists().diffArrays([...oldMiddle], [...newMiddle], {
    maxEditLength: MAX_EDITS,
  }) ?? [
    { value: oldMiddle, removed: true, added: false },
    { value: newMiddle, removed: false, added: true },
  ];
  const middle = parts.flatMap(({ value, added, removed }) =>
    value.map((line): Edit => ({ sign: added ? '+' : removed ? '-' : ' ', line })),
  );
  const kept = (line: string): Edit => ({ sign: ' ', line });
  return [...before.slice(0, head).map(kept), ...middle, ...before.slice(before.length - tail).map(kept)];
}

function renderHunk({ oldStart, newStart, edits }: Hunk): string {
  const oldCount = edits.filter(({ sign }) => sign !== '+').length;
  const newCount = edits.filter(({ sign }) => sign !== '-').length;
  const body = edits.map(({ sign, line }) =>
    line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`,
  );
  return `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@\n${body.join('')}`;
}

function range(start: number, count: number): string {
  const line = count === 0 ? start : start + 1;
  return count === 1 ? `${line}` : `${line},${count}`;
}
