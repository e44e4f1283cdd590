import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/index.js';
import { differences } from './difference.js';

describe('differences', () => {
  it.each<[string, Json, Json, string[]]>([
    ['nothing', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['a value', { a: { b: 2 } }, { a: { b: '2' } }, ['output.a.b: "2", expected 2']],
    ['a missing key', { a: 1 }, {}, ['output.a: missing, expected 1']],
    ['a key too many', { a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }, ['output.a[0].c: not expected']],
    [
      'a length',
      { a: ['x', 'y'] },
      { a: ['z'] },
      ['output.a: 1 items, expected 2', 'output.a[0]: "z", expected "x"'],
    ],
    ['a kind', [1], { a: 1 }, ['output: {"a":1}, expected [1]']],
    ['a shape of a grid', [[1, 2]], [[1], [2]], ['output: a grid of 2x1, expected 1x2']],
    [
      'cells of a grid',
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1, 0],
        [3, 4],
      ],
      ['output: 1 cells differ, drawn as got>expected:\n1 0>2\n3 4'],
    ],
  ])('says %s', (_name, expected, actual, lines) => {
    expect(differences(expected, actual)).toEqual(lines);
  });

  it('lists the first eight of many', () => {
    const expected = Array.from({ length: 30 }, (_, index) => ({ n: index }));
    const lines = differences(
      expected,
      expected.map(({ n }) => ({ n: -n - 1 })),
    );
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)).toBe('and 22 more differences');
  });
});
