import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import type { Sandbox } from '../contract.js';
import { createSandbox } from '../create-sandbox.js';
import { sharedEngine } from '../engines.js';
import type { MontyDifferenceId } from './difference-uses.js';
import { findMontyDifferences, MONTY_DIFFERENCES } from './differences.js';

/** A program for each difference that prints one thing in CPython and another in Monty. */
const examples: Readonly<Record<MontyDifferenceId, string>> = {
  'lazy-iterators': 'xs = [1]\nfor i, x in enumerate(xs):\n    if i < 3:\n        xs.append(i)\nprint(i)',
  'special-methods':
    'class A:\n    def __repr__(self):\n        return "A"\n    def __enter__(self):\n        return self\n' +
    '    def __exit__(self, kind, error, traceback):\n        print(traceback is None)\n        return True\n' +
    'with A():\n    1 / 0',
  'private-names':
    'class A:\n    def __init__(self):\n        self.__x = 1\n    def __repr__(self):\n        return "A"\n' +
    'a = A()\na.__x = 2\nclass B:\n    def __repr__(self):\n        return "B"\n    def get(self, a):\n        return a.__x\n' +
    'try:\n    print(B().get(a))\nexcept AttributeError:\n    print("none")',
  'equal-keys': 'print({1: "a", True: "b"})',
  nan: 'print(len({float("nan"), float("nan")}))',
  round: 'print(round(2.675, 2))',
  'float-text': 'print(1 / 2 ** 25)',
  'float-functions': 'import math\nprint(math.cbrt(2))',
  'set-order': 'print({10, 3, 1})',
  identity: 'a = (1, 2)\nb = (1, 2)\nprint(a is b)',
  'attribute-tests': 'print(hasattr([], "append"))',
  'caught-refusals': 'try:\n    print((5).bit_length())\nexcept AttributeError:\n    print("none")',
  'error-texts': 'try:\n    {}[5]\nexcept KeyError as error:\n    print(error.args)',
  patterns: 'import re\nprint(re.findall("x*", "ax"))',
  'format-specs': 'try:\n    print(f"{None:>5}")\nexcept TypeError:\n    print("refused")',
  'search-bounds': 'print("abc".find("", 10))',
  dates: 'from datetime import date\nprint(date(1, 1, 1).strftime("%Y"))',
  clocks: 'import time\nprint(time.monotonic() > 1_500_000_000)',
  'object-texts': 'class A:\n    pass\nprint(A)',
  itertools: 'import itertools\nprint(list(itertools.islice(itertools.count(True, 2), 2)))',
  base64: 'import base64\nprint(base64.b64decode("key=value;k2=v2"))',
  characters: 'print("²½".isnumeric(), chr(0x1c89).isalpha())',
  'method-values':
    'class A:\n    def f(self):\n        pass\n    def __repr__(self):\n        return "A"\na = A()\nprint(a.f == a.f)',
  'huge-repeats': 'try:\n    print("a" * -10**309)\nexcept OverflowError:\n    print("refused")',
  'compiler-checks': 'x = 1\nglobal x\nprint(x)',
  'dynamic-code': 'print(eval("{1: 2, True: 3}"))',
};

describe('findMontyDifferences', () => {
  it.each(Object.entries(examples))('names %s where it is used', (id, program) => {
    expect(findMontyDifferences(program).map((difference) => difference.id)).toContain(id);
  });

  it('names nothing in code that is the same on both', () => {
    const program =
      'def total(rows):\n    result = {}\n    for row in rows:\n        result[row["name"]] = result.get(row["name"], 0) + row["n"]\n' +
      '    return sorted(result.items())\n\nprint(total([{"name": "a", "n": 2}]), sum(n * n for n in range(4)))\n';
    expect(findMontyDifferences(program)).toEqual([]);
  });

  it.each([
    'try:\n    x = 1\nexcept:\n    x = 2\nexcept ValueError:\n    x = 3\n',
    'x = 1\nfrom __future__ import annotations\n',
    'x = [(i := 0) for i in [1]]\n',
    'return 1\n',
  ])('names what only the compiler refuses: %j', (program) => {
    expect(findMontyDifferences(program).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['compiler-checks']),
    );
  });

  it('names nothing in what is no Python, and everything in what cannot be read', () => {
    expect(findMontyDifferences('def f(:')).toEqual([]);
    expect(findMontyDifferences(`${'('.repeat(20_000)}1${')'.repeat(20_000)}`)).toEqual(MONTY_DIFFERENCES);
  });

  it('is the table of the docs', () => {
    const page = readFileSync(new URL('../../../docs/monty.md', import.meta.url), 'utf8');
    const rows = MONTY_DIFFERENCES.map(({ title, cpython, monty }) => `| ${title} | ${cpython} | ${monty} |`);
    for (const row of rows) expect(page).toContain(row);
    expect(page).toContain(`${rows.length} known differences`);
  });
});

const available = await Promise.all(
  (['monty', 'cpython'] as const).map((name) => sharedEngine(name).probe()),
);
const reason = available.find((probe) => !probe.available)?.reason ?? null;

unless(reason).describe('each known difference', () => {
  let monty: Sandbox;
  let cpython: Sandbox;
  beforeAll(async () => {
    monty = await createSandbox({ engine: 'monty' });
    cpython = await createSandbox({ engine: 'cpython' });
  });
  afterAll(async () => {
    await monty.close();
    await cpython.close();
  });

  it.each(Object.entries(examples))('%s is there, and silent', async (id, program) => {
    const [found, expected] = [await monty.run(program), await cpython.run(program)];
    expect([found.error, expected.error?.kind ?? null]).toEqual([
      null,
      id === 'compiler-checks' ? 'syntax' : null,
    ]);
    expect(found.stdout).not.toBe(expected.stdout);
  });
});
