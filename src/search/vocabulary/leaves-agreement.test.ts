import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { pythonToJson } from '../../training/internal.js';
import { dateLeaves } from '../dates/date-leaves.js';
import type { Operator } from '../language/operator.js';
import { hasPlainWords } from '../language/python-text.js';
import { Engines, lacksBoth, same } from '../python-engines.fixture.js';
import { countedThings } from './counted-things.js';
import { filledTexts } from './filled-texts.js';
import { hiddenCharacters } from './hidden-characters.js';
import { inputLeaves } from './leaves.js';
import { namedValues } from './named-values.js';
import { numberRows } from './number-rows.js';
import { paddedParts } from './padded-parts.js';
import { percentages } from './percentages.js';
import { quantityLeaves } from './quantities.js';
import { shapedParts } from './shaped-parts.js';
import { shortenedTexts } from './shortened-texts.js';
import { temperatureLeaves } from './temperatures.js';

/** Inputs that each leaf reads, those of other kinds than the examples among them. */
const CASES = 120;

const awkwardTexts = [
  ...[
    '',
    ' ',
    '%',
    '-',
    '+',
    '.',
    '\n',
    '\u0000',
    '😀',
    "'",
    '"',
    '\\',
    'null',
    'None',
    '0x10',
    '1e5',
    '1_000',
  ],
  ...[
    '12%',
    ' 12%',
    '12 %',
    '12%\n',
    '12%%',
    '%12',
    '+12%',
    '-12%',
    '--12%',
    '−12%',
    '0012%',
    '-0%',
    '-0.0%',
  ],
  ...['1.%', '.5%', '1.5%', '12.0%', '1e5%', '1_0%', 'nan%', 'inf%', '-Infinity%', 'NaN', 'Infinity'],
  ...['١٢%', '１２%', '१२', '²%', '½%', '12٪', '12％', '\u00a012%', '12\u2003%', '\ufeff12%'],
  ...[
    '999999999999999%',
    '9999999999999999%',
    `${'9'.repeat(400)}%`,
    `0.${'1'.repeat(40)}%`,
    `${'0'.repeat(15)}1%`,
  ],
  ...['£5', '£-5', '-£5', '£', '££5', '£5£', '5 kg', '5.25 kg', '5kg', 'A-1', 'A1', 'a-1'],
  ...[
    'yes',
    'Yes',
    'YES ',
    'ＹＥＳ',
    'yeſ',
    'İ',
    'ı',
    'TRUE',
    'ﬁ',
    'on',
    'off',
    'oﬀ',
    't',
    'f',
    'Ｔ',
    '1',
    '0',
    '１',
  ],
  ...[
    '2024-01-31',
    '2024-02-30',
    '2024-1-5',
    '2024-01-31 ',
    '２０２４-01-31',
    '0001-01-01',
    '9999-12-31',
    '2024-01-31\n',
  ],
  ...[
    '2024-03-01 06:15:07',
    '2023-12-31 23:59:59',
    '2024-02-29 00:00:00',
    '2024-02-29 24:00:00',
    '1.2.3',
    '1-2-3',
  ],
];
const texts = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...awkwardTexts) },
  { weight: 1, arbitrary: fc.integer({ min: -5000, max: 5000 }).map((one) => `${one / 4}%`) },
  {
    weight: 1,
    arbitrary: fc
      .date({ min: new Date('2001-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 19).replace('T', ' ')),
  },
);
const numbers = fc.oneof(
  fc.constantFrom(0, 1, -1, 7, 1e15, -1e15, 2 ** 53 - 1, 1 - 2 ** 53, 0.1, -0.5, 1e300, -1e300, 5e-324, 98.6),
  fc.integer({ min: -100, max: 200 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((one) => one + 0),
  fc.integer({ min: -1_000_000_000_000_000, max: 9_000_000_000_000_000 }),
);
const scalars: fc.Arbitrary<Json> = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null));
const anything: fc.Arbitrary<Json> = fc.oneof(
  scalars,
  fc.array(scalars, { maxLength: 4 }),
  fc.constantFrom<Json>({}, [[]], [{}], [null], { a: null }),
);

/** Records with these fields mostly, each of its own kind mostly. */
function records(fields: Readonly<Record<string, fc.Arbitrary<Json>>>): fc.Arbitrary<Json> {
  const members = Object.entries(fields).map(
    ([key, usual]) =>
      [key, fc.oneof({ weight: 7, arbitrary: usual }, { weight: 1, arbitrary: anything })] as const,
  );
  const record = fc.record(Object.fromEntries(members), { requiredKeys: Object.keys(fields).slice(1) });
  return fc.oneof({ weight: 8, arbitrary: record as fc.Arbitrary<Json> }, { weight: 1, arbitrary: anything });
}

interface Case {
  readonly name: string;
  readonly train: readonly Json[];
  /** Other inputs. Default: texts and anything else. */
  readonly inputs?: fc.Arbitrary<Json>;
  /** Default: the leaves of the input. */
  readonly leaves?: (train: readonly Json[]) => readonly Operator[];
}

/** What the input is as one of these, where the outputs say so. */
function withOutputs(
  offer: typeof temperatureLeaves,
  outputs: readonly Json[],
): (train: readonly Json[]) => readonly Operator[] {
  return (train) => {
    const pairs = train.map((input, index) => ({ input, output: outputs[index] ?? null }));
    const problem = { variable: 'value', train: pairs, holdout: [], unlabelled: [], depth: 0 };
    return offer(problem, inputLeaves('value', train));
  };
}

/** Whether digits or letters are in it that Python and Monty take for different things: natively, nothing is read of them. */
function isDoubtful(input: Json): boolean {
  const text = canonicalJson(input);
  return /(?![0-9])\p{Nd}/u.test(text) || !hasPlainWords(text);
}

const nullable = (usual: fc.Arbitrary<Json>): fc.Arbitrary<Json> => fc.oneof(usual, fc.constant(null));
const rows = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(records({ kind: fc.constantFrom('a', 'b'), paid: fc.boolean(), amount: numbers }), {
      maxLength: 4,
    }),
  },
  { weight: 1, arbitrary: anything },
);
const moment = fc.constantFrom('2024-02-29 06:15:07', '2023-12-31 23:59:59', '2024-03-01 06:15:07');

