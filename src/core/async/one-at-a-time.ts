/**
 * Work that is done one piece after another, in the order in which it was asked for. A piece that fails doesn't hold up the
 * next.
 */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  /** Does the work once all that was asked for before has settled. */
  run<T>(work: () => T | PromiseLike<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
