import { afterAll, expect, it, vi } from 'vitest';
import { resolveEngine } from '../../sandbox/internal.js';
import { unless } from '../../testing/unless.fixture.js';
import { callCommandLine } from '../command-line.fixture.js';

// A machine on which nothing runs but Monty; engines read their environment when they are first used.
vi.stubEnv('METTLE_PYTHON', '/absent');
vi.stubEnv('METTLE_CONTAINER_PROGRAM', '/absent');
afterAll(() => vi.unstubAllEnvs());
const auto = await resolveEngine('auto').then(
  (engine) => engine.name,
  () => null,
);

unless(auto === 'monty' ? null : 'Monty cannot run here').describe('where auto is Monty', () => {
  const check = async (code: string): Promise<{ readonly exit: number; readonly results: unknown[] }> => {
    const { code: exit, stdout } = await callCommandLine(['check', '-', '--execute', '--json'], {
      stdin: code,
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
