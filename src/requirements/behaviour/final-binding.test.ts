import { describe, expect, it } from 'vitest';
import { parsePython } from '../../python/index.js';
import { ProgramNames } from '../program/names.js';
import { type Binding, finalBindings } from './final-binding.js';

function bindingsOf(code: string, path = 'f'): readonly (string | null)[] {
  const parsed = parsePython(code);
  if (!parsed.ok) throw new Error('the code is to be parsed');
  const kinds = [...finalBindings(new ProgramNames(parsed.tree), path)].map(
    (binding: Binding) => binding?.nodeType ?? null,
  );
  return kinds.sort();
}

describe('what a name is bound to in the end', () => {
  it('may be any branch of a condition that is not constant', () => {
    expect(bindingsOf('if a:\n    def f(): pass\nelif b:\n    f = 1\nelse:\n    class f: pass\n')).toEqual([
      'ClassDef',
      'FunctionDef',
      null,
    ]);
    expect(bindingsOf('if a:\n    def f(): pass\nelif True:\n    f = 1\nelse:\n    class f: pass\n')).toEqual(
      ['FunctionDef', null],
    );
    expect(bindingsOf('def f(): pass\nif False:\n    f = 1\nelif 0:\n    class f: pass\n')).toEqual([
      'FunctionDef',
    ]);
    expect(bindingsOf('f = 1\nif a:\n    raise ValueError\nelse:\n    def f(): pass\n')).toEqual([
      'FunctionDef',
    ]);
  });

  it.each([['type f = int'], ['f = str(f)'], ['class A:\n    global f\n    f = 1']])(
    'is something else after %s',
    (statement) => {
      expect(bindingsOf(`def f(): pass\n${statement}\n`)).toEqual([null]);
    },
  );

  it.each([
    ['exit()'],
    ['import sys\nsys.exit()'],
    ['assert False'],
    ['while True:\n    pass'],
    ['for _ in ():\n    def f(): pass\nraise ValueError'],
  ])('is nothing where the program ends before it: %s', (statement) => {
    expect(bindingsOf(`${statement}\ndef f(): pass\n`)).toEqual([]);
  });

  it.each([
    ['def exit(): pass\nexit()'],
    ['while True:\n    if a:\n        break'],
    ['try:\n    while True:\n        pass\nexcept KeyboardInterrupt:\n    pass'],
    ['f = None'],
  ])('is what is defined after %s', (statement) => {
    expect(bindingsOf(`${statement}\ndef f(): pass\n`)).toEqual(['FunctionDef']);
  });

  const something = [null];
  const defined = ['FunctionDef'];
  const either = ['FunctionDef', null];
  it.each<[string, readonly (string | null)[]]>([
    ['f = lambda: 1', ['Lambda']],
    ['async def f(): pass', ['AsyncFunctionDef']],
    ['def g(): pass\nf = g', defined],
    ['f = g', something],
    ['def f(): pass\nf = cache(f)', defined],
    ['def f(): pass\nf = cache(size)(f)', defined],
    ['def f(): pass\nf = cache(g)', something],
    ['def f(): pass\nf = len(f)', something],
    ['def f(): pass\ndef len(x): return x\nf = len(f)', defined],
    ['def f(): pass\nf += 1', something],
    ['def f(): pass\nf: int', defined],
    ['def f(): pass\nf: int = 1', something],
    ['def f(): pass\nimport f', something],
    ['def f(): pass\nimport f.g', something],
    ['def f(): pass\nimport g.f', defined],
    ['def f(): pass\nimport g as f', something],
    ['def f(): pass\nfrom a import f', something],
    ['def f(): pass\nfrom a import f as g', defined],
    ['def f(): pass\nfrom a import *', defined],
    ['def f(): pass\ndel f', []],
    ['def f(): pass\ndel (g, [f])', []],
    ['def f(): pass\ndel f.a', defined],
    ['def f(): pass\na, (b, *f) = g', something],
    ['def f(): pass\n[f, a] = g', something],
    ['def f(): pass\nf.a = 1', defined],
    ['def f(): pass\nprint(f := 1)', something],
    ['def f(): pass\nx = a or (f := 1)', defined],
    ['def f(): pass\nx = (f := 1) if a else 2', defined],
    ['def f(): pass\nx = [(f := 1) for a in b]', defined],
    ['def f(): pass\nx = lambda: (f := 1)', defined],
    ['def f(): pass\nfor f in g: pass', something],
    ['for x in g:\n    def f(): pass', defined],
    ['f = 1\nfor x in g:\n    def f(): pass', either],
    ['f = 1\nfor x in [1]:\n    def f(): pass', defined],
    ['f = 1\nfor x in (1, 2):\n    def f(): pass', defined],
    ['f = 1\nfor x in {1}:\n    def f(): pass', defined],
    ['f = 1\nfor x in [*a]:\n    def f(): pass', either],
    ['f = 1\nfor x in []:\n    def f(): pass', something],
    ['f = 1\nfor x in ():\n    def f(): pass', something],
    ['f = 1\nfor x in [1]:\n    if a: break\n    def f(): pass', either],
    ['f = 1\nfor x in [1]:\n    if a: continue\n    def f(): pass', either],
    ['f = 1\nfor x in [1]:\n    if a: pass\n    def f(): pass', defined],
    ['f = 1\nfor x in g: pass\nelse:\n    def f(): pass', defined],
    ['f = 1\nwhile a:\n    def f(): pass', either],
    ['f = 1\nwhile False:\n    def f(): pass', something],
    ['f = 1\nwhile True:\n    def f(): pass\n    break', defined],
    ['f = 1\nwhile a: pass\nelse:\n    def f(): pass', defined],
    ['def f(): pass\nwith a as f: pass', something],
    ['def f(): pass\nwith a as (b, f): pass', something],
    ['with a:\n    def f(): pass', defined],
    ['try:\n    def f(): pass\nexcept E:\n    f = 1', either],
    ['try:\n    def f(): pass\nexcept E:\n    raise', defined],
    ['try:\n    f = 1\nfinally:\n    def f(): pass', defined],
    ['try:\n    f = 1\nexcept E:\n    raise\nelse:\n    def f(): pass', defined],
    ['f = 1\nmatch a:\n    case 1:\n        def f(): pass', either],
    [
      'f = 1\nmatch a:\n    case 1:\n        def f(): pass\n    case _:\n        class f: pass',
      ['ClassDef', 'FunctionDef'],
    ],
    ['f = 1\nmatch a:\n    case _ if b:\n        def f(): pass', either],
    ['f = 1\nmatch a:\n    case b:\n        def f(): pass', defined],
    ['def f(): pass\nmatch a:\n    case f: pass', something],
    ['def f(): pass\nmatch a:\n    case [1 as f]: pass', either],
    ['def f(): pass\nmatch a:\n    case [*f]: pass', either],
    ['def f(): pass\nmatch a:\n    case {1: 2, **f}: pass', either],
    ['def f(): pass\nmatch a:\n    case 1:\n        raise E\n    case _:\n        f = 1', something],
    ['f = 1\nclass A:\n    global f\n    def f(): pass', defined],
    ['f = 1\nclass A:\n    def f(): pass', something],
    ['f = 1\nassert 1\ndef f(): pass', defined],
    ['f = 1\nx.exit()\ndef f(): pass', defined],
    ['quit()\ndef f(): pass', []],
    ['match a:\n    case _:\n        raise E\ndef f(): pass', []],
    ['def ﬀ(): pass\nff = ﬀ\nf = ff', defined],
  ])('is known after %j', (code, expected) => expect(bindingsOf(`${code}\n`)).toEqual(expected));

  it.each<[string, string, readonly (string | null)[]]>([
    ['class A:\n    def f(self): pass', 'A.f', defined],
    ['class A:\n    f = 1', 'A.f', something],
    ['class A:\n    class B:\n        def f(self): pass', 'A.B.f', defined],
    ['class A:\n    def f(self): pass', 'A.g', []],
    ['A = 1', 'A.f', []],
    ['A = lambda: 1', 'A.f', []],
    ['if a:\n    class A:\n        def f(self): pass\nelse:\n    class A:\n        f = 1', 'A.f', either],
  ])('is known of a member after %j', (code, path, expected) => {
    expect(bindingsOf(`${code}\n`, path)).toEqual(expected);
  });

  it('is found behind thousands of elif', () => {
    const chain = Array.from({ length: 2_000 }, (_, n) => `elif x == ${n}:\n    def f(): pass\n`).join('');
    expect(bindingsOf(`if y:\n    f = 1\n${chain}`)).toHaveLength(256);
  });

  it('is what a class inherits by what its bases meant where it was defined', () => {
    const base = 'class A:\n    def f(self): pass\n';
    expect(bindingsOf(`${base}class A(A): pass\n`, 'A.f')).toEqual(['FunctionDef']);
    expect(bindingsOf(`${base}class B(A): pass\nclass A(B): pass\n`, 'A.f')).toEqual(['FunctionDef']);
    expect(bindingsOf('class A: pass\nclass B(A): pass\nclass A(B): pass\n', 'A.f')).toEqual([]);
    expect(
      bindingsOf('class O:\n    class I:\n        def f(self): pass\nclass A(O.I): pass\n', 'A.f'),
    ).toEqual(['FunctionDef']);
  });

  it('is found past thousands of classes and of ways to one class', () => {
    const pairs = Array.from(
      { length: 40 },
      (_, i) => `class C${i + 1}(C${i}, D${i}): pass\nclass D${i + 1}(C${i}, D${i}): pass\n`,
    );
    expect(bindingsOf(`class C0: pass\nclass D0: pass\n${pairs.join('')}`, 'C40.f')).toEqual([]);
    const chain = Array.from({ length: 3000 }, (_, i) => `class C${i + 1}(C${i}): pass\n`);
    expect(bindingsOf(`class C0: pass\n${chain.join('')}`, 'C3000.f')).toEqual([null]);
    const branches = Array.from({ length: 3000 }, (_, i) => `if a${i}:\n    def f(x): pass\n`);
    expect(bindingsOf(branches.join('')).length).toBeLessThan(300);
  });
});
