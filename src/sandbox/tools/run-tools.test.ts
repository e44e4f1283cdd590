import { expect } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import { createSandbox } from '../create-sandbox.js';
import type { Sandbox } from '../index.js';
import { sandboxTools } from './index.js';
import type { ToolResult } from './sandbox-tool.js';

const callerOf = (sandbox: Sandbox) => {
  const tools = new Map(sandboxTools(sandbox).map((tool) => [tool.name, tool]));
  return async (name: string, args: Record<string, string>): Promise<ToolResult> =>
    (await tools.get(name)?.call(args)) ?? {};
};

for (const engine of ['monty', 'cpython'] as const) {
  const { describe, it } = await needs(engine);

  describe(`results of runs on ${engine}`, () => {
    it('show where an error was raised, with the lines of the code', async () => {
      await using sandbox = await createSandbox({ engine });
      const call = callerOf(sandbox);
      await call('run_python_code', { code: 'def half(x):\n    return x / 0' });
      expect((await call('run_python_code', { code: 'def f():\n    return half(1)\nf()' })).error).toBe(
        [
          'ZeroDivisionError: division by zero (line 2)',
          '  line 3: f()',
          '  line 2 in f: return half(1)',
          '  line 2 of an earlier run in half',
        ].join('\n'),
      );
      const deep = await call('run_python_code', { code: 'def g(n):\n    return g(n + 1)\ng(0)' });
      expect(String(deep.error)).toMatch(
        /^RecursionError: .*\n {2}… \d+ more frames(?:\n {2}line 2 in g: return g\(n \+ 1\)){5}$/s,
      );
    });

    it('keep the head and the tail of a long stream, and all of it in a file that is no change', async () => {
      await using sandbox = await createSandbox({ engine });
      const call = callerOf(sandbox);
      const code = 'print("first")\nprint("x" * 100000)\nprint("last")\n1 / 0';
      const result = await call('run_python_code', { code });
      expect(JSON.stringify(result).length).toBeLessThan(21_000);
      expect(result).toMatchObject({
        ok: false,
        error: 'ZeroDivisionError: division by zero (line 4)\n  line 4: 1 / 0',
        stdout: expect.stringMatching(/^first\nx+\n\[[\d,]+ characters left out\]\nx+\nlast\n$/),
        full_output: 'output_1.txt',
      });
      expect(sandbox.files.readText('output_1.txt')).toBe(`first\n${'x'.repeat(100_000)}\nlast\n`);
      expect(sandbox.files.changes()).toEqual({ written: [], deleted: [] });
      expect(Object.keys(result).slice(0, 3)).toEqual(['ok', 'error', 'value']);
    });

    it('cut a value that is too long as text, and stay JSON', async () => {
      await using sandbox = await createSandbox({ engine });
      const call = callerOf(sandbox);
      const result = await call('run_python_code', { code: 'print("y" * 50000)\nlist(range(100000))' });
      expect(result.value).toMatch(/^\[0,1,2,.*characters left out.*,99999\]$/s);
      expect(JSON.stringify(result).length).toBeLessThan(22_000);
      expect(sandbox.files.readText(String(result.full_output))).toMatch(
        /^--- value\n\[0,1,.*,99999\]\n--- stdout\ny{50000}\n\n$/s,
      );
      const next = await call('run_python_code', { code: 'print("z" * 50000)' });
      expect(next.full_output).toBe('output_2.txt');
    });
  });
}

const { it } = await needs('cpython');

