import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import type { TrainingResult } from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';
import { paddedWidths } from './padding-changes.js';

const { it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

it.each([
  ['a code', ['A-1234', 'B-8709'], [4]],
  ['two numbers', ['12 of 345', '99 of 100'], [2, 3]],
  ['years', ['in 1987', 'in 2024'], []],
  ['single digits', ['7', '8'], []],
  ['numbers of several lengths', ['A-12', 'B-345'], []],
  ['texts without numbers', ['a', 'b'], []],
  ['no output', [], []],
])('knows the widths that %s may be padded to', (_name, outputs, widths) => {
  expect(paddedWidths(outputs)).toEqual(widths);
});

const written = (codes: readonly number[]): Promise<TrainingResult> =>
  searchScript({
    examples: codes.map((code, at) => ({ input: { code, at: at * 31 }, output: String(code) })),
    budget: { maxEvaluations: 20_000 },
    seed: 0,
    sandbox,
  });

it('asks for zeros before a number where all examples have as many digits', async () => {
  const { confidence, question } = await written([
    12345, 54321, 99888, 30303, 45454, 67676, 80808, 11111, 20202, 76543,
  ]);
  expect(confidence).toBe('medium');
  expect(question?.input).toMatchObject({ code: 7 });
  expect(question?.answers.map(({ output }) => output)).toEqual(['7', '00007']);
});

it('asks for zeros before a number of four digits that is no year, within a text', async () => {
  const codes = [1234, 8709, 2049, 9999, 4805, 3370, 6061, 7512, 5400, 2718];
  const { confidence, question } = await searchScript({
    examples: codes.map((code, at) => ({ input: { code, at: at * 31 }, output: `No. ${code}` })),
    budget: { maxEvaluations: 20_000 },
    seed: 0,
    sandbox,
  });
  expect(confidence).toBe('medium');
  expect(question?.answers.map(({ output }) => output)).toEqual(['No. 7', 'No. 0007']);
});

it.each([
  ['of several lengths', [12345, 4321, 99888, 30303, 454, 67676, 80808, 11111, 20202, 76543]],
  ['of years', [1987, 2024, 1999, 2001, 1965, 2010, 1978, 1993, 2016, 1984]],
])('does not ask for zeros before numbers %s', async (_name, codes) => {
  const { reasons } = await written(codes);
  expect(reasons.join()).not.toContain('zfill');
});
