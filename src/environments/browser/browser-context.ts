import type { Browser, BrowserContext } from 'playwright-core';
import type { OriginProxy } from './origin-proxy.js';
import { PageClock } from './page-clock.js';

/** What a page's window measures, in pixels. */
export const PAGE_SIZE: { readonly width: number; readonly height: number } = { width: 1280, height: 720 };

/** A context of its own for one world: its cookies, storage and clock, with the proxy as its only way out. Without `deterministic`, the clock is the real one. */
export async function openBrowserContext(
  {
    browser,
    deterministic,
    seed,
  }: { readonly browser: Browser; readonly deterministic: boolean; readonly seed: number },
  proxy: OriginProxy,
): Promise<{ readonly context: BrowserContext; readonly clock: PageClock | null }> {
  const context = await browser.newContext({
    acceptDownloads: false,
    serviceWorkers: 'block',
    proxy: { ...proxy.access, bypass: '<-loopback>' },
    viewport: PAGE_SIZE,
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  if (!deterministic) return { context, clock: null };
  const clock = await PageClock.stop(context);
  await context.addInitScript(seededChance(seed));
  return { context, clock };
}

/** Has `Math.random` and the random values of `crypto` follow a seed: mulberry32. */
function seededChance(seed: number): string {
  return `{
  let state = ${Math.trunc(seed) >>> 0};
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const random = Math.random;
  Crypto.prototype.getRandomValues = function getRandomValues(array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = random() * 256;
    return array;
  };
  if (Crypto.prototype.randomUUID) {
    Crypto.prototype.randomUUID = () => {
      const digits = '10000000-1000-4000-8000-100000000000';
      return digits.replace(/[018]/g, (digit) => (digit ^ ((random() * 16) >> (digit / 4))).toString(16));
    };
  }
}`;
}
