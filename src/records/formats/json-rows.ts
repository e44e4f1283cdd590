import type { JsonObject } from '../../core/index.js';

/** Rows of JSON lines, each with its length as text. Blank lines are none. */
export async function* jsonRows(
  lines: AsyncIterable<string>,
): AsyncGenerator<{ readonly row: JsonObject; readonly characters: number }, void, undefined> {
  for await (const line of lines) {
    if (line.trim() !== '') yield { row: JSON.parse(line) as JsonObject, characters: line.length };
  }
}

/** Lets a task through once, in one world from one seed. */
export class EachTaskOnce {
  readonly #seen = new Set<string>();
  /** How often one came again. */
  repeated = 0;

  isNew(key: string): boolean {
    if (this.#seen.has(key)) {
      this.repeated += 1;
      return false;
    }
    this.#seen.add(key);
    return true;
  }
}
