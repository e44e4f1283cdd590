import { expect, test } from 'vitest';
import type { Optimizer, TrainableProgram } from '../../training/index.js';
import { guessing } from '../../training/trainer/guessing-optimizer.fixture.js';
import { adder, same } from '../../training/trainer/programs.fixture.js';
import { optimizerSuite } from './index.js';

const KEY = 'adder/state_offset';
const x = Array.from({ length: 12 }, (_, n) => ({ n }));
const y = x.map(({ n }) => ({ n: n + 3 }));

async function broken(
  optimizer: () => Optimizer,
  program: () => TrainableProgram = adder,
): Promise<string[]> {
  const names: string[] = [];
  for (const { name, run } of optimizerSuite({ optimizer, program, reward: same, x, y }))
    await run().catch(() => names.push(name));
  return names;
}

/** Takes one value after the other, each from somewhere. */
function taking(next: (program: TrainableProgram) => number | Promise<number>): Optimizer {
  return {
    name: 'taking',
    begin: ({ program, start, evaluate }) => {
      let best = start;
      return {
        step: async (batch) => {
          best = { [KEY]: { offset: await next(program) } };
          await evaluate(best, batch);
          return { proposed: 1, kept: 1 };
        },
        finalists: () => [best],
      };
    },
  };
}

test('finds nothing in one that keeps the contract', async () => {
  const guesses = [1, 3, 2, 5].map((offset) => ({ offset }));
  expect(await broken(() => guessing(KEY, guesses))).toEqual([]);
});

test('finds what depends on something else than its seed', async () => {
  let count = 10;
  expect(await broken(() => taking(() => count++))).toEqual([
    'the same seed gives the same training',
    'the number of workers changes nothing',
    'a resume is exact',
  ]);
});

test('finds one that writes candidates into the program', async () => {
  const writing = () =>
    taking(async (program) => {
      await program.assign({ [KEY]: { offset: 2 } });
      return 3;
    });
  expect(await broken(writing)).toContain('the program is left as it is until the end');
});

test('finds one that runs the program behind the budget', async () => {
  const cheating = () =>
    taking(async (program) => {
      for (const input of x) for (let n = 0; n < 9; n++) await program.run([input]);
      return 3;
    });
  expect(await broken(cheating)).toContain('the budget is kept');
});
