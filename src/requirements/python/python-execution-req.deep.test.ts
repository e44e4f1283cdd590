import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { EngineChoice } from '../../sandbox/index.js';
import { resolveEngine } from '../../sandbox/internal.js';
import { unless } from '../../testing/unless.fixture.js';
import { createPythonRunner } from '../execution/create-python-runner.js';
import { planExecution } from '../execution/plan-execution.js';
import { checkPython, checkReply } from '../pipeline/check-reply.js';
import { createChecker } from '../pipeline/checker.js';
import { programs, reply, whyUnavailable } from '../replies.fixture.js';
import { OutputSizeLimit } from './output-size-limit.js';
import { pythonCodeGenerationRequirements } from './python-code-generation-requirements.js';
import { PythonExecutionReq } from './python-execution-req.js';

describe('options that PythonExecutionReq refuses', () => {
  it.each([
    [{ maxOutputChars: 0 }, 'core/invalid_option'],
    [{ maxOutputChars: -100 }, 'core/invalid_option'],
    [{ timeoutSeconds: -1 }, 'core/invalid_option'],
    [{ timeoutSeconds: Number.POSITIVE_INFINITY }, 'core/invalid_option'],
    [{ engine: 'local' }, 'core/invalid_option'],
    [{ engine: 'monty', policy: { networkAccess: true } }, 'requirements/unenforceable_policy'],
    [{ engine: 'local_unsafe', policy: { networkAccess: false } }, 'requirements/unenforceable_policy'],
    [{ engine: 'monty', policy: { filesystemWriteRoots: ['/tmp'] } }, 'requirements/unenforceable_policy'],
    [{ engine: 'monty', policy: { packages: ['numpy'] } }, 'requirements/unenforceable_policy'],
    [{ engine: 'monty', policy: { timeoutSeconds: 0 } }, 'core/invalid_option'],
    [{ engine: 'monty', policy: { network: false } }, 'core/invalid_option'],
  ])('refuses %j', (options, code) => {
    expect(() => PythonExecutionReq(options as never)).toThrowError(expect.objectContaining({ code }));
  });

  it('names every field that it cannot keep', () => {
    expect(() =>
      PythonExecutionReq({ engine: 'monty', policy: { networkAccess: true, packageInstallation: true } }),
    ).toThrowError(/networkAccess = true .*packageInstallation = true/);
  });

  it('says in its description where the code runs, for how long and with how much output', () => {
    expect(PythonExecutionReq({ engine: 'docker', timeoutSeconds: 42 }).description).toMatch(/sandbox.*42s/);
    expect(PythonExecutionReq({ engine: 'local_unsafe' }).description).toContain('local execution');
    expect(PythonExecutionReq({ engine: 'monty', maxOutputChars: 5000 }).description).toContain('5,000');
  });

  it.each([0, -100])('OutputSizeLimit refuses %d characters', (limitChars) => {
    expect(() => OutputSizeLimit({ limitChars })).toThrowError(/limitChars must be a whole number from 1/);
  });
});

