import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startDeadline } from './deadline.js';
import { timerMilliseconds } from './timer-milliseconds.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('aborts its signal when the time is over, with a reason of its own or the one given', () => {
  const limit = startDeadline(2);
  const named = startDeadline(2, undefined, 'too slow');
  vi.advanceTimersByTime(1999);
  expect([limit.signal.aborted, limit.passed()]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect(limit.passed()).toBe(true);
  expect(limit.signal.reason).toMatchObject({ name: 'TimeoutError', message: '2 seconds have passed.' });
  expect(named.signal.reason).toBe('too slow');
});

it('aborts with the signal of the caller, and has not passed then', () => {
  const caller = new AbortController();
  const limit = startDeadline(2, caller.signal);
  caller.abort('enough');
  expect([limit.signal.reason, limit.passed()]).toEqual(['enough', false]);
  vi.advanceTimersByTime(5000);
  expect([limit.signal.reason, limit.passed()]).toEqual(['enough', false]);
});

it('leaves nothing behind once it has ended', () => {
  const caller = new AbortController();
  startDeadline(2, caller.signal).end();
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
});

it('waits 24 days where more is asked for, and for ever without a limit', () => {
  const long = startDeadline(1e9);
  const endless = startDeadline(Number.POSITIVE_INFINITY);
  vi.advanceTimersByTime(2 ** 31 - 2);
  expect(long.passed()).toBe(false);
  vi.advanceTimersByTime(1);
  expect([long.passed(), endless.passed()]).toEqual([true, false]);
  expect(vi.getTimerCount()).toBe(0);
});

it('has whole milliseconds that a timer of Node takes', () => {
  expect([1.5, 0.0001, 0, -3, 1e9, Number.POSITIVE_INFINITY].map(timerMilliseconds)).toEqual([
    1500, 1, 0, 0, 2_147_483_647, 2_147_483_647,
  ]);
});
