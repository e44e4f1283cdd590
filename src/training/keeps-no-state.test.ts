import { describe, expect, it } from 'vitest';
import { keepsNoState } from './keeps-no-state.js';

const transform = 'def transform(value):\n    return value\n';

describe('keepsNoState', () => {
  it.each([
    transform,
    `"""A script."""\nimport re\nfrom math import gcd\n\nLIMIT = -3\nPAIR = (1, 'a')\n\n${transform}`,
    'def helper(items, start=0):\n    seen = {}\n    seen[start] = items\n    seen.update(a=1)\n    return seen\n\n' +
      'def transform(value, *, deep=None):\n    def inner(x, cache=[]):\n        return cache\n    return helper([value])\n',
  ])('holds of imports, constants and functions: %j', (script) => {
    expect(keepsNoState(script)).toBe(true);
  });

  it.each([
    `seen = []\n${transform}`,
    `table = {'a': 1}\n${transform}`,
    `pair = ([], 1)\n${transform}`,
    'def transform(value, seen=[]):\n    return seen\n',
    'def transform(value, *, seen={}):\n    return seen\n',
    'n = 0\ndef transform(value):\n    global n\n    n += 1\n    return n\n',
    'def transform(value):\n    transform.n = value\n    return value\n',
    'def transform(value):\n    del transform.n\n',
    'def transform(value):\n    transform.__dict__["n"] = 1\n',
    'def transform(value):\n    globals()["n"] = value\n',
    'def transform(value):\n    setattr(transform, "n", 1)\n',
    'def transform(value):\n    transform.__globals__["n"] = 1\n',
    ...[
      'locals()',
      'vars()',
      'delattr(transform, "n")',
      'exec("n = 1")',
      'eval("n")',
      '__import__("re")',
    ].map((way) => `def transform(value):\n    return ${way}\n`),
    'import functools\n@functools.lru_cache\ndef transform(value):\n    return value\n',
    `class A:\n    items = []\n${transform}`,
    `for i in range(3):\n    pass\n${transform}`,
    `x = [lambda: 1]\n${transform}`,
    'def transform(value:',
    `def repr(value):\n    return 'x'\n${transform}`,
    `from math import gcd as Exception\n${transform}`,
    `from math import *\n${transform}`,
    `mettle_names = 1\n${transform}`,
  ])('does not hold where state could be kept, or that does not show: %j', (script) => {
    expect(keepsNoState(script)).toBe(false);
  });
});
