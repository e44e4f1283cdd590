import { expect } from 'vitest';
import { playEpisode } from '../environments/index.js';
import type { Fault } from '../generation/index.js';
import { faultyPolicy } from '../generation/index.js';
import type { Trajectory } from '../records/index.js';
import { openStock, plantedTask } from './branching/planted.fixture.js';
import { rescore } from './rescore.js';
import { scoreOutcome } from './scoring/score-outcome.js';

const FAULTS: readonly Fault[] = ['wrong_filter', 'off_by_one', 'skip_step', 'wrong_argument', 'gives_up'];

/** Plays so many episodes, half of them with faults, and expects of each the same outcome from its record as from its play. */
export async function expectRescored(episodes: number): Promise<void> {
  const environment = await openStock();
  const records: Trajectory[] = [];
  for (let index = 0; index < episodes; index++) {
    const { task, oracle } = await plantedTask(environment, index % 500);
    const fault = FAULTS[index % FAULTS.length] ?? 'gives_up';
    const policy = index % 2 === 0 ? oracle : faultyPolicy(oracle, { fault, seed: index, rate: 0.7 });
    const { trajectory, ...states } = await playEpisode({ environment, policy, task, seed: 0 });
    records.push({ ...trajectory, outcome: scoreOutcome(trajectory, states) });
  }
  const { rescored, changed, verdicts } = await rescore(records, { environment });
  expect(rescored.map(({ outcome }) => outcome)).toEqual(records.map(({ outcome }) => outcome));
  expect(changed).toBe(0);
  expect(verdicts.pass).toBeGreaterThanOrEqual(episodes / 2);
  expect(verdicts.fail).toBeGreaterThan(episodes / 10);
  expect(verdicts.error).toBe(0);
}
