import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { PythonFloat, PythonObject, type PythonValue } from '../python-value.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

unless(SKIPPED).describe.each(MECHANISMS)('values of CPython confined by %s', (mechanism) => {
  const { open } = useCpython(mechanism);

  it('carries values both ways without loss', async () => {
    const { run } = await open();
    const inputs = {
      big: 2n ** 200n,
      negative: -(2n ** 63n),
      raw: new Uint8Array([0, 255]),
      none: null,
      members: new Set([1, 'a']),
      table: new Map<number, string>([[1, 'one']]),
      text: 'ä\u{1f600}\ud800\u0000',
      nested: { a: [1, { b: [] }], ['__proto__']: 1 },
      half: 0.5,
    };
    const { value } = await run('[big, negative, raw, none, members, table, text, nested, half, whole]', {
      inputs: { ...inputs, whole: new PythonFloat(3) },
    });
    expect(value).toEqual([...Object.values(inputs), 3]);
    const kinds = await run('[type(big).__name__, repr(whole), float("nan"), float("-inf"), (1, 2), -0.0]');
    expect(kinds.value).toEqual(['int', '3.0', Number.NaN, Number.NEGATIVE_INFINITY, [1, 2], -0]);
  });

  it('bounds what goes in, what host functions answer, and what comes out', async () => {
    const { run } = await open();
    const text = 'x'.repeat(5000);
    await expect(run('text', { inputs: { text } }, { maxInputBytes: 1000 })).rejects.toMatchObject({
      code: 'sandbox/value_too_large',
    });
    const answered = await run('give()', { functions: { give: () => text } }, { maxInputBytes: 1000 });
    expect(answered.error).toMatchObject({
      type: 'ValueError',
      message: expect.stringContaining('1000 bytes'),
    });
    expect((await run('"x" * 5000', {}, { maxValueBytes: 1000 })).error).toMatchObject({ kind: 'limit' });
    const sent = await run('take("x" * 5000)', { functions: { take: () => null } }, { maxValueBytes: 1000 });
    expect([sent.error?.type, sent.usage.hostCalls]).toEqual(['ValueError', 0]);
    const deep = await run('v = []\nfor _ in range(300): v = [v]\nv');
    expect(deep.error).toMatchObject({ kind: 'limit' });
    expect((await run('v = []; v.append(v); v')).value).toEqual([new PythonObject('cycle', '[...]')]);
    expect((await run('1')).value).toBe(1);
  });

  it('bounds integers in every direction', async () => {
    const { run } = await open();
    const most = 2n ** 65_536n - 1n;
    const echo = { echo: (value: PythonValue) => value };
    expect((await run('[-most, echo(most) == most]', { inputs: { most }, functions: echo })).value).toEqual([
      -most,
      true,
    ]);
    const out = await run('[1 << 14999000] * 3');
    expect(out.error).toMatchObject({
      kind: 'limit',
      type: 'ValueError',
      message: expect.stringContaining('65536 bits'),
    });
    expect((await run('[1 << 65000] * 1000')).error).toMatchObject({ kind: 'limit', type: 'ValueError' });
    const call = 'try: take(1 << 65536)\nexcept ValueError as error: print(error)';
    const given = await run(call, { functions: { take: () => 2n ** 65_536n } });
    expect(given.stdout).toContain('65536 bits');
    const answered = await run('take()', { functions: { take: () => 2n ** 65_536n } });
    expect(answered.error).toMatchObject({
      type: 'ValueError',
      message: expect.stringContaining('65536 bits'),
    });
    await expect(run('1', { inputs: { big: 2n ** 65_536n } })).rejects.toMatchObject({
      code: 'sandbox/value_too_large',
    });
    expect((await run('1')).value).toBe(1);
  });

  it('gives each kind of value alike, whatever stands beside it', async () => {
    const { run } = await open();
    const code =
      'import array\nclass Text(str): pass\nclass Row(list): pass\n' +
      'kinds = [1, Text("t"), True, (1, (2,)), Row([3]), {4}, {5: 6}, array.array("i", [7]), StopIteration]\n' +
      '[{"kind": kind} for kind in kinds], [[kind] for kind in kinds[:4]]';
    const kinds = [
      1,
      't',
      true,
      [1, [2]],
      [3],
      new Set([4]),
      new Map([[5, 6]]),
      new PythonObject('array', "array('i', [7])"),
      new PythonObject('type', "<class 'StopIteration'>"),
    ];
    const { value } = await run(code);
    expect(value).toEqual([kinds.map((kind) => ({ kind })), kinds.slice(0, 4).map((kind) => [kind])]);
  });

  it('gives Python objects their class name and repr', async () => {
    const { run } = await open();
    const { value } = await run(
      'class A:\n    def __repr__(self): return "<A>"\n[A(), range(3), {1: A()}, 1 + 2j]',
    );
    expect(value).toEqual([
      new PythonObject('A', '<A object>', {}),
      new PythonObject('range', 'range(0, 3)'),
      new Map([[1, new PythonObject('A', '<A object>', {})]]),
      new PythonObject('complex', '(1+2j)'),
    ]);
  });
});
