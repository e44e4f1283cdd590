import type { HistoryEntry } from './contract.js';

/** Runs that a history keeps. */
const MAX_RUNS = 10_000;
/** Characters of code and output that a history keeps, all its runs together. */
const MAX_CHARACTERS = 16_000_000;

/** The newest runs of a sandbox: at most 10,000, and of them so many as have 16 million characters together. */
export class RunHistory {
  readonly #entries: HistoryEntry[];
  /** Where the oldest kept entry is; those before it are gone. */
  #first = 0;
  #characters = 0;

  constructor(entries: readonly HistoryEntry[]) {
    this.#entries = [...entries];
    for (const entry of entries) this.#characters += charactersOf(entry);
  }

  /** The entries, oldest first; a copy. */
  get entries(): readonly HistoryEntry[] {
    return this.#entries.slice(this.#first);
  }

  /** Adds a run; the oldest make room for it. One that is too large by itself is not kept. */
  add(entry: HistoryEntry): void {
    this.#entries.push(entry);
    this.#characters += charactersOf(entry);
    while (this.#entries.length - this.#first > MAX_RUNS || this.#characters > MAX_CHARACTERS) {
      const oldest = this.#entries[this.#first++];
      if (oldest === undefined) break;
      this.#characters -= charactersOf(oldest);
    }
    if (this.#first <= this.#entries.length / 2 && this.#first < MAX_RUNS / 10) return;
    this.#entries.splice(0, this.#first);
    this.#first = 0;
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries.length = 0;
    this.#first = 0;
    this.#characters = 0;
  }
}

function charactersOf({ code, stdout, stderr, error }: HistoryEntry): number {
  return code.length + stdout.length + stderr.length + (error?.message.length ?? 0);
}
