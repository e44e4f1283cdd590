import { expect, it } from 'vitest';
import { createRequirement } from '../requirement.js';
import { passWith } from '../verdict.js';
import { createChecker } from './checker.js';

it('a hundred checks at once leave turns to the event loop between them', async () => {
  const work = createRequirement({
    name: 'work',
    description: 'Takes a millisecond.',
    validate: () => {
      const end = performance.now() + 1;
      while (performance.now() < end);
      return passWith('done');
    },
  });
  await using checker = createChecker({ requirements: [work] });
  let turns = 0;
  let running = true;
  const count = (): void => {
    turns++;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  const reports = await Promise.all(Array.from({ length: 100 }, (_, i) => checker.check(`reply ${i}`)));
  running = false;
  expect(reports.every(({ ok }) => ok)).toBe(true);
  // A hundred milliseconds of work in turns of at most some ten milliseconds.
  expect(turns).toBeGreaterThan(5);
});
