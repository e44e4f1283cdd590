import type { BrowserContext } from 'playwright-core';
import type { WorldPage } from './world-page.js';

/** The moment at which the clock of a deterministic world begins. */
const BEGINNING = new Date('2026-01-01T00:00:00Z');

/** Milliseconds by which the clock moves at least, and how often it moves at most during one call. */
const SHORTEST_STEP = 50;
const MOST_STEPS = 100;

/**
 * What a page throws in a timer, or puts in the clock's place, doesn't come back as the answer to moving the clock. A new
 * document is told how much time has passed in all, maybe more than once.
 */
const GUARD = `{
  const clock = globalThis.__pwClock;
  const run = clock.controller.runFor.bind(clock.controller);
  const log = clock.controller.log.bind(clock.controller);
  let elapsed = 0;
  const runFor = async (milliseconds) => {
    try {
      await run(milliseconds);
    } catch {}
  };
  const catchUp = (milliseconds) => {
    if (milliseconds > elapsed) log('runFor', 0, milliseconds - elapsed);
    elapsed = Math.max(elapsed, milliseconds);
  };
  Object.defineProperty(clock.controller, 'runFor', { value: runFor });
  Object.defineProperty(clock.controller, 'catchUp', { value: catchUp });
  Object.freeze(clock);
  Object.defineProperty(globalThis, '__pwClock', { value: clock, writable: false, configurable: false });
}`;

/** The clock of all pages of a context, which stands still unless it's advanced. */
export class PageClock {
  readonly #context: BrowserContext;
  /** Milliseconds that have passed since the beginning, and what tells new documents so. */
  #elapsed = 0;
  #told: { readonly dispose: () => Promise<void> } | undefined;

  private constructor(context: BrowserContext) {
    this.#context = context;
  }

  /** Stops the clock of a context that has no page yet. */
  static async stop(context: BrowserContext): Promise<PageClock> {
    await context.clock.pauseAt(BEGINNING);
    await context.addInitScript(GUARD);
    return new PageClock(context);
  }

  /**
   * Moves the clock on, from timer to timer of a page. After each, the page comes to rest in real time: requests end,
   * frames are drawn, animations are over. So what a timer sees doesn't depend on how fast the machine or the agent is.
   * Resolves to whether the page came to rest each time.
   */
  async advance(
    { page, reader }: WorldPage,
    milliseconds: number,
    { rest, signal }: { readonly rest: () => Promise<boolean>; readonly signal?: AbortSignal | undefined },
  ): Promise<boolean> {
    const shortest = Math.max(SHORTEST_STEP, Math.ceil(milliseconds / MOST_STEPS));
    let settled = await rest();
    for (let left = milliseconds; left > 0; ) {
      signal?.throwIfAborted();
      const due = page.frames().length > 1 ? 0 : await reader.nextTimer();
      const step = !settled || due > left ? left : Math.min(left, Math.max(shortest, due));
      this.#elapsed += step;
      await reader.inTime(this.#tellNewDocuments());
      await reader.runClock(step);
      left -= step;
      if (settled && due <= step) settled = await rest();
    }
    return settled;
  }

  /** Playwright's own `runFor` would leave one more script for each step in every document to come. */
  async #tellNewDocuments(): Promise<void> {
    const before = this.#told;
    this.#told = await this.#context.addInitScript(
      `globalThis.__pwClock.controller.catchUp(${this.#elapsed})`,
    );
    await before?.dispose();
  }
}