/** Two numbers of a record, and what is computed of them. */
function ofTwo(name: string, outputs: readonly Json[], pairs: readonly (readonly [Json, Json])[]): Case {
  return {
    name,
    train: pairs.map(([a, b]) => ({ a, b })),
    // A number times a text is a long text, for which Python has no memory.
    inputs: fc.record({
      a: numbers,
      b: typeof pairs[0]?.[1] === 'string' ? fc.constantFrom('8%', '12%', '%', '') : nullable(numbers),
    }),
    leaves: withOutputs(percentages, outputs),
  };
}

const cases: readonly Case[] = [
  ofTwo(
    'a part in percent',
    [75, 25, 40],
    [
      [18, 24],
      [7, 28],
      [18, 45],
    ],
  ),
  ofTwo(
    'what percent are',
    [12, 7, 45],
    [
      [48, 25],
      [28, 25],
      [50, 90],
    ],
  ),
  ofTwo(
    'less so many percent',
    [36, 21, 5],
    [
      [48, 25],
      [28, 25],
      [50, 90],
    ],
  ),
  ofTwo(
    'more so many percent',
    [60, 35, 95],
    [
      [48, 25],
      [28, 25],
      [50, 90],
    ],
  ),
  ofTwo(
    'a change in percent',
    [20, -50, 70],
    [
      [432, 360],
      [25, 50],
      [68, 40],
    ],
  ),
  ofTwo(
    'a change as a share',
    ['+20%', '-50%', '+70%'],
    [
      [432, 360],
      [25, 50],
      [68, 40],
    ],
  ),
  ofTwo(
    'a part in percent of a percentage',
    [600, 350],
    [
      [48, '8%'],
      [28, '8%'],
    ],
  ),
  {
    name: 'a part of one shape',
    train: ['order AB-1234 is late', 'where is QX-22, please?', 'RT-901 (3)'],
    inputs: fc.oneof(
      texts,
      fc.constantFrom('1,AB-12', 'xAB-12', 'AB-12.5', 'A AB-12\n', '\u0662AB-12 b', 'no'),
    ),
    leaves: withOutputs(shapedParts, ['AB-1234', 'QX-22', 'RT-901']),
  },
  { name: 'percent', train: ['12%', '7%', '100%'] },
  { name: 'fractions of percent', train: ['12.5%', '7%', '100%'] },
  { name: 'pounds', train: ['£12', '£7', '£-100'] },
  { name: 'a mark before and one behind', train: ['(12)', '(7)', '(-100)'] },
  { name: 'units', train: ['1.5 kg', '2 kg'] },
  { name: 'yes and no', train: ['yes', 'no', 'Yes'] },
  { name: 'on and off', train: ['1', '0', 'on'] },
  { name: 'several numbers', train: ['1-2-3', '10-20-30'] },
  { name: 'texts', train: ['a', 'b'] },
  { name: 'numbers', train: [1, 2.5], inputs: fc.oneof(numbers, anything) },
  {
    name: 'lists with null',
    train: [[1, null, 3], [null]],
    inputs: fc.oneof(fc.array(nullable(numbers)), anything),
  },
  {
    name: 'texts with null',
    train: [['a', null], ['b']],
    inputs: fc.oneof(fc.array(nullable(texts)), anything),
  },
  {
    name: 'pairs',
    train: [
      ['a', 1],
      ['b', 2],
    ],
    inputs: fc.oneof(fc.tuple(texts, numbers), anything),
  },
  {
    name: 'records',
    train: [
      { a: '12%', 'b"\'\\\n': 1, nested: { c: true, if: 'x' } },
      { a: '7%', 'b"\'\\\n': 2, nested: { c: false, if: 'y' } },
    ],
    inputs: records({
      a: texts,
      'b"\'\\\n': numbers,
      nested: records({ c: fc.boolean(), if: texts }),
    }),
  },
  {
    name: 'records with null',
    train: [
      { nick: 'A', name: 'Ada', count: 3, other: 4 },
      { nick: null, name: 'Bob', count: null, other: 5 },
    ],
    inputs: records({ nick: nullable(texts), name: texts, count: nullable(numbers), other: numbers }),
  },
  {
    name: 'lists of records',
    train: [
      [
        { kind: 'a', paid: true, amount: 3 },
        { kind: 'b', paid: false, amount: 30 },
        { kind: 'a', paid: true, amount: 12.5 },
      ],
      [
        { kind: 'b', paid: false, amount: 7 },
        { kind: 'a', paid: true, amount: 200 },
      ],
    ],
    inputs: rows,
  },
  {
    name: 'degrees as Celsius',
    train: [32, 212],
    inputs: fc.oneof(numbers, anything),
    leaves: withOutputs(temperatureLeaves, [0, 100]),
  },
  {
    name: 'degrees as Fahrenheit',
    train: [
      { at: 0.5, id: 'x' },
      { at: 100, id: 'y' },
    ],
    inputs: records({ at: numbers, id: texts }),
    leaves: withOutputs(temperatureLeaves, [32.9, 212]),
  },
  {
    name: 'degrees in texts',
    train: ['32°', '212°', '-4°'],
    inputs: fc.oneof(
      numbers.map((one) => `${one}°`),
      texts,
    ),
    leaves: withOutputs(temperatureLeaves, [0, 100, -20]),
  },
  {
    name: 'days between dates',
    train: [
      { from: '2024-01-31', to: '2024-02-29' },
      { from: '2023-12-31', to: '2024-01-13' },
    ],
    inputs: records({
      from: fc.oneof(
        texts,
        moment.map((text) => text.slice(0, 10)),
      ),
      to: fc.oneof(
        texts,
        moment.map((text) => text.slice(0, 10)),
      ),
    }),
    leaves: withOutputs(dateLeaves, [29, 13]),
  },
  {
    name: 'days between moments',
    train: [
      { from: '2024-01-31 06:15:07', to: '2024-02-29 06:15:07' },
      { from: '2023-12-31 23:59:59', to: '2024-01-13 00:00:00' },
    ],
    inputs: fc.tuple(texts, moment, fc.integer({ min: -4000, max: 4000 })).map(([other, from, days]) => {
      const to = new Date(Date.parse(`${from}Z`) + days * 86_400_000).toISOString();
      return { from: days % 5 === 0 ? other : from, to: to.slice(0, 19).replace('T', ' ') };
    }),
    leaves: withOutputs(dateLeaves, [29, 12]),
  },
  {
    name: 'amounts in several units',
    train: ['2.5 kg', '300 g', '12 kg'],
    inputs: fc.oneof(
      fc
        .tuple(
          fc.double({ min: -1e6, max: 1e6, noNaN: true }),
          fc.constantFrom('kg', 'g', ' kg', 'mg', 't', 'lb', ''),
        )
        .map(([one, unit]) => `${one}${unit}`),
      texts,
      anything,
    ),
    leaves: withOutputs(quantityLeaves, [2500, 300, 12_000]),
  },
  {
    name: 'hours and minutes as hours',
    train: ['1h 30m', '45m', '2h'],
    inputs: fc.oneof(
      fc
        .tuple(fc.nat(99), fc.nat(99), fc.constantFrom(' ', '', ', ', ' and '))
        .map(([a, b, gap]) => `${a}h${gap}${b}m`),
      fc.nat(999).map((one) => `${one / 4} m`),
      texts,
    ),
    leaves: withOutputs(quantityLeaves, [1.5, 0.75, 2]),
  },
  {
    name: 'numbers of three columns',
    train: [
      { a: 1, b: 2, c: 3 },
      { a: 4, b: 0, c: 9 },
    ],
    inputs: records({ a: fc.integer(), b: fc.integer(), c: fc.integer() }),
    leaves: withOutputs(numberRows, [3, 9]),
  },
  {
    name: 'numbers in texts',
    train: ['20 x 30 x 35 cm', '9 x 46 x 20 cm'],
    leaves: withOutputs(numberRows, [1, 2]),
  },
  {
    name: 'counted things',
    train: [3, 1, 12],
    inputs: fc.oneof(numbers, anything),
    leaves: withOutputs(countedThings, ['3 boxes', '1 box', '12 boxes']),
  },
  {
    name: 'things that another column names',
    train: [
      { count: 3, thing: 'lamp' },
      { count: 1, thing: 'chair' },
    ],
    inputs: records({ count: fc.integer(), thing: texts }),
    leaves: withOutputs(countedThings, ['3 lamps', '1 chair']),
  },
  {
    name: 'whether a date is on a weekend',
    train: ['2024-03-02', '2024-03-04'],
    inputs: fc.oneof(
      texts,
      fc
        .date({ min: new Date('1901-01-01'), max: new Date('2199-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    ),
    leaves: withOutputs(dateLeaves, [true, false]),
  },
  {
    name: 'feet and inches',
    train: [`5'4"`, `6'0"`, `4'11"`],
    inputs: fc.oneof(
      fc.tuple(fc.nat(99), fc.nat(99), fc.constantFrom('', ' ')).map(([a, b, gap]) => `${a}'${gap}${b}"`),
      texts,
    ),
    leaves: withOutputs(quantityLeaves, [64, 72, 59]),
  },
  {
    name: 'thousands',
    train: ['2.5K', '64.1K'],
    inputs: fc.oneof(
      fc
        .tuple(fc.nat(99_999), fc.constantFrom('K', 'M', 'B', 'k', ''))
        .map(([one, unit]) => `${one / 10}${unit}`),
      texts,
    ),
    leaves: withOutputs(quantityLeaves, [2500, 64_100]),
  },
  {
    name: 'numbers with zeros before them',
    train: ['1.12.3', '10.2.33'],
    inputs: fc.oneof(
      fc.array(fc.nat(999), { maxLength: 5 }).map((parts) => parts.join('.')),
      texts,
    ),
    leaves: withOutputs(paddedParts, ['01.12.03', '10.02.33']),
  },
  {
    name: 'hidden digits',
    train: ['AB-12', 'CD-3'],
    leaves: withOutputs(hiddenCharacters, ['AB-##', 'CD-#']),
  },
  {
    name: 'hidden letters',
    train: [{ a: 'Ab-12' }, { a: 'C 3' }],
    inputs: records({ a: texts }),
    leaves: withOutputs(hiddenCharacters, ['(XX-12)', '(X 3)']),
  },
  {
    name: 'texts cut short',
    train: ['a text that is long', 'short', 'another long text'],
    leaves: withOutputs(shortenedTexts, ['a tex...', 'short', 'anoth...']),
  },
  {
    name: 'texts that are filled',
    train: [
      { a: 'x', b: '' },
      { a: 'y', b: 'z' },
    ],
    inputs: records({ a: texts, b: texts }),
    leaves: withOutputs(filledTexts, ['x', 'y, z']),
  },
  {
    name: 'named values',
    train: ['a=1&b_c=2', 'b_c=3;a=4 d'],
    inputs: fc.oneof(
      fc
        .array(fc.constantFrom('a=', '&', 'b_c=', 'é', ' ', '1', 'x', ';', '\n', '='), { maxLength: 8 })
        .map((parts) => parts.join('')),
      texts,
    ),
    leaves: withOutputs(namedValues, ['2', '3']),
  },
];

unless(lacksBoth).describe('what is read of inputs is the same natively and in Python', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await Engines.open();
  });
  afterAll(() => engines?.close());

  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const { train, inputs = fc.oneof({ weight: 5, arbitrary: texts }, { weight: 1, arbitrary: anything }) } =
      one;
    const leaves = (one.leaves ?? ((all) => inputLeaves('value', all)))(train);
    expect(leaves).not.toEqual([]);
    const imports = new Set(leaves.flatMap((leaf) => leaf.imports));
    const code = [
      ...[...imports].map((module) => `import ${module}`),
      ...new Set(leaves.flatMap((leaf) => leaf.helpers)),
      ...leaves.map((leaf, index) => `def f${index}(value):\n    return ${leaf.render([]).text}`),
    ];
    const given = [...train, ...fc.sample(inputs, { numRuns: CASES, seed: 5 })];
    const answers = await engines.call(
      code.join('\n'),
      leaves.map((_leaf, index) => `f${index}`),
      leaves.map(() => given.map((input) => [input])),
    );
    const different: unknown[] = [];
    for (const [index, leaf] of leaves.entries()) {
      for (const [place, input] of given.entries()) {
        const native = leaf.leaf?.(input);
        const [first, ...others] = answers[index * given.length + place] ?? [];
        const answer = first?.[0] === true ? pythonToJson(first[1]) : null;
        const isNative =
          native === undefined
            ? place >= train.length
            : answer?.ok === true && canonicalJson(answer.value) === canonicalJson(native as Json);
        if (
          first === undefined ||
          !isNative ||
          (!isDoubtful(input) && !others.every((other) => same(other, first)))
        )
          different.push({ leaf: leaf.name, input, native, answers: [first, ...others] });
      }
    }
    expect(different).toEqual([]);
  });
});
