/** Longest text that is taken apart. */
const LONGEST = 40;
/** Marks that have no meaning of their own in formats, f-strings and literals. */
const MARK = /^[ ,.:/\-_()#]+$/;
const WORD = /^[A-Za-z]+$/;

/** A run of digits, of letters, or of marks; the same place in each text of a column. */
export interface Run {
  readonly kind: 'digits' | 'letters' | 'marks';
  readonly texts: readonly string[];
}

/** The texts part by part; null where they aren't of one shape. */
export function runsOf(texts: readonly string[]): Run[] | null {
  if (texts.some((text) => text.length > LONGEST)) return null;
  const rows = texts.map((text) => text.match(/[0-9]+|\p{L}+|[^0-9\p{L}]+/gu) ?? []);
  const runs = (rows[0] ?? []).map((first, place): Run => {
    const kind = /[0-9]/.test(first) ? 'digits' : /\p{L}/u.test(first) ? 'letters' : 'marks';
    return { kind, texts: rows.map((row) => row[place] ?? '') };
  });
  const isOneShape = runs.every(({ kind, texts: cells }) =>
    cells.every((cell) => (kind === 'marks' ? cell === cells[0] && MARK.test(cell) : isOf(kind, cell))),
  );
  return isOneShape && rows.every((row) => row.length === runs.length) ? runs : null;
}

function isOf(kind: 'digits' | 'letters', cell: string): boolean {
  return kind === 'digits' ? /^[0-9]+$/.test(cell) : WORD.test(cell);
}

/** Marks of a run as a part of a regular expression. */
export function marksPattern(marks: string): string {
  return marks.replace(/[.()]/g, '\\$&');
}
