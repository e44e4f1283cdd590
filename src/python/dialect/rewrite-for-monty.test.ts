import { beforeAll, describe, expect, it } from 'vitest';
import {
  forPython,
  montyBinary,
  type ProgramRun,
  pythonBinary,
  runInMonty,
  runInPython,
} from './engines.fixture.js';
import { rewriteForMonty } from './rewrite-for-monty.js';
import { IN_FORMAT_STRINGS, PROGRAMS } from './rewrite-programs.fixture.js';

const ready = montyBinary !== null && pythonBinary !== null;

describe.skipIf(!ready)('rewriteForMonty beside CPython (needs python3 and the Monty binary)', () => {
  const rewrites = PROGRAMS.map((code) => rewriteForMonty(code));
  let expected: readonly ProgramRun[] = [];
  let again: readonly ProgramRun[] = [];
  beforeAll(() => {
    expected = runInPython(PROGRAMS);
    again = runInPython(rewrites.map(({ code, prelude }) => forPython(code, prelude)));
  });

  it.each(PROGRAMS.map((code, index) => ({ code, index })))('$code', ({ code, index }) => {
    const rewritten = rewrites[index] ?? rewriteForMonty(code);
    const { stdout, exception } = expected[index] ?? {};
    expect(rewritten.unsupported.filter((gap) => gap.effect !== 'may_fail')).toEqual([]);
    expect(rewritten.code.split('\n')).toHaveLength(code.split('\n').length);
    expect(runInMonty(rewritten.code, rewritten.prelude)).toMatchObject({ stdout, exception });
    expect(again[index]).toMatchObject({ stdout, exception });
  });
});

describe.skipIf(!ready)('rewriteForMonty in f-strings (needs python3 and the Monty binary)', () => {
  it('prints the same in Monty', () => {
    const { code, prelude, outlook } = rewriteForMonty(IN_FORMAT_STRINGS);
    const [expected] = runInPython([IN_FORMAT_STRINGS]);
    expect(outlook).toBe('runs');
    expect(runInMonty(code, prelude)).toMatchObject({ stdout: expected?.stdout, exception: '' });
  });
});