const engines: readonly (EngineChoice | 'local_unsafe')[] = [
  'monty',
  'cpython',
  'auto',
  'docker',
  'local_unsafe',
];
for (const engine of engines) {
  const why = engine === 'local_unsafe' ? await whyNoPython() : await whyUnavailable(engine);
  unless(why).describe(`on the engine ${engine}`, () => {
    const checker = createChecker({
      requirements: pythonCodeGenerationRequirements({ engine, outputLimitChars: 50, timeoutSeconds: 30 }),
    });
    afterAll(() => checker.close());

    it('passes code that runs, with what it printed', async () => {
      const report = await checker.check(reply(programs.valid));
      expect(report).toMatchObject({ ok: true, verdict: 'pass', score: 1 });
      expect(report.results[2]?.execution).toMatchObject({
        ok: true,
        stdout: 'Hello, World!\n',
        stdoutChars: 13,
      });
      const ran = report.results[2]?.execution?.engine;
      if (engine !== 'auto') expect(ran).toBe(engine);
      else expect(ran).toBe((await resolveEngine('auto')).name);
    });

    it('passes much output where it is not limited, and short output within a limit', async () => {
      const { results } = await checkReply(reply('print("x" * 10_000)'), [PythonExecutionReq({ engine })]);
      expect(results[0]).toMatchObject({ verdict: 'pass', execution: { stdoutChars: 10_000 } });
      const sizes = await checkReply(reply('print("x" * 100)'), [
        OutputSizeLimit({ engine, limitChars: 100 }),
        OutputSizeLimit({ engine, limitChars: 10, key: 'small' }),
      ]);
      expect(sizes.results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
        ['pass', 'Output size (100 chars) within limit (100).'],
        ['fail', 'Output size (100 chars) exceeds limit (10).'],
      ]);
    });

    it('runs code whose imports are allowed', async () => {
      const allowedImports = ['os', 'sys', 'pathlib'];
      const { results } = await checkReply(reply(programs.imports), [
        PythonExecutionReq({ engine, allowedImports }),
      ]);
      expect(results[0]).toMatchObject({ verdict: 'pass', execution: { stdout: 'ok\n' } });
    });

    it('fails code that raises, with exception and line', async () => {
      const report = await checker.check(reply(programs.runtimeError));
      expect(report.verdict).toBe('fail');
      expect(report.results[2]).toMatchObject({
        requirement: 'PythonExecutionReq',
        reason: 'ZeroDivisionError at line 2 (line 4 → line 2 in divide): division by zero',
        findings: [{ rule: 'execution/runtime', line: 2 }],
      });
    });

    it('fails code that does not end, as a timeout', async () => {
      const { results } = await checkReply(reply(programs.endless), [
        PythonExecutionReq({ engine, timeoutSeconds: 0.5 }),
      ]);
      expect(results[0]?.reason).toContain('timed out');
      // Monty does not tell where it was, and python3 may not have begun yet.
      const ran = results[0]?.execution?.engine;
      if (ran === 'cpython' || ran === 'docker')
        expect(results[0]?.reason).toMatch(/^Execution timed out at line [12]: /);
      expect(results[0]?.findings[0]?.rule).toBe('execution/timeout');
    });

    it('counts characters as Python does, one final line break aside, up to the limit and not beyond', async () => {
      expect((await checker.check(reply(`print("é😀" * 25)`))).ok).toBe(true);
      const report = await checker.check(reply(`print("é😀" * 25 + "x")`));
      expect(report.results[2]).toMatchObject({
        verdict: 'fail',
        reason: expect.stringMatching(/Output size \(51 chars\) exceeds limit \(50\)/),
      });
    });

    it('tells the whole chain of calls that led to an error', async () => {
      const code =
        'def mean(xs):\n    return sum(xs) / len(xs)\n\ndef report():\n    return mean([])\n\nreport()';
      const { results } = await checkReply(reply(code), [PythonExecutionReq({ engine })]);
      expect(results[0]?.reason).toBe(
        'ZeroDivisionError at line 2 (line 7 → line 5 in report → line 2 in mean): division by zero',
      );
    });

    it('ends a flood of output', async () => {
      const report = await checker.check(reply('while True:\n    print("x" * 10000)'));
      expect(report.results[2]).toMatchObject({
        verdict: 'fail',
        reason: expect.stringMatching(/Output size/),
      });
    });

    it('runs nothing whose imports are forbidden', async () => {
      const { results } = await checkReply(reply('print("ran")\nimport socket'), [
        PythonExecutionReq({ engine, allowedImports: [] }),
        OutputSizeLimit({ engine, allowedImports: [], key: 'size' }),
      ]);
      expect(results[0]).toMatchObject({
        verdict: 'fail',
        reason: expect.stringContaining('Unauthorized imports detected'),
        execution: null,
      });
      expect(results[1]).toMatchObject({ verdict: 'not_checked', blockedBy: 'PythonExecutionReq' });
    });
  });
}

