import { describe, expect, it } from 'vitest';
import { tamperManyRecords } from './tamper-suite.fixture.js';

describe('400 tamperings of records, each with the old id and with a fitting one', () => {
  it('are caught wherever no honest run makes the record', async () => {
    const { tried, slipped, honest, wrongly } = await tamperManyRecords(400, 0);
    expect(slipped).toEqual([]);
    expect(wrongly).toEqual([]);
    expect(tried).toBe(800);
    // With the id as it was, only words about verdicts, use, time and provenance can be changed, and a verdict taken back.
    const unnoticed = honest.filter((name) => !name.endsWith('(with a fitting id)'));
    const harmless =
      /(verification|outcome)\.reason|\.detail|requirements|verification(\.verdict|\.checks.*)?$|edit outcome$|usage|call_seconds|provenance/;
    expect(unnoticed.filter((name) => !harmless.test(name))).toEqual([]);
    // With a fitting id, some are the records of other honest runs, which only a certificate tells from the original:
    // another thought, prompt, seed or policy, or a call that the world answers alike.
    expect(honest.length).toBeGreaterThan(0);
    expect(honest.length).toBeLessThan(tried / 10);
  });
});
