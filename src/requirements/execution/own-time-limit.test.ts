import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UsedTime } from '../../sandbox/index.js';
import { OwnTimeLimit } from './own-time-limit.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** When, in seconds, a limit of 2 s is over, and how, for two processes that each use so much of a second. */
async function endOf(first: number | null, second: number | null): Promise<readonly unknown[]> {
  const startedAt = performance.now();
  const ends: unknown[] = [];
  const part = (share: number | null) => {
    const used = (seconds: number): UsedTime | null =>
      share === null ? null : { processorSeconds: 7, ownSeconds: 3 + seconds * share };
    return { before: used(0), used: async () => used((performance.now() - startedAt) / 1000) };
  };
  new OwnTimeLimit({
    seconds: 2,
    parts: [part(first), part(second)],
    onOver: (starved) => ends.push([Math.round(performance.now() - startedAt) / 1000, starved?.kind ?? null]),
  });
  await vi.advanceTimersByTimeAsync(60_000);
  return ends;
}

it('adds up what the processes use', async () => {
  expect(await endOf(0.5, 0.5)).toEqual([[2, null]]);
  expect(await endOf(0.25, 0.25)).toEqual([[expect.closeTo(4, 1), null]]);
});

it('gives up after twelve times as long, for this machine', async () => {
  expect(await endOf(0.01, 0)).toEqual([[24, 'infrastructure']]);
});

it('goes by the clock where an engine cannot tell', async () => {
  expect(await endOf(0.01, null)).toEqual([[2, null]]);
});

it('counts no more once it is stopped', async () => {
  const over = vi.fn();
  const used = { processorSeconds: 0, ownSeconds: 0 };
  const limit = new OwnTimeLimit({
    seconds: 1,
    parts: [{ before: used, used: async () => used }],
    onOver: over,
  });
  limit.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(over).not.toHaveBeenCalled();
});