describe('rewriteForMonty', () => {
  it('leaves code alone that needs nothing', () => {
    for (const code of [
      '1+1',
      'x = [i * 2 for i in range(3)]\nprint(x)\n',
      'def f(a):\n    return a + 1\n',
    ]) {
      expect(rewriteForMonty(code)).toMatchObject({
        code,
        changed: false,
        rewrites: [],
        prelude: [],
        outlook: 'runs',
      });
    }
  });

  it('names what it did, where, and what it needs', () => {
    const rewritten = rewriteForMonty('import heapq\nx = [1]\n\ndel x[0]\n');
    expect(rewritten.code).toBe('heapq = _mettle_module_heapq\nx = [1]\n\n_mettle_delete_item((x), (0))\n');
    expect(rewritten.rewrites).toEqual([
      { rule: 'dialect/import-module', line: 1 },
      { rule: 'dialect/delete', line: 4 },
    ]);
    expect(rewritten.prelude).toEqual(['containers', 'heapq']);
    expect([...rewritten.boundNames].sort()).toEqual(['heapq', 'x']);
  });

  it('does not touch names that the code or an earlier run has taken', () => {
    for (const code of ['def sum(x):\n    return x\nsum([True])\n', 'round = max\nround(1.5, 2)\n']) {
      expect(rewriteForMonty(code).changed).toBe(false);
    }
    const code = 'sum(flags)\n';
    expect(rewriteForMonty(code).changed).toBe(true);
    expect(rewriteForMonty(code, { definedNames: new Set(['sum']) }).changed).toBe(false);
  });

  it('leaves alone what it cannot prove', () => {
    expect(rewriteForMonty('x = 1\ndel x\n')).toMatchObject({ changed: false, outlook: 'fails' });
    expect(rewriteForMonty('a[0] = b, c = d\n')).toMatchObject({ changed: false });
    expect(
      rewriteForMonty('class A:\n    def __eq__(self, o):\n        return 5\nn = 1 + (A() == A())\n')
        .rewrites,
    ).toEqual([]);
    expect(
      rewriteForMonty(
        'for line in open(p):\n    x\nwith open(p) as f:\n    for line in f:\n        next(f)\n',
      ).rewrites,
    ).toEqual([
      { rule: 'dialect/read-lines', line: 1 },
      { rule: 'dialect/next-line', line: 5 },
    ]);
  });

  it('lets handlers look at what they caught, on the lines where they are', () => {
    const rewritten = (code: string): string => rewriteForMonty(code).code;
    expect(rewritten('try: f()\nexcept: pass\n')).toBe(
      'try: f()\nexcept BaseException as _mettle_1: _mettle_caught(_mettle_1); pass\n',
    );
    expect(rewritten('try:\n  f()\nexcept (A,\n B):\n  if x:\n    y\n')).toBe(
      'try:\n  f()\nexcept (A,\n B) as _mettle_1:\n  if (_mettle_caught(_mettle_1), (x))[1]:\n    y\n',
    );
    expect(rewritten('try:\n  f()\nexcept A as e:\n  try: g(e)\n  finally: h()\n')).toBe(
      'try:\n  f()\nexcept A as e:\n  try: _mettle_caught(e); g(e)\n  finally: h()\n',
    );
    for (const code of ['try: f()\nexcept (KeyError, IndexError): pass\n', 'try: f()\nfinally: g()\n']) {
      expect(rewriteForMonty(code)).toMatchObject({ changed: false, outlook: 'runs' });
    }
    for (const code of [
      'try: f()\nexcept A:\n  def g(): pass\n',
      'def g():\n  try: f()\n  finally: return 1\n',
    ]) {
      expect(rewriteForMonty(code)).toMatchObject({ changed: false, outlook: 'may_differ' });
    }
  });

  it('refuses an edit that would move lines', () => {
    const code = 'print(\n    "%s"\n    %\n    5\n)\n';
    expect(rewriteForMonty(code)).toMatchObject({ code, changed: false, outlook: 'fails' });
  });

  it('takes out what Monty cannot be told about line ends', () => {
    expect(rewriteForMonty('open(p, "w", newline="")').code).toBe('open(p, "w")');
    expect(rewriteForMonty('open(p, newline=None)')).toMatchObject({ changed: false, outlook: 'runs' });
    expect(rewriteForMonty('open(p, newline="")').code).toBe('open(_mettle_raw_path(p))');
    expect(rewriteForMonty('open(p, m, newline="")')).toMatchObject({ changed: false, outlook: 'fails' });
    expect(rewriteForMonty('with open(p, newline="") as f:\n    f.name').outlook).toBe('fails');
    expect(rewriteForMonty('open(p, newline="\\r\\n")')).toMatchObject({ changed: false, outlook: 'fails' });
  });

  it('does not look into a source that is too large, and says so', () => {
    const code = `x = 1\n${'# filling\n'.repeat(20_000)}del x\n`;
    const { changed, outlook, unsupported } = rewriteForMonty(code);
    expect({ changed, outlook }).toEqual({ changed: false, outlook: 'may_differ' });
    expect(unsupported.map((gap) => gap.rule)).toEqual(['dialect/not-analysed']);
  });

  it('handles members of classes that earlier runs defined', () => {
    const first = rewriteForMonty('class A:\n    @property\n    def size(self):\n        return 1\n');
    expect([...first.boundMembers]).toEqual(['size']);
    expect(rewriteForMonty('a.size + b.length', { definedMembers: first.boundMembers }).code).toBe(
      "_mettle_read(a, 'size') + b.length",
    );
  });

  it.each([
    ['a.size, n = 1, 2', 'dialect/member-target'],
    ['n = a.size = 1', 'dialect/member-target'],
    ['a.size: int = 1', 'dialect/member-target'],
    ['[a.size, *n] = 1, 2', 'dialect/member-target'],
    ['hasattr(a, "size")', 'dialect/member-by-name'],
    ['setattr(a, "size", 4)', 'dialect/member-by-name'],
    ['getattr(a, name, None)', 'dialect/member-by-name'],
    ['vars(a)', 'dialect/member-by-name'],
  ])('finds that no call can stand for the member in %s', (code, rule) => {
    const members = { definedMembers: new Set(['size']) };
    const { outlook, unsupported } = rewriteForMonty(code, members);
    expect(unsupported.map((gap) => gap.rule)).toContain(rule);
    expect(['may_differ', 'fails']).toContain(outlook);
    expect(rewriteForMonty(code).unsupported.map((gap) => gap.rule)).not.toContain(rule);
  });

  it('leaves other attributes, and functions of the same names, alone', () => {
    const members = { definedMembers: new Set(['size']) };
    for (const code of ['getattr(a, "length", 0)', 'a.length, n = 1, 2', 'hasattr = f\nhasattr(a, "size")'])
      expect(rewriteForMonty(code, members).outlook).toBe(rewriteForMonty(code).outlook);
  });

  it('knows the modules that earlier runs imported', () => {
    const first = rewriteForMonty('import itertools as it\nheapq = 1\n');
    expect([...first.boundModules]).toEqual([['it', 'itertools']]);
    expect(rewriteForMonty('it.product(a, b)', { definedModules: first.boundModules }).prelude).toEqual([
      'itertools',
    ]);
    expect(
      rewriteForMonty('it = x\nit.product(a, b)', { definedModules: first.boundModules }).prelude,
    ).toEqual([]);
  });

  it('does nothing to code that names what the rewrites make', () => {
    expect(rewriteForMonty('_mettle_1 = 5\ndel x[0]\n').changed).toBe(false);
  });

  it('reads files by lines and prints to them', () => {
    const code =
      'with open(p) as f:\n    for line in f:\n        print(line)\nwith open(q, "w") as out:\n    print(1, 2, sep="-", file=out)\n    out.writelines(x)\n';
    expect(rewriteForMonty(code).code).toBe(
      'with open(p) as f:\n    for line in f.readlines():\n        print(line)\nwith open(q, "w") as out:\n    _mettle_print(out, 1, 2, sep="-")\n    _mettle_write_lines(out, (x))\n',
    );
  });
});