const noMonty = await whyUnavailable('monty');
unless(noMonty).describe('runs once', () => {
  it('for all requirements of one plan, and for equal code in other replies', async () => {
    let calls = 0;
    const functions = { count: () => ++calls };
    await using checker = createChecker({
      functions,
      requirements: [
        PythonExecutionReq({ engine: 'monty' }),
        OutputSizeLimit({ engine: 'monty' }),
        PythonExecutionReq({ engine: 'monty', key: 'again' }),
      ],
    });
    const code = 'print(count())';
    await Promise.all([checker.check(reply(code)), checker.check(`Other words.\n${reply(code)}`)]);
    await checker.check(reply(code));
    expect(calls).toBe(1);
    expect((await checker.check(reply(`${code}\nprint(2)`))).ok).toBe(true);
    expect(calls).toBe(2);
  });

  it('does not let one code see what another left behind', async () => {
    await using checker = createChecker({
      requirements: [PythonExecutionReq({ engine: 'monty' })],
      maxSandboxes: 1,
      inputs: { given: 3 },
    });
    expect((await checker.checkCode('secret = given')).ok).toBe(true);
    expect((await checker.checkCode('print(given)')).ok).toBe(true);
    expect((await checker.checkCode('print(secret)')).results[0]?.reason).toContain('NameError');
  });

  it('keeps other waiters when one gives up', async () => {
    const runner = createPythonRunner();
    const plan = planExecution({ engine: 'monty', timeoutSeconds: 5 });
    const controller = new AbortController();
    const code = 'total = 0\nfor i in range(300000):\n    total += i\nprint(total)';
    const given = runner.run(code, plan, { signal: controller.signal });
    const kept = runner.run(code, plan);
    controller.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    expect((await kept).stdout).toBe('44999850000\n');
    await runner.close();
    await expect(runner.run('1', plan)).rejects.toMatchObject({ code: 'requirements/closed' });
  });

  it('hands out what failed code wrote, and nothing of an earlier run', async () => {
    const policy = { artifactExportPaths: ['/a.txt', '/sub/b.txt'] };
    await using checker = createChecker({
      requirements: [PythonExecutionReq({ engine: 'monty', policy })],
      maxSandboxes: 1,
    });
    const exported = async (code: string): Promise<readonly string[]> => {
      const { results } = await checker.checkCode(code);
      return (results[0]?.execution?.exported ?? []).map(({ path }) => path);
    };
    const write = 'from pathlib import Path\nPath("sub").mkdir()\nopen("sub/b.txt", "w").write("b")';
    expect(await exported(`open("a.txt", "w").write("a")\n${write}`)).toEqual(['/a.txt', '/sub/b.txt']);
    expect(await exported('open("a.txt", "w").write("a")\nraise ValueError')).toEqual(['/a.txt']);
    expect(await exported('raise ValueError("no files")')).toEqual([]);
  });

  it('hands out the files that the policy names, and cuts kept output without hiding its size', async () => {
    const { results } = await checkReply(reply('open("out.txt", "w").write("data")\nprint("x" * 100)'), [
      PythonExecutionReq({
        engine: 'auto',
        maxOutputChars: 99,
        policy: { artifactExportPaths: ['/out.txt', '/absent'], stdoutMaxBytes: 30 },
      }),
    ]);
    expect(results[0]).toMatchObject({ verdict: 'fail', reason: expect.stringContaining('100 chars') });
    const execution = results[0]?.execution;
    expect(execution?.stdout).toBe(`${'x'.repeat(15)}... [truncated]`);
    expect(execution).toMatchObject({ stderr: '', error: null });
    expect(execution?.exported.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)])).toEqual([
      ['/out.txt', 'data'],
    ]);
  });
});

async function whyNoPython(): Promise<string | null> {
  const runner = createPythonRunner();
  const { error } = await runner.run('print(1)', planExecution({ engine: 'local_unsafe' }));
  return error?.message ?? null;
}

