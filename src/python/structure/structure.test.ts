import { describe, expect, it } from 'vitest';
import { findCalls } from './calls.js';
import { findDefinitions } from './definitions.js';

describe('findCalls', () => {
  it.each([
    ['f(1)', ['f']],
    ['import numpy as np\nnp.array([1]).sum()', ['numpy.array', '.sum']],
    ['import os.path\nos.path.join(a, b)', ['os.path.join']],
    ['from os import path as p\np.join(a)', ['os.path.join']],
    ['from .a import b\nb()', ['.a.b']],
    ['@cache(1)\ndef f(x=g()): pass', ['cache', 'g']],
    ['class A(B): pass', []],
    ['if (x): pass\nreturn (y)\nnot (z)', []],
    ['"a".join(b)', ['.join']],
    ['f"{g(x)!r:>{h(1)}}"', ['g', 'h']],
    ['print\\\n (1)', ['print']],
    ['a [0](1)', []],
  ])('reads %j', (code, paths) => {
    expect(findCalls(code).map(({ path }) => path)).toEqual(paths);
  });

  it('keeps what is written, the first string and the place', () => {
    expect(findCalls('import io as i\nx = i.open("a.txt", mode)')).toEqual([
      {
        written: 'i.open',
        path: 'io.open',
        firstString: 'a.txt',
        line: 2,
        column: 5,
        endLine: 2,
        endColumn: 11,
      },
    ]);
    expect(findCalls('f("a" "b")\ng("\\n")\nh(f"a")').map(({ firstString }) => firstString)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('findDefinitions', () => {
  it('reads functions and classes with their paths and parameters', () => {
    const code = [
      'class Account(Base, metaclass=M):',
      '    async def deposit(self, amount: int = max(1, 2), *rest, key="a,b", **more) -> int:',
      '        def inner(): pass',
      '    def close(self): return 1',
      'def outside[T](x,',
      '               y): pass',
      'if x:',
      '    def branch(): pass',
    ].join('\n');
    expect(findDefinitions(code).map(({ kind, path, parameters }) => [kind, path, ...parameters])).toEqual([
      ['class', 'Account', 'Base', 'metaclass=M'],
      [
        'async_function',
        'Account.deposit',
        'self',
        'amount: int = max(1, 2)',
        '*rest',
        'key="a,b"',
        '**more',
      ],
      ['function', 'Account.deposit.inner'],
      ['function', 'Account.close', 'self'],
      ['function', 'outside', 'x', 'y'],
      ['function', 'branch'],
    ]);
  });

  it('places the header, and goes on after broken ones', () => {
    expect(findDefinitions('def (x)\nclass\n  def f(x')).toMatchObject([
      { name: 'f', line: 3, column: 3, endLine: 3, endColumn: 10 },
    ]);
  });
});
