import { expect } from '../../core/internal.js';
import type { RunResult, Sandbox } from '../contract.js';
import type { CaseContext, DefineCase } from './define-case.js';

/** Whether the sandbox said beforehand that files of the tree cannot be imported. */
async function cannotImport(sandbox: Sandbox): Promise<boolean> {
  const { missing } = await sandbox.capabilities();
  return missing.some((feature) => feature.startsWith('imports of files of the tree'));
}

/** Runs a file of the tree as `run_python_file` does. */
function runFile(sandbox: Sandbox, file: string): Promise<RunResult> {
  return sandbox.run(sandbox.files.readText(file), { file });
}

/** Imports of files of the tree: as Python does them, or refused as the sandbox said. */
export function moduleCases(it: DefineCase): void {
  /** A case for engines that can import files of the tree; the others refuse its first run and go on. */
  function importing(
    title: string,
    files: Readonly<Record<string, string>>,
    check: (sandbox: Sandbox, first: RunResult, context: CaseContext) => Promise<void>,
  ): void {
    it(title, async (context) => {
      const sandbox = await context.open({ files });
      const first = await runFile(sandbox, 'main.py');
      if (!(await cannotImport(sandbox))) {
        await check(sandbox, first, context);
        return;
      }
      expect(first).toMatchObject({
        ok: false,
        stdout: '',
        error: { kind: 'unsupported', type: 'ImportError' },
      });
      expect(first.error?.hint).toMatch(/^Run .*first/);
      expect((await sandbox.run('1 + 1')).value).toBe(2);
    });
  }

  it('say beforehand whether they can be had', async ({ open }) => {
    const sandbox = await open({ files: { 'helper.py': 'x = 1' } });
    const refused = await cannotImport(sandbox);
    expect((await sandbox.describe()).includes('imports of files of the tree')).toBe(refused);
    const { ok, error } = await sandbox.run('import helper');
    expect(ok).toBe(!refused);
    if (refused) expect(error?.message).toMatch(/cannot import helper: it is \/helper\.py of the tree/);
  });

  it('can be done without by running the file first', async ({ open }) => {
    const sandbox = await open({ files: { 'helper.py': 'def double(n): return n * 2' } });
    await runFile(sandbox, 'helper.py');
    expect((await sandbox.run('double(21)')).value).toBe(42);
  });

  it('leave a file that runs the main one', async ({ open }) => {
    const sandbox = await open({
      files: { 'main.py': 'r = "idle"\nif __name__ == "__main__": r = "ran"\nr' },
    });
    expect((await runFile(sandbox, 'main.py')).value).toBe('ran');
  });

  importing(
    'find a module, keep its names apart, and run it once',
    {
      'main.py':
        'x = "mine"\nimport helper\nimport helper as again\nfrom helper import f, x as theirs\n(f(), x, theirs, again is helper, helper.__name__)',
      'helper.py': 'print("loaded")\nx = "theirs"\ndef f(): return x',
    },
    async (sandbox, { value, stdout }) => {
      expect([value, stdout]).toEqual([['theirs', 'mine', 'theirs', true, 'helper'], 'loaded\n']);
      expect(await sandbox.run('helper.x = "changed"\nimport helper\n(helper.f(), x)')).toMatchObject({
        value: ['changed', 'mine'],
        stdout: '',
      });
    },
  );

  importing(
    'find packages, their submodules and relative imports within them',
    {
      'main.py':
        'import pkg.deep.leaf\nfrom pkg import shape, area\nfrom pkg.deep import *\n(pkg.deep.leaf.name(), shape.SIDES, area(3), NAMES, pkg.deep.leaf.__package__)',
      'pkg/__init__.py': 'from .shape import area\nfrom . import deep',
      'pkg/shape.py': 'SIDES = 4\ndef area(n): return n * n',
      'pkg/deep/__init__.py': 'NAMES = ["leaf"]\n_hidden = 1',
      'pkg/deep/leaf.py':
        'from ..shape import SIDES\nfrom .. import shape\ndef name(): return f"leaf {SIDES} {shape.area(2)}"',
    },
    async (_, { value }) => expect(value).toEqual(['leaf 4 4', 4, 9, ['leaf'], 'pkg.deep']),
  );

  importing(
    'find folders without a file of their own',
    {
      'main.py': 'import parts.one\nfrom parts import two\n(parts.one.n, two.n)',
      'parts/one.py': 'n = 1',
      'parts/two.py': 'n = 2',
    },
    async (_, { value }) => expect(value).toEqual([1, 2]),
  );

  importing(
    'see a module anew that was edited, also through others',
    {
      'main.py': 'import outer\nouter.f()',
      'outer.py': 'from inner import value\ndef f(): return value',
      'inner.py': 'value = 1',
    },
    async (sandbox, { value }) => {
      expect(value).toBe(1);
      sandbox.files.writeText('inner.py', 'value = 2');
      expect((await runFile(sandbox, 'main.py')).value).toBe(2);
      await sandbox.run('with open("inner.py", "w") as f: f.write("value = 3")');
      expect((await runFile(sandbox, 'main.py')).value).toBe(3);
      await sandbox.run('import outer\nwith open("inner.py", "w") as f: f.write("value = 4")');
      expect((await runFile(sandbox, 'main.py')).value).toBe(4);
      sandbox.files.removeFile('inner.py');
      expect((await runFile(sandbox, 'main.py')).error).toMatchObject({ type: 'ModuleNotFoundError' });
    },
  );

  importing(
    'find a module that the code has just written',
    {
      'main.py':
        'import first\nwith open("made.py", "w") as f: f.write("n = 5")\nimport made\nfirst.n + made.n',
      'first.py': 'n = 1',
    },
    async (_, { value }) => expect(value).toBe(6),
  );

  importing(
    'may go in circles as far as Python lets them',
    {
      'main.py':
        'import even\ntry:\n  import left\n  r = "imported"\nexcept ImportError as e:\n  r = "circular" if "circular" in str(e) else str(e)\n(even.is_even(10), r)',
      'even.py': 'import odd\ndef is_even(n): return True if n == 0 else odd.is_odd(n - 1)',
      'odd.py': 'import even\ndef is_odd(n): return False if n == 0 else even.is_even(n - 1)',
      'left.py': 'from right import r\nl = 1',
      'right.py': 'from left import l\nr = 1',
    },
    async (_, { value }) => expect(value).toEqual([true, 'circular']),
  );

  importing(
    'that do not compile name their file and line',
    { 'main.py': 'x = 1\nimport broken', 'broken.py': 'y = 1\ndef f(:\n  pass' },
    async (sandbox, { error }) => {
      expect(error).toMatchObject({ type: 'SyntaxError', line: 2 });
      expect(error?.frames.map(({ file, line }) => [file, line])).toEqual([
        ['/main.py', 2],
        ['/broken.py', 2],
      ]);
      expect((await sandbox.run('x')).value).toBe(1);
      sandbox.files.writeText('broken.py', 'y = 2');
      expect((await runFile(sandbox, 'main.py')).ok).toBe(true);
    },
  );

  importing(
    'that fail name every file on the way',
    { 'main.py': 'import low\ndef go(): return low.f(0)\ngo()', 'low.py': 'def f(n):\n  return 1 / n' },
    async (_, { error }) => {
      expect(error).toMatchObject({ type: 'ZeroDivisionError', line: 2 });
      expect(error?.frames.map(({ file, line, function: name }) => [file, line, name])).toEqual([
        ['/main.py', 3, '<module>'],
        ['/main.py', 2, 'go'],
        ['/low.py', 2, 'f'],
      ]);
    },
  );

  importing(
    'look beside the file first, then at the root',
    {
      'main.py': 'import part, root_only\n(part.where, root_only.n)',
      'part.py': 'where = "root"',
      'root_only.py': 'n = 1',
      'lib/main.py': 'import part, root_only\n(part.where, root_only.n)',
      'lib/part.py': 'where = "lib"',
    },
    async (sandbox, { value }) => {
      expect(value).toEqual(['root', 1]);
      expect((await runFile(sandbox, 'lib/main.py')).value).toEqual(['lib', 1]);
      expect((await runFile(sandbox, 'main.py')).value).toEqual(['root', 1]);
    },
  );

  importing(
    'prefer a file of the tree to the standard library, in a guarded import too',
    {
      'main.py':
        'import statistics\ntry:\n  import colorsys\nexcept ImportError:\n  colorsys = None\n(statistics.mine, colorsys.mine)',
      'statistics.py': 'mine = 1',
      'colorsys.py': 'mine = 2',
    },
    async (sandbox, { value }) => {
      expect(value).toEqual([1, 2]);
      sandbox.files.removeFile('statistics.py');
      expect((await sandbox.run('import statistics\nstatistics.mean([1, 3])')).value).toBe(2);
    },
  );

  importing(
    'work in forks and after a dump',
    { 'main.py': 'import helper\nfrom helper import f\nf()', 'helper.py': 'n = 20\ndef f(): return n' },
    async (sandbox, { value }, { load }) => {
      expect(value).toBe(20);
      await using fork = await sandbox.fork({ copyNamespace: true });
      expect((await fork.run('f() + helper.n')).value).toBe(40);
      fork.files.writeText('helper.py', 'n = 1\ndef f(): return n');
      expect((await fork.run('import helper\nhelper.f()')).value).toBe(1);
      expect((await sandbox.run('import helper\nhelper.f()')).value).toBe(20);
      await using loaded = await load(await sandbox.dump());
      expect((await loaded.run('f() + helper.n')).value).toBe(40);
      sandbox.files.writeText('lib/main.py', 'import part');
      sandbox.files.writeText('lib/part.py', 'def g(): return 5');
      await runFile(sandbox, 'lib/main.py');
      await using copied = await sandbox.fork({ copyNamespace: true });
      expect((await copied.run('part.g()')).value).toBe(5);
    },
  );

  importing(
    'reach files and host functions as the code does',
    {
      'main.py': 'import helper\nhelper.read()',
      'helper.py': 'def read():\n  with open("data.txt") as f: return f.read()',
      'data.txt': 'text',
    },
    async (sandbox, { value }) => {
      expect(value).toBe('text');
      sandbox.files.writeText('asks.py', 'def ask(): return lookup("k")');
      const functions = { lookup: (key: unknown): string => `value of ${String(key)}` };
      expect((await sandbox.run('import asks\nasks.ask()', { functions })).value).toBe('value of k');
    },
  );
}
