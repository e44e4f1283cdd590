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
/** Rows and columns from a cell to those that are painted like it. */
type Steps = readonly (readonly [down: number, right: number])[];

const dotted = (size: number, dots: readonly (readonly [y: number, x: number, colour: number])[]): Grid =>
  Array.from({ length: size }, (_row, y) =>
    Array.from({ length: size }, (_cell, x) => dots.find(([b, a]) => b === y && a === x)?.[2] ?? 0),
  );
const painted = (grid: Grid, steps: Steps): Grid =>
  grid.map((row, y) =>
    row.map((_cell, x) => steps.map(([down, right]) => grid[y - down]?.[x - right] ?? 0).find(Boolean) ?? 0),
  );

const inputs = [
  dotted(7, [
    [1, 1, 4],
    [4, 5, 2],
  ]),
  dotted(8, [
    [2, 5, 2],
    [6, 2, 3],
  ]),
  dotted(6, [[3, 2, 3]]),
  dotted(9, [
    [1, 4, 4],
    [5, 1, 3],
    [6, 6, 2],
  ]),
];
const train = (
  examples: readonly { readonly input: Grid; readonly output: Grid }[],
): Promise<TrainingResult> =>
  searchScript({ examples, holdout: [], budget: { maxEvaluations: 6000 }, seed: 0, sandbox });

describe('stacks of grids', () => {
  const steps: Steps = [
    [0, 0],
    [-1, -1],
    [1, 1],
    [1, 0],
    [0, -1],
  ];

  it('are found layer by layer, deeper than enumeration comes', async () => {
    const unseen = dotted(8, [
      [2, 2, 2],
      [5, 6, 4],
    ]);
    const result = await train(inputs.map((input) => ({ input, output: painted(input, steps) })));
    expect(result.reasons).toContain('found by assembly');
    // One layer more than there are calls.
    expect(result.script?.replace(/def overlay\(/, '').match(/overlay\(/g)?.length).toBe(steps.length - 1);
    const [outcome] = await evaluateScript({
      script: result.script ?? '',
      examples: makeExamples([{ input: unseen, output: painted(unseen, steps) }]),
      sandbox,
    });
    expect(outcome?.reward).toBe(1);
  });

  it('are not offered where an example has a layer that no other one shows', async () => {
    const examples = inputs.map((input, index) => ({
      input,
      output: painted(input, index === 2 ? [...steps, [-1, 0]] : steps),
    }));
    const { reasons } = await train(examples);
    expect(reasons).not.toContain('found by assembly');
  });
});
