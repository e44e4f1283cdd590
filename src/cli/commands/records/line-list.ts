import type { SkippedLine } from '../../../records/index.js';

/** Lines of a file with something to say about each: how many, and the first of them. */
export class LineList {
  readonly #listed: SkippedLine[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The first 1,000: a document has to fit into memory, whatever the file. */
  get listed(): readonly SkippedLine[] {
    return this.#listed;
  }

  /** The first ten for a person, below a line that says `what` they are; nothing where there are none. */
  describe(what: string): readonly string[] {
    if (this.#count === 0) return [];
    return [
      `${what}: ${this.#count}`,
      ...this.#listed.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
      ...(this.#count > 10 ? ['  … --json lists them'] : []),
    ];
  }

  add({ line, reason }: SkippedLine): void {
    this.#count += 1;
    if (this.#listed.length < 1000) this.#listed.push({ line, reason });
  }
}
