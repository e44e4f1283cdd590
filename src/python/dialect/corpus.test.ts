import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { montyBinary, type ProgramRun, pythonBinary, runInMonty, runInPython } from './engines.fixture.js';
import { rewriteForMonty } from './rewrite-for-monty.js';

const folder = fileURLToPath(new URL('./__fixtures__/', import.meta.url));
const programs = readdirSync(folder)
  .filter((name) => name.endsWith('.py'))
  .map((name) => ({ name, code: readFileSync(`${folder}${name}`, 'utf8') }));

const ready = montyBinary !== null && pythonBinary !== null;

describe('the corpus of ordinary programs', () => {
  it('has enough programs to mean something', () => {
    expect(programs.length).toBeGreaterThanOrEqual(60);
  });

  it('keeps every line of every program', () => {
    for (const { code } of programs) {
      expect(rewriteForMonty(code).code.split('\n')).toHaveLength(code.split('\n').length);
    }
  });

  it('is expected to run in Monty for the most part', () => {
    const runnable = programs.filter(({ code }) =>
      ['runs', 'may_fail'].includes(rewriteForMonty(code).outlook),
    );
    expect(runnable.length / programs.length).toBeGreaterThan(0.75);
  });
});

describe.skipIf(!ready)('the corpus beside CPython (needs python3 and the Monty binary)', () => {
  const known = programs.map(({ name, code }) => ({ name, code, rewritten: rewriteForMonty(code) }));
  // Monty's command line has no clock.
  const clockless = known.filter(({ rewritten }) => !rewritten.prelude.includes('time'));

  const same = clockless.filter(({ rewritten }) => rewritten.outlook === 'runs');
  let expected: readonly ProgramRun[] = [];
  beforeAll(() => {
    expected = runInPython(same.map(({ code }) => code));
  });

  it.each(same.map((program, index) => ({ ...program, index })))(
    '$name prints the same in Monty',
    ({ rewritten, index }) => {
      const { stdout, exception } = runInMonty(rewritten.code, rewritten.prelude);
      expect(expected[index]).toMatchObject({ stdout, exception });
    },
  );
});
