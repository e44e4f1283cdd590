import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WaitingLine } from './waiting-line.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ act: 'wait' as const }) },
  { weight: 2, arbitrary: fc.constant({ act: 'serve' as const }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('abort' as const), who: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.constant({ act: 'serve all' as const }) },
  { weight: 1, arbitrary: fc.constant({ act: 'refuse all' as const }) },
  { weight: 1, arbitrary: fc.constant({ act: 'turn' as const }) },
);

it('serves each waiter once and in order, whoever gives up at whatever moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const line = new WaitingLine<string>();
      const controllers: AbortController[] = [];
      const ends: string[] = [];
      const expected: string[] = [];
      let waiting: number[] = [];
      const endFirst = (how: string, count: number): void => {
        expected.push(...waiting.slice(0, count).map((who) => `${who} ${how}`));
        waiting = waiting.slice(count);
      };
      for (const [at, { act, ...rest }] of steps.entries()) {
        if (act === 'wait') {
          const who = controllers.push(new AbortController()) - 1;
          waiting.push(who);
          void line.wait(controllers[who]?.signal).then(
            (value) => ends.push(`${who} ${value}`),
            (error: unknown) => ends.push(`${who} ${String(error)}`),
          );
        } else if (act === 'serve') {
          line.serve(`served at ${at}`);
          endFirst(`served at ${at}`, 1);
        } else if (act === 'serve all') {
          line.serveAll(`served at ${at}`);
          endFirst(`served at ${at}`, waiting.length);
        } else if (act === 'refuse all') {
          line.refuseAll(`refused at ${at}`);
          endFirst(`refused at ${at}`, waiting.length);
        } else if (act === 'abort') {
          const who = (rest as { readonly who: number }).who;
          controllers[who]?.abort(`gave up`);
          if (waiting.includes(who)) expected.push(`${who} gave up`);
          waiting = waiting.filter((other) => other !== who);
        } else await turn();
        expect(line.length).toBe(waiting.length);
      }
      await turn();
      expect(ends).toEqual(expected);
      line.serveAll('the end');
      for (const { signal } of controllers) expect(getEventListeners(signal, 'abort')).toEqual([]);
    }),
  );
});

it('refuses a waiter whose signal is aborted already', async () => {
  const line = new WaitingLine();
  await expect(line.wait(AbortSignal.abort('enough'))).rejects.toBe('enough');
  expect(line.length).toBe(0);
});

it('does not serve whoever comes after a wake-up of all', async () => {
  const line = new WaitingLine<string>();
  const woken: string[] = [];
  void line.wait().then(async () => {
    woken.push('first');
    woken.push(await line.wait());
  });
  line.serveAll('wake');
  await turn();
  expect(woken).toEqual(['first']);
  line.serveAll('again');
  await turn();
  expect(woken).toEqual(['first', 'again']);
});
