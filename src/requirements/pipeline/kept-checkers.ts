import type { Checker } from './checker.js';

interface KeptChecker {
  readonly checker: Checker;
  uses: number;
}

/** Checkers by key: those used last are kept with their sandboxes, those in use are never closed. */
export class KeptCheckers implements AsyncDisposable {
  readonly #most: number;
  readonly #kept = new Map<string, KeptChecker>();

  /** @param most - checkers that are kept while nothing uses them. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Works with the checker of a key, made where there is none. @throws whatever `make` and `work` throw. */
  async use<T>(key: string, make: () => Checker, work: (checker: Checker) => Promise<T>): Promise<T> {
    const entry = this.#kept.get(key) ?? { checker: make(), uses: 0 };
    // The one used last comes last.
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    entry.uses++;
    try {
      return await work(entry.checker);
    } finally {
      entry.uses--;
      await this.#closeIdle();
    }
  }

  /** Ends every sandbox. */
  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.all(all.map(({ checker }) => checker.close()));
  }

  async #closeIdle(): Promise<void> {
    const idle = [...this.#kept].filter(([, { uses }]) => uses === 0);
    for (const [key, { checker }] of idle.slice(0, Math.max(0, this.#kept.size - this.#most))) {
      this.#kept.delete(key);
      await checker.close();
    }
  }
}
