import { describe, expect, it } from 'vitest';
import { MAX_INTEGER_BITS } from './integers.js';
import { PythonFloat, PythonObject, type PythonValue } from './python-value.js';
import { pythonValueToJson } from './python-value-to-json.js';

describe('pythonValueToJson', () => {
  it.each<[PythonValue, unknown]>([
    [{ a: [1, 'x', null, true] }, { a: [1, 'x', null, true] }],
    [9007199254740993n, { $int: '9007199254740993' }],
    [Number.NaN, { $float: 'nan' }],
    [Number.NEGATIVE_INFINITY, { $float: '-inf' }],
    [new PythonFloat(2), 2],
    [new Uint8Array([1, 2]), { $bytes: 'AQI=' }],
    [new Set([1]), { $set: [1] }],
    [new Map<PythonValue, PythonValue>([[1, 'a']]), { $dict: [[1, 'a']] }],
    [new PythonObject('range', 'range(0, 3)'), { $object: { type: 'range', repr: 'range(0, 3)' } }],
    [{ $int: 'mine' }, { $dict: [['$int', 'mine']] }],
    [
      { $a: 1, b: 2 },
      { $a: 1, b: 2 },
    ],
  ])('writes case %#', (value, json) => {
    expect(pythonValueToJson(value)).toEqual(json);
    expect(() => JSON.stringify(pythonValueToJson(value))).not.toThrow();
  });

  it('refuses an integer that no sandbox returns', () => {
    const most = 2n ** BigInt(MAX_INTEGER_BITS) - 1n;
    expect(pythonValueToJson([-most])).toEqual([{ $int: String(-most) }]);
    expect(() => pythonValueToJson([most + 1n])).toThrow(
      expect.objectContaining({ code: 'sandbox/value_too_large' }),
    );
  });
});
