import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import type { Engine } from '../sandbox/index.js';
import { sharedEngine } from '../sandbox/index.js';
import { engines } from './engines.fixture.js';
import { asTool, withWarmSandbox } from './warm-sandboxes.js';

const monty = engines.find(({ name }) => name === 'monty');
/** More than may be open at once on any machine. */
const MANY = 12;

/** An engine of its own, and so a pool of its own. */
function ownEngine(): Engine {
  const engine = sharedEngine('monty');
  return new Proxy(engine, { get: (target, key) => bound(target, Reflect.get(target, key)) });
}

/** A promise that is settled from outside. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

function bound(target: object, value: unknown): unknown {
  return typeof value === 'function' ? value.bind(target) : value;
}

it.skipIf(monty?.available !== true)('lends in turn, and not to those that gave up waiting', async () => {
  const engine = ownEngine();
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
  expect(order.length).toBeLessThan(MANY);
  held.open();
  await Promise.all([...all, last]);
  expect(order).toEqual([...Array(MANY).keys(), MANY + 1]);
});

it.skipIf(monty?.available !== true)('holds nothing at a signal once it has lent', async () => {
  const engine = ownEngine();
  const { signal } = new AbortController();
  const held = gate();
  const all = Array.from({ length: MANY }, () =>
    withWarmSandbox({ engine, deterministic: false, signal }, () => held.opened),
  );
  // What a tool needs does not wait.
  await asTool(() => withWarmSandbox({ engine, deterministic: false, signal }, async () => undefined));
  held.open();
  await Promise.all(all);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
