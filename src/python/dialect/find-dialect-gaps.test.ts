import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDialectGaps } from './find-dialect-gaps.js';
import type { GapEffect } from './gap.js';

function found(code: string): [string, GapEffect, number, number][] {
  return findDialectGaps(code).map((gap) => [gap.rule, gap.effect, gap.line, gap.column]);
}

const CASES: readonly (readonly [string, string, GapEffect, number, number])[] = [
  ['class A(B):\n    pass\n', 'dialect/inheritance', 'rejected', 1, 1],
  ['class A(metaclass=M):\n    pass\n', 'dialect/inheritance', 'rejected', 1, 1],
  [
    'class A:\n    @property\n    def x(self):\n        return 1\n',
    'dialect/method-decorator',
    'rejected',
    2,
    6,
  ],
  ['class A:\n    x = 1\n    x += 1\n', 'dialect/class-body', 'rejected', 3, 5],
  ['class A:\n    a = b = 1\n', 'dialect/class-body', 'rejected', 2, 5],
  ['class A:\n    def __bool__(self):\n        return False\n', 'dialect/special-method', 'may_differ', 2, 5],
  ['class A:\n    def __add__(self, o):\n        return 1\n', 'dialect/special-method', 'fails', 2, 5],
  ['def f():\n    yield 1\n', 'dialect/yield', 'rejected', 2, 5],
  ['def f():\n    yield from x\n', 'dialect/yield', 'rejected', 2, 5],
  ['match x:\n    case 1:\n        pass\n', 'dialect/match', 'rejected', 1, 1],
  ['try:\n    pass\nexcept* A:\n    pass\n', 'dialect/except-star', 'rejected', 1, 1],
  ['from os import *\n', 'dialect/wildcard-import', 'rejected', 1, 1],
  ['x = 2 + 3j\n', 'dialect/complex-number', 'rejected', 1, 9],
  ['type X = int\n', 'dialect/type-statement', 'rejected', 1, 1],
  ['def f[T](x: T): return x\n', 'dialect/type-parameters', 'rejected', 1, 1],
  ['for a[0] in [1]:\n    pass\n', 'dialect/loop-target', 'rejected', 1, 5],
  ['async def f():\n    async with a as b:\n        pass\n', 'dialect/async-with', 'rejected', 2, 5],
  ['import numpy as np\n', 'dialect/import-module', 'fails', 1, 1],
  ['try:\n    import numpy\nexcept ImportError:\n    pass\n', 'dialect/import-module', 'may_differ', 2, 5],
  ['from enum import Enum\n', 'dialect/import-member', 'fails', 1, 1],
  ['x = eval("1")\n', 'dialect/missing-builtin', 'fails', 1, 5],
  ['raise ValueError("a", 1)\n', 'dialect/exception-arguments', 'fails', 1, 7],
  ['raise ValueError(5)\n', 'dialect/exception-arguments', 'fails', 1, 7],
  ['try:\n    f()\nexcept KeyError as e:\n    print(e)\n', 'dialect/key-error-text', 'may_differ', 3, 1],
  ['try:\n    f()\nexcept TypeError:\n    pass\n', 'dialect/caught-exception', 'may_differ', 3, 1],
  ['print(f.__name__)\n', 'dialect/function-name', 'may_fail', 1, 7],
  ['print("é", (5).bit_length())\n', 'dialect/missing-attribute', 'may_fail', 1, 12],
  ['import json\njson.dumps(x, default=str)\n', 'dialect/missing-keyword', 'may_fail', 2, 15],
  ['"a".encode("latin-1")\n', 'dialect/encoding', 'fails', 1, 1],
  ['d = {1: "a", True: "b"}\n', 'dialect/mixed-keys', 'may_differ', 1, 5],
  ['print(list({3, 1}))\n', 'dialect/set-order', 'may_differ', 1, 12],
  ['s = set(x)\nfor i in s:\n    print(i)\n', 'dialect/set-order', 'may_differ', 2, 10],
  ['import re\nre.split("(,)", x)\n', 'dialect/regular-expression', 'may_differ', 2, 1],
  ['import re\nre.sub("a*", "-", x)\n', 'dialect/regular-expression', 'may_differ', 2, 1],
  ['import re\nP = re.compile("(,)")\nP.split(x)\n', 'dialect/regular-expression', 'may_differ', 2, 5],
  ['import re\nre.sub("a", r"\\n", x)\n', 'dialect/regular-expression', 'may_differ', 2, 13],
  ['import re\nre.search("a$", x, flags)\n', 'dialect/regular-expression', 'may_differ', 2, 1],
  ['if hasattr(x, "items"):\n    pass\n', 'dialect/attribute-test', 'may_differ', 1, 4],
  ['print(a.keys() & b.keys())\n', 'dialect/set-order', 'may_differ', 1, 7],
  ['import re\nP = re.compile("a$")\nP.pattern\n', 'dialect/regular-expression', 'may_differ', 2, 5],
  ['getattr(x, "__len__", None)\n', 'dialect/attribute-test', 'may_differ', 1, 1],
  ['import math\nmath.erf(x)\n', 'dialect/last-digit', 'may_differ', 2, 1],
  ['print(now.strftime("%H.%f"))\n', 'dialect/date-format', 'may_differ', 1, 7],
  ['print(f"{now:%S.%f}")\n', 'dialect/date-format', 'may_differ', 1, 9],
];

