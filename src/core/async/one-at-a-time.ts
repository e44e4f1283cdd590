import { Slots } from './slots.js';

/**
 * Work that is done one piece after another, in the order in which it was asked for. A piece that fails doesn't hold up the
 * next.
 */
export class OneAtATime {
  readonly #place = new Slots(1);

  /**
   * Does the work once all that was asked for before has settled. A piece whose signal is aborted before it begins is left
   * out, and rejects at once.
   */
  async run<T>(work: () => T | PromiseLike<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.#place.take(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
