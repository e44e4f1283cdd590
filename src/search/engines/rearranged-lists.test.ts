import { describe, expect, it } from 'vitest';
import { BINDING } from '../language/python-source.js';
import { rearrangements } from './rearranged-lists.js';

type Items = readonly number[];

const lists: readonly Items[] = [
  [7, 3, 9, 0, 4, 8, 1],
  [2, 6, 5, 1, 8, 0],
  [4, 9, 2, 7, 3],
  [1, 8, 6, 5, 9, 3, 7, 2],
];

/** Python of what makes these outputs, and what it makes of a list. */
function found(
  change: (list: Items) => Items,
  rows = lists,
): { readonly python: string; readonly of: (list: Items) => unknown } | null {
  const [operator] = rearrangements(rows, rows.map(change));
  if (operator === undefined) return null;
  expect(rows.map((row) => operator.apply([row]))).toEqual(rows.map(change));
  return {
    python: operator.render([{ text: 'values', binding: BINDING.primary }]).text,
    of: (list) => operator.apply([list]),
  };
}

describe('rearrangements', () => {
  it.each<readonly [string, (list: Items) => Items]>([
    ['[92, 63] + values', (list) => [92, 63, ...list]],
    ['[1] + values + [0, 5]', (list) => [1, ...list, 0, 5]],
    ['values[:4] + [6] + values[4:]', (list) => [...list.slice(0, 4), 6, ...list.slice(4)]],
    ['values[:-1] + [30] + values[-1:]', (list) => [...list.slice(0, -1), 30, ...list.slice(-1)]],
    ['values[:3] + values[4:]', (list) => list.filter((_item, place) => place !== 3)],
    ['values[:2] + [50] + values[3:]', (list) => list.with(2, 50)],
    [
      'values[3:4] + values[1:3] + values[:1] + values[4:]',
      (list) => list.with(0, list[3] ?? 0).with(3, list[0] ?? 0),
    ],
    [
      'values[2:4] + values[:2] + values[4:]',
      (list) => [...list.slice(2, 4), ...list.slice(0, 2), ...list.slice(4)],
    ],
    ['values[2:3] * 2 + values[2:]', (list) => list.with(0, list[2] ?? 0).with(1, list[2] ?? 0)],
    ['values[1:4]', (list) => list.slice(1, 4)],
    ['values[2:3] + [4] + values[:1]', (list) => [list[2] ?? 0, 4, list[0] ?? 0]],
    ['values[-1:] + values[:-1]', (list) => [...list.slice(-1), ...list.slice(0, -1)]],
  ])('finds %s', (python, change) => {
    expect(found(change)?.python).toBe(python);
  });

  it('leaves lists that are too short as they are, where examples show it', () => {
    const change = (list: Items): Items => (list.length > 5 ? list.with(5, 3) : list);
    const rearranged = found(change, [...lists, [4, 1, 5], [6]]);
    expect(rearranged?.python).toBe('values[:5] + [3] + values[6:] if len(values) >= 6 else values');
    expect(rearranged?.of([9, 9, 9, 9, 9])).toEqual([9, 9, 9, 9, 9]);
  });

  it.each<readonly [string, (list: Items) => Items, readonly Items[]]>([
    ['nothing changes', (list) => list, lists],
    ['the outputs are the same numbers', () => [3, 4], lists],
    ['the items themselves decide', (list) => list.filter((item) => item > 4), lists],
    ['there are too few lists', (list) => [5, ...list], lists.slice(0, 2)],
    ['it depends on more than the length', (list) => (list.length > 5 ? [9, ...list] : [8, ...list]), lists],
  ])('finds none where %s', (_why, change, rows) => {
    expect(found(change, rows)).toBeNull();
  });
});
