import { expect, it } from 'vitest';
import { tamperManyRecords } from './tamper-suite.fixture.js';

it.each([1, 2, 3])(
  '1,000 tamperings of records by seed %i are caught wherever no honest run makes the record',
  async (seed) => {
    const { tried, slipped, wrongly } = await tamperManyRecords(1000, seed);
    expect(slipped).toEqual([]);
    expect(wrongly).toEqual([]);
    expect(tried).toBe(2000);
  },
);
