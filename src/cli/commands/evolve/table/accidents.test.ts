import { describe, expect, it } from 'vitest';
import { accidentIn } from './accidents.js';
import type { ColumnTask } from './column-task.js';

const task = (inputs: readonly string[], rows: readonly (readonly string[])[]): ColumnTask => ({
  kind: 'new',
  column: 'wanted',
  inputs,
  examples: rows.map((cells, index) => ({
    line: index + 2,
    cells: cells.slice(0, -1),
    output: cells.at(-1) ?? '',
  })),
  targets: [],
});
const KEYS = /tell rows apart/;

describe('accidentIn', () => {
  it.each([
    [
      'a column named so',
      ['customer id'],
      [
        ['17', '34'],
        ['9', '18'],
        ['4', '8'],
      ],
    ],
    [
      'zeros before the numbers',
      ['area'],
      [
        ['0231', '462'],
        ['0042', '84'],
        ['1100', '2200'],
      ],
    ],
    [
      'numbers that count the rows',
      ['n'],
      [
        ['1', '2'],
        ['2', '4'],
        ['3', '6'],
      ],
    ],
  ])('finds numbers that are computed from keys, by %s', (_how, inputs, rows) => {
    expect(accidentIn(task(inputs, rows), inputs, 'return str(int(text) * 2)')).toMatch(KEYS);
  });

  it('lets keys be written in another way', () => {
    const padded = task(
      ['code'],
      [
        ['A-7', 'A-0007'],
        ['B-42', 'B-0042'],
        ['C-9', 'C-0009'],
      ],
    );
    const script = 'return f"{text[0]}-{int(text.split(\'-\')[1]):04d}"';
    expect(accidentIn(padded, ['code'], script)).toBeNull();
  });

  it('lets other columns be computed with beside a key', () => {
    const columns = ['id', 'price'];
    const prices = task(columns, [
      ['7', '10', '7: 20'],
      ['8', '11', '8: 22'],
      ['3', '4', '3: 8'],
    ]);
    const script = "return f\"{record['id']}: {int(record['price']) * 2}\"";
    expect(accidentIn(prices, columns, script)).toBeNull();
    expect(accidentIn(prices, columns, "return str(int(record['id']) * 3)")).toMatch(KEYS);
  });

  it('finds words chosen by their length, unless there are examples enough', () => {
    const few = task(
      ['mail'],
      [
        ['a@bcd.e', 'bcd'],
        ['x@yyy.zz', 'yyy'],
      ],
    );
    const script = "return max(re.split(r'[@.]', text), key=len)";
    expect(accidentIn(few, ['mail'], script)).toMatch(/by its length/);
    const many = task(
      ['mail'],
      Array.from({ length: 10 }, () => ['a@bcd.e', 'bcd']),
    );
    expect(accidentIn(many, ['mail'], script)).toBeNull();
  });
});
