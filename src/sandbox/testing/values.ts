import { MettleError } from '../../core/index.js';
import { expect, rejection } from '../../core/internal.js';
import { MAX_INTEGER_BITS } from '../integers.js';
import { MAX_VALUE_DEPTH, PythonFloat, PythonObject, type PythonValue } from '../python-value.js';
import type { DefineCase } from './define-case.js';

/** Python expressions and the JavaScript value that every engine gives for them. */
const OUT: readonly (readonly [code: string, value: PythonValue])[] = [
  ['None', null],
  ['True', true],
  ['-7', -7],
  ['2 ** 53 - 1', 9_007_199_254_740_991],
  ['2 ** 53', 9_007_199_254_740_992n],
  ['-(2 ** 63)', -9_223_372_036_854_775_808n],
  ['2 ** 200', 2n ** 200n],
  ['-(2 ** 64) - 1', -(2n ** 64n) - 1n],
  ['1.5', 1.5],
  ['2.0', 2],
  ['float("nan")', Number.NaN],
  ['float("-inf")', Number.NEGATIVE_INFINITY],
  ['-0.0', -0],
  ['1e300', 1e300],
  ['""', ''],
  ['"é😀\\x00\\n"', 'é😀\0\n'],
  ['b"\\x00\\xff"', new Uint8Array([0, 255])],
  ['[1, [2, []]]', [1, [2, []]]],
  ['(1, (2,))', [1, [2]]],
  ['{"a": {"b": None}}', { a: { b: null } }],
  ['{}', {}],
  [
    '{1: "a", "b": 2}',
    new Map<PythonValue, PythonValue>([
      [1, 'a'],
      ['b', 2],
    ]),
  ],
  ['{(1, 2): 3}', new Map<PythonValue, PythonValue>([[[1, 2], 3]])],
  ['{"__proto__": 1, "constructor": 2}', JSON.parse('{"__proto__": 1, "constructor": 2}')],
  ['{3}', new Set([3])],
  ['frozenset([1])', new Set([1])],
  ['range(3)', new PythonObject('range', 'range(0, 3)')],
  ['int', new PythonObject('type', "<class 'int'>")],
  ['len', new PythonObject('builtin_function_or_method', '<built-in function len>')],
  ['...', new PythonObject('ellipsis', 'Ellipsis')],
  ['ValueError("no \'way\'")', new PythonObject('ValueError', 'ValueError("no \'way\'")')],
  ['def f(): pass\nf', new PythonObject('function', '<function f>')],
  ['lambda: 1', new PythonObject('function', '<function <lambda>>')],
  ['import math\nmath', new PythonObject('module', "<module 'math'>")],
  ['import datetime\ndatetime.date(2024, 5, 1)', new PythonObject('date', 'datetime.date(2024, 5, 1)')],
  [
    'import datetime\ndatetime.datetime(2024, 5, 1, 2, 3, tzinfo=datetime.timezone.utc)',
    new PythonObject('datetime', 'datetime.datetime(2024, 5, 1, 2, 3, tzinfo=datetime.timezone.utc)'),
  ],
  [
    'import datetime\ndatetime.timedelta(days=-1, seconds=5)',
    new PythonObject('timedelta', 'datetime.timedelta(days=-1, seconds=5)'),
  ],
  ['from pathlib import Path\nPath("/a/b")', new PythonObject('PosixPath', "PosixPath('/a/b')")],
  [
    'class Point:\n  def __init__(self, x): self.x = x\n  def __repr__(self): return "mine"\nPoint(3)',
    new PythonObject('Point', '<Point object>', { x: 3 }),
  ],
  ['from collections import namedtuple\nnamedtuple("P", "a b")(1, 2)', [1, 2]],
  ['from collections import Counter\nCounter("aab")', { a: 2, b: 1 }],
  ['from collections import defaultdict\nd = defaultdict(list)\nd["k"].append(1)\nd', { k: [1] }],
  ['from collections import deque\ndeque([1, 2])', [1, 2]],
  ['x = [1]\nx.append(x)\nx', [1, new PythonObject('cycle', '[...]')]],
  ['q = [1]\n[q, q]', [[1], [1]]],
];

/** JavaScript values, an expression over the input `v`, and what it gives. */
const IN: readonly (readonly [value: PythonValue, code: string, result: PythonValue])[] = [
  [1, 'type(v).__name__', 'int'],
  [1.5, 'type(v).__name__', 'float'],
  [-0, 'str(v)', '-0.0'],
  [1e300, 'type(v).__name__', 'float'],
  [new PythonFloat(2), 'str(v)', '2.0'],
  [Number.NaN, 'v != v', true],
  [Number.POSITIVE_INFINITY, 'v > 1e308', true],
  [2n ** 63n, 'v == 2 ** 63', true],
  [-(2n ** 63n), 'v == -(2 ** 63)', true],
  [-(2n ** 70n), 'v == -(2 ** 70)', true],
  [5n, 'v + 1', 6],
  ['é😀', 'len(v)', 2],
  [new Uint8Array([1, 2]), 'v == b"\\x01\\x02"', true],
  [[1, [2, { a: null }]], 'v == [1, [2, {"a": None}]]', true],
  [new Set<PythonValue>([1, 'a']), 'v == {1, "a"}', true],
  [
    new Map<PythonValue, PythonValue>([
      [1, 'a'],
      ['b', 2],
    ]),
    'v == {1: "a", "b": 2}',
    true,
  ],
  [JSON.parse('{"__proto__": 1}') as PythonValue, 'v', JSON.parse('{"__proto__": 1}') as PythonValue],
  [new Map<PythonValue, PythonValue>([[[1, new Set([2])], 3]]), 'v[(1, frozenset([2]))]', 3],
  [{ 'any key': [true, false] }, 'v["any key"]', [true, false]],
];

