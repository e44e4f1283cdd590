import { expect } from 'vitest';
import { playEpisode } from '../../environments/index.js';
import type { Fault } from '../../generation/index.js';
import { type FaultyPolicyOptions, faultyPolicy, type PlantedFault } from '../../generation/index.js';
import type { Trajectory } from '../../records/index.js';
import { scoreOutcome } from '../scoring/score-outcome.js';
import { recordedCalls } from '../verifiers/recorded-calls.js';
import { attributeFailure } from './attribute-failure.js';
import { openStock, plantedTask } from './planted.fixture.js';

const FAULTS: readonly Fault[] = [
  'wrong_filter',
  'off_by_one',
  'skip_verification',
  'skip_step',
  'over_call',
  'wrong_argument',
  'stale_answer',
  'gives_up',
  'swallowed_error',
];

/** Plants faults until so many episodes failed by them, and expects that at least this share of them is located. */
export async function expectLocated(episodes: number, share: number): Promise<void> {
  const environment = await openStock();
  const missed: string[] = [];
  const faults = new Set<Fault>();
  let failed = 0;
  for (let index = 0; failed < episodes; index++) {
    const fault = FAULTS[index % FAULTS.length] ?? 'skip_step';
    const { task, oracle } = await plantedTask(environment, index);
    const planted: PlantedFault[] = [];
    const options: FaultyPolicyOptions = { fault, seed: index, rate: 0.5 };
    const policy = faultyPolicy(oracle, { ...options, onPlanted: (each) => planted.push(each) });
    const { trajectory, ...states } = await playEpisode({ environment, policy, task, seed: 0 });
    const [fact] = planted;
    // A fault that did no harm leaves nothing to blame.
    if (fact === undefined || scoreOutcome(trajectory, states).verdict === 'pass') continue;
    failed += 1;
    faults.add(fault);
    const found = await attributeFailure(trajectory, { environment, reference: oracle });
    if (found.blamed[0]?.step !== stepOfAction(trajectory, fact.action)) {
      missed.push(`${task.id} ${fault}: ${found.reason}, planted at action ${fact.action}`);
    }
  }
  expect(faults.size).toBeGreaterThan(6);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(episodes * (1 - share));
}

function stepOfAction(record: Trajectory, action: number): number {
  const isAnswered = record.steps.at(-1)?.type === 'final_answer';
  return recordedCalls(record)[action]?.index ?? record.steps.length - (isAnswered ? 1 : 0);
}
