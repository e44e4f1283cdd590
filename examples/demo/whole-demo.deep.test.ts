import { createSandbox } from 'mettle/sandbox';
import { searchOptimizer } from 'mettle/search';
import { expect, it } from 'vitest';
import { unless } from '../../src/testing/unless.fixture.js';
import type { DemoResult } from './demo-result.js';
import { runDemo } from './run-demo.js';

type EngineName = 'monty' | 'cpython';

/** Why an engine cannot run here; empty where it can. */
const missing = (engine: EngineName): Promise<string> =>
  createSandbox({ engine }).then(
    (sandbox) => sandbox.close().then(() => ''),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
const noMonty = await missing('monty');
const noCpython = await missing('cpython');

async function play(engine: EngineName, seed: number): Promise<DemoResult> {
  await using sandbox = await createSandbox({ engine });
  return await runDemo({
    seed,
    sandbox,
    optimizer: searchOptimizer(),
    size: { tasksPerCategory: 2, trainTasksPerSkill: 24, unseenTasksPerSkill: 12 },
    now: () => 0,
  });
}

/** What a result says, without functions. */
const said = (result: DemoResult): unknown =>
  JSON.parse(JSON.stringify({ ...result, trajectories: null, timings: null }, withoutTime));
const withoutTime = (key: string, value: unknown): unknown =>
  key === 'seconds' || key === 'outcomes' ? undefined : value;

unless(noMonty).describe('the whole demo', () => {
  /** The first run of each seed on Monty, which every test looks at. */
  const plays: Promise<DemoResult>[] = [];
  const first = (seed: number): Promise<DemoResult> => (plays[seed] ??= play('monty', seed));

  it('gives the same for the same seed', async () => {
    expect(said(await play('monty', 0))).toEqual(said(await first(0)));
  }, 300_000);

  unless(noCpython).it(
    'comes to the same on CPython',
    async () => {
      const [there, here] = [await play('cpython', 0), await first(0)];
      const { oracle, rounds, skills, comparison, improved, dataset } = JSON.parse(JSON.stringify(here));
      expect(there).toMatchObject({ oracle, rounds, comparison, improved });
      expect(there.skills.map(({ training, kept }) => [training?.result.script, kept])).toEqual(
        skills.map(({ training, kept }: DemoResult['skills'][number]) => [training?.result.script, kept]),
      );
      expect(there.dataset.openai).toEqual(dataset.openai);
    },
    300_000,
  );

  it('is better for each of three seeds, is helped by no control, and abstains on styles that the search has no steps for', async () => {
    for (let seed = 0; seed < 3; seed++) {
      const { improved, skills, comparison } = await first(seed);
      expect(improved, `seed ${seed}`).toBe(true);
      expect(comparison.test.worse).toBe(0);
      for (const { skill, training, controls } of skills) {
        if (!skill.style.searchable) expect(training?.result.abstained, `seed ${seed}`).toBe(true);
        for (const control of controls) {
          const { better = 0, worse = 0, pValue = 1 } = control.comparison?.test ?? {};
          expect(better > worse && pValue < 0.05, `seed ${seed}, ${control.kind}`).toBe(false);
        }
      }
    }
  }, 900_000);
});
