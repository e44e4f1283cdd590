import { describe, expect, it } from 'vitest';
import { parsePython } from '../../python/index.js';
import { type Binding, finalBindings } from './final-binding.js';

function bindingsOf(code: string): readonly (string | null)[] {
  const parsed = parsePython(code);
  if (!parsed.ok) throw new Error('the code is to be parsed');
  const kinds = [...finalBindings(parsed.tree.module.body, 'f')].map(
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

  it('is found behind thousands of elif', () => {
    const chain = Array.from({ length: 2_000 }, (_, n) => `elif x == ${n}:\n    def f(): pass\n`).join('');
    expect(bindingsOf(`if y:\n    f = 1\n${chain}`)).toHaveLength(2_001);
  });
});
