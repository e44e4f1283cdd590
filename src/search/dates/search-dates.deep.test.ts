import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { evaluateScript, makeExamples } from '../../training/index.js';
import { daysLater, type Moment, readMoment, writeMoment } from '../library/date-text.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

type Write = (moment: Moment) => string;
const days = (...texts: readonly string[]): Moment[] =>
  texts.flatMap((text) => readMoment(text, '%Y-%m-%d') ?? []);
const format =
  (text: string): Write =>
  (moment) =>
    writeMoment(moment, text);
/** No day and no month below ten. */
const LATE = days('2016-10-17', '2019-12-27', '2023-11-12', '2008-10-30', '2011-12-21', '2001-11-18');
/** No day below ten. */
const LATER_DAYS = days('2016-07-17', '2019-02-27', '2023-11-12', '2008-04-30', '2011-12-21', '2001-05-18');
const MIXED = days('2016-07-07', '2019-02-27', '2023-11-12', '2008-04-03', '2011-12-21', '2001-05-18');
const UNSEEN = days('2024-03-07', '2020-10-01', '2002-01-31', '2024-02-29');

async function train(examples: readonly Moment[], from: Write, to: Write) {
  const pair = (moment: Moment) => ({ input: from(moment), output: to(moment) });
  const result = await searchScript({
    examples: examples.map(pair),
    budget: { maxEvaluations: 20_000 },
    seed: 0,
    sandbox,
  });
  const script = result.script ?? result.guess?.script ?? '';
  const outcomes = await evaluateScript({ script, examples: makeExamples(UNSEEN.map(pair)), sandbox });
  return { ...result, passed: outcomes.filter(({ reward }) => reward === 1).length };
}

describe('dates written in another way', () => {
  it.each<readonly [string, readonly Moment[], Write, Write, string]>([
    [
      'all numbers',
      MIXED,
      format('%Y-%m-%d'),
      format('%d.%m.%Y'),
      "return datetime.datetime.strptime(text, '%Y-%m-%d').strftime('%d.%m.%Y')",
    ],
    [
      'without zeros beside a month in words',
      LATER_DAYS,
      format('%Y-%m-%d'),
      (moment) => `${format('%b')(moment)} ${moment.day}, ${moment.year}`,
      "return f'{date:%b} {date.day}, {date:%Y}'",
    ],
    [
      'with zeros as the month has them',
      LATER_DAYS,
      (moment) => `${moment.day} ${format('%B %Y')(moment)}`,
      format('%d.%m.%Y'),
      "return datetime.datetime.strptime(text, '%d %B %Y').strftime('%d.%m.%Y')",
    ],
    [
      'with zeros between hyphens',
      LATER_DAYS,
      format('%m/%d/%Y'),
      format('%d-%b-%Y'),
      "return datetime.datetime.strptime(text, '%m/%d/%Y').strftime('%d-%b-%Y')",
    ],
    [
      'with the day of the week and the quarter',
      MIXED,
      format('%Y%m%d'),
      (moment) => `${format('%a')(moment)}, Q${Math.ceil(moment.month / 3)} ${moment.year}`,
      "return f'{date:%a}, Q{(date.month + 2) // 3} {date:%Y}'",
    ],
  ])('%s', async (_name, examples, from, to, line) => {
    const { script, passed } = await train(examples, from, to);
    expect(script).toContain(line);
    expect(passed).toBe(UNSEEN.length);
  });

  it('some days later', async () => {
    const later: Write = (moment) => format('%d.%m.%Y')(daysLater(moment, 30));
    const { script, passed } = await train(MIXED, format('%Y-%m-%d'), later);
    expect(script).toContain('+ datetime.timedelta(days=30)');
    expect(passed).toBe(UNSEEN.length);
  });

  it('and the days between two', async () => {
    const pair = (moment: Moment, index: number) => ({
      input: { from: format('%Y-%m-%d')(moment), to: format('%d.%m.%Y')(daysLater(moment, 7 * index + 3)) },
      output: 7 * index + 3,
    });
    const { script } = await searchScript({
      examples: MIXED.map(pair),
      budget: { maxEvaluations: 20_000 },
      seed: 0,
      sandbox,
    });
    const unseen = makeExamples(UNSEEN.map((moment, index) => pair(moment, index - 2)));
    const outcomes = await evaluateScript({ script: script ?? '', examples: unseen, sandbox });
    expect(script).toContain('.days');
    expect(outcomes.map(({ reward }) => reward)).toEqual(UNSEEN.map(() => 1));
  });

  it('says what no example tells, and asks', async () => {
    const { confidence, reasons, question } = await train(
      LATER_DAYS,
      format('%Y-%m-%d'),
      (moment) => `${format('%B')(moment)} ${moment.day}, ${moment.year}`,
    );
    expect(confidence).toBe('medium');
    expect(reasons.join()).toContain('no example has a number below ten');
    expect(question?.answers.map(({ output }) => output)).toEqual([
      expect.stringMatching(/^\w+ [1-9], /),
      expect.stringMatching(/^\w+ 0[1-9], /),
    ]);
  });

  it('is a guess where custom says nothing either', async () => {
    const { script, question } = await train(LATE, format('%Y-%m-%d'), format('%d/%m/%Y'));
    expect(script).toBeNull();
    expect(question).toBeDefined();
  });
});

