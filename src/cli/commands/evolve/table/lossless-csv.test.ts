import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellProblem, cellText, csvRows, renderCsv, writeCell } from './lossless-csv.js';

const csvText = fc
  .array(
    fc.oneof(
      fc.constantFrom('"', ',', ';', '\t', '\n', '\r', '\r\n', 'a', 'b', ' ', '=1', 'é', '""'),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));
const delimiters = fc.constantFrom(',', ';', '\t', '|');

describe('csvRows and renderCsv', () => {
  it('give back any text', () => {
    fc.assert(
      fc.property(csvText, delimiters, (text, delimiter) => {
        expect(renderCsv(csvRows(text, delimiter), delimiter)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('read what writeCell writes, and leave every other cell as it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 2 }),
        delimiters,
        fc.boolean(),
        (texts, delimiter, quoted) => {
          const text = `${texts.map((cell) => writeCell(cell, delimiter, quoted)).join(delimiter)}\n`;
          const [row, ...rest] = [...csvRows(text, delimiter)];
          expect(rest).toEqual([]);
          expect(row?.cells.map(cellText)).toEqual(texts);
          expect(row?.cells.map(cellProblem)).toEqual(texts.map(() => null));
        },
      ),
    );
  });

  it('take rows apart at every kind of line end, and not inside quotes', () => {
    expect([...csvRows('a,"b\r\nc"\r\n\n"d""e",f\rg', ',')]).toEqual([
      { cells: ['a', '"b\r\nc"'], end: '\r\n', line: 1 },
      { cells: [''], end: '\n', line: 3 },
      { cells: ['"d""e"', 'f'], end: '\r', line: 4 },
      { cells: ['g'], end: '', line: 5 },
    ]);
    expect([...csvRows('a,', ',')]).toEqual([{ cells: ['a', ''], end: '', line: 1 }]);
  });

  it('take time in proportion to the text when quotes are never closed', () => {
    const text = '"a\n'.repeat(200_000);
    expect(renderCsv(csvRows(text, ','), ',')).toBe(text);
  });
});

describe('cellProblem', () => {
  it.each([
    ['"a', 'a quote that is never closed'],
    ['"a""', 'a quote that is never closed'],
    ['"', 'a quote that is never closed'],
    ['"a"b', 'text after a closing quote'],
    ['a"b', null],
    ['"a""b"', null],
    ['""', null],
    ['', null],
  ])('of %s is %s', (raw, problem) => {
    expect(cellProblem(raw)).toBe(problem);
  });
});
