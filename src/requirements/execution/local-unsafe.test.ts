import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { runUnconfined } from './local-unsafe.js';

const options = { timeoutSeconds: 60, maxOutputChars: 10_000 };
const { error } = await runUnconfined('print(1)', options);

unless(error?.message).describe('python3 on this host', () => {
  it('says where code was when its time was over, and not what Python itself says of it', async () => {
    const code = 'import time\ndef f():\n    time.sleep(99)\nprint("begun", flush=True)\nf()';
    const run = await runUnconfined(code, { ...options, timeoutSeconds: 3 });
    expect(run).toMatchObject({ ok: false, stdout: 'begun\n', stderr: '' });
    expect(run.error).toMatchObject({ kind: 'timeout', line: 3 });
    expect(run.error?.frames).toEqual([
      { file: '<run 1>', line: 5, function: '<module>' },
      { file: '<run 1>', line: 3, function: 'f' },
    ]);
  });

  it.each<[string, object]>([
    [
      'print("a")\n1 / 0',
      { kind: 'runtime', type: 'ZeroDivisionError', message: 'division by zero', line: 2 },
    ],
    ['def f():\n    raise KeyError("k")\nf()', { type: 'KeyError', message: "'k'", line: 2 }],
    ['raise ValueError', { kind: 'runtime', type: 'ValueError', message: '', line: 1 }],
    ['x = 1\nx = (', { kind: 'syntax', type: 'SyntaxError', line: 2 }],
    ['if x:\npass', { kind: 'syntax', type: 'IndentationError', line: 2 }],
    [
      'import sys\nsys.exit(3)',
      { kind: 'runtime', type: 'SystemExit', message: 'ended with exit code 3', line: null, frames: [] },
    ],
    [
      'import sys\nsys.exit("Error: no")',
      { kind: 'runtime', type: 'SystemExit', message: 'ended with exit code 1' },
    ],
    ['import os\nos.kill(os.getpid(), 9)', { kind: 'crash', type: 'SystemExit' }],
  ])('says how %j ended', async (code, expected) => {
    const run = await runUnconfined(code, options);
    expect(run.ok).toBe(false);
    expect(run.error).toMatchObject(expected);
  });

  it('hands out what was printed, up to the limit', async () => {
    const code = 'import sys\nprint("out")\nprint("err", file=sys.stderr)';
    expect(await runUnconfined(code, options)).toMatchObject({
      ok: true,
      stdout: 'out\n',
      stderr: 'err\n',
      error: null,
    });
    const all = await runUnconfined('print("x" * 9, end="")', { ...options, maxOutputChars: 9 });
    expect(all).toMatchObject({ ok: true, stdout: 'x'.repeat(9) });
    const cut = await runUnconfined('print("x" * 10, end="")', { ...options, maxOutputChars: 9 });
    expect(cut).toMatchObject({
      ok: false,
      stdout: 'x'.repeat(9),
      error: { kind: 'output', type: 'OutputLimit', message: 'more than 9 characters of output' },
    });
  });

  it('ends when its caller gives up', async () => {
    const code = 'import time\ntime.sleep(99)';
    const given = { ...options, signal: AbortSignal.abort() };
    expect((await runUnconfined(code, given)).error).toMatchObject({
      kind: 'aborted',
      type: 'AbortError',
      message: 'stopped by the caller',
    });
  });
});