/** What no engine takes. */
function refused(): readonly (readonly [what: string, value: unknown, code: string])[] {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  let deep: unknown = 1;
  for (let depth = 0; depth < 300; depth++) deep = [deep];
  return [
    ['a function', () => 1, 'sandbox/invalid_value'],
    ['a symbol', Symbol('x'), 'sandbox/invalid_value'],
    ['a Date', new Date(0), 'sandbox/invalid_value'],
    ['a cycle', cycle, 'sandbox/invalid_value'],
    ['300 lists in one another', deep, 'sandbox/invalid_value'],
    ['a Python object', new PythonObject('x', 'x'), 'sandbox/invalid_value'],
    ['a dict as a key', new Map([[{ a: 1 }, 1]]), 'sandbox/invalid_value'],
    ['more than maxInputBytes', 'x'.repeat(2_000_000), 'sandbox/value_too_large'],
  ];
}

/** Values in both directions: the same JavaScript value for the same Python value, whatever the engine. */
export function valueCases(it: DefineCase): void {
  it('gives the agreed value for each Python value', async ({ open }) => {
    const sandbox = await open();
    for (const [code, value] of OUT) {
      const result = await sandbox.run(code);
      expect({ code, error: result.error, value: result.value }).toEqual({ code, error: null, value });
    }
  });

  it('takes each value as the agreed Python value', async ({ open }) => {
    const sandbox = await open();
    for (const [v, code, value] of IN) {
      const result = await sandbox.run(code, { inputs: { v } });
      expect({ code, error: result.error, value: result.value }).toEqual({ code, error: null, value });
    }
  });

  it('carries integers of the most bits both ways, and none larger', async ({ open }) => {
    const most = 2n ** BigInt(MAX_INTEGER_BITS) - 1n;
    const functions = { echo: (value: PythonValue) => value, large: () => most + 1n };
    const sandbox = await open({ functions });
    const carried = await sandbox.run('[-most, echo(most) == most]', { inputs: { most } });
    expect([carried.error, carried.value]).toEqual([null, [-most, true]]);
    for (const code of ['[most + 1]', '-most - 1', '{"k": (1 << 300000)}', '[most] * 300']) {
      expect({ code, error: (await sandbox.run(code)).error }).toMatchObject({
        code,
        error: { kind: 'limit', message: /integer/ },
      });
    }
    for (const code of ['echo(most + 1)', 'large()']) {
      const caught = await sandbox.run(`try:\n    ${code}\nexcept ValueError as error:\n    print(error)`);
      expect({ code, stdout: caught.stdout }).toEqual({
        code,
        stdout: new RegExp(`${MAX_INTEGER_BITS} bits`),
      });
    }
    expect(await rejection(sandbox.run('1', { inputs: { large: [most + 1n] } }))).toMatchObject({
      code: 'sandbox/value_too_large',
    });
    expect((await sandbox.run('1')).value).toBe(1);
  });

  it('carries values of the greatest depth both ways, and none deeper', async ({ open }) => {
    const nested = (depth: number): PythonValue => {
      let value: PythonValue = 1;
      for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { k: value };
      return value;
    };
    let asked = 0;
    const sandbox = await open({
      functions: {
        give_deepest: () => nested(MAX_VALUE_DEPTH),
        give_deeper: () => nested(MAX_VALUE_DEPTH + 1),
        take: () => ++asked,
      },
    });
    const deepest = nested(MAX_VALUE_DEPTH);
    expect((await sandbox.run('take(deepest)\ndeepest', { inputs: { deepest } })).value).toEqual(deepest);
    expect((await sandbox.run('given = give_deepest()\ngiven')).value).toEqual(deepest);
    const deeper = sandbox.run('v', { inputs: { v: nested(MAX_VALUE_DEPTH + 1) } });
    expect(await deeper.then(() => 'it ran', codeOf)).toBe('sandbox/invalid_value');
    expect((await sandbox.run('give_deeper()')).error).toMatchObject({ kind: 'runtime', type: 'ValueError' });
    const tooDeep = { type: 'ValueError', message: 'the value is nested deeper than 32 levels' };
    for (const code of ['x = [given]\nx', '[given]', '{"k": given}', '{1: given}', '(given,)']) {
      expect((await sandbox.run(code)).error).toMatchObject({ kind: 'limit', ...tooDeep });
    }
    expect((await sandbox.run('take([given])')).error).toMatchObject({ kind: 'runtime', ...tooDeep });
    expect(asked).toBe(1);
  });

  it('says that a value nests far too deep', async ({ open }) => {
    const sandbox = await open();
    const { error } = await sandbox.run('x = []\nfor _ in range(500): x = [x]\nx');
    expect(error).toMatchObject({ kind: 'limit', type: 'ValueError' });
    expect((await sandbox.run('1 + 1')).value).toBe(2);
  });

  it('refuses what Python cannot be given, and goes on', async ({ open }) => {
    const sandbox = await open({ limits: { maxInputBytes: 1_000_000 } });
    await sandbox.run('x = 7');
    for (const [what, value, code] of refused()) {
      const outcome = sandbox.run('v', { inputs: { v: value as PythonValue } });
      expect([what, await outcome.then(() => 'it ran', codeOf)]).toEqual([what, code]);
    }
    expect((await sandbox.run('x')).value).toBe(7);
  });
}

function codeOf(thrown: unknown): string {
  return MettleError.isInstance(thrown) ? thrown.code : String(thrown);
}
