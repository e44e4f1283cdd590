import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import { checkPython } from '../pipeline/check-reply.js';
import { PythonExecutionReq } from '../python/python-execution-req.js';
import { ExamplesPass } from './examples-pass.js';
import { TestsPass } from './tests-pass.js';

const { describe, it } = await needs('python3');

/** Busy loops for each processor, so that code under judgement gets a fifth of one. */
const LOOPS = 4;

describe('a machine that is busy with other work', () => {
  const others: ChildProcess[] = [];
  beforeAll(() => {
    for (let at = 0; at < LOOPS * availableParallelism(); at++) {
      others.push(spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
    }
  });
  afterAll(() => {
    for (const other of others) other.kill('SIGKILL');
  });

  const limits = { engine: 'cpython', timeoutSeconds: 1 } as const;
  const requirements = [
    TestsPass({ tests: 'assert work(1) == 1', ...limits }),
    ExamplesPass({ functionName: 'work', examples: [{ arguments: [1], result: 1 }], ...limits }),
  ];
  const uses = (seconds: number): string =>
    `import time\ndef work(x):\n    while time.process_time() < ${seconds}: pass\n    return x`;

  it('does not fail code that needs less than its limit', async () => {
    const code = uses(0.5);
    const report = await checkPython(code, requirements);
    expect(report.results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
    const run = await checkPython(`${code}\nwork(1)`, [PythonExecutionReq(limits)]);
    expect(run.verdict).toBe('pass');
  });

  it('fails code that runs or sleeps for ever', async () => {
    for (const code of [uses(1e9), 'import time\ndef work(x):\n    time.sleep(1e6)']) {
      const report = await checkPython(code, requirements);
      expect(report.results.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
    }
  });
});
