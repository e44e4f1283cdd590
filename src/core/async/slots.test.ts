import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { Slots } from './slots.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('lets in as many as there are places, the others in their order', async () => {
  const slots = new Slots(2);
  const told: string[] = [];
  const enter = async (name: string) => {
    const leave = await slots.take();
    told.push(name);
    return leave;
  };
  const [first, , third] = ['a', 'b', 'c', 'd'].map(enter);
  await turn();
  expect(told).toEqual(['a', 'b']);
  const leave = await first;
  leave?.();
  leave?.();
  const late = enter('e');
  await turn();
  expect(told).toEqual(['a', 'b', 'c']);
  (await third)?.();
  await turn();
  expect(told).toEqual(['a', 'b', 'c', 'd']);
  void late;
});

it('gives a place that is freed to whoever waits, not to whoever comes next', async () => {
  const slots = new Slots(1);
  const leave = await slots.take();
  const told: string[] = [];
  void slots.take().then(() => told.push('waited'));
  leave();
  void slots.take().then(() => told.push('came later'));
  await turn();
  expect(told).toEqual(['waited']);
});

it('lets callers give up, who then hold nothing of their signal', async () => {
  const slots = new Slots(1);
  const leave = await slots.take();
  const controller = new AbortController();
  const waiting = slots.take(controller.signal);
  waiting.catch(() => undefined);
  const next = slots.take();
  controller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  await expect(slots.take(controller.signal)).rejects.toBe('enough');
  leave();
  expect(await next).toBeTypeOf('function');
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

it('makes later callers wait for a place that was taken beyond the number', async () => {
  const slots = new Slots(1);
  const [one, other] = [await slots.take(), slots.takeNow()];
  const told: string[] = [];
  void slots.take().then(() => told.push('in'));
  one();
  await turn();
  expect(told).toEqual([]);
  other();
  await turn();
  expect(told).toEqual(['in']);
});
