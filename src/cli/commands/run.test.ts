import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveEngine } from '../../sandbox/internal.js';
import { needs } from '../../testing/needs.fixture.js';
import { type CommandLineResult, callCommandLine } from '../command-line.fixture.js';

const withCPython = await needs('cpython');
const withMonty = await needs('monty');

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-run-'));
  mkdirSync(join(cwd, 'work'));
  writeFileSync(join(cwd, 'work', 'data.txt'), 'one\ntwo\n');
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const mettle = (...argv: readonly string[]): Promise<CommandLineResult> =>
  callCommandLine(['run', ...argv], { cwd, stdin: 'print("from stdin")' });

describe('mettle run', () => {
  it('prints what the code prints, then the value', async () => {
    expect(await mettle('-c', 'print("hello")\n20 + 1')).toEqual({
      code: 0,
      stdout: 'hello\n21\n',
      stderr: '',
    });
    expect(await mettle('-c', '2 ** 80')).toMatchObject({ stdout: '1208925819614629174706176\n' });
    expect(await mettle('-c', '{"a": (1, 2.0, None)}')).toMatchObject({ stdout: "{'a': (1, 2.0, None)}\n" });
    expect(await mettle('-c', '"text"')).toMatchObject({ stdout: "'text'\n" });
    expect(await mettle('-c', 'None')).toMatchObject({ stdout: '' });
  });

  withCPython.it('prints of a file and of standard input only what the code prints', async () => {
    writeFileSync(join(cwd, 'write.py'), 'import sys\nsys.stdout.write("x")');
    expect(await mettle('write.py')).toMatchObject({ code: 0, stdout: 'x' });
    expect(await mettle('-')).toMatchObject({ code: 0, stdout: 'from stdin\n' });
    writeFileSync(join(cwd, 'value.py'), '20 + 1');
    expect(await mettle('value.py')).toMatchObject({ code: 0, stdout: '' });
    expect(JSON.parse((await mettle('value.py', '--json')).stdout)).toMatchObject({ value: 21, stdout: '' });
  });

  withCPython.it(
    'lets the code start the programs that are named, and says why one cannot be used',
    async () => {
      const script = join(cwd, 'tool');
      writeFileSync(script, '#!/bin/sh\necho "of the tool: $1"\n');
      for (const path of [cwd, script]) chmodSync(path, 0o755);
      const code = 'import subprocess\nsubprocess.run(["tool", "x"], check=True)\nNone';
      expect(await mettle('-c', code, '--program', script)).toMatchObject({
        code: 0,
        stdout: 'of the tool: x\n',
      });
      const without = await mettle('-c', code);
      expect(without).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('pass the program in with --program'),
      });
      const absent = await mettle('-c', code, '--program', 'no-such-tool');
      expect(absent).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no-such-tool') });
      expect(await mettle('-c', '1', '--program', '')).toMatchObject({ code: 2 });
    },
  );

  it('tells the status that the code exited with, without a traceback', async () => {
    expect(await mettle('-c', 'raise SystemExit("no input")')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'no input\n',
    });
    expect(await mettle('-c', 'print("bye")\nraise SystemExit')).toEqual({
      code: 0,
      stdout: 'bye\n',
      stderr: '',
    });
    const { code, stdout } = await mettle('-c', 'raise SystemExit("no input")', '--json');
    expect({ code, document: JSON.parse(stdout) }).toMatchObject({
      code: 1,
      document: { ok: false, error: { type: 'SystemExit', message: 'no input' }, exit_status: 1 },
    });
    expect(JSON.parse((await mettle('-c', '1', '--json')).stdout)).toMatchObject({ exit_status: null });
  });

  withCPython.it('tells a status that is a number (skipped where no CPython can be confined)', async () => {
    expect(await mettle('-c', 'import sys\nsys.exit(3)')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The code exited with status 3.\n',
    });
    const { stdout } = await mettle('-c', 'raise SystemExit(4)', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ error: { type: 'SystemExit' }, exit_status: 4 });
  });

  it('gives one document with --json', async () => {
    const { code, stdout } = await mettle('-c', '2 ** 80', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      value: { $int: '1208925819614629174706176' },
      stdout: '',
      error: null,
      engine: (await resolveEngine('auto')).name,
      changes: { written: [], deleted: [] },
      patch: '',
    });
  });

  it('passes inputs as variables, from the line or a file', async () => {
    writeFileSync(join(cwd, 'in.json'), '{"n": 4}');
    expect(await mettle('-c', 'n * 2', '--inputs', '{"n": 21}')).toMatchObject({ code: 0, stdout: '42\n' });
    expect(await mettle('-c', 'n * 2', '--inputs', '@in.json')).toMatchObject({ code: 0, stdout: '8\n' });
  });

  it('passes the numbers of inputs exactly, and floats as floats', async () => {
    const inputs = '{"whole": 12345678901234567890, "real": 1.0}';
    expect(await mettle('-c', 'print(whole, real)', '--inputs', inputs)).toMatchObject({
      code: 0,
      stdout: '12345678901234567890 1.0\n',
    });
  });

  withCPython.it('says where the code failed, with exit code 1', async () => {
    writeFileSync(join(cwd, 'bad.py'), 'x = 1\nx / 0\n');
    const { code, stderr } = await mettle('bad.py');
    expect(code).toBe(1);
    expect(stderr).toBe(
      'Traceback (most recent call last):\n  File "bad.py", line 2, in <module>\n    x / 0\nZeroDivisionError: division by zero\n',
    );
    expect((await mettle('-')).stderr).toBe('');
    expect((await mettle('-c', 'x = 1\nif x:\n  y = = 2')).stderr).toBe(
      '  File "<string>", line 3\n    y = = 2\n        ^\nSyntaxError: invalid syntax\n',
    );
  });

  withCPython.it('names the files of the folder in a traceback by the way to them', async () => {
    writeFileSync(join(cwd, 'work', 'helper.py'), 'def halve(n):\n    return n // 0\n');
    writeFileSync(join(cwd, 'work', 'main.py'), 'import helper\nhelper.halve(2)\n');
    expect((await mettle('work/main.py', '--workdir', 'work')).stderr).toBe(
      [
        'Traceback (most recent call last):',
        '  File "work/main.py", line 2, in <module>\n    helper.halve(2)',
        '  File "work/helper.py", line 2, in halve\n    return n // 0',
        'ZeroDivisionError: integer division or modulo by zero\n',
      ].join('\n'),
    );
  });

  it('shows nothing raw on a terminal, and hands a pipe the bytes', async () => {
    const code = 'print("\\x1b]0;title\\x07\\x1b[2J\\u202e")\nraise ValueError("\\x1b[31mred\\x07")';
    const raw = await callCommandLine(['run', '-c', code], { cwd });
    expect(raw.stdout).toBe('\u001b]0;title\u0007\u001b[2J\u202e\n');
    const shown = await callCommandLine(['run', '-c', code], { cwd, terminal: true });
    expect(shown.stdout).toBe('\\x1b]0;title\\x07\\x1b[2J\\u202e\n');
    for (const { stderr } of [raw, shown]) expect(stderr).toContain('\nValueError: red\\x07\n');
  });

  withCPython.it('gives the code its name in what it prints of errors, warnings and logs', async () => {
    const program = [
      'import logging, sys, traceback, warnings',
      'try:',
      '    1 / 0',
      'except ZeroDivisionError:',
      '    traceback.print_exc()',
      'warnings.warn("here")',
      'logging.basicConfig(format="%(filename)s %(lineno)d")',
      'logging.warning("x")',
      'def f():',
      '    raise KeyError(__file__)',
      'f()',
    ].join('\n');
    writeFileSync(join(cwd, 'tb.py'), program);
    mkdirSync(join(cwd, 'other'), { recursive: true });
    for (const more of [[], ['--workdir', '.'], ['--workdir', 'other']]) {
      const { stderr } = await mettle('tb.py', ...more);
      expect(stderr).not.toContain('<run');
      expect(stderr).toMatch(/File "\S*\/tb\.py", line 3, in <module>\n {4}1 \/ 0\n/);
      expect(stderr).toMatch(/\/tb\.py:6: UserWarning: here\n {2}warnings\.warn\("here"\)\n/);
      expect(stderr).toContain('\ntb.py 8\n');
      expect(stderr).toContain('  File "tb.py", line 10, in f\n    raise KeyError(__file__)\n');
      expect(stderr).toMatch(/KeyError: '\.\/tb\.py'\n$/);
    }
  });

  withCPython.it('passes what follows -- to the program, and standard input', async () => {
    writeFileSync(join(cwd, 'tool.py'), 'import sys\nprint(sys.argv, sys.stdin.read())');
    const given = await mettle('tool.py', '--', 'a', '--json', '-c', '');
    expect(given).toEqual({
      code: 0,
      // From the root of the tree, wherever that is.
      stdout: expect.stringMatching(
        /^\['\/[^']*\/tool\.py', 'a', '--json', '-c', ''\] print\("from stdin"\)\n$/,
      ),
      stderr: '',
    });
    expect(await mettle('-c', 'import sys; print(sys.argv[1:])', '--', '-x')).toMatchObject({
      stdout: "['-x']\n",
    });
    const typed = await callCommandLine(['run', 'tool.py'], { cwd, terminal: true, stdin: 'typed' });
    expect(typed.stdout).toMatch(/^\['\/[^']*\/tool\.py'\] \n$/);
  });

  withMonty.it('refuses arguments on Monty, which has none', async () => {
    const refused = await mettle('-c', '1', '--engine', 'monty', '--', 'a');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Monty has no sys.argv') });
  });

  withCPython.it('writes what the program writes, as it comes, in bytes to a pipe', async () => {
    const folder = join(cwd, 'work');
    writeFileSync(
      join(folder, 'ask.py'),
      'import sys\nsys.stdout.buffer.write(b"\\xff\\x00go\\n")\nsys.stdout.flush()\n' +
        'print("asked", end="", file=sys.stderr, flush=True)\nprint(sys.stdin.readline().upper(), end="")\n' +
        'raise ValueError("over")\n',
    );
    const main = join(import.meta.dirname, '../../../dist/cli/main.js');
    const child = spawn(process.execPath, [main, 'run', 'ask.py', '--timeout', '60'], { cwd: folder });
    let err = '';
    child.stderr.on('data', (part) => {
      err += part;
    });
    // The answer comes only after the question, and the pipe stays open: a program that waited for either would hang.
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    expect([...first]).toEqual([0xff, 0, ...Buffer.from('go\n')]);
    child.stdin.write('answer\n');
    const [second] = (await once(child.stdout, 'data')) as [Buffer];
    expect(second.toString()).toBe('ANSWER\n');
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(err).toMatch(/^asked\nTraceback(?:.*\n)*ValueError: over\n$/);
  });

  it('reads a pipe when no file is given, and does not wait for a person', async () => {
    expect(await mettle()).toMatchObject({ code: 0, stdout: 'from stdin\n' });
    const typed = await callCommandLine(['run'], { cwd, terminal: true, stdin: 'print(1)' });
    expect(typed).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing to run') });
  });

  it('says what would change in the folder, and shows it as a patch when asked', async () => {
    const argv = [
      '-c',
      `open('data.txt', 'w').write('x')\nopen('new.txt', 'w').write('n')`,
      '--workdir',
      'work',
    ];
    expect((await mettle(...argv)).stderr).toBe(
      '2 files changed, not written; --apply writes them, --patch shows them\n',
    );
    const { stderr } = await mettle(...argv, '--patch');
    expect(stderr).toMatch(/^--- a\/data\.txt|^diff /m);
    expect(stderr).toMatch(/\n2 files changed, not written; --apply writes them\n$/);
    expect((await mettle('-c', '1', '--workdir', 'work')).stderr).toBe('');
    expect(
      (await mettle(...argv.slice(0, 1), `${argv[1]}\n1 / 0`, ...argv.slice(2), '--apply')).stderr,
    ).toMatch(/\n2 files changed, not written; the run failed\n$/);
  });

  it('stops at its limit of seconds', async () => {
    const { code, stderr } = await mettle('-c', 'while True: pass', '--timeout', '0.2');
    expect(code).toBe(1);
    expect(stderr).toContain('TimeoutError');
  });

  it('stops at its limit of output, and shows what fits', async () => {
    const { code, stdout, stderr } = await mettle('-c', 'print("x" * 50)', '--output-limit', '20');
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'x'.repeat(20) });
    expect(stderr).toMatch(/OutputLimitError: .*20 characters\nHint: .*raise --output-limit/);
  });

  it('shows a folder copy-on-write and leaves it alone', async () => {
    const { code, stdout } = await mettle(
      '-c',
      `open('data.txt', 'a').write('three')\nopen('new.txt', 'w').write('n')`,
      '--workdir',
      'work',
      '--json',
    );
    const document = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      changes: { written: ['data.txt', 'new.txt'], deleted: [] },
      applied: false,
    });
    expect(document.patch).toContain('+three');
    expect(readFileSync(join(cwd, 'work', 'data.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(existsSync(join(cwd, 'work', 'new.txt'))).toBe(false);
  });

  it('writes the changes with --apply, after showing them', async () => {
    const { code, stderr } = await mettle(
      '-c',
      `open('new.txt', 'w').write('n')`,
      '--workdir',
      'work',
      '--apply',
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/\+n.*Applied to/s);
    expect(readFileSync(join(cwd, 'work', 'new.txt'), 'utf8')).toBe('n');
  });

  it('applies directories too, and says when there is nothing to apply', async () => {
    const made = await mettle('-c', `import os\nos.mkdir('made')`, '--workdir', 'work', '--apply');
    expect(made.code).toBe(0);
    expect(existsSync(join(cwd, 'work', 'made'))).toBe(true);
    expect((await mettle('-c', '1', '--workdir', 'work', '--apply')).stderr).toContain('Nothing to apply');
  });

  withCPython.it('says with --apply what a patch does not show: a link that becomes a folder', async () => {
    mkdirSync(join(cwd, 'work', 'elsewhere'));
    symlinkSync('elsewhere', join(cwd, 'work', 'data'));
    const code = `import os\nos.remove('data')\nos.mkdir('data')\nopen('data/x', 'w').write('x')`;
    const { stderr } = await mettle('-c', code, '--workdir', 'work', '--apply');
    expect(stderr).toMatch(/\+x.*replace link data -> elsewhere by a folder\n.*Applied to/s);
  });

  it('undoes what a killed --apply has left, when asked to', async () => {
    mkdirSync(join(cwd, 'work', '.mettle-commit-000000000000'));
    const argv = ['-c', `open('new.txt', 'w').write('n')`, '--workdir', 'work', '--apply'];
    expect(await mettle(...argv)).toMatchObject({ code: 2, stderr: expect.stringContaining('--recover') });
    expect(existsSync(join(cwd, 'work', 'new.txt'))).toBe(false);
    expect(await mettle(...argv, '--recover')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Undone: 1'),
    });
    expect(readFileSync(join(cwd, 'work', 'new.txt'), 'utf8')).toBe('n');
  });

  it('undoes it without code too', async () => {
    mkdirSync(join(cwd, 'work', '.mettle-commit-000000000000'));
    const { code, stdout } = await mettle('--workdir', 'work', '--recover', '--json');
    expect({ code, document: JSON.parse(stdout) }).toEqual({
      code: 0,
      document: { undone: 1, left_alone: [] },
    });
    expect(existsSync(join(cwd, 'work', '.mettle-commit-000000000000'))).toBe(false);
  });

  it('applies nothing when the run failed', async () => {
    const { code } = await mettle(
      '-c',
      `open('new.txt', 'w').write('n')\n1 / 0`,
      '--workdir',
      'work',
      '--apply',
    );
    expect(code).toBe(1);
    expect(existsSync(join(cwd, 'work', 'new.txt'))).toBe(false);
  });

  withCPython.it('imports files beside the one it runs', async () => {
    writeFileSync(join(cwd, 'work', 'helper.py'), 'ANSWER = 42\n');
    writeFileSync(join(cwd, 'work', 'main.py'), 'import helper\nprint(helper.ANSWER)\n');
    expect(await mettle('work/main.py', '--workdir', 'work')).toMatchObject({ code: 0, stdout: '42\n' });
  });

  withCPython.it('imports packages that are lent to it, and says how to lend one', async () => {
    const packages = join(cwd, 'packages');
    mkdirSync(packages);
    chmodSync(cwd, 0o755);
    writeFileSync(join(packages, 'lent.py'), 'n = 5\n');
    const argv = ['-c', 'import lent\nprint(lent.n)', '--engine', 'cpython'];
    expect(await mettle(...argv, '--packages', 'packages')).toMatchObject({ code: 0, stdout: '5\n' });
    const { code, stderr } = await mettle(...argv);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('with --packages.') });
  });

  it.each([
    [['none.py'], 'Cannot read none.py: there is no such file.'],
    [['work'], 'Cannot read work: it is a folder'],
    [['-c', '1', 'a.py'], 'Give a file or -c CODE, not both.'],
    [['-c', '1', '--inputs', '{'], '--inputs is not JSON'],
    [['-c', '1', '--inputs', '[1]'], '--inputs takes a JSON object'],
    [['-c', '1', '--inputs', '{"a b": 1}'], 'a b'],
    [['-c', '1', '--timeout', '99999999', '--engine', 'monty'], '--timeout must be at most 600'],
    [['-c', '1', '--timeout', '0'], '--timeout takes a number greater than 0'],
    [['-c', '1', '--recover'], '--recover needs --workdir'],
    [['-c', '1', '--output-limit', '1.5'], '--output-limit takes a whole number'],
    [['-c', '1', '--engine', 'node'], '--engine is one of'],
    [['-c', '1', '--apply'], '--apply needs --workdir'],
    [['-c', '1', '--packages', ''], '--packages needs the name of a folder; it is empty'],
    [['-c', '1', '--workdir', ''], '--workdir needs the name of a folder; it is empty'],
    [['-c', '1', '--patch'], '--patch needs --workdir'],
    [['-c', '1', '--workdir', 'work/data.txt'], 'data.txt'],
    [['-c', '1', '--workdir', 'nowhere'], 'nowhere'],
    [['-c', '1', '--packages', 'nowhere'], 'nowhere; name a virtual environment'],
  ])('answers %j with one line and exit code 2', async (argv, line) => {
    const { code, stdout, stderr } = await mettle(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^mettle[^\n]*\n$/);
    expect(stderr).toContain(line);
  });
});
