import { describe, expect, it } from 'vitest';
import { needs, unless } from './needs.fixture.js';

describe('unless', () => {
  it("gives vitest's own functions where there is no reason", () => {
    expect(unless(null)).toEqual({ missing: null, describe, it });
  });

  it('skips suites and tests, and says why in their titles', () => {
    const titles: string[] = [];
    const note = (title: unknown): never => titles.push(String(title)) as never;
    const skip = Object.assign(note, { each: () => note });
    const given = { describe: { skip }, it: { skip } } as never;
    const lacking = unless('50 % of it is missing', given);
    lacking.describe('a suite', () => {});
    lacking.it('a test', () => {});
    lacking.it.skipIf(false)('another', () => {});
    lacking.it.each([1, 2])('case %i', () => {});
    expect(titles).toEqual([
      'a suite (skipped: 50 % of it is missing)',
      'a test (skipped: 50 % of it is missing)',
      'another (skipped: 50 % of it is missing)',
      'case %i (skipped: 50  percent of it is missing)',
    ]);
  });
});

describe('needs', () => {
  it('names the first thing that is missing', async () => {
    const absent = 'no-such-program' as 'git';
    expect((await needs('git', absent)).missing).toBe('there is no no-such-program');
  });
});
