import { getEventListeners } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import type { Engine } from '../sandbox/index.js';
import { asTool, withWarmSandbox } from './warm-sandboxes.js';

/** More than may be open at once on any machine. */
const MANY = 12;

afterEach(() => {
  vi.useRealTimers();
});

/** An engine that runs nothing, with what became of its sessions. */
function countingEngine() {
  const count = { opened: 0, reset: 0, closed: 0, resetFails: false };
  const engine = {
    name: 'monty',
    probe: async () => ({ available: true }),
    openSession: async () => {
      count.opened += 1;
      return {
        reset: async () => {
          count.reset += 1;
          if (count.resetFails) throw new Error('it broke');
        },
        close: async () => {
          count.closed += 1;
        },
      };
    },
    close: async () => undefined,
  } as unknown as Engine;
  return { engine, count };
}

/** A promise that is settled from outside. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

it('lends in turn, and not to those that gave up waiting', async () => {
  const { engine, count } = countingEngine();
  const order: number[] = [];
  const held = gate();
  const lend = (number: number, signal?: AbortSignal) =>
    withWarmSandbox({ engine, deterministic: false, signal }, async () => {
      order.push(number);
      await held.opened;
    });
  const all = Array.from({ length: MANY }, (_, number) => lend(number));
  const abort = new AbortController();
  const impatient = lend(MANY, abort.signal);
  const last = lend(MANY + 1);
  abort.abort(new Error('enough'));
  await expect(impatient).rejects.toThrow('enough');
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  expect(count.opened).toBeLessThan(MANY);
  const atOnce = count.opened;
  held.open();
  await Promise.all([...all, last]);
  expect(order).toEqual([...Array(MANY).keys(), MANY + 1]);
  expect(count).toMatchObject({ opened: atOnce, reset: MANY + 1, closed: 0 });
});

it('holds nothing at a signal once it has lent, and makes no tool wait', async () => {
  const { engine, count } = countingEngine();
  const { signal } = new AbortController();
  const held = gate();
  let most = 0;
  let open = 0;
  const all = Array.from({ length: MANY }, () =>
    withWarmSandbox({ engine, deterministic: false, signal }, async () => {
      open += 1;
      most = Math.max(most, open);
      await held.opened;
      open -= 1;
    }),
  );
  await asTool(() => withWarmSandbox({ engine, deterministic: false, signal }, async () => undefined));
  // The tool's sandbox came on top: when it is given back, nobody else may begin.
  const limit = most;
  held.open();
  await Promise.all(all);
  expect(most).toBe(limit);
  expect(count.opened).toBe(limit + 1);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('gives each kind of sandbox to its own scripts, and a broken one to none', async () => {
  const { engine, count } = countingEngine();
  const use = (deterministic: boolean) =>
    withWarmSandbox({ engine, deterministic, signal: undefined }, async (sandbox) => sandbox);
  const [free, fixed] = [await use(false), await use(true)];
  expect(await use(false)).toBe(free);
  expect(await use(true)).toBe(fixed);
  expect(fixed).not.toBe(free);
  count.resetFails = true;
  expect(await use(false)).toBe(free);
  expect(count.closed).toBe(1);
  count.resetFails = false;
  expect(await use(false)).not.toBe(free);
});

it('closes what nobody needs, ten seconds after the last use', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { engine, count } = countingEngine();
  const use = () =>
    withWarmSandbox({ engine, deterministic: false, signal: undefined }, async () => undefined);
  await Promise.all([use(), use()]);
  vi.advanceTimersByTime(9_000);
  await use();
  vi.advanceTimersByTime(9_000);
  expect(count).toMatchObject({ opened: 2, closed: 0 });
  vi.advanceTimersByTime(1_000);
  await use();
  expect(count).toMatchObject({ opened: 3, closed: 2 });
});
