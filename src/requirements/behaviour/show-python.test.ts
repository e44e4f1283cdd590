import { expect, it } from 'vitest';
import { PythonFloat, PythonObject, type PythonValue } from '../../sandbox/index.js';
import { showPython } from './show-python.js';

it.each<[PythonValue, string]>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
  [7, '7'],
  [10n ** 20n, '100000000000000000000'],
  [new PythonFloat(1.5), '1.5'],
  ['a"b\n', `'a"b\\n'`],
  ["it's", `"it's"`],
  [new Uint8Array(3), '<3 bytes>'],
  [new PythonObject('Point', 'Point(1)', null), 'Point(1)'],
  [[1, ['a']], "[1, ['a']]"],
  [[], '[]'],
  [new Set<PythonValue>(), 'set()'],
  [new Set([1, 2]), '{1, 2}'],
  [{ a: 1, b: null }, "{'a': 1, 'b': None}"],
  [new Map<PythonValue, PythonValue>([[1, 'x']]), "{1: 'x'}"],
  [{}, '{}'],
])('%o is shown as %s', (value, text) => expect(showPython(value)).toBe(text));

it('cuts what is long, deep or wide', () => {
  expect(showPython('x'.repeat(198))).toBe(`'${'x'.repeat(198)}'`);
  expect(showPython('x'.repeat(199))).toBe(`'${'x'.repeat(198)}…`);
  const nested = (levels: number): PythonValue => (levels === 0 ? 1 : [nested(levels - 1)]);
  expect(showPython(nested(8))).toBe('[[[[[[[[1]]]]]]]]');
  expect(showPython(nested(9))).toBe('[[[[[[[[[…]]]]]]]]]');
  const empty = (count: number) => Array.from({ length: count }, () => '');
  expect(showPython(empty(51))).toBe(showPython(empty(50)));
  const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [n, 0]));
  expect(showPython(wide(51)).length).toBe(200);
});
