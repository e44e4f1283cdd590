/** What a script reads of a row, and what it gives. */
interface ReadAndGiven {
  readonly from: readonly string[];
  readonly output: string;
}

/**
 * Whether the digits of an output stand side by side in what it was made from, as those of `(555) 123-4567` do in
 * `+1 555.123.4567`, where they do so in every example. Then a script that takes them from several places cuts a row
 * that has other places.
 */
export class DigitRuns {
  readonly #isRule: boolean;

  constructor(examples: readonly ReadAndGiven[]) {
    this.#isRule =
      examples.some(({ output }) => digitsOf(output).length > 1) && examples.every(areSideBySide);
  }

  /** Whether a row is as the examples are. */
  has(row: ReadAndGiven): boolean {
    return !this.#isRule || areSideBySide(row);
  }
}

function areSideBySide({ from, output }: ReadAndGiven): boolean {
  const digits = digitsOf(output);
  return from.some((text) => digitsOf(text).includes(digits));
}

/** A text's digits, one after the other. */
export function digitsOf(text: string): string {
  return text.replace(/[^0-9]+/g, '');
}
