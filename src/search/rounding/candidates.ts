import type { Expression } from '../language/expression.js';

/** One way to make some numbers or times of the outputs, one piece for each, and how common such ways are. */
export interface Candidate {
  readonly pieces: readonly Expression[];
  readonly weight: number;
  /** Whether the input is only written anew, by what is plainer than rounding. */
  readonly isPlain?: boolean;
}

/** Candidates whose pieces are the outputs. */
export function fitting(
  candidates: readonly Candidate[],
  outputs: readonly (readonly string[])[],
): readonly Candidate[] {
  return candidates.filter(({ pieces }) =>
    pieces.every((piece, place) => makes(piece, outputs[place] ?? [])),
  );
}

/** Whether a piece is the outputs. */
export function makes({ values }: Expression, outputs: readonly string[]): boolean {
  return outputs.every((output, index) => values[index] === output);
}

/** Outputs taken apart: the text around what differs, and what differs, for each place one text of each example. */
export interface Skeleton {
  /** One more than there are places. */
  readonly literals: readonly string[];
  readonly places: readonly (readonly string[])[];
}

/** What the outputs have in common around numbers or times; null where the text around them differs, or nothing else does. */
export function skeletonOf(outputs: readonly string[], pattern: RegExp): Skeleton | null {
  const rows = outputs.map((output) => ({
    around: output.split(pattern),
    found: output.match(pattern) ?? [],
  }));
  const [first] = rows;
  if (first === undefined) return null;
  const key = first.around.join('\u0000');
  if (!rows.every(({ around }) => around.join('\u0000') === key)) return null;
  const literals: string[] = [first.around[0] ?? ''];
  const places: (readonly string[])[] = [];
  for (const [index, text] of first.found.entries()) {
    const behind = first.around[index + 1] ?? '';
    const texts = rows.map(({ found }) => found[index] ?? '');
    if (texts.every((one) => one === text)) literals.push(`${literals.pop() ?? ''}${text}${behind}`);
    else {
      places.push(texts);
      literals.push(behind);
    }
  }
  return places.length === 0 ? null : { literals, places };
}

/**
 * Candidates for each part of the outputs: for two places beside each other as a range, else for each place alone. Null where a part
 * has none, or all are plain.
 */
export function candidatesOfParts(
  { places }: Skeleton,
  ways: {
    readonly range: (lows: readonly string[], highs: readonly string[]) => readonly Candidate[];
    readonly single: (texts: readonly string[]) => readonly Candidate[];
  },
): readonly (readonly Candidate[])[] | null {
  const parts: (readonly Candidate[])[] = [];
  for (let index = 0; index < places.length; index++) {
    const [one = [], next] = [places[index], places[index + 1]];
    const range = next === undefined ? [] : ways.range(one, next);
    const candidates = range.length > 0 ? range : ways.single(one);
    if (candidates.length === 0) return null;
    if (range.length > 0) index++;
    parts.push(candidates);
  }
  return parts.every(([first]) => first?.isPlain === true) ? null : parts;
}