const noCpython = await whyUnavailable('cpython');
unless(noCpython).describe('what a machine or its encodings do to output', () => {
  const run = async (engine: 'cpython' | 'local_unsafe', code: string, policy = {}) =>
    (await checkReply(reply(code), [PythonExecutionReq({ engine, policy, timeoutSeconds: 20 })])).results[0];

  it.each(['cpython', 'local_unsafe'] as const)(
    'output that is not text is no fault in %s',
    async (engine) => {
      const result = await run(
        engine,
        'import sys\nsys.stdout.buffer.write(b"a\\xff\\xfeb")\nsys.stdout.flush()',
      );
      expect(result).toMatchObject({ verdict: 'pass' });
      expect(result?.execution?.stdout).toMatch(/^a.+b$/);
    },
  );

  it('stderr is kept up to its own cap', async () => {
    const code = 'import sys\nprint("e" * 100, file=sys.stderr)\nprint("out")';
    const result = await run('cpython', code, { stderrMaxBytes: 30 });
    expect(result?.execution?.stderr).toBe(`${'e'.repeat(15)}... [truncated]`);
    expect(result?.execution?.stdout).toBe('out\n');
  });

  it('a process left behind neither delays the verdict nor outlives the run', async () => {
    const code =
      'import subprocess\nchild = subprocess.Popen(["sleep", "600"])\nprint(child.pid, flush=True)';
    const result = await run('local_unsafe', code);
    expect(result).toMatchObject({ verdict: 'pass' });
    const pid = Number(result?.execution?.stdout);
    expect(pid).toBeGreaterThan(1);
    expect(isAlive(pid)).toBe(false);
  });
});

/** Whether a process still runs; one that has ended and waits to be reaped does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const noCPython = await whyUnavailable('cpython');
unless(noCPython).describe('imports that the source does not show', () => {
  it.each([
    [
      'g = globals()["__built" + "ins__"]\nload = getattr(g, "__imp" + "ort__")\nload("socket")',
      'ImportError',
    ],
    ['import json\njson.loads.__globals__["__builtins__"]["__imp" + "ort__"]("json")\nload = 1', null],
  ])('%j', async (code, type) => {
    const requirement = PythonExecutionReq({ engine: 'cpython', allowedImports: ['json'] });
    const { results } = await checkPython(code, [requirement], { maxSandboxes: 1 });
    if (type === null) expect(results[0]?.verdict).toBe('pass');
    else expect(results[0]).toMatchObject({ verdict: 'fail', reason: expect.stringContaining(type) });
  });

  it('a byte order mark before the code is none of it', async () => {
    const run = PythonExecutionReq({ engine: 'cpython' });
    const report = await checkReply('~~~python\n\ufeffprint(1)\n~~~', [run]);
    expect([report.code, report.results[0]?.verdict]).toEqual(['print(1)', 'pass']);
    expect((await checkPython('\ufeffprint(1)', [run])).results[0]?.verdict).toBe('pass');
  });

  it('a lone surrogate cannot be printed, as in Python', async () => {
    const run = async (code: string): Promise<unknown> =>
      (await checkPython(code, [PythonExecutionReq({ engine: 'cpython' })], { maxSandboxes: 1 })).results[0];
    expect(await run('print("\\ud800")')).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('UnicodeEncodeError'),
    });
    expect(await run('import sys\nprint("\\ud800", file=sys.stderr)')).toMatchObject({ verdict: 'pass' });
  });

  it('keeps the output of threads and of atexit', async () => {
    const code =
      'import atexit, threading\natexit.register(print, "bye")\ndef work():\n    sum(range(10**6))\n    print("worked")\nthreading.Thread(target=work).start()';
    const { results } = await checkPython(code, [PythonExecutionReq({ engine: 'cpython' })]);
    expect(results[0]?.execution?.stdout).toBe('worked\nbye\n');
  });
});