describe('numbers that are no dates', () => {
  it('pads versions, which two digits alone would make days of a year', async () => {
    const versions = ['7.14.38', '8.24.25', '3.21.28', '1.16.40', '5.30.12'];
    const padded = (version: string): string =>
      version
        .split('.')
        .map((part) => part.padStart(2, '0'))
        .join('.');
    const result = await searchScript({
      examples: versions.map((input) => ({ input, output: padded(input) })),
      budget: { maxEvaluations: 20_000 },
      seed: 0,
      sandbox,
    });
    expect(result.script).not.toContain('datetime');
    const unseen = ['31.31.2', '0.0.1', '24.99.12'].map((input) => ({ input, output: padded(input) }));
    const outcomes = await evaluateScript({
      script: result.script ?? '',
      examples: makeExamples(unseen),
      sandbox,
    });
    expect(outcomes.map(({ reward }) => reward)).toEqual([1, 1, 1]);
  });
});

async function scriptFor(pairs: readonly (readonly [string, string])[], unseen: typeof pairs) {
  const result = await searchScript({
    examples: pairs.map(([input, output]) => ({ input, output })),
    budget: { maxEvaluations: 20_000 },
    seed: 0,
    sandbox,
  });
  const script = result.script ?? result.guess?.script ?? '';
  const examples = makeExamples(unseen.map(([input, output]) => ({ input, output })));
  const outcomes = await evaluateScript({ script, examples, sandbox });
  return { ...result, passed: outcomes.filter(({ reward }) => reward === 1).length };
}

