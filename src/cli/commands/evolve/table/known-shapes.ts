import { textShape } from './text-shape.js';

/** Fewest and most characters that a run had. */
interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * Whether texts look like those of the examples: the same classes of characters in the same order. Where lengths matter,
 * a run of digits is as long as in some example or between two of them, and a run of letters no shorter.
 */
export class KnownShapes {
  readonly #ranges = new Map<string, readonly Range[]>();
  readonly #lengthsMatter: boolean;

  constructor(examples: readonly (readonly string[])[], options: { readonly lengthsMatter: boolean }) {
    this.#lengthsMatter = options.lengthsMatter;
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
    if (!this.#lengthsMatter) return true;
    return runsOf(cells).every((run, index) => {
      const { least, most } = ranges[index] ?? { least: 0, most: 0 };
      return run.length >= least && (run.length <= most || !/\p{Nd}/u.test(run));
    });
  }
}

/** Whether a script cuts text at fixed places, as `value[1:4]` does. */
export function cutsAtPlaces(script: string): boolean {
  return /\[(?:-?\d+:(?:-?\d+)?|:-?\d+)\]/.test(script);
}

function shapeOf(cells: readonly string[]): string {
  return JSON.stringify(cells.map(textShape));
}

/** Runs of letters of one case and of digits. */
function runsOf(cells: readonly string[]): readonly string[] {
  return cells.flatMap((cell) => cell.match(/[\p{Lu}\p{Lt}]+|\p{Ll}+|[\p{Lo}\p{Lm}\p{M}]+|\p{Nd}+/gu) ?? []);
}
