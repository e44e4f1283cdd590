import type { BrowserContext } from 'playwright-core';
import { ifGone } from './page-reader.js';
import type { WorldPage } from './world-page.js';

/** The moment at which the clock of a deterministic world begins. */
const BEGINNING = new Date('2026-01-01T00:00:00Z');

/** Milliseconds by which the clock moves at least, and how often it moves at most during one call. */
const SHORTEST_STEP = 50;
const MOST_STEPS = 100;

/** What a page throws in a timer, or puts in the clock's place, doesn't come back as the answer to moving the clock. */
const GUARD = `{
  const clock = globalThis.__pwClock;
  const run = clock.controller.runFor.bind(clock.controller);
  const value = async (milliseconds) => {
    try {
      await run(milliseconds);
    } catch {}
  };
  Object.defineProperty(clock.controller, 'runFor', { value });
  Object.freeze(clock);
  Object.defineProperty(globalThis, '__pwClock', { value: clock, writable: false, configurable: false });
}`;

/** Stops the clock of all pages of a context. From then on, only {@link advanceClock} moves it. */
export async function stopClock(context: BrowserContext): Promise<void> {
  await context.clock.pauseAt(BEGINNING);
  await context.addInitScript(GUARD);
}

/**
 * Moves a page's clock on, from timer to timer. After each, the page comes to rest in real time: requests end, frames
 * are drawn, animations are over. So what a timer sees doesn't depend on how fast the machine or the agent is.
 * Resolves to whether the page came to rest each time.
 */
export async function advanceClock(
  { page, reader }: WorldPage,
  milliseconds: number,
  rest: () => Promise<boolean>,
): Promise<boolean> {
  const shortest = Math.max(SHORTEST_STEP, Math.ceil(milliseconds / MOST_STEPS));
  let settled = await rest();
  for (let left = milliseconds; left > 0; ) {
    const due = page.frames().length > 1 ? 0 : await reader.nextTimer();
    const step = !settled || due > left ? left : Math.min(left, Math.max(shortest, due));
    await reader.inTime(page.clock.runFor(step).catch(ifGone));
    left -= step;
    if (settled && due <= step) settled = await rest();
  }
  return settled;
}