describe('dates and times as columns hold them', () => {
  it.each<
    readonly [string, readonly (readonly [string, string])[], readonly (readonly [string, string])[], string]
  >([
    [
      'in several notations',
      [
        ['24 Oct 1908', '10/24/1908'],
        ['Jul 09 2047', '7/9/2047'],
        ['3 June 2001', '6/3/2001'],
        ['05272031', '5/27/2031'],
        ['Mar 2 1999', '3/2/1999'],
        ['11281999', '11/28/1999'],
      ],
      [
        ['7 Feb 1901', '2/7/1901'],
        ['September 9 2020', '9/9/2020'],
        ['01022003', '1/2/2003'],
      ],
      "return f'{date.month}/{date.day}/{date:%Y}'",
    ],
    [
      'by the day of the year, and as week and weekday',
      [
        ['2031 60', 'Sat W09'],
        ['1999 300', 'Wed W43'],
        ['Fri wk 12 in 2031', 'Fri W12'],
        ['Mon wk 32 in 2025', 'Mon W32'],
      ],
      [
        ['2024 150', 'Wed W22'],
        ['Sun wk 52 in 2021', 'Sun W52'],
      ],
      "return date_in(text, ('%Y %j', '%a wk %V in %G')).strftime('%a W%V')",
    ],
    [
      'in the afternoon only',
      [
        ['11:16:52 PM', '23:16:52'],
        ['1:26:51 PM', '13:26:51'],
        ['9:37:45 PM', '21:37:45'],
      ],
      [
        ['10:27:24 AM', '10:27:24'],
        ['12:00:00 PM', '12:00:00'],
      ],
      'time_in(text)',
    ],
    [
      'before noon only',
      [
        ['7:30 AM', '7:30'],
        ['9:05 AM', '9:05'],
        ['10:59 AM', '10:59'],
      ],
      [
        ['1:29 PM', '13:29'],
        ['12:10 AM', '0:10'],
      ],
      'time_in(text)',
    ],
    [
      'with small letters',
      [
        ['14:30', '2:30pm'],
        ['09:05', '9:05am'],
        ['11:59', '11:59am'],
      ],
      [
        ['00:29', '12:29am'],
        ['12:10', '12:10pm'],
      ],
      'time_in(text)',
    ],
    [
      'of which only the hour counts',
      [
        ['17-Nov-2021 08:13:46', '8'],
        ['26-Jan-2024 05:52:44', '5'],
        ['22-Jan-1996 05:41:49', '5'],
      ],
      [['18-Jul-1996 10:24:51', '10']],
      '.hour)',
    ],
  ])('%s', async (_name, pairs, unseen, line) => {
    const { script, guess, passed } = await scriptFor(pairs, unseen);
    expect(script ?? guess?.script).toContain(line);
    expect(passed).toBe(unseen.length);
  });

  it('is never sure of several notations, as there may be others', async () => {
    const pairs = Array.from({ length: 12 }, (_pair, index) =>
      index % 2 === 0
        ? ([`${2 * index + 3} May 2024`, `2024-05-${String(2 * index + 3).padStart(2, '0')}`] as const)
        : ([`5/${index + 14}/2024`, `2024-05-${index + 14}`] as const),
    );
    const { confidence, reasons } = await scriptFor(pairs, []);
    expect(confidence).toBe('medium');
    expect(reasons.join()).toContain('several notations');
  });

  it('is a guess where other notations are likely', async () => {
    const { script, reasons } = await scriptFor(
      [
        ['24 Oct 1908', '10/24/1908'],
        ['Jul 09 2047', '7/9/2047'],
        ['Mar 27 1996', '3/27/1996'],
      ],
      [],
    );
    expect(script).toBeNull();
    expect(reasons.join()).toContain('other');
  });

  it('takes no constant for minutes that are lost', async () => {
    const { script } = await scriptFor(
      [
        ['2/27/1996 7:00', 'Tue 7:00 AM'],
        ['10/5/2004 8:20', 'Tue 8:00 AM'],
        ['6/22/2041 16:40', 'Sat 4:00 PM'],
      ],
      [],
    );
    expect(script).toBeNull();
  });
});

