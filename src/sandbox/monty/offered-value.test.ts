import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../contract.js';
import { createSandbox } from '../create-sandbox.js';
import { PythonFloat, type PythonValue } from '../python-value.js';
import { MontyEngine } from './monty-engine.js';
import { offerValue, readOffer } from './offered-value.js';

const { available, reason } = await new MontyEngine().probe();

const LIMIT = 1 << 24;
/** Makes any value that it stands beside large enough to be offered. */
const FILLER = 'x'.repeat(70_000);

const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('1', '-2', '1.5', 'true', 'null', 'NaN', 'Infinity', '__proto__', '{', ']"\\'),
);
const { value: anyValue } = fc.letrec<{ value: PythonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.bigInt(),
    fc.double(),
    fc.integer().map((whole) => new PythonFloat(whole)),
    oddText,
    fc.uint8Array({ maxLength: 3 }),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(oddText, tie('value'), { maxKeys: 6, noNullPrototype: true }),
    fc
      .array(fc.tuple(fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)), tie('value')), {
        minLength: 1,
        maxLength: 3,
      })
      .map((entries) => new Map<PythonValue, PythonValue>(entries)),
    fc.array(fc.integer(), { maxLength: 3 }).map((items) => new Set(items)),
  ),
}));

describe('offerValue', () => {
  it.each([
    ['x', 'x; _mettle_value(x, 4194304)'],
    ['x = [1]\nx\n\n', 'x = [1]\nx; _mettle_value(x, 4194304)\n\n'],
    ['result  # the rows', 'result; _mettle_value(result, 4194304)  # the rows'],
  ])('offers what %j ends with', (code, offering) => {
    expect(offerValue(code, LIMIT)).toBe(offering);
  });

  it.each([
    '',
    '1',
    'x = 1',
    'f(x)',
    ' x',
    'pass',
    'None',
    'while x:\n  break',
    'x = 1 + \\\ny',
    'ª',
    '1x',
    'x;',
  ])('leaves %j', (code) => {
    expect(offerValue(code, LIMIT)).toBe(code);
  });
});

describe('readOffer', () => {
  it('takes what is certain', () => {
    const text = '[1,-0.0,1.5,1e-07,true,null,"é\\n",{"a":{"":[]},"x1":2.0,"__proto__":"[[[\\"{"}]';
    expect(readOffer(text, LIMIT)?.value).toEqual(JSON.parse(text));
  });

  it.each([
    ['a key that may be an int', '[{"1":1}]'],
    ['a key that may be a negative float', '[{"-1.5":1}]'],
    ['a key that may be a boolean', '[{"true":1}]'],
    ['a key that may be None', '[{"null":1}]'],
    ['an int beyond the safe ones', '[9007199254740992]'],
    ['an int beyond the floats', `[${'9'.repeat(400)}]`],
    ['a float without a fraction beyond the safe ints', '[1e+16]'],
    ['NaN', '[NaN]'],
    ['33 containers in one another', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['what is too long', `["${'x'.repeat(5_000_000)}"]`],
    ['no JSON', '[1,'],
    ['no text', 1],
  ])('does not take %s', (_, text) => {
    expect(readOffer(text, LIMIT)).toBeNull();
  });
});

describe.skipIf(!available)(`a run's value${available ? '' : ` (skipped: ${reason})`}`, () => {
  const engine = new MontyEngine({ maxWorkers: 1 });
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ engine, functions: { answer: () => 42 } });
  });
  afterAll(() => engine.close());

  it('is the same when it was offered', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async (value) => {
        const inputs = { filler: FILLER, value };
        const plain = await sandbox.run('both = [filler, value]\n(both)', { inputs });
        const offered = await sandbox.run('both');
        expect(offered).toMatchObject({ ok: true, usage: { hostCalls: 0 } });
        expect(offered.value).toEqual(plain.value);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['tuples', '[(1, (2,))] * 30000'],
    ['a counter', 'Counter(str(i) + "k" for i in range(30000))'],
    ['a default dict', 'd'],
    ['strings of every plane', '["é😀\\x00\\u2028\\"\\\\"] * 20000'],
    ['floats', '[i / 7 for i in range(30000)]'],
    ['an instance at the end', '[0] * 60000 + [C()]'],
    ['a cycle at the end', 'c'],
  ])('is the same for %s', async (_, expression) => {
    const setUp =
      'from collections import Counter, defaultdict\nclass C:\n  def __init__(self): self.x = 1\n' +
      'd = defaultdict(list)\nfor i in range(30000): d[f"k{i}"].append(i)\n' +
      'c = [0] * 60000\nc.append(c)\n';
    const plain = await sandbox.run(`${setUp}made = ${expression}\n(made)`);
    expect(plain.error).toBeNull();
    expect((await sandbox.run('made')).value).toEqual(plain.value);
  });

  it('leaves errors, limits and host functions as they are', async () => {
    expect((await sandbox.run('1\nnothing_here')).error).toMatchObject({
      type: 'NameError',
      frames: [{ line: 2, column: 1 }],
    });
    const limits = { maxHostCalls: 1 };
    const { value, usage } = await sandbox.run('rows = [answer()] * 50000\nrows', { limits });
    expect([(value as readonly number[]).length, usage.hostCalls]).toEqual([50_000, 1]);
    expect(
      (await sandbox.run('rows = [0.1] * 50000\nrows', { limits: { maxValueBytes: 100_000 } })).error?.kind,
    ).toBe('limit');
  });

  it('cannot be offered twice, nor by what is no JSON', async () => {
    expect((await sandbox.run('_mettle_take_value("[1")')).value).toBe(false);
    const again = await sandbox.run('_mettle_take_value("[1")\n_mettle_take_value("[2]")');
    expect(again.error?.type).toBe('NameError');
    const twice = await sandbox.run('_mettle_take_value("[1]")\n_mettle_take_value("[2]")');
    expect(twice.error?.type).toBe('NameError');
    expect((await sandbox.run('_mettle_take_value("[1]")\n7')).value).toBe(7);
  });
});
