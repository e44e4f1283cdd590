import { describe, expect, it } from 'vitest';
import { afterSecondRuns, failedFiles, worthASecondRun } from './failed-files.mjs';

const passed = { fullName: 'suite adds', status: 'passed', failureMessages: [] };
const failed = {
  fullName: 'suite divides',
  status: 'failed',
  failureMessages: ['Error: by zero\n    at x.ts:1'],
};
const file = (name: string, status: string, ...tests: readonly object[]): object => ({
  name: `/a/src/b/src/${name}`,
  status,
  message: '',
  assertionResults: tests,
});

describe('failedFiles', () => {
  it('names each failed test with the first line of why', () => {
    const found = failedFiles([
      file('x.test.ts', 'passed', passed),
      file('y.test.ts', 'failed', passed, failed),
    ]);
    expect(found).toEqual([
      {
        path: '/a/src/b/src/y.test.ts',
        name: 'src/b/src/y.test.ts',
        failures: ['src/b/src/y.test.ts > suite divides: Error: by zero'],
        tests: 1,
      },
    ]);
  });

  it('takes a file that did not load, or whose hooks failed, for one failure', () => {
    const broken = { ...file('z.test.ts', 'failed'), message: 'no such module\nat z' };
    const [found, hooks] = failedFiles([broken, file('h.test.ts', 'failed', passed)]);
    expect(found).toMatchObject({ failures: ['src/b/src/z.test.ts: no such module'], tests: 0 });
    expect(hooks?.failures).toEqual(['src/b/src/h.test.ts: no reason given']);
  });
});

describe('second runs', () => {
  const all = failedFiles(
    ['a', 'b', 'c', 'd'].map((name) => file(`${name}.test.ts`, 'failed', failed, failed)),
  );

  it('are for three files at most', () => {
    expect(worthASecondRun(all.slice(1))).toHaveLength(3);
    expect(worthASecondRun(all)).toEqual([]);
  });

  it('leave as failures what fails again, and name what passed alone with why it failed before', () => {
    const [a, b] = all;
    const verdict = afterSecondRuns(all.slice(0, 2), new Set([b?.path ?? '']));
    expect(verdict.failures).toEqual(a?.failures);
    expect(verdict.unstable).toEqual([
      `src/b/src/b.test.ts failed beside others (${b?.failures.join('; ')}), passed alone`,
    ]);
    expect(verdict.recovered).toBe(2);
  });
});
