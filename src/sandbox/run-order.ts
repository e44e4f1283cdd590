/** The order of work in one sandbox: each waits for all that was asked for before it. */
export class RunOrder {
  readonly #checkOpen: () => void;
  #last: Promise<unknown> = Promise.resolve();

  /** @param checkOpen throws where nothing may begin any more; asked when a turn comes */
  constructor(checkOpen: () => void) {
    this.#checkOpen = checkOpen;
  }

  /** Waits for what was asked for before, then holds the turn until the returned function is called. */
  async turn(): Promise<() => void> {
    let release = (): void => {};
    const before = this.#last;
    this.#last = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    try {
      this.#checkOpen();
    } catch (thrown) {
      release();
      throw thrown;
    }
    return release;
  }

  /** Does work in its turn. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.turn();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
