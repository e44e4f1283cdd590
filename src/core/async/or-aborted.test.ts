import { expect, it } from 'vitest';
import { orAborted } from './or-aborted.js';

it('gives what the promise gives, and the reason of the signal as soon as it is aborted', async () => {
  const controller = new AbortController();
  expect(await orAborted(Promise.resolve(1), controller.signal)).toBe(1);
  expect(await orAborted(Promise.resolve(1), undefined)).toBe(1);
  await expect(orAborted(Promise.reject(new Error('no')), controller.signal)).rejects.toThrow('no');
  const waiting = orAborted(new Promise(() => undefined), controller.signal);
  controller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  await expect(orAborted(Promise.resolve(1), controller.signal)).rejects.toBe('enough');
});

it('leaves no rejection unhandled when the promise fails after the signal', async () => {
  const controller = new AbortController();
  let reject: (error: Error) => void = () => undefined;
  const late = new Promise((_, no) => {
    reject = no;
  });
  const waiting = orAborted(late, controller.signal);
  controller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  reject(new Error('late'));
  await new Promise((resolve) => setImmediate(resolve));
});
