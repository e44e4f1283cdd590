import { expect, rejection } from '../../core/internal.js';
import type { DefineCase } from './define-case.js';

/** What every engine does with a run: namespace, output, errors, inputs, history. */
export function runCases(it: DefineCase): void {
  it('returns stdout, the value of the last expression, and no error', async ({ open }) => {
    const sandbox = await open();
    expect(await sandbox.run('print("a")\nprint("b", end="")\n6 * 7')).toMatchObject({
      ok: true,
      value: 42,
      stdout: 'a\nb',
      stderr: '',
      error: null,
    });
    expect((await sandbox.run('x = 1')).value).toBeNull();
    expect((await sandbox.run('')).ok).toBe(true);
  });

  for (const [code, stdout, value] of [
    ['print("a", end=""); 2 ** 70', 'a1180591620717411303424\n', 1180591620717411303424n],
    ["'it\\'s'", '"it\'s"\n', "it's"],
    ['1, (2, [None])  # a tuple', '(1, (2, [None]))\n', [1, [2, [null]]]],
    ['(\n  {1.0: True}\n)', '{1.0: True}\n', new Map([[1, true]])],
    ['class P:\n  def __repr__(self): return "<P>"\n[P(), "größer"]', "[<P>, 'größer']\n", undefined],
    ['None', '', null],
    ['x = 1', '', null],
  ] as const) {
    it(`prints the last value as Python does where that is asked for: ${JSON.stringify(code)}`, async ({
      open,
    }) => {
      const sandbox = await open();
      const result = await sandbox.run(code, { display: true });
      expect(result).toMatchObject({ error: null, stdout });
      if (value !== undefined) expect(result.value).toEqual(value);
      expect((await sandbox.run(code)).stdout).toBe(code.startsWith('print') ? 'a' : '');
    });
  }

  it('counts lines as they are, where it prints the last value', async ({ open }) => {
    const sandbox = await open();
    const { error, stdout } = await sandbox.run('print("a")\n[\n  1,\n  1 / 0,\n]', { display: true });
    expect(stdout).toBe('a\n');
    expect(error).toMatchObject({ type: 'ZeroDivisionError', line: 4 });
    expect(error?.frames.map(({ function: name }) => name)).toEqual(['<module>']);
    const raised = await sandbox.run('class B:\n  def __repr__(self): return 1 / 0\nB()', { display: true });
    expect(raised.error).toMatchObject({ type: 'ZeroDivisionError' });
    expect((await sandbox.run('1 +', { display: true })).error).toMatchObject({ kind: 'syntax' });
  });

  it('keeps variables, functions and imports between runs', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('import math\nx = 6\ndef times(n): return n * factor()');
    await sandbox.run('def factor(): return 7');
    expect((await sandbox.run('times(x) + math.floor(0.5)')).value).toBe(42);
  });

  it('keeps what a closure and a keyword default hold', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run(
      'def make(n):\n  def inner(k, *, more=2): return n + k + more\n  return inner\nf = make(5)',
    );
    expect((await sandbox.run('(f(5), f(0, more=1))')).value).toEqual([12, 6]);
  });

  it('keeps the namespace over an error, and empties it on reset', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('x = 1');
    expect((await sandbox.run('x = 2\n1 / 0')).error?.type).toBe('ZeroDivisionError');
    expect((await sandbox.run('x')).value).toBe(2);
    await sandbox.reset();
    expect((await sandbox.run('x')).error).toMatchObject({ kind: 'runtime', type: 'NameError' });
  });

  it('counts runs from 1 again after a reset', async ({ open }) => {
    const sandbox = await open();
    const fail = 'def fail():\n  return 1 / 0\nfail()';
    const [first] = [await sandbox.run(fail), await sandbox.run(fail)];
    await sandbox.reset();
    const again = await sandbox.run(fail);
    expect(again.error?.frames).toEqual(first.error?.frames);
    expect(again.error?.frames[0]?.file).toBe('<run 1>');
  });

  it('names the error, its line and the user’s frames alone', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('def fail(n):\n  return 1 / n');
    const { ok, error, value } = await sandbox.run('a = 1\nb = fail(0)\n');
    expect({ ok, value }).toEqual({ ok: false, value: null });
    expect(error).toMatchObject({
      kind: 'runtime',
      type: 'ZeroDivisionError',
      message: 'division by zero',
      line: 2,
    });
    expect(error?.frames.map(({ file, line, function: name }) => [file, line, name])).toEqual([
      ['<run 2>', 2, '<module>'],
      ['<run 1>', 2, 'fail'],
    ]);
  });

  it('tells a syntax error with its line', async ({ open }) => {
    const sandbox = await open();
    const { error, stdout } = await sandbox.run('print("never")\nx = = 1');
    expect(error).toMatchObject({ kind: 'syntax', type: 'SyntaxError', line: 2 });
    expect(stdout).toBe('');
  });

  it('keeps the output before an error', async ({ open }) => {
    const sandbox = await open();
    expect(await sandbox.run('print("before")\nraise ValueError("why")')).toMatchObject({
      stdout: 'before\n',
      error: { type: 'ValueError', message: 'why', line: 2 },
    });
  });

  it('ends well with a bare SystemExit, and prints the text of another to stderr', async ({ open }) => {
    const sandbox = await open();
    expect(await sandbox.run('print("bye")\nx = 5\nraise SystemExit\nx')).toMatchObject({
      ok: true,
      value: null,
      stdout: 'bye\n',
      stderr: '',
      error: null,
    });
    expect((await sandbox.run('x')).value).toBe(5);
    const chunks: unknown[] = [];
    const told = await sandbox.run('raise SystemExit("no input")', {
      onOutput: (chunk) => chunks.push(chunk),
    });
    expect(told).toMatchObject({
      ok: false,
      stderr: 'no input\n',
      error: { kind: 'runtime', type: 'SystemExit', message: 'no input' },
    });
    expect(chunks).toEqual([{ stream: 'stderr', text: 'no input\n', bytes: Buffer.from('no input\n') }]);
  });

  it('gives arguments and standard input to the code, or says that the engine has none', async ({ open }) => {
    const sandbox = await open();
    const code = 'import sys\n[sys.argv[1:], sys.stdin.read()]';
    const chunks = (async function* () {
      yield Buffer.from('grö').subarray(0, 3);
      yield new Uint8Array();
      yield Buffer.from('grö').subarray(3);
    })();
    const results = [
      await sandbox.run(code, { args: ['a', '--b'] }),
      await sandbox.run(code, { stdin: 'one\n' }),
      await sandbox.run(code, { stdin: chunks }),
    ];
    if (results[0]?.error?.kind === 'unsupported') {
      expect(results.map(({ error }) => [error?.kind, error?.message])).toEqual([
        ['unsupported', /\bargs\b/],
        ['unsupported', /\bstdin\b/],
        ['unsupported', /\bstdin\b/],
      ]);
      return;
    }
    expect(results.map(({ value }) => value)).toEqual([
      [['a', '--b'], ''],
      [[], 'one\n'],
      [[], 'grö'],
    ]);
    expect((await sandbox.run(code)).value).toEqual([[], '']);
  });

  it('sets environment variables for one run, over those of the sandbox', async ({ open }) => {
    const sandbox = await open({ environment: { KEPT: 'k', OVER: 'o' } });
    const code = 'import os\n[os.environ.get(name) for name in ("KEPT", "OVER", "NEW")]';
    expect((await sandbox.run(code, { environment: { OVER: 'run', NEW: 'n' } })).value).toEqual([
      'k',
      'run',
      'n',
    ]);
    expect((await sandbox.run(code)).value).toEqual(['k', 'o', null]);
  });

  for (const [options, message] of [
    [{ stdin: { text: 'x' } as never }, /stdin must be a string/],
    [{ environment: { 'A=B': 'x' } }, /"A=B" cannot be set/],
    [{ environment: { A: 1 as never } }, /"A" cannot be set/],
    [{ args: [1 as never] }, /args/],
  ] as const) {
    it(`refuses ${JSON.stringify(options)}`, async ({ open }) => {
      const sandbox = await open();
      expect(await rejection(sandbox.run('1', options))).toMatchObject({ message });
    });
  }

  it('binds inputs as names that stay', async ({ open }) => {
    const sandbox = await open({ inputs: { base: 40 } });
    expect((await sandbox.run('base + more', { inputs: { more: 2 } })).value).toBe(42);
    expect((await sandbox.run('base * more')).value).toBe(80);
    await sandbox.reset();
    expect((await sandbox.run('base')).value).toBe(40);
    expect((await sandbox.run('more')).error?.type).toBe('NameError');
  });

  it('limits each run by itself', async ({ open }) => {
    const sandbox = await open({ limits: { timeoutSeconds: 1.5 } });
    let used = 0;
    for (let runs = 0; used < 1.6 && runs < 2000; runs++) {
      const { value, usage } = await sandbox.run('i = 0\nwhile i < 100_000: i += 1\ni');
      expect(value).toBe(100_000);
      used += usage.executionSeconds;
    }
    expect(used).toBeGreaterThan(1.5);
  });

  it('ends a run at its time limit and goes on', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('x = 7');
    const { error } = await sandbox.run('while True: pass', { limits: { timeoutSeconds: 0.3 } });
    expect(error).toMatchObject({
      kind: 'timeout',
      type: 'TimeoutError',
      message: /0\.3 s/,
      hint: /timeoutSeconds/,
    });
    expect((await sandbox.run('1 + 1')).value).toBe(2);
  });

  it('does not let code sleep longer than its time limit', async ({ open }) => {
    const sandbox = await open();
    const { error } = await sandbox.run('import time\ntime.sleep(5)', { limits: { timeoutSeconds: 0.3 } });
    const sleeps = (await sandbox.run('import time\ntime.sleep(0)')).ok;
    expect([sleeps, error?.kind]).toEqual(sleeps ? [true, 'timeout'] : [false, 'runtime']);
  });

  it('ends a run that needs more memory than it may have', async ({ open }) => {
    const sandbox = await open({ limits: { memoryMegabytes: 64 } });
    expect((await sandbox.run('x = [0] * (2 * 10 ** 8)')).error?.kind).toBe('memory');
    expect((await sandbox.run('1 + 1')).value).toBe(2);
  });

  it('ends a run that prints too much and keeps what fits', async ({ open }) => {
    const sandbox = await open();
    const result = await sandbox.run('while True: print("x" * 99)', { limits: { maxOutputChars: 1000 } });
    expect(result.error).toMatchObject({
      kind: 'output',
      message: /1000 characters/,
      hint: /maxOutputChars/,
    });
    expect(result.stdout).toHaveLength(1000);
  });

  it('refuses more source, and values larger, than the limits say', async ({ open }) => {
    const sandbox = await open({ limits: { maxSourceBytes: 100, maxValueBytes: 100_000 } });
    expect((await sandbox.run(`x = "${'é'.repeat(80)}"`)).error?.kind).toBe('limit');
    expect((await sandbox.run('"x" * 10_000_000')).error?.kind).toBe('limit');
    expect((await sandbox.run('"x" * 10')).value).toBe('xxxxxxxxxx');
  });

  it('can be aborted before and while it runs', async ({ open }) => {
    const sandbox = await open();
    expect((await sandbox.run('1', { signal: AbortSignal.abort() })).error?.kind).toBe('aborted');
    const controller = new AbortController();
    const running = sandbox.run('print("started", flush=True)\nwhile True: pass', {
      signal: controller.signal,
      onOutput: () => controller.abort(),
    });
    expect((await running).error?.kind).toBe('aborted');
    expect((await sandbox.run('1 + 1')).value).toBe(2);
  });

  it('streams output as it comes', async ({ open }) => {
    const sandbox = await open();
    const chunks: string[] = [];
    await sandbox.run('for i in range(3): print(i)', { onOutput: ({ text }) => chunks.push(text) });
    expect(chunks.join('')).toBe('0\n1\n2\n');
  });

  for (const [fails, onOutput] of [
    [
      'throws',
      () => {
        throw new RangeError('of the caller');
      },
    ],
    ['rejects', () => Promise.reject(new RangeError('of the caller'))],
  ] as const) {
    it(`is not changed by a listener for output that ${fails}`, async ({ open }) => {
      const sandbox = await open();
      const result = await sandbox.run('print("out")\n21 * 2', { onOutput });
      expect(result).toMatchObject({ ok: true, value: 42, stdout: 'out\n', error: null });
    });
  }

  it('runs one after another in the order of the calls', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('seen = []');
    await Promise.all([1, 2, 3, 4].map((n) => sandbox.run(`seen.append(${n})`)));
    expect((await sandbox.run('seen')).value).toEqual([1, 2, 3, 4]);
  });

  it('lists the history as a copy', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('print(1)');
    await sandbox.run('1 / 0');
    const history = sandbox.history();
    expect(history).toMatchObject([
      { code: 'print(1)', ok: true, stdout: '1\n', error: null },
      { code: '1 / 0', ok: false, error: { type: 'ZeroDivisionError' } },
    ]);
    expect(sandbox.history()).not.toBe(history);
    await sandbox.reset();
    expect(sandbox.history()).toEqual([]);
  });

  it('sees nothing of the host’s environment', async ({ open }) => {
    const sandbox = await open({ environment: { GREETING: 'hi' } });
    const result = await sandbox.run(
      'import os\n[os.environ.get("GREETING"), os.environ.get("USER"), os.getenv("HOME"), os.getenv("PATH")]',
    );
    const [greeting, user, home, path] = result.value as unknown[];
    expect([greeting, user]).toEqual(['hi', null]);
    expect([home === (process.env.HOME ?? '-'), path === (process.env.PATH ?? '-')]).toEqual([false, false]);
  });

  it('rejects wrong arguments and a closed sandbox, and nothing else', async ({ open }) => {
    const sandbox = await open();
    const rejects = async (run: () => Promise<unknown>, code: string): Promise<void> => {
      expect(await rejection(run())).toMatchObject({ code });
    };
    await rejects(() => sandbox.run('1', { inputs: { 'not a name': 1 } }), 'sandbox/invalid_name');
    await rejects(() => sandbox.run('1', { functions: { class: () => 1 } }), 'sandbox/invalid_name');
    await rejects(() => sandbox.run('1', { limits: { timeoutSeconds: 0 } }), 'core/invalid_option');
    const file = 5 as unknown as string;
    await rejects(() => sandbox.run('1', { file }), 'sandbox/invalid_argument');
    await rejects(() => sandbox.run('1', { limits: { maxHostCalls: 1.5 } }), 'core/invalid_option');
    expect((await sandbox.run('1 + 1')).value).toBe(2);
    await sandbox.close();
    await rejects(() => sandbox.run('1'), 'sandbox/closed');
    await rejects(() => sandbox.dump(), 'sandbox/closed');
  });
}
