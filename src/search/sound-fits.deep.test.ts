import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { evaluateScript, makeExamples } from '../training/index.js';
import { applied, type Expression } from './language/expression.js';
import { instantiate, leafOperator } from './language/operator.js';
import { pool } from './library/arguments.fixture.js';
import { library } from './library/index.js';
import { brittleness } from './programs/brittleness.js';
import { openSearchSandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';

const { describe, it } = await needs('sandbox');

const cutting = (name: string) =>
  instantiate(library.find((entry) => entry.name === name) ?? raise(), pool).find(
    (operator) => operator.name === `${name}(2)`,
  ) ?? raise();
const sorted = library.find(({ name }) => name === 'sorted_texts') ?? raise();

function raise(): never {
  throw new Error('The library lacks an entry that the test needs.');
}

function texts(...values: readonly string[]): Expression {
  const operator = leafOperator({ python: 'text', result: 'text', cost: 1, read: () => undefined });
  return { operator, args: [], type: 'text', cost: 1, readsInput: true, values };
}

describe('brittleness', () => {
  const cutOf = (...values: readonly string[]): number =>
    brittleness(applied(cutting('first_characters'), [texts(...values)]));
  const cutFromEndOf = (...values: readonly string[]): number =>
    brittleness(applied(cutting('last_characters'), [texts(...values)]));

  it('counts a cut at a fixed place of texts whose fields differ in length', () => {
    expect(cutOf('53 ft', '1 ft')).toBe(1);
    expect(cutOf('45kg', '302kg')).toBe(1);
  });

  it('does not count one of a single field, nor of texts of one shape', () => {
    expect(cutOf('moss', 'cedar')).toBe(0);
    expect(cutOf('20240612', '19991231')).toBe(0);
    expect(cutOf('123-45', '678-90')).toBe(0);
  });

  it('counts one that takes a whole field from texts of one shape by half', () => {
    expect(cutOf('12:05', '23:59')).toBe(0.5);
    expect(cutOf('kg45', 'lb30')).toBe(0.5);
    expect(cutFromEndOf('9:05', '3:59')).toBe(0.5);
    expect(cutFromEndOf('9:050', '3:590')).toBe(0);
  });

  it('counts an order of texts', () => {
    const [operator] = instantiate(sorted, pool);
    const list = { ...texts('b'), values: [['b', 'a']] } as Expression;
    expect(brittleness(applied(operator ?? raise(), [list]))).toBe(1);
  });
});

/** Three examples that a program fits which does something else on the inputs behind them. */
const tasks = [
  {
    name: 'a field rather than a cut where a longer field has fitted so far',
    examples: { '53 ft x 3 ft': '53', '1 ft x 92 ft': '1', '6 ft x 560 ft': '6' },
    unseen: { '120 ft x 8 ft': '120' },
  },
  {
    name: 'the part of one shape, wherever it stands',
    examples: {
      'order AB-1234 is late': 'AB-1234',
      'where, please, is my parcel QX-22?': 'QX-22',
      'RT-901 arrived (3 days late)': 'RT-901',
    },
    unseen: { 'no trace of 2 parcels, see KN-7, thanks': 'KN-7' },
  },
  {
    name: 'a field rather than two characters where every field has had two',
    examples: { '+44 020 118': '44', '+81 903 224': '81', '+49 305 551': '49' },
    unseen: { '+1 212 555': '1', '+351 219 876': '351' },
  },
  {
    name: 'an ending of whole words, whatever letter has come before it each time',
    examples: { Roma: 'Roma, Italia', 'Pisa, Italia': 'Pisa, Italia', Ancona: 'Ancona, Italia' },
    unseen: { 'San Remo, Italia': 'San Remo, Italia', Bari: 'Bari, Italia' },
  },
  {
    name: 'all but the first character rather than the last three, where every field has four',
    examples: { '8343 | lemon.': '343', '3925 | hazel.': '925', '3250 | juno.': '250' },
    unseen: { '470 | grove.': '70', '12345 | moss.': '2345' },
  },
  {
    name: 'the shorter separator',
    examples: { 'ember #kite Field': 'kite', 'Juno Brick #Delta': 'Delta', 'Brick #Lemon grove': 'Lemon' },
    unseen: { '#moss iris': 'moss', 'a b #kite grove': 'kite' },
  },
  {
    name: 'pieces side by side rather than a conditional, though two of the examples allow other pieces',
    examples: { 'Ken Hopper': 'Ken H.', 'Omar Hopper': 'Omar H.', 'Barbara Johnson': 'Barbara J.' },
    unseen: { 'Cy Xu': 'Cy X.', 'Margarethe Lovelace': 'Margarethe L.' },
  },
];

describe('of programs that fit, the search takes', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
  });
  afterAll(() => sandbox.close());

  const pairs = (of: object): { input: string; output: string }[] =>
    Object.entries(of).map(([input, output]) => ({ input, output: String(output) }));

  const search = async (examples: readonly { input: string; output: string }[]): Promise<string> => {
    const result = await searchScript({ examples, budget: { maxEvaluations: 100_000 }, seed: 0, sandbox });
    return result.guess?.script ?? '';
  };

  it.each(tasks)('$name, whatever the order of the examples', async ({ examples, unseen }) => {
    const script = await search(pairs(examples));
    expect(await search(pairs(examples).reverse())).toBe(script);
    const outcomes = await evaluateScript({ script, examples: makeExamples(pairs(unseen)), sandbox });
    expect(outcomes.map(({ output }) => output)).toEqual(Object.values(unseen));
  });

  it('no part of a longer number or of another kind of text', async () => {
    const script = await search(
      pairs({
        'Paid: 12.50 EUR by card': '12.50',
        'Refund of 8.75 EUR to you': '8.75',
        'Fee 101.20 EUR, cash': '101.20',
        'We sent 5.00 EUR back': '5.00',
        'A tip of 2.25 EUR given': '2.25',
        'Total now 310.00 EUR due': '310.00',
      }),
    );
    const unseen = [
      'or 7.10, again',
      'Paid 1,234.50 EUR',
      'Paid 1.234.50 EUR',
      'Release 12.50.1 is out',
      'Paid',
    ];
    const outcomes = await evaluateScript({
      script,
      examples: makeExamples(unseen.map((input) => ({ input, output: '7.10' }))),
      sandbox,
    });
    expect(outcomes.map(({ output }) => output)).toEqual(['7.10', ...unseen.slice(1).map(() => undefined)]);
    for (const { error } of outcomes.slice(1)) expect(error?.message).toContain('ValueError("no match of');
  });

  it('pieces side by side rather than as long an expression that joins lists', async () => {
    const tree = (name: string, code: string) => ({
      input: { name, page: `http://trees.example/${code}` },
      output: `${name} = ${code}`,
    });
    // Only the hazel tells the code from the first two letters.
    const examples = [tree('Maple', 'ma'), tree('Willow', 'wi'), tree('Hazel', 'hz')];
    const { script } = await searchScript({
      examples,
      budget: { maxEvaluations: 300_000 },
      seed: 0,
      sandbox,
    });
    expect(script).toContain("return f\"{record['name']} = {record['page'].split('/')[-1]}\"");
  });

  it('no cut at a fixed place for sure, however many examples it fits', async () => {
    // Eight characters in, every number and every name is over.
    const streets = ['196 Minsk', '192 Tokyo', '105 Quito', '118 Paris', '131 Cairo', '177 Lima'];
    const mails = ['ember@cedar', 'kite@lemon', 'hazel@moss', 'iris@grove', 'delta@brick', 'alpha@field'];
    const examples = streets.flatMap((street, index) => [
      { input: `${street} Street`, output: `${street.slice(4)} Street` },
      { input: `${mails[index]}.org`, output: `${mails[index]?.split('@')[1]}.org` },
    ]);
    const result = await searchScript({ examples, budget: { maxEvaluations: 100_000 }, seed: 0, sandbox });
    expect(result.script).toContain('text[8:]');
    expect(result.confidence).toBe('medium');
    expect(result.reasons).toContain('it cuts fields at a fixed place, which may be longer elsewhere');
  });

  it('no number that is put together from the digits of another, from few examples', async () => {
    const examples = pairs({ 204: '274', 519: '579', 836: '876', 453: '473', 692: '672' });
    const result = await searchScript({ examples, budget: { maxEvaluations: 30_000 }, seed: 0, sandbox });
    expect(result.abstained).toBe(true);
    expect(result.reasons).toContain('a number of the output is put together from digits');
  });
});
