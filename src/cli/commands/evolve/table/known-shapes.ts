import { textShape } from './text-shape.js';

/** Fewest and most characters that a run had. */
interface Range {
  readonly least: number;
  readonly most: number;
}

/** Which lengths of runs count: none, those of letters that stand alone in every example, or all. */
export type LengthsThatMatter = 'none' | 'single letters' | 'all';

/**
 * Whether texts look like those of the examples: the same classes of characters in the same order. Where all lengths matter,
 * a run of digits is as long as in some example or between two of them, and a run of letters no shorter. Where single letters
 * do, one that stands alone in every example, as the `A` of `A-17`, does here, too: a script that takes the first letter may
 * mean the whole field.
 */
export class KnownShapes {
  readonly #ranges = new Map<string, readonly Range[]>();
  readonly #lengths: LengthsThatMatter;

  constructor(examples: readonly (readonly string[])[], options: { readonly lengths: LengthsThatMatter }) {
    this.#lengths = options.lengths;
    for (const cells of examples) {
      const key = shapeOf(cells);
      const known = this.#ranges.get(key);
      this.#ranges.set(
        key,
        runsOf(cells).map(({ length }, index) => ({
          least: Math.min(length, known?.[index]?.least ?? length),
          most: Math.max(length, known?.[index]?.most ?? length),
        })),
      );
    }
  }

  /** Whether these cells look like those of an example. */
  has(cells: readonly string[]): boolean {
    const ranges = this.#ranges.get(shapeOf(cells));
    if (ranges === undefined) return false;
    if (this.#lengths === 'none') return true;
    return runsOf(cells).every((run, index) => {
      const { least, most } = ranges[index] ?? { least: 0, most: 0 };
      const isOfDigits = /\p{Nd}/u.test(run);
      if (this.#lengths === 'single letters') return isOfDigits || most > 1 || run.length === 1;
      return run.length >= least && (run.length <= most || !isOfDigits);
    });
  }
}

/** What matters to a script: all lengths where it cuts text at fixed places, as `value[1:4]` does, some where it takes one character. */
export function lengthsThatMatter(script: string): LengthsThatMatter {
  if (/\[(?:-?\d+:(?:-?\d+)?|:-?\d+)\]/.test(script)) return 'all';
  return /(?:\btext|\])\[-?\d+\]/.test(script) ? 'single letters' : 'none';
}

function shapeOf(cells: readonly string[]): string {
  return JSON.stringify(cells.map(textShape));
}

/** Runs of letters of one case and of digits. */
function runsOf(cells: readonly string[]): readonly string[] {
  return cells.flatMap((cell) => cell.match(/[\p{Lu}\p{Lt}]+|\p{Ll}+|[\p{Lo}\p{Lm}\p{M}]+|\p{Nd}+/gu) ?? []);
}
