import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunError } from '../contract.js';
import { DEFAULT_SANDBOX_LIMITS } from '../limits.js';
import { RunClock } from './run-clock.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs a clock with 5 s for the code and 60 in all, whose code gets the share of a processor, until it is over. */
async function outcomeWith(usage: (seconds: number) => { processorSeconds: number; delaySeconds: number }) {
  const ends: [seconds: number, error: RunError][] = [];
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const clock = new RunClock({
    limits: DEFAULT_SANDBOX_LIMITS,
    measure: async () => usage(seconds()),
    onOver: (error) => {
      ends.push([seconds(), error]);
      clock.stop();
    },
  });
  clock.start();
  await vi.advanceTimersByTimeAsync(70_000);
  return ends.map(([at, { kind, message }]) => ({ at: Math.round(at), kind, message }));
}

it('ends code that runs all the time at its limit', async () => {
  const ends = await outcomeWith((seconds) => ({ processorSeconds: seconds, delaySeconds: 0 }));
  expect(ends).toMatchObject([{ at: 5, kind: 'timeout' }]);
});

it('ends code that sleeps at its limit, since waiting is its own doing', async () => {
  const ends = await outcomeWith(() => ({ processorSeconds: 0, delaySeconds: 0 }));
  expect(ends).toMatchObject([{ at: 5, kind: 'timeout' }]);
});

it('gives code on a busy machine the time that others had', async () => {
  const ends = await outcomeWith((seconds) => ({
    processorSeconds: seconds / 4,
    delaySeconds: (seconds * 3) / 4,
  }));
  expect(ends).toMatchObject([{ at: 20, kind: 'timeout' }]);
});

it('counts the processors of many processes that delay each other', async () => {
  const ends = await outcomeWith((seconds) => ({
    processorSeconds: seconds * 2,
    delaySeconds: seconds * 40,
  }));
  expect(ends).toMatchObject([{ at: 5, kind: 'timeout' }]);
});

it('blames the machine at the deadline where it let the code run for too little', async () => {
  const ends = await outcomeWith((seconds) => ({
    processorSeconds: seconds / 100,
    delaySeconds: (seconds * 99) / 100,
  }));
  expect(ends).toMatchObject([
    { at: 60, kind: 'infrastructure', message: /overloaded: in 60\.0 s .* 0\.6 s/ },
  ]);
});
