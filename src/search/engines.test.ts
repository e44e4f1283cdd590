import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Json } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { evaluateScript, type InputOutput, makeExamples, type Score } from '../training/index.js';
import { roundestBetween } from './engines/trees.js';
import { judgeConfidence } from './judging/confidence.js';
import { constantOperator } from './language/operator.js';
import type { ValueType } from './language/value-type.js';
import type { Program } from './programs/program.js';
import { openSearchSandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';
import type { SearchEngine, Solution } from './solution.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

const codes: Readonly<Record<string, string>> = { low: 'L1', medium: 'M5', high: 'X9' };
const levels = ['low', 'medium', 'high'];
const mark = (cell: number, row: number): number => (cell === 0 ? 0 : row % 2 === 0 ? 3 : 7);
const grids = [
  [
    [1, 0, 2],
    [0, 2, 1],
    [1, 1, 0],
    [2, 0, 2],
  ],
  [
    [0, 5, 5],
    [5, 1, 0],
    [1, 0, 1],
    [5, 5, 2],
  ],
  [
    [2, 2, 2],
    [2, 2, 2],
    [0, 0, 5],
    [1, 0, 1],
  ],
];

/** Parts of 1 to 4 cells in a row, with 0 around them. */
const parts = (sizes: readonly number[], colour: number): readonly (readonly number[])[] =>
  sizes.flatMap((size) => [
    [0, 0, 0, 0, 0, 0],
    [0, ...Array.from({ length: 5 }, (_cell, x) => (x < size ? colour : 0))],
  ]);
const sizeOf = (row: readonly number[]): number => row.filter((cell) => cell !== 0).length;

/** One task that each engine is for, and inputs that it never saw. */
const tasks: readonly {
  readonly engine: SearchEngine;
  readonly inputs: readonly Json[];
  readonly unseen: readonly Json[];
  readonly rule: (input: never) => Json;
}[] = [
  {
    engine: 'enumeration',
    inputs: ['ab-b', 'cccc-d', 'e-ffff', 'gab-hij', 'kalo-l', 'zz-nop', 'q-ax'],
    unseen: ['xyz-w'],
    rule: (input: string) => input.split('-')[1] ?? '',
  },
  {
    engine: 'enumeration',
    inputs: ['weiß', 'fuß', 'spaß', 'abc', 'nuß'],
    unseen: ['Straße', 'öl'],
    rule: (input: string) => input.toUpperCase(),
  },
  {
    engine: 'assembly',
    inputs: ['ab-b', 'cccc-d', 'e-ffff', 'gab-hij', 'kalo-l', 'zz-nop', 'q-ax'],
    unseen: ['xyz-w'],
    rule: (input: string) => `<${input.split('-').reverse().join(':')}>`,
  },
  {
    engine: 'loop',
    inputs: [[1.5, 5], [3.5], [7, 2.5, 9], [4, 4.5], [10.5, 6, 8]],
    unseen: [[11.5, 12, 0, 3]],
    rule: (input: readonly number[]) => input.map((item) => item * item + item),
  },
  {
    engine: 'lookup',
    inputs: Array.from({ length: 24 }, (_item, index) => ({ level: levels[index % 3] ?? '', at: index })),
    unseen: levels.map((level) => ({ level, at: 99 })),
    rule: (input: { readonly level: string }) => codes[input.level] ?? '',
  },
  {
    engine: 'lookup',
    inputs: grids,
    unseen: [
      [
        [0, 1, 0, 1],
        [2, 0, 5, 1],
      ],
    ],
    rule: (input: readonly (readonly number[])[]) => input.map((row, y) => row.map((cell) => mark(cell, y))),
  },
  {
    engine: 'lookup',
    inputs: [parts([1, 3, 2], 4), parts([2, 4, 1], 4), parts([3, 4, 1], 4)],
    unseen: [parts([4, 1, 3, 2], 4)],
    rule: (input: readonly (readonly number[])[]) =>
      input.map((row) => row.map((cell) => (cell === 0 ? 0 : sizeOf(row) > 2 ? 8 : sizeOf(row) > 1 ? 3 : 6))),
  },
  {
    engine: 'assembly',
    inputs: [parts([1, 3, 2], 4), parts([2, 4, 1], 7), parts([3, 4, 1], 5), parts([2, 3, 4], 9)],
    unseen: [parts([4, 1, 3, 2], 7)],
    // Beneath a part of one colour stands its shadow, one row wide.
    rule: (input: readonly (readonly number[])[]) =>
      input.map((row, y) => row.map((cell, x) => (cell !== 0 ? 2 : (input[y - 1]?.[x] ?? 0)))),
  },
  {
    engine: 'lookup',
    inputs: [parts([1, 3, 2], 4), parts([2, 4, 1], 7), parts([3, 4, 1], 5), parts([2, 3, 4], 9)],
    unseen: [parts([4, 1, 3, 2], 7)],
    // The same, and large parts get another colour.
    rule: (input: readonly (readonly number[])[]) =>
      input.map((row, y) =>
        row.map((cell, x) => (cell === 0 ? (input[y - 1]?.[x] ?? 0) : sizeOf(row) > 2 ? 8 : 3)),
      ),
  },
  {
    engine: 'enumeration',
    inputs: [parts([1, 3, 2], 4), parts([2, 4, 1], 7), parts([3, 1, 2], 5), parts([2, 1, 4], 9)],
    unseen: [parts([2, 1, 3, 2], 7)],
    // Three operators deep: the grid is taken apart, the largest part is chosen and cut out.
    rule: (input: readonly (readonly number[])[]) => {
      const widest = input.reduce((best, row) => (sizeOf(row) > sizeOf(best) ? row : best));
      return [widest.filter((cell) => cell !== 0)];
    },
  },
  {
    engine: 'tree',
    inputs: Array.from({ length: 40 }, (_item, index) => ({ weight: index + 1, to: `city ${index % 7}` })),
    unseen: [
      { weight: 60, to: 'city 9' },
      { weight: 10, to: 'x' },
      { weight: 11, to: 'x' },
    ],
    rule: (input: { readonly weight: number }) => (input.weight > 10 ? 'parcel' : 'letter'),
  },
];

describe('each engine', () => {
  it.each(tasks)('$engine finds what it is for', async ({ engine, inputs, unseen, rule }) => {
    const pairs = (list: readonly Json[]): InputOutput[] =>
      list.map((input) => ({ input, output: rule(input as never) }));
    const result = await searchScript({
      examples: pairs(inputs),
      unlabelled: unseen,
      ...(Array.isArray(inputs[0]) && Array.isArray(inputs[0][0]) ? { holdout: [] } : {}),
      budget: { maxEvaluations: 20_000 },
      seed: 0,
      sandbox,
    });
    expect(result).toMatchObject({ abstained: false, foundBy: engine });
    const outcomes = await evaluateScript({
      script: result.script ?? '',
      examples: makeExamples(pairs(unseen)),
      sandbox,
    });
    expect(outcomes.map(({ feedback }) => feedback)).toEqual(unseen.map(() => null));
  });
});

describe('judgeConfidence', () => {
  const solution: Solution = {
    program: { kind: 'list', items: [] },
    engine: 'enumeration',
    literalCharacters: 0,
    support: 8,
    contradicted: 0,
    holds: true,
    luck: 0,
    missed: 0,
  };
  const all = (total: number): Score => ({ passed: total, total, rate: total === 0 ? null : 1 });
  const judge = (changes: Partial<Solution>, train = all(8), holdout = all(2)): string =>
    judgeConfidence({ ...solution, ...changes }, train, holdout).confidence;

  it('falls with each ground to doubt, and says why', () => {
    const typed = (type: ValueType, choices = 1, cost = 1): Extract<Program, { kind: 'expression' }> => ({
      kind: 'expression',
      expression: {
        operator: { ...constantOperator(1, 'integer', 1), choices },
        args: [],
        type,
        readsInput: true,
        cost,
        values: [],
      },
    });
    expect(judge({})).toBe('high');
    expect(judge({}, all(8), all(1))).toBe('medium');
    expect(judge({}, all(3), all(0))).toBe('medium');
    expect(judge({}, all(1), all(0))).toBe('low');
    expect(judge({ engine: 'tree' }, all(8), all(0))).toBe('low');
    const key = typed('text').expression;
    const branches = (whenTrue: Program, otherwise: Program): Partial<Solution> => ({
      engine: 'tree',
      support: 2,
      program: { kind: 'if', test: key, whenTrue, otherwise },
    });
    const texts = branches(typed('text'), { kind: 'constant', value: 'no' });
    const numbers = branches(typed('integer'), { kind: 'constant', value: 35 });
    expect(judge(texts)).toBe('medium');
    expect(judge({ ...texts, luck: 0.01 })).toBe('low');
    expect(judge(texts, all(8), all(1))).toBe('low');
    expect(judge(numbers)).toBe('low');
    expect(judge(numbers, all(8), all(3))).toBe('medium');
    expect(judge({ ...texts, support: 4 })).toBe('medium');
    const pieces = { engine: 'assembly' } as const;
    expect(judge({ ...pieces, program: typed('text', 0, 15) })).toBe('high');
    expect(judge({ ...pieces, program: typed('text', 0, 16) })).toBe('medium');
    const tippedPieces = { ...pieces, missed: 1, program: typed('text', 0, 8) };
    expect(judge(tippedPieces, all(3), all(0))).toBe('low');
    expect(judge({ ...tippedPieces, missed: 0 }, all(3), all(0))).toBe('medium');
    expect(judge(tippedPieces, all(4), all(1))).toBe('medium');
    expect(judge({ ...tippedPieces, missed: 2 }, all(5), all(1))).toBe('medium');
    expect(judge({ ...tippedPieces, missed: 3 }, all(5), all(1))).toBe('low');
    const written: Partial<Solution> = { ...pieces, luck: 0.001, program: { kind: 'joined', parts: [] } };
    expect(judge(written, all(3), all(0))).toBe('low');
    expect(judge({ ...written, luck: 1e-5 }, all(3), all(0))).toBe('medium');
    expect(judge(written, all(4), all(1))).toBe('medium');
    const row = (...items: Program[]): Partial<Solution> => ({ program: { kind: 'list', items } });
    expect(judge(row(typed('integer'), { kind: 'constant', value: 0 }))).toBe('high');
    expect(judge(row(typed('integer'), typed('integer')))).toBe('medium');
    const table: Program = { kind: 'lookup', key, table: [] };
    expect(judge({ program: table })).toBe('medium');
    expect(judge({ program: { kind: 'if', test: key, whenTrue: table, otherwise: table } })).toBe('medium');
    expect(judge({ engine: 'assembly' }, all(2), all(0))).toBe('low');
    expect(judge({ program: { kind: 'constant', value: 1 } })).toBe('low');
    expect(judge({ luck: 0.2 })).toBe('low');
    expect(judge({ missed: 1 })).toBe('medium');
    expect(judge({ missed: 1, program: typed('grid') }, all(4), all(0))).toBe('medium');
    expect(judge({ missed: 2, program: typed('grid') }, all(4), all(0))).toBe('low');
    expect(judge({ missed: 2, program: typed('grid') }, all(4), all(2))).toBe('medium');
    const cells: Program = { kind: 'cells', keys: [], sources: [], rules: [] };
    expect(judge({ missed: 2, program: cells }, all(5), all(0))).toBe('low');
    expect(judge({ luck: 0.05 })).toBe('medium');
    expect(judge({ luck: 0.05, missed: 1 })).toBe('medium');
    expect(judge({ luck: 0.05, program: typed('boolean') })).toBe('low');
    expect(judge({ luck: 0.05, missed: 1, program: typed('text') })).toBe('medium');
    expect(judge({ luck: 0.05, missed: 1, program: typed('integer') })).toBe('medium');
    expect(judge({ luck: 0.02, missed: 1, program: typed('boolean', 0) })).toBe('low');
    expect(judge({ luck: 0.02, program: typed('boolean', 0) })).toBe('medium');
    expect(judge({ luck: 0.03, program: typed('integer', 1, 9) })).toBe('medium');
    expect(judge({ luck: 0.01, missed: 1, program: typed('integer', 0, 9) })).toBe('medium');
    expect(judge({ luck: 0.001, program: typed('integer', 0, 10) })).toBe('medium');
    expect(judge({ luck: 0.001, program: typed('integer', 0, 9) })).toBe('high');
    expect(judge({ luck: 0.001, program: typed('boolean', 0) })).toBe('medium');
    expect(judge({ luck: 4e-4, program: typed('boolean', 0) })).toBe('medium');
    expect(judge({ luck: 1e-4, program: typed('boolean', 0) })).toBe('high');
    expect(judge({ luck: 1e-5, program: typed('integer', 0, 10) })).toBe('high');
    expect(judge({ luck: 0.01, program: typed('text', 1, 20) })).toBe('medium');
    const tipped = { luck: 0.001, missed: 2, program: typed('integers') };
    expect(judge(tipped, all(4), all(1))).toBe('low');
    expect(judge(tipped)).toBe('medium');
    expect(judge({ ...tipped, missed: 1 }, all(4), all(1))).toBe('medium');
    // Where rivals were weighed, they say how far to trust it.
    expect(judge({ ...tipped, rivalry: 0.1 }, all(4), all(1))).toBe('medium');
    expect(judge({ program: typed('integers', 0, 25) })).toBe('high');
    expect(judge({ program: typed('integers', 0, 26) })).toBe('medium');
    expect(judge({ program: typed('integers', 0, 15), rivalry: 0 })).toBe('high');
    expect(judge({ program: typed('integers', 0, 16), rivalry: 0 })).toBe('medium');
    expect(judge({ ...tipped, luck: 1e-5 }, all(4), all(1))).toBe('medium');
    expect(judge({ ...tipped, program: typed('text') }, all(4), all(1))).toBe('medium');
    expect(judge({ ...numbers, support: 4, luck: 0.01 })).toBe('low');
    const rules: Program = { kind: 'cells', keys: [], sources: [], rules: [] };
    expect(judge({ engine: 'lookup', missed: 4, program: rules })).toBe('medium');
    expect(judge({ engine: 'lookup', missed: 5, program: rules })).toBe('low');
    expect(judge({ contradicted: 1 })).toBe('medium');
    expect(judge({ contradicted: 50 })).toBe('low');
    expect(judge({ contradicted: 50, program: typed('integers') })).toBe('low');
    expect(judge({ contradicted: 50, program: typed('integers', 0) })).toBe('medium');
    expect(judge({ contradicted: 50, program: typed('text', 0) })).toBe('low');
    expect(judge({ rivalry: 0.1 })).toBe('high');
    expect(judge({ rivalry: 0.25 })).toBe('medium');
    expect(judge({ rivalry: 0.29 }, all(4), all(1))).toBe('medium');
    expect(judge({ rivalry: 1 / 3 })).toBe('low');
    expect(judge({}, { passed: 7, total: 8, rate: 7 / 8 })).toBe('low');
    expect(judge({}, all(8), { passed: 1, total: 2, rate: 0.5 })).toBe('low');
    const same = Array.from({ length: 20 }, (_, n) => ({ input: [n], output: [n] }));
    const whole = { ...solution, program: typed('integers', 0) };
    expect(judgeConfidence(whole, all(4), all(1), same.slice(0, 9)).confidence).toBe('low');
    expect(judgeConfidence(whole, all(8), all(2), same).confidence).toBe('medium');
    const changed = [...same, { input: [10], output: [] }];
    expect(judgeConfidence(whole, all(9), all(2), changed).confidence).toBe('high');
    const { reasons } = judgeConfidence({ ...solution, contradicted: 3 }, all(8), all(2));
    expect(reasons.join('; ')).toContain('3 other programs fitted the training examples');
    const one = judgeConfidence({ ...solution, engine: 'tree', support: 1, contradicted: 1 }, all(8), all(1));
    expect(one.reasons).toEqual([
      'found by tree',
      'the held-out example agrees',
      'a single example was held out',
      'a branch rests on 1 example',
      'another condition may tell the kinds of inputs apart as well',
      '1 other program fitted the training examples and not the held-out ones',
    ]);
  });
});

describe('roundestBetween', () => {
  it('lies above the lower and not above the upper number', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
        (low, gap) => {
          const between = roundestBetween(low, low + gap);
          expect(between > low && between <= low + gap).toBe(true);
        },
      ),
    );
  });

  it.each([
    [17, 18, 18],
    [9, 11, 10],
    [49, 50, 50],
    [0.4, 0.6, 0.5],
    [-3, 4, 0],
    [95, 108, 100],
  ])('between %d and %d is %d', (low, high, expected) => {
    expect(roundestBetween(low, high)).toBe(expected);
  });
});
