import { expect, it } from 'vitest';
import { checkPython } from '../pipeline/check-reply.js';
import { FunctionSignature, type FunctionSignatureOptions } from './function-signature.js';
import { showCall } from './show-call.js';
import { demandedParameters } from './written-signature.js';

async function told(code: string, options: Partial<FunctionSignatureOptions> = {}) {
  const { results } = await checkPython(code, [FunctionSignature({ functionName: 'f', ...options })]);
  return results[0]?.verdict === 'pass' ? 'pass' : results[0]?.reason;
}

it.each<[string, readonly string[], string]>([
  ['def f(a, b=1): pass', ['a'], 'pass'],
  ['def f(a): pass', ['a', 'b'], 'has no parameter b;'],
  ['def f(b): pass', ['a'], 'has the parameter b where a is required;'],
  ['def f(a, b): pass', ['a'], 'has a further parameter b without a default;'],
  ['def f(a, *, b): pass', ['a'], 'has a further parameter b without a default;'],
  ['def f(a, *, b=1): pass', ['a'], 'pass'],
  ['def f(a, *rest, **more): pass', ['a'], 'pass'],
  [
    'def f(a, /): pass',
    ['a'],
    'has a as positional-only, where one that takes its argument by position and by name is required;',
  ],
  ['def f(a, /): pass', ['a', '/'], 'pass'],
  ['def f(a): pass', ['a', '/'], 'where positional-only is required;'],
  ['def f(*, a): pass', ['a'], 'has a as keyword-only, where one'],
  ['def f(*, a): pass', ['*', 'a'], 'pass'],
  ['def f(*rest, a): pass', ['*', 'a'], 'pass'],
  ['def f(*rest, a): pass', ['*rest', 'a'], 'pass'],
  ['def f(a): pass', ['*', 'a'], 'where keyword-only is required;'],
  ['def f(*rest): pass', ['*args'], 'has the parameter *rest where *args is required;'],
  ['def f(**more): pass', ['**more'], 'pass'],
  ['def f(*more): pass', ['**more'], 'has no parameter **more;'],
  ['f = lambda a, b=1: a', ['a'], 'pass'],
  ['async def f(a): pass', ['a'], 'pass'],
  ['f = 1', ['a'], 'The code does not define def f(a): in the end the name is bound to something else.'],
  ['class f: pass', ['a'], 'The code does not define def f(a): it is a class.'],
  ['x = 1', ['a'], 'The code does not define def f(a).'],
  ['if x:\n    def f(a): pass\nelse:\n    def f(b): pass', ['a'], 'has the parameter b where a is required;'],
])('%j against %j', async (code, parameters, words) =>
  expect(await told(code, { parameters })).toContain(words),
);

it('says whether async is asked for, and what would be right', async () => {
  expect(await told('def f(): pass', { isAsync: true })).toBe(
    'f is not declared with async; required is async def f(…).',
  );
  expect(await told('async def f(): pass', { isAsync: false })).toBe(
    'f is declared with async; required is def f(…).',
  );
  expect(await told('async def f(): pass', { isAsync: true })).toBe('pass');
  expect(await told('def f(x): pass')).toBe('pass');
  expect(FunctionSignature({ functionName: 'f', parameters: ['a', '*b'] }).description).toBe(
    'The code defines `def f(a, *b)`.',
  );
});

it('points at the header of the definition', async () => {
  const at = async (code: string) => {
    const { results } = await checkPython(code, [
      FunctionSignature({ functionName: 'f', parameters: ['a'] }),
    ]);
    const { line, column, endLine, endColumn, hint } = results[0]?.findings[0] ?? {};
    expect(hint).toBe('Define it as def f(a).');
    return [line, column, endLine, endColumn];
  };
  expect(await at('x = 1\ndef f(b) -> int:\n    pass')).toEqual([2, 1, 2, 16]);
  expect(await at('def f(b): pass')).toEqual([1, 1, 1, 9]);
  expect(await at('f = lambda b: 1')).toEqual([1, 5, 1, 16]);
});

it('reads what a list of names demands', () => {
  expect(
    demandedParameters(['a', '/', 'b', '*rest', 'c', '**more']).map(({ name, kind }) => `${name} ${kind}`),
  ).toEqual(['a positional_only', 'b plain', '*rest rest', 'c keyword_only', '**more keywords']);
  expect(demandedParameters(['a', '**more', 'b']).map(({ kind }) => kind)).toEqual([
    'plain',
    'keywords',
    'plain',
  ]);
});

it('shows a call as Python writes it', () => {
  expect(showCall('area', { arguments: [2, 'x'], keywordArguments: { unit: 'm', deep: null } })).toBe(
    "area(2, 'x', unit='m', deep=None)",
  );
  expect(showCall('area', { arguments: [] })).toBe('area()');
});
