import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { checkPython } from '../pipeline/check-reply.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { RequirementResult } from '../verdict.js';
import { FORGED_TYPES, HONEST_TYPES } from './forged-types.fixture.js';
import { TypesHold } from './types-hold.js';
import { MISSED, WRONG_TYPES } from './wrong-types.fixture.js';

const why = await whyUnavailable('monty');

async function judge(code: string): Promise<RequirementResult> {
  const { results } = await checkPython(code, [TypesHold()]);
  const [result] = results;
  if (result === undefined) throw new Error('no result');
  return result;
}

/** What the checker does not know, or what another part of the program may make right. */
const RIGHT: Readonly<Record<string, string>> = {
  enum: 'from enum import Enum\n\nclass Color(Enum):\n    RED = 1\n\ndef f(c: Color) -> str:\n    return c.name\n\nf(Color.RED)\nprint(Color.RED.value)\n',
  'class methods':
    'class A:\n    @classmethod\n    def make(cls, x):\n        return cls()\n\n    @staticmethod\n    def add(a, b):\n        return a + b\n\nA.make(1)\nA.add(1, 2)\nA().add(1, 2)\n',
  'unknown modules': 'import numpy as np\nimport string\nprint(np.zeros(3) + 1, string.ascii_letters)\n',
  builtins: 'print(list(map(str, filter(None, [1]))), open, callable(len), hasattr(1, "a"))\n',
  'a global bound elsewhere':
    'cache = None\n\ndef fill():\n    global cache\n    cache = {}\n\ndef use():\n    return cache["a"]\n',
  'a decorator that changes parameters':
    'import functools\n\ndef give(f):\n    @functools.wraps(f)\n    def call(*a):\n        return f(1, *a)\n    return call\n\n@give\ndef g(a, b):\n    return a + b\n\ng(2)\n',
  'a default that says nothing of the type': 'def f(n=0):\n    a, b = n\n    return a\n\nf((1, 2))\n',
  'generators and closures':
    'def count(n: int):\n    for i in range(n):\n        yield i\n\nprint(sum(count(3)), [lambda: i for i in count(2)])\n',
  'a form feed': 'x: int = 1\n\f\ndef f() -> int:\n    return x\n',
  'call of what is asked': 'def f(x: object, y: str | None = None):\n    return x() if callable(x) else y\n',
};

unless(why).describe('TypesHold', () => {
  it('fails programs with a wrong type, at its line', async () => {
    for (const code of WRONG_TYPES) {
      const { verdict, findings } = await judge(code);
      const line = 1 + code.split('\n').findIndex((text) => text.endsWith('# wrong'));
      const found = findings.some((finding) => finding.line === line && finding.severity === 'error');
      expect([code, verdict, found]).toEqual([code, 'fail', true]);
    }
  });

  it('passes what it is known to miss, and no more than that', async () => {
    for (const code of MISSED) expect([code, (await judge(code)).verdict]).toEqual([code, 'pass']);
  });

  it.each(Object.entries(RIGHT))('passes %s', async (_, code) => {
    expect(await judge(code)).toMatchObject({ verdict: 'pass' });
  });

  it.each(Object.entries(FORGED_TYPES))('passes no wrong program behind %s', async (_, code) => {
    expect((await judge(code)).verdict).toMatch(/^(?:fail|not_checked)$/);
  });

  it.each(Object.entries(HONEST_TYPES))('passes %s in a right program', async (_, code) => {
    expect(await judge(code)).toMatchObject({ verdict: 'pass' });
  });

  it('says what hides a wrong type, and how to show that it is right', async () => {
    const { reason, cause } = await judge(
      'from typing import cast\nclass Pet: pass\nclass Dog(Pet): pass\ndef get(pet: Pet) -> Dog:\n    return cast(Dog, pet)\n',
    );
    expect(cause).toBe('limit');
    expect(reason).toMatch(/only with cast\(\) or Any at line 5,.* isinstance\(\)/);
  });

  it('names the line that gives a type another meaning', async () => {
    const { verdict, reason } = await judge('x = 1\nint = str\ndef half(x: int) -> int:\n    return "a"\n');
    expect([verdict, reason]).toEqual(['not_checked', expect.stringContaining('line 2')]);
  });

  it('keeps the places of what follows on a line', async () => {
    const { findings } = await judge('from typing import cast\nx = cast("é😀", 1); y: int = "a"\n');
    expect(findings).toMatchObject([{ line: 2, column: 30, endColumn: 33 }]);
  });

  it('counts columns as JavaScript does, and says what to do', async () => {
    const { findings } = await judge('"😀"; x: int = "😀é"\n');
    expect(findings).toEqual([
      {
        rule: 'types/invalid-assignment',
        severity: 'error',
        line: 1,
        column: 16,
        endLine: 1,
        endColumn: 21,
        message: 'Object of type Literal["😀é"] is not assignable to int.',
        hint: 'Assign a value of the declared type, or change the annotation.',
      },
    ]);
  });

  it('warns of what may be None', async () => {
    const { verdict, findings } = await judge('import re\nprint(re.match("a", "b").group())\n');
    expect(verdict).toBe('pass');
    expect(findings).toMatchObject([{ rule: 'types/unresolved-attribute', severity: 'warning', line: 2 }]);
  });

  it('reads a large program in a worker thread', async () => {
    const large = `${'# a comment\n'.repeat(2_000)}class A:\n    @classmethod\n    def make(cls, x):\n        return cls()\n\nA.make(1)\n`;
    expect(await judge(large)).toMatchObject({ verdict: 'pass' });
    expect(await judge(`${large}x: int = "a"\n`)).toMatchObject({
      verdict: 'fail',
      findings: [{ line: 2_007 }],
    });
  });

  it('runs nothing, and judges each program by itself', async () => {
    await judge('while True: pass\n');
    expect(await judge('def helper(x: int) -> int:\n    return x\n')).toMatchObject({ verdict: 'pass' });
    expect(await judge('def helper(x: str) -> str:\n    return x\n\nhelper("a")\n')).toMatchObject({
      verdict: 'pass',
    });
    expect(await judge('x = (\n')).toMatchObject({ verdict: 'fail' });
  });
});

it('leaves code of more characters than it reads unjudged', async () => {
  expect(await judge(`x = 1\n${'#'.repeat(262_144)}\n`)).toMatchObject({
    verdict: 'not_checked',
    cause: 'limit',
  });
});
