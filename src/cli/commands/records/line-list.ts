import type { SkippedLine } from '../../../records/index.js';

/** What {@link LineList} keeps of an earlier run. */
export interface SavedLines {
  readonly count: number;
  readonly listed: readonly SkippedLine[];
}

/** Lines of a file with something to say about each: how many, and the first of them. */
export class LineList implements SavedLines {
  readonly #listed: SkippedLine[];
  #count: number;

  constructor({ count, listed }: SavedLines = { count: 0, listed: [] }) {
    this.#count = count;
    this.#listed = [...listed];
  }

  get count(): number {
    return this.#count;
  }

  /** The first 1,000: a document has to fit into memory, whatever the file. */
  get listed(): readonly SkippedLine[] {
    return this.#listed;
  }

  add({ line, reason }: SkippedLine): void {
    this.#count += 1;
    if (this.#listed.length < 1000) this.#listed.push({ line, reason });
  }

  /** For a run that goes on where this one stops. */
  toJSON(): SavedLines {
    return { count: this.#count, listed: this.#listed };
  }
}