describe('dates and times that are as much later each time', () => {
  const cases: readonly (readonly [
    string,
    Readonly<Record<string, string>>,
    Readonly<Record<string, string>>,
  ])[] = [
    [
      'hours later, on the next day too',
      {
        '2024-03-07 14:20': '2024-03-07 23:20',
        '2023-12-31 18:05': '2024-01-01 03:05',
        '2021-06-15 00:50': '2021-06-15 09:50',
      },
      { '2024-02-28 15:00': '2024-02-29 00:00' },
    ],
    [
      'days later, without the time',
      {
        '2024-03-07 14:20': '2024-03-10',
        '2023-12-31 18:05': '2024-01-03',
        '2021-06-15 00:50': '2021-06-18',
      },
      { '2024-02-28 23:59': '2024-03-02' },
    ],
    [
      'in another notation, with the day of the week',
      {
        '9:15 PM, Thu, Nov 23, 2023': '2:45 AM, Fri, Nov 24, 2023',
        '7:30 AM, Mon, Jun 5, 2023': '1:00 PM, Mon, Jun 5, 2023',
        '11:05 AM, Sun, Oct 1, 2023': '4:35 PM, Sun, Oct 1, 2023',
      },
      { '10:00 PM, Sun, Dec 31, 2023': '3:30 AM, Mon, Jan 1, 2024' },
    ],
    [
      'times of day earlier, past midnight',
      { '14:05': '12:35', '00:20': '22:50', '23:59': '22:29', '09:40': '08:10' },
      { '01:00': '23:30', '12:15': '10:45' },
    ],
    [
      'times of day with the zeros that the inputs have',
      { '09:30': '11:30', '15:45': '17:45', '20:10': '22:10', '18:05': '20:05' },
      { '06:05': '08:05', '23:00': '01:00' },
    ],
    [
      'times of day without zeros, as the inputs have none',
      { '9:30': '11:30', '15:45': '17:45', '20:10': '22:10', '18:05': '20:05' },
      { '6:05': '8:05', '23:00': '1:00' },
    ],
    [
      'times of a clock of twelve hours, which are half a day later only in the afternoon',
      { '13:30': '1:30', '15:45': '3:45', '22:10': '10:10', '18:05': '6:05' },
      { '09:30': '9:30', '12:30': '12:30', '00:20': '12:20' },
    ],
    [
      'times of a clock of twelve hours, of the morning too',
      { '13:30': '01:30', '09:45': '09:45', '22:10': '10:10', '00:20': '12:20' },
      { '12:05': '12:05', '18:00': '06:00' },
    ],
    [
      'half a day later, where both clocks have halves of the day',
      { '1:30 AM': '1:30 PM', '9:45 PM': '9:45 AM', '12:10 AM': '12:10 PM', '3:05 PM': '3:05 AM' },
      { '12:00 PM': '12:00 AM' },
    ],
  ];
  it.each(cases)('%s', async (_name, known, unseen) => {
    const pairs = (of: object) =>
      Object.entries(of).map(([input, output]) => ({ input, output: String(output) }));
    const { script, confidence } = await searchScript({
      examples: pairs(known),
      budget: { maxEvaluations: 20_000 },
      seed: 0,
      sandbox,
    });
    expect(confidence).not.toBe('low');
    const examples = makeExamples(pairs(unseen));
    const outcomes = await evaluateScript({ script: script ?? '', examples, sandbox });
    expect(outcomes.map(({ output }) => output)).toEqual(Object.values(unseen));
  });

  const scriptOf = async (known: Readonly<Record<string, string>>) => {
    const examples = Object.entries(known).map(([input, output]) => ({ input, output }));
    return searchScript({ examples, budget: { maxEvaluations: 20_000 }, seed: 0, sandbox });
  };

  it('leaves times that are as late to others', async () => {
    const { guess } = await scriptOf({
      '9:30': '09:30',
      '10:15': '10:15',
      '8:05': '08:05',
      '12:00': '12:00',
    });
    expect(guess?.script).not.toContain('time_in');
  });

  it('takes three times to tell', async () => {
    const { guess } = await scriptOf({ '14:05': '12:35', '00:20': '22:50' });
    expect(guess?.script ?? '').not.toContain('timedelta');
  });

  it('is a guess where the inputs have halves of the day, and no output has an hour below ten', async () => {
    const { script, reasons } = await scriptOf({
      '9:30 AM': '11:30',
      '1:45 PM': '15:45',
      '8:10 PM': '22:10',
      '6:05 PM': '20:05',
    });
    expect(script).toBeNull();
    expect(reasons.join()).toContain('zero');
  });
});
