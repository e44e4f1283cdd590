import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settled } from './manual-clock.fixture.js';
import { createTurnstile } from './turnstile.js';

it('passes on the place of a caller that gave up in the moment in which it was freed', async () => {
  const turnstile = createTurnstile({ concurrency: 1 });
  const controller = new AbortController();
  const leave = await turnstile.enter(undefined);
  const gaveUp = turnstile.enter(controller.signal).then(
    () => 'in',
    () => 'out',
  );
  const third = turnstile.enter(undefined).then(() => 'in');
  await settled();
  controller.abort('enough');
  leave();
  expect(await gaveUp).toBe('out');
  expect(await Promise.race([third, settled().then(() => 'still waiting')])).toBe('in');
});

it('lets everybody in who stays, in order and never more than the limit, whoever gives up', async () => {
  const moves = fc.array(fc.record({ who: fc.nat(11), act: fc.constantFrom('abort', 'leave', 'turn') }), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), moves, async (concurrency, all) => {
      const turnstile = createTurnstile({ concurrency });
      const leaves = new Map<number, () => void>();
      const entered: number[] = [];
      let inside = 0;
      const callers = Array.from({ length: 12 }, (_, who) => {
        const controller = new AbortController();
        const settledEntry = turnstile.enter(controller.signal).then(
          (leave) => {
            inside++;
            expect(inside).toBeLessThanOrEqual(concurrency);
            entered.push(who);
            leaves.set(who, () => {
              if (leaves.delete(who)) inside--;
              leave();
            });
          },
          () => 'gave up',
        );
        return { controller, settledEntry };
      });
      for (const { who, act } of all) {
        if (act === 'abort') callers[who]?.controller.abort('enough');
        else if (act === 'leave') leaves.get(who)?.();
        else await settled();
      }
      for (let round = 0; round < 13; round++) {
        await settled();
        for (const leave of [...leaves.values()]) leave();
      }
      const ends = await Promise.all(
        callers.map(({ settledEntry }) =>
          Promise.race([settledEntry, settled().then(() => 'still waiting')]),
        ),
      );
      expect(ends).not.toContain('still waiting');
      const stayed = ends.flatMap((end, who) => (end === undefined ? [who] : []));
      expect(entered).toEqual(stayed);
    }),
  );
});