it('show the lines of files, what an error came from, its notes and its parts', async () => {
  await using sandbox = await createSandbox({
    engine: 'cpython',
    files: { 'lib/util.py': 'def half(x):\n    return {}[x]\n' },
  });
  const call = callerOf(sandbox);
  const code = `import lib.util
try:
    lib.util.half('a')
except KeyError as missing:
    error = ValueError('bad')
    error.add_note('Call it with a number.')
    raise error from missing`;
  expect((await call('run_python_code', { code })).error).toBe(
    [
      'ValueError: bad (line 7)',
      '  line 7: raise error from missing',
      '  Call it with a number.',
      "  caused by KeyError: 'a' (lib/util.py:2)",
    ].join('\n'),
  );
  const group = "raise ExceptionGroup('two', [ValueError('a'), KeyError('b')])";
  expect((await call('run_python_code', { code: group })).error).toBe(
    [
      'ExceptionGroup: two (2 sub-exceptions) (line 1)',
      `  line 1: ${group}`,
      '  sub-exception 1: ValueError: a',
      "  sub-exception 2: KeyError: 'b'",
    ].join('\n'),
  );
  await call('write_file', { path: 'main.py', content: 'import lib.util\nlib.util.half(1)\n' });
  expect((await call('run_python_file', { path: 'main.py' })).error).toBe(
    ['KeyError: 1 (line 2)', '  main.py:2: lib.util.half(1)', '  lib/util.py:2 in half: return {}[x]'].join(
      '\n',
    ),
  );
});

it('take no harm from notes and causes that code makes up', async () => {
  await using sandbox = await createSandbox({ engine: 'cpython' });
  const call = callerOf(sandbox);
  const code = `class Odd(Exception):
    @property
    def __notes__(self):
        raise SystemExit(3)
class Many(Exception):
    __notes__ = ('n' * 10_000_000 for _ in iter(int, 1))
loop = ValueError('loop')
loop.__cause__ = Odd('odd')
loop.__cause__.__cause__ = loop
raise %s`;
  expect((await call('run_python_code', { code: code.replace('%s', 'loop') })).error).toBe(
    ['ValueError: loop (line 10)', '  line 10: raise loop', '  caused by Odd: odd'].join('\n'),
  );
  const many = await call('run_python_code', { code: code.replace('%s', 'Many()') });
  expect(String(many.error)).toMatch(/^Many: {2}\(line 10\)\n {2}line 10: raise Many\(\)(?:\n {2}n+…){10}$/);
  expect((await call('run_python_code', { code: code.replace('%s', 'Odd("x")') })).error).toBe(
    ['Odd: x (line 10)', '  line 10: raise Odd("x")'].join('\n'),
  );
});

it('say what is gone and what stays after a run that was ended', async () => {
  await using sandbox = await createSandbox({
    engine: 'cpython',
    limits: { timeoutSeconds: 0.4, maxOutputChars: 1000 },
  });
  const call = callerOf(sandbox);
  await call('run_python_code', { code: 'x = 1' });
  const endless = "x = 2\nopen('a.txt', 'w').write('a')\nwhile True: pass";
  expect((await call('run_python_code', { code: endless })).error).toBe(
    [
      'TimeoutError: the code ran longer than its limit of 0.4 s (line 3)',
      '  line 3: while True: pass',
      'Do less in one run.',
      'Variables are as they were before this run. What it did to files (a.txt) and calls that it made stay.',
    ].join('\n'),
  );
  expect((await call('run_python_code', { code: 'x' })).value).toBe(1);
  const loud = await call('run_python_code', { code: 'x = 3\nwhile True: print("y" * 200)' });
  expect(loud.error).toMatch(
    /summary, or the first rows\.\nVariables are as they were before this run\. Files and calls/,
  );
  expect((await call('run_python_code', { code: 'x' })).value).toBe(1);
  const failed = await call('run_python_code', { code: 'x = 4\n1 / 0' });
  expect(failed.error).not.toContain('before this run');
  expect((await call('run_python_code', { code: 'x' })).value).toBe(4);
});

it('show what is in an object of a class that the code defines', async () => {
  await using sandbox = await createSandbox({ engine: 'cpython' });
  const code = `from dataclasses import dataclass
@dataclass
class Point:
    x: int
    near: list
class Plain: pass
[Point(1, [Point(2, [])]), Plain()]`;
  expect((await callerOf(sandbox)('run_python_code', { code })).value).toEqual([
    {
      $object: {
        type: 'Point',
        repr: '<Point object>',
        attributes: {
          x: 1,
          near: [{ $object: { type: 'Point', repr: '<Point object>', attributes: { x: 2, near: [] } } }],
        },
      },
    },
    { $object: { type: 'Plain', repr: '<Plain object>' } },
  ]);
});
