import fc from 'fast-check';
import type { ConstantPool } from '../language/operator.js';
import type { Value, ValueType } from '../language/value-type.js';

const pieces = [
  'a',
  'b',
  'Z',
  'Q',
  'é',
  'Ö',
  'ñ',
  'ß',
  'weiß',
  'ÿ',
  'ŉ',
  'İ',
  'µ',
  'Σ',
  'λόγος',
  'Жук',
  '7',
  '0',
  '12',
  ' ',
  '  ',
  '-',
  ', ',
  '.',
  '/',
  '_',
  "'",
  '"',
  '\\',
  '\t',
  '\n',
  '\u00a0',
  '\u2003',
  '😀',
  'Hello',
  'world',
  'March',
  '3.5',
  '-4',
  'ID-',
  '(',
  ')',
];
const halfOfDay = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.constantFrom(' AM', ' pm', 'PM', ''),
  )
  .map(([hour, minute, half]) => `${hour}:${String(minute).padStart(2, '0')}${half}`);
const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.integer({ min: -5000, max: 5000 }).map((value) => String(value / 4)) },
  { weight: 1, arbitrary: fc.integer({ min: -5000, max: 5000 }).map((value) => ` ${value} `) },
  { weight: 1, arbitrary: fc.constantFrom('March', 'May', 'December', 'july', 'Hello', 'world', 'É', 'a') },
  { weight: 2, arbitrary: fc.constantFrom('a', 'b', '') },
  { weight: 1, arbitrary: halfOfDay },
  { weight: 1, arbitrary: fc.constantFrom("48°30'N", "7°05'W", '12°N', "89°59'59″S") },
  { weight: 1, arbitrary: fc.constantFrom('#ff8800', '#0bD147', '+49 30 1234', 'https://www.b.c') },
  { weight: 1, arbitrary: fc.constantFrom('XIV', 'MCMXCIX', 'IIX', 'VIII', '3/4', '12 5/8', '1/0') },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'Mar 7, 2024',
      '07-Dec-2001',
      '1:05',
      '12:00:07',
      '3 MB',
      '1.5 GB',
      '12KB',
      '7 B',
      '$1,234.50',
      '1.234,56 €',
      '-12,5',
      '45%',
      'Yes',
      'n',
      'TRUE',
      'https://www.a.org/b/c?id=1',
      'ftp://x.y',
      '/home/ada/report.final.pdf',
      'notes.TXT',
      '.profile',
      '14:05',
      '(1,250.00)',
      '99.5-',
    ),
  },
);
const integer = fc.oneof(
  fc.integer({ min: -1, max: 3 }),
  fc.integer({ min: -12, max: 20 }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
);
const number = fc.oneof(
  integer,
  fc.integer({ min: -100_000, max: 100_000 }).map((value) => value / 100),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);
const grid = fc
  .constantFrom<[number, number]>([3, 4], [3, 4], [3, 4], [4, 4], [1, 5], [6, 2])
  .chain(([height, width]) => {
    const row = fc.array(fc.constantFrom(0, 0, 0, 1, 2, 5), { minLength: width, maxLength: width });
    return fc.array(row, { minLength: height, maxLength: height });
  });

/** Arguments of each type, the awkward ones among them. */
export const values: Readonly<Record<ValueType, fc.Arbitrary<Value>>> = {
  text,
  integer,
  number: number.map((value) => value + 0),
  boolean: fc.boolean(),
  texts: fc.array(text, { maxLength: 6 }),
  integers: fc.array(integer, { maxLength: 6 }),
  numbers: fc.array(
    number.map((value) => value + 0),
    { maxLength: 6 },
  ),
  grid,
  grids: fc.oneof(
    fc.array(grid, { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 5 }).chain((width) => {
      const row = fc.array(fc.constantFrom(0, 0, 1, 2), { minLength: width, maxLength: width });
      return fc.array(fc.array(row, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 4 });
    }),
  ),
  rows: fc.array(fc.array(fc.integer({ min: -9, max: 20 }), { maxLength: 5 }), { maxLength: 5 }),
  null: fc.constant(null),
};

const constants = (...choices: readonly (string | number)[]): ConstantPool['index'] =>
  choices.map((value) => ({ value, cost: 0 }));
/** Constants of every role. */
export const pool: ConstantPool = {
  delimiter: constants('-', ' ', ', ', "'", '\\', '.'),
  joiner: constants('_', ' ', '"', '\\', ''),
  fragment: constants('a', 'ID-', 'Hello', "'", '😀'),
  letter: constants('a', 'b', 'é', 'Z'),
  index: constants(0, -1, 1, 2, -2, 3),
  count: constants(1, 2, 3, 5),
  times: constants(2, 3, 5),
  divisor: constants(2, 3, 10),
  width: constants(2, 4, 10),
  colour: constants(0, 1, 2, 5),
};
