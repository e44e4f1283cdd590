import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../sandbox/index.js';
import { evaluateScript, makeExamples } from '../../../training/index.js';
import { montySandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';
import { daysLater, type Moment, readMoment, writeMoment } from './date-text.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await montySandbox();
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
