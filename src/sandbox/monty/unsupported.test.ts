import { afterAll, describe, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { Sandbox } from '../contract.js';
import { createSandbox } from '../create-sandbox.js';
import { MISSING_FEATURES } from './capabilities.js';
import {
  IGNORED_METHODS,
  MISSING_BUILTINS,
  MISSING_MEMBERS,
  MONTY_BUILTINS,
  MONTY_MODULES,
} from './lacks.js';
import { MontyEngine } from './monty-engine.js';
import { lackOf, refusedCode, WAY_OUT } from './unsupported.js';

const { available, reason } = await new MontyEngine().probe();

unless(available ? null : reason).describe('what Monty lacks', async () => {
  const engine = new MontyEngine({ maxWorkers: 1 });
  const sandbox: Sandbox | null = available ? await createSandbox({ engine }) : null;
  afterAll(() => engine.close());

  const errorOf = async (code: string, options = {}): Promise<unknown> =>
    (await sandbox?.run(code, options))?.error ?? null;

  it.each(MISSING_FEATURES)('%s', async (_, code) => {
    const functions = code.includes('host_function') ? { host_function: () => 1 } : {};
    const found = await errorOf(code, { functions });
    if (code.includes('mettle_file')) expect(found).toMatchObject({ type: 'ModuleNotFoundError' });
    else expect(found).toMatchObject({ kind: 'unsupported', hint: WAY_OUT });
  });

  it.each([
    ['import json', 'json'],
    ['x = 1\nfrom os import path, getcwd', 'os'],
    ['exec("import json")', 'exec'],
    ['f = eval\nf("1")', 'eval'],
  ])('keeps %j out where a list does not allow it', async (code, what) => {
    const options = { allowedImports: ['math', 'os.path'] };
    expect(await errorOf(code, options)).toMatchObject({
      kind: 'runtime',
      type: 'ImportError',
      message: expect.stringContaining(what),
    });
    expect(await errorOf('import math\nfrom os import path', options)).toBeNull();
  });

  it.each([
    ['import heapq', 'Monty has no module heapq', 1],
    ['x = 1\nimport os, string', 'Monty has no module string', 2],
    ['import collections.abc', 'Monty has no module collections.abc', 1],
    ['def f():\n  from functools import wraps', "Monty's functools has no wraps", 2],
    ['try:\n  import enum\nexcept ImportError:\n  pass', 'Monty has no module enum', 2],
    ['exec("import enum")', 'Monty has no module enum', 1],
    ['import sys\nsys.exit(1)', "Monty's sys has no exit", 2],
    ['try:\n  callable(1)\nexcept NameError:\n  pass', 'Monty has no builtin callable', 2],
    ['f = super', 'Monty has no builtin super', 1],
    ['(5).bit_length()', 'Monty does not have int.bit_length as it is used here', 1],
    ['sorted(["b"], key=str.lower)', 'Monty does not have str.lower as it is used here', 1],
    ['ValueError("x").__cause__', 'Monty does not have ValueError.__cause__ as it is used here', 1],
    ['class A:\n  def __len__(self): return 1', 'Monty never calls __len__ of a class', 2],
    ['class A:\n  __slots__ = ("x",)', 'Monty never calls __slots__ of a class', 2],
    ['def f():\n  yield 1', 'Monty does not support yield expressions', 2],
    ['from math import *', 'Monty does not support from … import *', 1],
    [
      'raise KeyError(5)',
      'Monty failed: exceptions can only be called with zero or one string argument',
      null,
    ],
    ['import json\njson.dumps({1}, default=list)', 'Monty has no default= in json', 2],
    ['open("a", errors="ignore")', "Monty does not support 'errors' argument", 1],
    [
      'import re\nre.sub("a", lambda m: "b", "a")',
      'Monty does not support callable replacement in re.sub()',
      2,
    ],
    ['"é".encode("latin-1")', 'Monty has no encoding latin-1', 1],
    ['bytes([1])', 'Monty cannot make bytes of a list', 1],
    ['def f(): pass\nf.calls = 0', 'Monty cannot set attributes of a function', 2],
    ['__file__', 'Monty has no __file__ for code that does not come from a file', 1],
  ])('%j', async (code, message, line) => {
    expect(await errorOf(code)).toMatchObject({ kind: 'unsupported', message, line, hint: WAY_OUT });
  });

  it.each([
    ['import numpy', 'ModuleNotFoundError'],
    ['from math import square_root', 'ImportError'],
    ['import math\nmath.square_root', 'AttributeError'],
    ['[].lower', 'AttributeError'],
    ['(5).size', 'AttributeError'],
    ['class A: pass\nA().foo', 'AttributeError'],
    ['undefined_name', 'NameError'],
    ['"a".encode("nonsense")', 'LookupError'],
    ['(5).x = 1', 'AttributeError'],
    ['undefined_function()', 'NameError'],
    ['def f(): pass\nf(default=1)', 'TypeError'],
    ['"def __len__(self)"\n1 / 0', 'ZeroDivisionError'],
  ])('%j is the code’s own mistake', async (code, type) => {
    expect(await errorOf(code)).toMatchObject({ kind: 'runtime', type });
  });

  it('tells source that is nested too deep, and the lines of later runs', async () => {
    for (const source of [`x = ${'('.repeat(3000)}1${')'.repeat(3000)}`, `${'not '.repeat(3000)}1`]) {
      expect(await errorOf(source)).toMatchObject({
        kind: 'unsupported',
        message: 'Monty cannot compile source that is nested so deep',
        line: 1,
      });
      expect(await errorOf('\n1 / 0')).toMatchObject({ type: 'ZeroDivisionError', line: 2 });
    }
  });

  it('is listed as it is', async () => {
    const raises = async (code: string): Promise<boolean> => (await errorOf(code)) !== null;
    for (const name of MONTY_MODULES) {
      if (name !== '__future__') expect([name, await raises(`import ${name}`)]).toEqual([name, false]);
    }
    for (const name of MONTY_BUILTINS) expect([name, await raises(name)]).toEqual([name, false]);
    for (const name of MISSING_BUILTINS) expect([name, await raises(name)]).toEqual([name, true]);
    for (const [module, names] of Object.entries(MISSING_MEMBERS)) {
      for (const name of names) {
        const missing = await sandbox?.run(`import ${module}\n${module}.${name}`);
        expect([module, name, missing?.error?.kind]).toEqual([module, name, 'unsupported']);
      }
    }
  });
});

describe('refusedCode', () => {
  const files = createFileTree();
  const refused = (code: string): string | null =>
    refusedCode({ code, fileName: null, runNumber: 1 }, files, false)?.message ?? null;

  it('lets ordinary code pass', () => {
    for (const name of ['__init__', '__eq__', '__getitem__', '__enter__', '__add__']) {
      expect(refused(`class A:\n  def ${name}(self): pass`)).toBeNull();
    }
    expect(refused('# def __len__(self)\ns = "__slots__ = 1; import heapq; __fil" + "e__"')).toBeNull();
    expect(IGNORED_METHODS.size).toBeGreaterThan(30);
  });

  it('refuses functions that take seconds to compile', () => {
    const nested = (depth: number): string =>
      Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}def f${level}():`).join('\n') +
      `\n${' '.repeat(depth)}pass`;
    expect(refused(nested(12))).toBeNull();
    expect(refused(nested(13))).toContain('nested deeper than 12');
    expect(refused('def f(): pass\n'.repeat(50))).toBeNull();
    expect(refused('if x:\n  def f():\n    pass\n'.repeat(50))).toBeNull();
  });
});

describe('lackOf', () => {
  it('reads no more into a message than there is', () => {
    for (const [type, message] of [
      ['AttributeError', 'no attribute'],
      ['AttributeError', "module 'mine' has no attribute 'wraps'"],
      ['ImportError', 'why'],
      ['NameError', "name 'callable'"],
      ['ValueError', 'this is fine'],
    ] as const) {
      expect(lackOf({ type, message, frames: [] })).toBeNull();
    }
  });
});
