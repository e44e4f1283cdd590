import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchOptimizer } from '../../optimizers/index.js';
import { createSandbox, type Sandbox } from '../../sandbox/index.js';
import type { Optimizer } from '../../training/index.js';
import type { DemoResult } from './demo-result.js';
import { canRun, offering, playDemo } from './run-demo.fixture.js';

const hasMonty = await canRun('monty');
const hasCpython = await canRun('cpython');

describe.skipIf(!hasMonty)('the demo, played again (skipped where Monty cannot run)', () => {
  let sandbox: Sandbox;
  let result: DemoResult;

  const play = (
    seed: number,
    optimizer: Optimizer = searchOptimizer(),
    inside = sandbox,
  ): Promise<DemoResult> => playDemo({ seed, sandbox: inside, optimizer, tasksPerSkill: 6 });

  beforeAll(async () => {
    sandbox = await createSandbox({ engine: 'monty' });
    result = await play(0);
  });
  afterAll(() => sandbox.close());

  it('gives the same dataset for the same seed and another for another', async () => {
    const again = await play(0);
    expect(again.dataset).toEqual(result.dataset);
    expect(again.training?.result.script).toBe(result.training?.result.script);
    expect(again.comparison).toEqual(result.comparison);
    const other = await play(4, offering(null));
    const prompts = new Set(result.tasks.map(({ prompt }) => prompt));
    expect(other.tasks.some(({ prompt }) => !prompts.has(prompt))).toBe(true);
    expect(other.dataset.trajectories).not.toBe(result.dataset.trajectories);
  });

  it.skipIf(!hasCpython)(
    'comes to the same on CPython (skipped where CPython cannot be confined)',
    async () => {
      await using cpython = await createSandbox({ engine: 'cpython' });
      const there = await play(0, searchOptimizer(), cpython);
      const { oracle, rounds, training, comparison, improved, dataset } = result;
      expect(there).toMatchObject({ oracle, rounds, comparison, improved });
      expect(there.training?.result.script).toBe(training?.result.script);
      expect(there.dataset.openai).toEqual(dataset.openai);
    },
  );
});
