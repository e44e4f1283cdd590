import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { BINDING } from '../language/python-source.js';
import { type Moment, readMoment, writeMoment } from '../library/date-text.js';
import { Engines, lacksBoth } from '../python-engines.fixture.js';
import { ANY_CLOCK, clockOperator, TWELVE_HOUR_CLOCK } from './clock-operators.js';
import {
  CALENDAR_DAYS,
  calendarOperator,
  plainOperator,
  readingAnyOperator,
  readingOperator,
  shiftingClockOperator,
  shiftingOperator,
  writingOperator,
} from './date-operators.js';
import { PLAIN, type PlainField } from './date-pieces.js';
import { marksFirst } from './mixed-formats.js';

const DAY = 86_400;
const FORMATS = [
  '%Y-%m-%d',
  '%d.%m.%Y',
  '%d/%m/%y',
  '%Y%m%d',
  '%d-%b-%Y',
  '%B %d, %Y',
  '%A, %d %B %Y',
  '%a %d %b %Y',
  '%Y-%m-%dT%H:%M:%S',
  '%d.%m.%Y %H:%M',
  '%m/%d/%Y %I:%M %p',
  '%d-%b-%Y %I:%M:%S%p',
  '%Y %j',
  '%a wk %V in %G',
  '%A W%V %G',
];
const moments: readonly Moment[] = fc.sample(
  fc.record({
    year: fc.integer({ min: 1969, max: 2068 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    second: fc.integer({ min: 0, max: 59 }),
  }),
  { numRuns: 40, seed: 3 },
);
/** Texts in a format, without some zeros, and others that are none. */
const textsOf = (format: string): string[] => [
  ...moments.map((moment) => writeMoment(moment, format)),
  ...moments.slice(0, 10).map((moment) => writeMoment(moment, format).replace(/\b0/g, '')),
  ...moments.slice(0, 10).map((moment) => writeMoment(moment, format).toUpperCase()),
  '',
  '30.02.2024',
  '31/11/24',
  '1/2/69',
  '1/2/70',
  '31/12/99',
  '2024 366',
  '2023 366',
  '2023 0',
  'Thu wk 53 in 2020',
  'Mon wk 1 in 2021',
  'Sun wk 53 in 2021',
  'Sun wk 0 in 2021',
  '9/12/2002 0:30 AM',
  '9/12/2002 12:30 am',
  '9/12/2002 12:30 PM',
  '9/12/2002 13:30 PM',
  '7.3.2024 24:00',
  '202437',
  ' 2024-03-07',
  'Friday, 07 March 2024',
  'May 7, 2024',
];

unless(lacksBoth).describe('moments are the same natively and in Python', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await Engines.open();
  });
  afterAll(() => engines?.close());

  it('where they are read and written', async () => {
    const source = (text: string) => ({ text, binding: BINDING.primary });
    const plainFields = Object.keys(PLAIN) as readonly PlainField[];
    const writers = [
      ...['%Y%y%m%d', '%B, %b', '%A %a', '%H:%M:%S', '%I %p', '%G-W%V %j'].map((format) =>
        writingOperator(format, true),
      ),
      writingOperator('%d.%m.%Y', false),
      ...plainFields.map(plainOperator),
    ];
    const later = [
      ...[30 * DAY, -400 * DAY, 9 * 3600, -90 * 60, 1].map(shiftingOperator),
      ...CALENDAR_DAYS.map(calendarOperator),
    ];
    const code = FORMATS.map((format, index) => {
      const read = readingOperator(format).render([source('text')]).text;
      const written = [
        ...writers.map((writer) => writer.render([source('moment')]).text),
        ...later.map((shift) => `${shift.render([source('moment')]).text}.strftime('%Y-%m-%dT%H:%M:%S')`),
      ];
      return `def f${index}(text):\n    moment = ${read}\n    return [${written.join(', ')}]`;
    });
    const calls = FORMATS.map((format) => textsOf(format).map((text) => [text]));
    const answers = await engines.call(
      ['import datetime', ...later.flatMap(({ helpers }) => helpers), ...code].join('\n'),
      FORMATS.map((_format, index) => `f${index}`),
      calls,
    );
    let read = 0;
    const different: unknown[] = [];
    for (const [place, [index, text]] of calls
      .flatMap((rows, at) => rows.map(([cell = '']) => [at, cell] as const))
      .entries()) {
      const packed = readingOperator(FORMATS[index] ?? '').apply([text]);
      if (packed === undefined) continue;
      read++;
      const native = JSON.stringify([true, [...writers, ...later].map((one) => one.apply([packed]))]);
      for (const answer of answers[place] ?? []) {
        if (JSON.stringify(answer) !== native)
          different.push({ text, format: FORMATS[index], native, answer });
      }
    }
    expect(different).toEqual([]);
    expect(read).toBeGreaterThan(35 * FORMATS.length);
  });

  it('where they are read in one of several formats', async () => {
    const reader = readingAnyOperator(marksFirst(FORMATS));
    const read = reader.render([{ text: 'text', binding: BINDING.primary }]).text;
    const code = `def f(text):\n    return ${read}.strftime('%Y-%m-%dT%H:%M:%S')`;
    const texts = FORMATS.flatMap(textsOf);
    const answers = await engines.call(
      ['import datetime', ...reader.helpers, code].join('\n'),
      ['f'],
      [texts.map((text) => [text])],
    );
    let valued = 0;
    const different: unknown[] = [];
    for (const [place, text] of texts.entries()) {
      const native = reader.apply([text]);
      if (native === undefined) continue;
      valued++;
      for (const answer of answers[place] ?? []) {
        if (JSON.stringify(answer) !== JSON.stringify([true, native]))
          different.push({ text, native, answer });
      }
    }
    expect(different).toEqual([]);
    expect(valued).toBeGreaterThan(300);
  });
});

