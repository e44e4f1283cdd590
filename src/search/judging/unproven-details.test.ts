import { afterAll, beforeAll, expect } from 'vitest';
import { type Json, RandomStream } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import {
  type InputOutput,
  makeExamples,
  openScriptEvaluator,
  type ScriptEvaluator,
} from '../../training/index.js';
import { perturbInputs } from '../evidence/perturb-inputs.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { detailEdits } from './detail-edits.js';
import { findUnprovenDetail, type UnprovenDetail } from './unproven-details.js';

const { describe, it } = await needs('sandbox');

describe('findUnprovenDetail', () => {
  let sandbox: Sandbox;
  let evaluator: ScriptEvaluator;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
    evaluator = await openScriptEvaluator({ sandbox });
  });
  afterAll(async () => {
    await evaluator.close();
    await sandbox.close();
  });

  const near = (pairs: readonly InputOutput[]): readonly Json[] =>
    perturbInputs(
      pairs.map(({ input }) => input),
      new RandomStream(0, 'test'),
    );
  const find = (
    expression: string,
    pairs: readonly InputOutput[],
    inputs = near(pairs),
  ): Promise<UnprovenDetail | null> =>
    findUnprovenDetail({
      script: `import re\n\n\ndef transform(value):\n    return ${expression}\n`,
      examples: makeExamples(pairs),
      inputs,
      evaluate: (script, examples) => evaluator.evaluate({ script, examples }),
    });

  it('finds that no example is rounded from the middle, and a number that would be', async () => {
    const rounded = 'float(f"{1.609 * value:.2f}")';
    const pairs = [
      { input: 817, output: 1314.55 },
      { input: 619, output: 995.97 },
      { input: 754, output: 1213.19 },
    ];
    const detail = await find(rounded, pairs);
    expect(detail).toMatchObject({ there: '{1.609 * value + 1e-9:.2f}' });
    expect(String(detail?.input)).toMatch(/5$/);
    const told = [...pairs, { input: 5, output: 8.04 }, { input: 655, output: 1053.89 }];
    expect(await find(rounded, told)).toBeNull();
  });

  const above = '[n for n in value if n >= 23]';
  const kept = [
    { input: [9, 60, 19, 1, 53], output: [60, 53] },
    { input: [43, 14, 23], output: [43, 23] },
    { input: [7, 30], output: [30] },
  ];

  it('finds a threshold that could be another one, and an input that tells', async () => {
    const detail = await find(above, kept);
    expect(detail).toMatchObject({ here: 'n >= 23', there: 'n >= 22' });
    expect(detail?.input).toContain(22);
    expect(detail?.output).not.toContain(22);
    expect(detail?.otherOutput).toContain(22);
    const outcomes = await evaluator.evaluate({
      script: detail?.otherScript ?? '',
      examples: makeExamples([
        { input: detail?.input ?? null, output: detail?.otherOutput ?? null },
        ...kept,
      ]),
    });
    expect(outcomes.map(({ feedback }) => feedback)).toEqual([null, null, null, null]);
  });

  it('finds none where the examples tell it from its neighbours', async () => {
    expect(await find(above, [...kept, { input: [22, 40], output: [40] }])).toBeNull();
  });

  it('finds a threshold far from what the examples have', async () => {
    const sums = [
      { input: [60, 80, 30], output: true },
      { input: [20, 30], output: false },
      { input: [99, 70], output: true },
    ];
    expect(await find('sum(value) > 100', sums)).toMatchObject({ here: 'sum(value) > 100' });
    const script = 'def transform(value):\n    return sum(value) > 100\n';
    const theres = detailEdits(script, { isText: false, widths: [] }).map(({ there }) => there);
    expect(theres).toEqual([99, 101, 90, 110].map((other) => `sum(value) > ${other}`));
    const told = [...sums, { input: [40, 60], output: false }, { input: [40, 61], output: true }];
    expect(await find('sum(value) > 100', told)).toBeNull();
  });

  it('finds a comparison that no example tells from the one with equality', async () => {
    const rises = [
      { input: [3, 8], output: true },
      { input: [9, 2], output: false },
    ];
    expect(await find('value[0] < value[-1]', rises)).toMatchObject({ there: 'value[0] <= value[-1]' });
    const told = [...rises, { input: [5, 1, 5], output: false }];
    expect((await find('value[0] < value[-1]', told))?.there).not.toBe('value[0] <= value[-1]');
  });

  const counted = ['a,b', 'c', 'd,e,f'].map((input) => ({ input, output: input.split(',').length }));

  it.each(["len(value.split(','))", "value.count(',') + 1", "1 + value.count(',')"])(
    'finds that no example says how many entries the empty text has: %s',
    async (count) => {
      expect(await find(count, counted)).toMatchObject({
        here: count,
        there: `(${count} if value else 0)`,
        input: '',
        output: 1,
        otherOutput: 0,
      });
      expect(await find(count, [...counted, { input: '', output: 1 }])).toBeNull();
    },
  );

  it.each([
    ['len(value.split())', ['a b', 'c'].map((input) => ({ input, output: input.split(' ').length }))],
    ["len(value.split(':')[1].split(','))", [{ input: 'x:a,b', output: 2 }]],
    ["value.count(',') + 2", [{ input: 'a,b', output: 3 }]],
  ])('asks for the empty text only where it has an answer that differs: %s', async (count, pairs) => {
    const detail = await find(count, pairs);
    expect(detail?.input).not.toBe('');
  });

  it('finds a cut at a fixed place that may be one of a word', async () => {
    const codes = [
      { input: '6601_Acme', output: '01' },
      { input: '7736_Northwind', output: '36' },
      { input: '7884_Blue', output: '84' },
    ];
    expect(await find('value[2:4]', codes)).toMatchObject({
      here: 'value[2:4]',
      there: "re.findall(r'[^\\W_]+', value)[0][-2:]",
    });
    const ends = await find("value.split('_')[0][-3:]", [
      { input: '6601_Acme', output: '601' },
      { input: '7736_Blue', output: '736' },
    ]);
    expect(ends?.there).toBe("re.findall(r'[^\\W_]+', value.split('_')[0])[0][1:]");
    const other = "re.findall(r'[^\\W_]+', value.split(':')[0])[1][1:]";
    const script = "def transform(value):\n    return value.split(':')[0][-3:]\n";
    expect(detailEdits(script, { isText: true, widths: [] }).map(({ there }) => there)).toContain(other);
    const told = [...codes, { input: '123_Acme', output: '23' }];
    expect(await find("value.split('_')[0][-2:]", told)).toBeNull();
  });

  it('finds that a number of two digits may need a zero when it has one', async () => {
    const dates = [
      { input: 'Nov 25, 2011', output: '25-Nov' },
      { input: 'Dec 14, 2026', output: '14-Dec' },
    ];
    const isDoubted = async (pairs: readonly InputOutput[]): Promise<boolean> =>
      (await find("re.findall(r'[^\\W_]+', value)[1] + '-' + value[:3]", pairs))?.there.endsWith(
        '[1].zfill(2)',
      ) ?? false;
    expect(await isDoubted(dates)).toBe(true);
    expect(await isDoubted([...dates, { input: 'Mar 7, 2024', output: '7-Mar' }])).toBe(false);
    expect(await isDoubted([...dates, { input: 'Mar 07, 2024', output: '07-Mar' }])).toBe(false);
    const names = dates.map(({ input }) => ({ input, output: input.slice(0, 3) }));
    expect((await find('value.split()[0]', names))?.there ?? '').not.toContain('zfill');
    const addresses = [
      { input: 'Rynek 3, 31042 Krakow, PL', output: 'PL-31042' },
      { input: 'Haus 4, Flur 2, 50667 Koeln, DE', output: 'DE-50667' },
    ];
    const code = "'-'.join(value.split(', ')[::-1]).split()[0]";
    expect((await find(code, addresses, ['7']))?.there ?? '').not.toContain('zfill');
  });

  it('finds that a number may be the text that it is, until an example has a zero before it', async () => {
    const codes = [
      { input: 'AB1000x', output: '1000' },
      { input: 'AB37x', output: '37' },
    ];
    const number = "int(value.removeprefix('AB').removesuffix('x'))";
    const there = "value.removeprefix('AB').removesuffix('x')";
    expect(await find(`str(${number})`, codes)).toMatchObject({ here: `str(${number})`, there });
    const told = codes.map(({ input, output }) => ({ input, output: `no. ${output}` }));
    const inText = number.replaceAll("'", '"');
    expect(await find(`f'no. {${inText}}'`, told)).toMatchObject({
      here: inText,
      there: there.replaceAll("'", '"'),
    });
    expect(await find(`f'no. {${inText}:d}'`, told)).toBeNull();
    expect(await find(`str(${number})`, [...codes, { input: 'AB007x', output: '7' }])).toBeNull();
  });

  it('finds that an ending may be another one, until an example has one', async () => {
    const mails = ['ada', 'bob', 'cyd'].map((name) => ({ input: `${name}@example.com`, output: name }));
    const here = "value.replace('@example.com', '')";
    expect(await find(here, mails)).toMatchObject({
      here,
      there: "re.sub(r'[@][^\\W_]+[.][^\\W_]+', '', value)",
    });
    const other = { input: 'eve@a.org', output: 'eve@a.org' };
    expect(await find(here, [...mails, other])).toBeNull();
    expect(await find("value.replace(' kg', '')", [{ input: '5 kg', output: '5' }])).toBeNull();
  });

  it('finds that a part may be low by chance, where others are lowered', async () => {
    const names = ['The ember And Stone', 'The river And Moss'].map((input) => ({
      input,
      output: `${input.split(' ')[1]} ${input.split(' ')[3]?.toLowerCase()}`,
    }));
    const parts = "value.split()[1] + ' ' + value.split()[3].lower()";
    expect(await find(parts, names)).toMatchObject({ there: 'value.split()[1].lower()' });
    const told = { input: 'The Frost And Opal', output: 'Frost opal' };
    expect(await find(parts, [...names, told])).toBeNull();
  });

  it('finds a division that leaves no fraction in any example', async () => {
    const halves = [4, 12, 30].map((input) => ({ input, output: input / 2 }));
    expect(await find('(value + 0) // 2', halves, [5])).toMatchObject({
      there: '(value + 0) / 2',
      input: 5,
      output: 2,
      otherOutput: 2.5,
    });
    const told = [...halves, { input: 7, output: 3 }];
    expect((await find('value // 2', told, [5]))?.there ?? '').not.toContain(' / ');
  });

  it('finds that equal numbers may count once', async () => {
    const seconds = [
      { input: [4, 9, 7], output: 7 },
      { input: [1, 1, 5, 3], output: 3 },
    ];
    const detail = await find('sorted(value)[-2]', seconds);
    expect(detail).toMatchObject({ here: 'sorted(value)', there: 'sorted(set(value))' });
    const told = [...seconds, { input: [6, 6, 2], output: 6 }];
    expect((await find('sorted(value)[-2]', told))?.there).not.toBe('sorted(set(value))');
    const rest = [
      { input: [4, 9, 7], output: 11 },
      { input: [1, 1, 5, 3], output: 5 },
    ];
    expect(await find('sum(sorted(value)[:-1])', rest)).toMatchObject({
      there: '[n for n in sorted(value) if n < max(value)]',
    });
    const falling = [
      { input: [4, 9, 7], output: [9, 7] },
      { input: [1, 5, 5, 3], output: [5, 5, 3] },
    ];
    expect(await find('sorted(value, reverse=True)[:-1]', falling)).toMatchObject({
      there: '[n for n in sorted(value, reverse=True) if n > min(value)]',
    });
  });

  it('finds that no example ends before a place', async () => {
    const put = [
      { input: [7, 1, 4, 2], output: [7, 1, 4, 5] },
      { input: [3, 9, 8, 6, 2], output: [3, 9, 8, 5, 2] },
    ];
    const told = [...put, { input: [6, 2], output: [6, 2, 5] }];
    const isDoubted = (detail: UnprovenDetail | null): boolean => detail?.here === 'value[:3] + [5]';
    expect(isDoubted(await find('value[:3] + [5] + value[4:]', put))).toBe(true);
    expect(isDoubted(await find('value[:3] + [5] + value[4:]', told))).toBe(false);
  });

  it.each([
    {
      name: 'a first item that is always the largest',
      expression: 'value[0]',
      there: 'max(value)',
      pairs: [
        { input: [9, 4, 7], output: 9 },
        { input: [6, 2, 5, 1], output: 6 },
      ],
      telling: { input: [3, 8], output: 3 },
    },
    {
      name: 'one before the last that is the largest before it',
      expression: 'value[-2]',
      there: 'max(value[:-1])',
      pairs: [
        { input: [4, 9, 7], output: 9 },
        { input: [1, 2, 6, 8], output: 6 },
      ],
      telling: { input: [7, 3, 8], output: 3 },
    },
    {
      name: 'a largest that is always the last',
      expression: 'max(value)',
      there: 'list(value)[-1]',
      pairs: [
        { input: [4, 9], output: 9 },
        { input: [1, 2, 6, 8], output: 8 },
      ],
      telling: { input: [7, 3], output: 7 },
    },
    {
      name: 'different items where equal ones stand together',
      expression: 'len(set(value))',
      there: 'len([n for n, _ in itertools.groupby(value)])',
      pairs: [
        { input: [4, 4, 9], output: 2 },
        { input: [1, 7, 7, 7, 8], output: 3 },
      ],
      telling: { input: [5, 1, 5], output: 2 },
    },
    {
      name: 'half of a length that is always even',
      expression: 'value[:len(value) // 2]',
      there: '(len(value) + 1) // 2',
      pairs: [
        { input: [4, 9], output: [4] },
        { input: [1, 2, 6, 8], output: [1, 2] },
      ],
      telling: { input: [7, 3, 5], output: [7] },
    },
    {
      name: 'one of several that are as frequent',
      expression: 'max(value, key=lambda n: value.count(n))',
      there: 'max(sorted(value)',
      pairs: [
        { input: [4, 9, 9], output: 9 },
        { input: [1, 2, 1, 8], output: 1 },
      ],
      telling: { input: [7, 3], output: 7 },
    },
    {
      name: 'an item that is always the most frequent',
      expression: 'value.count(value[-1])',
      there: 'max((value.count(n) for n in value), default=0)',
      pairs: [
        { input: [2, 9, 4, 4], output: 2 },
        { input: [8, 9, 1, 8], output: 2 },
      ],
      telling: { input: [7, 3, 7, 5], output: 1 },
    },
    {
      name: 'equal items that always stand together',
      expression: 'max(value.count(n) for n in value)',
      there: 'itertools.groupby(value)',
      pairs: [
        { input: [2, 2, 9, 4], output: 2 },
        { input: [8, 1, 1, 1], output: 3 },
      ],
      telling: { input: [7, 3, 7], output: 2 },
    },
    {
      name: 'a rest that is all above the first',
      expression: 'value[1:]',
      there: '[n for n in value if n > value[0]]',
      pairs: [
        { input: [2, 9, 4], output: [9, 4] },
        { input: [1, 5, 8, 3], output: [5, 8, 3] },
      ],
      telling: { input: [7, 3, 9], output: [3, 9] },
    },
  ])('finds $name', async ({ expression, there, pairs, telling }) => {
    const part = there.replace(/^len\((.*)\)$/, '$1');
    expect((await find(expression, pairs))?.there).toContain(part);
    expect((await find(expression, [...pairs, telling]))?.there ?? '').not.toContain(part);
  });

  it('says nothing of what is no Python', async () => {
    expect(await find('(', kept)).toBeNull();
  });
});
