import { describe, expect, it } from 'vitest';
import { mutantsOf } from './mutants-of.mjs';
import { sampleOf } from './sample.mjs';
import { testsOf } from './tests-of.mjs';

const changes = (code: string) => mutantsOf(code).map(({ before, after }) => `${before} → ${after}`);

describe('mutantsOf', () => {
  it.each([
    ['f(a < b);', ['< → <=', '< → >=']],
    ['f(!a && b);', ['&& → ||', '!a → a']],
    ['f((a || b) ?? c, d ?? e);', ['|| → &&', '?? → &&']],
    ['if (a) f();', ['a → true', 'a → false']],
    ['f(a.trim(), [...b]);', ['a.trim() → a', '[...b] → []']],
    ['f(a.toString());', []],
    ["f('one' as Kind, a?.b);", ["'one' → ''", 'a?.b → a.b']],
  ])('changes %s', (code, expected) => expect(changes(code)).toEqual(expected));

  it('leaves imports, types, keys and the texts of errors alone', () => {
    const code = `import { a } from 'b';
      export interface C { readonly kind: 'd' | 'e' }
      const f: C['kind'] = g;
      throw new MettleError({ code: 'h', message: 'i' });`;
    expect(changes(code)).toEqual([]);
  });
});

describe('the sample and its tests', () => {
  it('are the same for a seed, and none is drawn twice', () => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    const drawn = sampleOf(list, 10, 1);
    expect(new Set(drawn).size).toBe(10);
    expect(sampleOf(list, 1000, 1).toSorted((a, b) => a - b)).toEqual(list);
    expect(sampleOf(list, 5, 1)).toEqual(drawn.slice(0, 5));
    expect(sampleOf(list, 10, 1)).toEqual(drawn);
    expect(sampleOf(list, 10, 2)).not.toEqual(drawn);
  });

  it('are of the module, those with the name of the file and those that import it first', () => {
    const tests = testsOf('.', 'src/training/judge-output.ts', { most: 3, deep: false });
    expect(tests[0]).toBe('src/training/judge-output.test.ts');
    expect(testsOf('.', 'src/filesystem/zip.ts', { most: 1, deep: false })).toEqual([
      'src/filesystem/zip.test.ts',
    ]);
    expect(tests.every((test: string) => test.startsWith('src/training/'))).toBe(true);
  });
});