unless(lacksBoth).describe('times in texts are the same natively and in Python', () => {
  it('of twelve hours and of twenty-four', async () => {
    const engines = await Engines.open();
    const readings = [ANY_CLOCK, TWELVE_HOUR_CLOCK];
    const shifts = [0, 5400, -12 * 3600].map(shiftingClockOperator);
    const code = readings.map((reading, index) => {
      const time = clockOperator(reading).render([{ text: 'text', binding: BINDING.primary }]);
      const times = shifts.map((shift) => `${shift.render([time]).text}.strftime('%Y-%m-%dT%H:%M:%S')`);
      return `def f${index}(text):\n    return [${times.join(', ')}]`;
    });
    const texts = [
      ...moments.flatMap((moment) =>
        ['%I:%M:%S %p', '%H:%M', 'at %I:%M%p, room 7', '%d.%m.%Y %H:%M:%S'].map((one) =>
          writeMoment(moment, one),
        ),
      ),
      ...[
        '',
        '7 PM',
        '11am',
        '0:30 AM',
        '12:00 am',
        '12:00 PM',
        '13:30 pm',
        '24:00',
        '7:60',
        '1:2',
        '100:30',
        '5:6:7',
      ],
      ...['07:08:09:10', 'PM', '٣:٣٠ PM', '7:30 pm sharp', '-7:30', 'a7:30'],
    ];
    const calls = readings.map(() => texts.map((text) => [text]));
    const answers = await engines.call(
      [
        'import datetime',
        'import re',
        ...readings.map(({ helper }) => helper),
        ...(shifts[0]?.helpers ?? []),
        ...code,
      ].join('\n'),
      readings.map((_reading, index) => `f${index}`),
      calls,
    );
    const native = readings.flatMap((reading) => texts.map((text) => clockOperator(reading).apply([text])));
    for (const [place, value] of native.entries()) {
      const expected =
        value === undefined ? [false, 'raised'] : [true, shifts.map((shift) => shift.apply([value]))];
      for (const answer of answers[place] ?? []) {
        expect([texts[place % texts.length], answer]).toEqual([texts[place % texts.length], expected]);
      }
    }
    await engines.close();
    expect(native.filter((value) => value !== undefined).length).toBeGreaterThan(200);
  });
});

describe('readMoment', () => {
  it.each([
    ['30.02.2024', '%d.%m.%Y'],
    ['7.13.2024', '%d.%m.%Y'],
    ['7.3.24', '%d.%m.%Y'],
    ['1/2/69', '%d/%m/%y'],
    ['9/12/2002 0:30 AM', '%m/%d/%Y %I:%M %p'],
    ['2023 366', '%Y %j'],
    ['Sun wk 53 in 2021', '%a wk %V in %G'],
    ['202437', '%Y%m%d'],
    ['Friday, 7 March 2024', '%A, %d %B %Y'],
    ['7.3.2024 ', '%d.%m.%Y'],
    ['7.3.2024 25:00', '%d.%m.%Y %H:%M'],
  ])('has no value for %s as %s', (text, format) => {
    expect(readMoment(text, format)).toBeUndefined();
  });
});
