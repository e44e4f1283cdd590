import { expect } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import { NOT_BUILT } from '../../testing/run-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { callInOwnProcess } from '../own-process.fixture.js';

/** A machine on which nothing runs but Monty; engines read their environment when they are first used. */
const environment = { METTLE_PYTHON: '/absent', METTLE_CONTAINER_PROGRAM: '/absent' };
const { describe, it } = unless(NOT_BUILT || (await needs('monty')).missing);

describe('where auto is Monty', () => {
  const check = async (code: string): Promise<{ readonly exit: number; readonly results: unknown[] }> => {
    const { code: exit, stdout } = await callInOwnProcess(['check', '-', '--execute', '--json'], {
      stdin: code,
      environment,
    });
    return { exit, results: JSON.parse(stdout).results };
  };

  it('mettle check says with exit code 3 that the machine lacks an engine for the code', async () => {
    const { exit, results } = await check('class A:\n    pass\n\nclass B(A):\n    pass\n');
    expect(exit).toBe(3);
    expect(results[2]).toMatchObject({
      requirement: 'PythonExecutionReq',
      verdict: 'not_checked',
      cause: 'engine',
    });
  });

  it('mettle check still says no to code that is wrong, and yes to code that is right', async () => {
    expect((await check('1 / 0\n')).exit).toBe(1);
    expect((await check('print(1)\n')).exit).toBe(0);
  });
});
