import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { needs } from './needs.fixture.js';
import { unless } from './unless.fixture.js';

describe('unless', () => {
  it("gives vitest's own functions where there is no reason", () => {
    expect(unless(null)).toEqual({ missing: null, describe, it });
    expect(unless('')).toEqual(unless(undefined));
  });

  it('skips suites and tests, and says why in their titles', () => {
    const titles: string[] = [];
    const note = (title: unknown): never => titles.push(String(title)) as never;
    const skip = Object.assign(note, { each: () => note });
    const given = { describe: { skip }, it: { skip } } as never;
    const lacking = unless('50 % of it is missing', given);
    lacking.describe('a suite', () => {});
    lacking.it('a test', () => {});
    lacking.it.each([1, 2])('case %i', () => {});
    expect(titles).toEqual([
      'a suite (skipped: 50 % of it is missing)',
      'a test (skipped: 50 % of it is missing)',
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

it('every skip says its reason', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const bare = ['src', 'scripts']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((path) => join(top, path)),
    )
    .filter((path) => /\.(test|fixture)\.ts$/.test(path))
    .filter((path) =>
      /(?<!unittest)\.(skipIf|runIf)\b|\b(it|test|describe)\.(skip|todo)\b/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    );
  const own = ['src/testing/needs.test.ts', 'src/testing/unless.fixture.ts'];
  expect(
    bare.filter((path) => !own.includes(path)),
    'use unless(reason) of src/testing/unless.fixture.ts',
  ).toEqual([]);
});