describe('findDialectGaps', () => {
  it.each(CASES)('%j: %s', (code, rule, effect, line, column) => {
    expect(found(code)).toContainEqual([rule, effect, line, column]);
  });

  it('has nothing to say about code that both engines treat alike', () => {
    const code = `
import json, math
from collections import Counter, defaultdict
class Stack:
    """A stack."""
    limit = 3
    def __init__(self, items: list[int] | None = None):
        self.items = items or []
    def push(self, item):
        self.items.append(item)
        return self
def total(values, *, scale=1):
    result = 0
    for value in values:
        if value > 0:
            result += value * scale
    return result
counts = Counter("hello")
print(total([1, 2, 3]), sorted(set("hello")), math.sqrt(4), f"{counts['l']:>3}")
print(json.dumps({"a": [1, 2.5, None]}, indent=2), len({1, 2}), 3 in {3})
`;
    expect(findDialectGaps(code)).toEqual([]);
  });

  it.each([
    ['graph = {1: {2, 3}}\nfor n in graph[1]:\n    print(n)\n', [2, 3]],
    ['def f():\n    return {3, 1}\nprint(f())\nprint(sorted(f()), len(f()))\n', [3]],
    ['seen = set()\ndef walk(n, seen):\n    seen.add(n)\n    return seen\nx, y = walk(1, seen)\n', [5]],
    ['class A:\n    def __init__(self):\n        self.tags = set()\na = A()\nprint(f"{a.tags}")\n', [5]],
    [
      'from collections import defaultdict\nd = defaultdict(set)\nd["a"].add(1)\nfor k, v in d.items():\n    print(k, v)\n',
      [5],
    ],
    ['s = {2, 1}\nprint(s.pop())\nprint(max(s, key=abs))\n', [2, 3]],
    ['rows = [{1, 2}]\nprint(rows)\n', [2]],
    [
      's = {1, 2}\nif 3 in s or s <= {1}:\n    s.add(4)\nprint(len(s), sum(s), sorted(x for x in s), {x + 1 for x in s} == s)\n',
      [],
    ],
  ])('sees where the order of a set shows: %j', (code, lines) => {
    const found = findDialectGaps(code).filter((gap) => gap.rule === 'dialect/set-order');
    expect([...new Set(found.map((gap) => gap.line))]).toEqual(lines);
  });

  it('respects names that the code or an earlier run has taken', () => {
    expect(found('def eval(x):\n    return x\neval(1)\n')).toEqual([]);
    expect(findDialectGaps('eval(1)', { definedNames: new Set(['eval']) })).toEqual([]);
  });

  it('has nothing to say about code that does not parse', () => {
    expect(findDialectGaps('class A(B:\n')).toEqual([]);
  });

  it('never throws and stays inside the text', () => {
    const pieces = fc.constantFrom(
      'class A(B): pass\n',
      'del x[0]\n',
      '{1, 2}\n',
      '  ',
      'f(',
      ')',
      'import a\n',
      'x = ',
      '"é"',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const code = parts.join('');
        const lines = code.split('\n').length;
        for (const gap of findDialectGaps(code)) expect(gap.endLine).toBeLessThanOrEqual(lines);
      }),
    );
  });
});
