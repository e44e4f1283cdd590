import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { evaluateScript, makeExamples, type TrainingResult } from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

type Grid = readonly (readonly number[])[];
const NEW: Readonly<Record<number, number>> = { 0: 0, 1: 5, 2: 7, 3: 4, 4: 9 };
const recoloured = (input: Grid): Grid => input.map((row) => row.map((cell) => NEW[cell] ?? cell));
const train = (inputs: readonly Grid[], unlabelled: Grid): Promise<TrainingResult> =>
  searchScript({
    examples: inputs.map((input) => ({ input, output: recoloured(input) })),
    holdout: [],
    unlabelled: [unlabelled],
    budget: { maxEvaluations: 3000 },
    seed: 0,
    sandbox,
  });
const isRight = async (script: string | undefined, input: Grid): Promise<boolean> => {
  const [outcome] = await evaluateScript({
    script: script ?? '',
    examples: makeExamples([{ input, output: recoloured(input) }]),
    sandbox,
  });
  return outcome?.reward === 1;
};
const plain = (colour: number): Grid => [
  [0, colour, 0, colour],
  [colour, 0, 0, 0],
  [0, 0, colour, 0],
];

describe('rules for cells', () => {
  it('are offered where other examples confirm them', async () => {
    const inputs = [1, 2, 3].map(
      (turn): Grid => [
        [turn, 1, 2],
        [3, 4, 0],
        [turn, turn, 0],
        [4, 3, 2],
      ],
    );
    const asked: Grid = [
      [4, 4, 4],
      [1, 0, 1],
      [2, 2, 3],
      [0, 0, 0],
    ];
    const { script, confidence } = await train(inputs, asked);
    expect(confidence).toBe('medium');
    expect(await isRight(script ?? undefined, asked)).toBe(true);
  });

  it('are only a guess where most examples have one of their own', async () => {
    const asked = plain(2);
    const { abstained, reasons, guess } = await train([1, 2, 3, 4].map(plain), asked);
    expect(abstained).toBe(true);
    expect(reasons).toContain('most examples have rules of their own, which no other one confirms');
    expect(await isRight(guess?.script, asked)).toBe(true);
  });
});
