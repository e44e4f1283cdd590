import { beforeAll, describe, expect, it } from 'vitest';
import {
  countingPolicy,
  openShop,
  policyOf,
  shopTask,
  watchedEnvironment,
} from '../environments/episodes/shop.fixture.js';
import type { Environment } from '../environments/index.js';
import { recordTrajectory } from '../environments/index.js';
import type { Trajectory } from '../records/index.js';
import { createTrajectory } from '../records/index.js';
import { type RescoreOptions, rescore } from './rescore.js';
import { expectRescored } from './rescore-suite.fixture.js';

let environment: Environment;
let counted: Trajectory;
let emptied: Trajectory;

beforeAll(async () => {
  environment = await openShop();
  const task = shopTask({ value: 2, comparison: 'number' });
  counted = await recordTrajectory({ environment, policy: countingPolicy, task, seed: 0 });
  const policy = policyOf(async (actor) => {
    await actor.call('sql_execute', { sql: 'DELETE FROM fruit' });
    actor.answer(2);
  });
  emptied = await recordTrajectory({ environment, policy, task, seed: 0 });
});

describe('rescore', () => {
  it('gives records the outcome that their episodes had live', async () => {
    await expectRescored(200);
  }, 60_000);

  it('checks old records by new rules, on the states of worlds that it rebuilds', async () => {
    const told: unknown[] = [];
    const done: number[] = [];
    const { rescored, verdicts } = await rescore([counted, emptied], {
      environment: watchedEnvironment(environment, told),
      score: (_, { initial, final }) => ({
        verdict: initial.size === final.size ? 'pass' : 'fail',
        reason: `${final.size} of ${initial.size} are left`,
        checks: [],
      }),
      reward: async (_, { verdict }, { final }) => (verdict === 'pass' ? final.size : -1),
      onProgress: (update) => done.push(update.done),
    });
    expect(rescored.map(({ outcome, reward }) => [outcome.reason, reward])).toEqual([
      ['3 of 3 are left', 3],
      ['0 of 3 are left', -1],
    ]);
    expect(verdicts).toEqual({ pass: 1, fail: 1, not_checked: 0, error: 0 });
    expect(done).toEqual([1, 2]);
    expect(told.filter((each) => each === 'closed')).toHaveLength(2);
  });

  it('pays nothing for what the code kept from being checked, and gives no reward for what the machine did', async () => {
    const rewards = async (fault?: 'code') => {
      const score = () => ({
        verdict: 'not_checked' as const,
        reason: '',
        checks: [],
        ...(fault ? { fault } : {}),
      });
      const { rescored } = await rescore([counted], { environment, score });
      return rescored.map(({ reward }) => reward);
    };
    expect([await rewards('code'), await rewards()]).toEqual([[0], [null]]);
  });

  it('never scores a record whose world does not come about again', async () => {
    const steps = counted.steps.map((step) =>
      step.type === 'observation' ? { ...step, content: '3' } : step,
    );
    const forged = createTrajectory({ ...counted, steps });
    const edited = { ...counted, finalAnswer: 7 };
    const old: Trajectory = {
      ...counted,
      outcome: { verdict: 'fail', reason: 'an older rule', checks: [] },
    };
    const { rescored, changed, verdicts } = await rescore([forged, old, edited], {
      environment,
      score: () => ({ verdict: 'pass', reason: '', checks: [] }),
    });
    expect(rescored.map(({ outcome, reward, changed: now }) => [outcome.verdict, reward, now])).toEqual([
      ['error', null, false],
      ['pass', 1, true],
      ['error', null, false],
    ]);
    expect(rescored[0]?.outcome.reason).toMatch(/doesn't replay: at step 1/);
    expect({ changed, verdicts }).toEqual({
      changed: 1,
      verdicts: { pass: 1, fail: 0, not_checked: 0, error: 2 },
    });
  });

  it('takes an environment for each record', async () => {
    const other = await openShop('other');
    const elsewhere = await recordTrajectory({
      environment: other,
      policy: countingPolicy,
      task: counted.task,
      seed: 0,
    });
    const all = new Map([environment, other].map((each) => [each.fingerprint, each]));
    const records = [counted, elsewhere];
    const found = await rescore(records, {
      environment: (record) => all.get(record.environment.fingerprint) ?? null,
      concurrency: 1,
    });
    expect(found.verdicts.pass).toBe(2);
    const wrong = await rescore(records, {
      environment: (record) => (record === counted ? null : environment),
    });
    expect(wrong.rescored.map(({ outcome }) => outcome.reason)).toEqual([
      'there is no environment for this record',
      expect.stringContaining('was made in another environment (other) than shop'),
    ]);
  });

  it.each<[string, Partial<RescoreOptions>, string]>([
    [
      'no verdict',
      { score: () => ({ verdict: 'yes', reason: '', checks: [] }) as never },
      'The score of record',
    ],
    ['nothing for a score', { score: () => null as never }, 'The score of record'],
    ['NaN', { reward: () => Number.NaN }, 'is NaN; it has to be a finite number, or null'],
    ['infinity', { reward: () => Number.POSITIVE_INFINITY }, 'is Infinity'],
    ['a text', { reward: () => '1' as never }, 'The reward of record'],
    ['nothing', { reward: () => undefined as never }, 'is undefined'],
  ])('takes no %s for a score or a reward', async (_, options, words) => {
    await expect(rescore([counted], { environment, ...options })).rejects.toThrow(words);
  });

  it('ends at a signal, and refuses a concurrency that is none', async () => {
    const stop = new AbortController();
    const records = Array.from({ length: 9 }, () => counted);
    const work = rescore(records, {
      environment,
      signal: stop.signal,
      onProgress: ({ done }) => done === 2 && stop.abort(new Error('enough')),
    });
    await expect(work).rejects.toThrow('enough');
    await expect(rescore([], { environment, concurrency: 0 })).rejects.toMatchObject({
      code: 'core/invalid_option',
    });
  });
});
