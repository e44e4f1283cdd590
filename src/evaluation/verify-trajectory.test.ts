import { beforeAll, describe, expect, it } from 'vitest';
import {
  countingPolicy,
  openShop,
  policyOf,
  shopTask,
  watchedEnvironment,
} from '../environments/episodes/shop.fixture.js';
import type { Environment } from '../environments/index.js';
import { createPythonEnvironment, playEpisode, recordTrajectory } from '../environments/index.js';
import type { Episode, ObservationStep, Trajectory, TrajectoryStep } from '../records/index.js';
import { createTrajectory } from '../records/index.js';
import { probeCpython } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import type { HiddenTests } from './scoring/hidden-tests.js';
import { scoreOutcome, type TestResults } from './scoring/score-outcome.js';
import { verifyTrajectory } from './verify-trajectory.js';

let environment: Environment;
let honest: Trajectory;
const task = shopTask({ value: 2, comparison: 'number' });

beforeAll(async () => {
  environment = await openShop();
  honest = await recordTrajectory({ environment, policy: countingPolicy, task, seed: 0 });
});

/** The honest trajectory, edited, with an id that fits the edit. */
function forge(edit: Partial<Episode>): Trajectory {
  return createTrajectory({ ...honest, ...edit });
}

function forgeObservation(edit: Partial<ObservationStep>): Trajectory {
  const steps = honest.steps.map(
    (step): TrajectoryStep => (step.type === 'observation' ? { ...step, ...edit } : step),
  );
  return forge({ steps });
}

describe('verifyTrajectory', () => {
  it('passes what a fresh world repeats', async () => {
    const { checks, ...verification } = await verifyTrajectory(honest, environment);
    expect(verification).toEqual({
      verdict: 'pass',
      reason: 'every call gave the same result in a fresh world',
      replayedCalls: 1,
      mismatches: [],
    });
    expect(checks.map(({ name, required, verdict }) => `${name} ${required} ${verdict}`)).toEqual([
      'record true pass',
      'replay true pass',
      'tool_args true pass',
      'safety true pass',
      'outcome false pass',
      'claims true pass',
    ]);
  });

  it('passes writes, step by step', async () => {
    const policy = policyOf(async (actor) => {
      await actor.call('sql_execute', { sql: "UPDATE fruit SET cents = 1 WHERE name = 'fig'" });
      await actor.call('sql_execute', { sql: 'broken' });
      await actor.call('sql_query', { sql: 'SELECT sum(cents) FROM fruit' });
      actor.answer(76);
    });
    const trajectory = await recordTrajectory({ environment, policy, task, seed: 0 });
    expect(await verifyTrajectory(trajectory, environment)).toMatchObject({
      verdict: 'pass',
      replayedCalls: 3,
    });
  });

  it.each<[string, () => Trajectory, string]>([
    ['other data', () => forgeObservation({ data: { rows: [[3]] } }), 'data'],
    ['other text', () => forgeObservation({ content: 'all is well' }), 'content'],
    ['another state', () => forgeObservation({ stateDigest: 'f'.repeat(64) }), 'state_digest'],
    [
      'a change that never was',
      () => forgeObservation({ changes: [{ name: 'fruit/fig', before: null, after: 1 }] }),
      'changes',
    ],
    [
      'an error that never was',
      () => forgeObservation({ error: { type: 'sql_error', message: '' } }),
      'error',
    ],
    ['another status', () => forgeObservation({ status: 'error' }), 'status'],
    ['another end', () => forge({ finalStateDigest: 'f'.repeat(64) }), 'final_state_digest'],
    ['another beginning', () => forge({ initialStateDigest: 'f'.repeat(64) }), 'initial_state_digest'],
    ['an id of something else', () => ({ ...honest, seed: 9 }), 'id'],
    ['another answer', () => forge({ finalAnswer: 3 }), 'final_answer'],
    [
      'an observation that nothing asked for',
      () => forge({ steps: honest.steps.filter(({ type }) => type !== 'tool_call') }),
      'call_id',
    ],
    [
      'a call without its observation',
      () => forge({ steps: honest.steps.filter(({ type }) => type !== 'observation') }),
      'type',
    ],
    ['steps after the answer', () => forge({ steps: [...honest.steps, ...honest.steps] }), 'type'],
  ])('fails %s', async (_, make, field) => {
    const verification = await verifyTrajectory(make(), environment);
    expect(verification.verdict).toBe('fail');
    expect(verification.mismatches.map((mismatch) => mismatch.field)).toContain(field);
  });

  it('does not pass what it cannot check', async () => {
    const idle = await recordTrajectory({
      environment,
      policy: policyOf((actor) => actor.answer(2)),
      task,
      seed: 0,
    });
    expect((await verifyTrajectory(idle, environment)).verdict).toBe('not_checked');
    expect((await verifyTrajectory(honest, await openShop('elsewhere'))).verdict).toBe('not_checked');
  });

  it('opens the world with the seed of the record, and closes it again', async () => {
    const told: unknown[] = [];
    const watched = watchedEnvironment(environment, told);
    const policy = countingPolicy;
    const recorded = await recordTrajectory({ environment: watched, policy, task, seed: 7 });
    expect(told).toEqual([{ seed: 7 }, 'closed']);
    expect((await verifyTrajectory(recorded, watched)).verdict).toBe('pass');
    expect(told.slice(2)).toEqual([{ seed: 7 }, 'closed']);
    const thrower = policyOf(() => Promise.reject(new Error('no idea')));
    await recordTrajectory({ environment: watched, policy: thrower, task, seed: 8 });
    expect(told.slice(4)).toEqual([{ seed: 8 }, 'closed']);
  });

  it('calls a world that breaks an error', async () => {
    const broken: Environment = { ...environment, open: () => Promise.reject(new Error('no memory')) };
    expect(await verifyTrajectory(honest, broken)).toMatchObject({ verdict: 'error', reason: 'no memory' });
  });
});

describe('a verified record that is verified again without its world', () => {
  it('is not checked, and none of its verdicts is refuted', async () => {
    const judged = { ...honest, outcome: scoreOutcome(honest) };
    const verified = { ...judged, verification: await verifyTrajectory(judged, environment) };
    for (const elsewhere of [await openShop('elsewhere'), null]) {
      const again = await verifyTrajectory(verified, elsewhere);
      expect(again).toMatchObject({ verdict: 'not_checked', mismatches: [] });
      expect(again.checks.find(({ name }) => name === 'claims')).toMatchObject({ verdict: 'not_checked' });
    }
  });

  it('fails where a verdict in it lies, which needs no world', async () => {
    const { checks, ...verification } = await verifyTrajectory(honest, environment);
    const lying = { ...honest, verification: { ...verification, checks, verdict: 'fail' as const } };
    const again = await verifyTrajectory(lying, await openShop('elsewhere'));
    expect(again.mismatches).toMatchObject([
      { field: 'verification', recorded: '"fail"', replayed: '"pass"' },
    ]);
    expect(again.verdict).toBe('fail');
  });

  it('fails where a record without calls claims a replay in its own world', async () => {
    const policy = policyOf((actor) => actor.answer(2));
    const idle = await recordTrajectory({ environment, policy, task, seed: 0 });
    const { checks, ...verification } = await verifyTrajectory(honest, environment);
    const posing = { ...idle, verification: { ...verification, replayedCalls: 0, checks } };
    const again = await verifyTrajectory(posing, environment);
    expect(again.mismatches.map(({ field }) => field)).toContain('verification.replay');
    expect(again.verdict).toBe('fail');
  });
});

describe('a machine that fails while a verified record is verified again', () => {
  it('is an error and refutes none of the verdicts in the record', async () => {
    const judged = { ...honest, outcome: scoreOutcome(honest) };
    const verified = { ...judged, verification: await verifyTrajectory(judged, environment) };
    const broken: Environment = { ...environment, open: () => Promise.reject(new Error('no memory')) };
    const again = await verifyTrajectory(verified, broken);
    expect(again).toMatchObject({ verdict: 'error', reason: 'no memory', mismatches: [] });
    expect(again.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(again.checks.find(({ name }) => name === 'claims')).toMatchObject({
      verdict: 'error',
      detail: 'no memory',
    });
  });

  it('is an error where hidden tests gave an error, now or when the record was made', async () => {
    const goal = { kind: 'tests_pass', fact: null, tests: 'def test_it():\n    assert True\n' } as const;
    const policy = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'SELECT 1' });
      actor.answer('x = 1');
    });
    const coding = { ...task, expected: { answer: null, stateDigest: null, goals: [goal] } };
    const { trajectory, ...states } = await playEpisode({ environment, policy, task: coding, seed: 0 });
    const giving = (verdict: 'pass' | 'error'): TestResults =>
      new Map(
        trajectory.task.expected.goals?.map((check) => [check, { verdict, detail: 'no process is left' }]),
      );
    const hiddenTests = (verdict: 'pass' | 'error'): HiddenTests => ({
      run: async () => giving(verdict),
      close: async () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    });
    const outcomes = {
      pass: scoreOutcome(trajectory, states, giving('pass')),
      error: scoreOutcome(trajectory, states, giving('error')),
    };
    expect([outcomes.pass.verdict, outcomes.error.verdict]).toEqual(['pass', 'error']);
    const verify = (recorded: 'pass' | 'error', now: 'pass' | 'error') =>
      verifyTrajectory({ ...trajectory, outcome: outcomes[recorded] }, environment, {
        hiddenTests: hiddenTests(now),
      });
    expect(await verify('pass', 'pass')).toMatchObject({ verdict: 'pass' });
    expect(await verify('pass', 'error')).toMatchObject({ verdict: 'error', mismatches: [] });
    expect(await verify('error', 'error')).toMatchObject({ verdict: 'error', mismatches: [] });
    expect(await verify('error', 'pass')).toMatchObject({ verdict: 'not_checked', mismatches: [] });
  });

  it('does not excuse a verdict that can be refuted without it', async () => {
    const lying = { ...honest, outcome: { ...scoreOutcome(honest), verdict: 'fail' as const } };
    const broken: Environment = { ...environment, open: () => Promise.reject(new Error('no memory')) };
    const { checks } = await verifyTrajectory(lying, broken);
    expect(checks.find(({ name }) => name === 'claims')?.verdict).toBe('fail');
  });
});

const cpython = await probeCpython({ environment: process.env });

unless(cpython.available ? null : cpython.why).describe('the fault of a machine that runs Python', () => {
  it('is an error where the time limit ended one of two runs, and says which', async () => {
    const python = { engine: 'cpython' as const };
    const patient = await createPythonEnvironment({ ...python, limits: { timeoutSeconds: 30 } });
    const hurried = await createPythonEnvironment({ ...python, limits: { timeoutSeconds: 0.2 } });
    const impatient: Environment = Object.create(hurried, {
      fingerprint: { value: patient.fingerprint },
      open: { value: hurried.open.bind(hurried) },
      close: { value: hurried.close.bind(hurried) },
    });
    const policy = policyOf(async (actor) => {
      await actor.runCode('sum(range(5 * 10 ** 7))');
      actor.answer(2);
    });
    const whole = await recordTrajectory({ environment: patient, policy, task, seed: 0 });
    expect(await verifyTrajectory(whole, impatient)).toMatchObject({
      verdict: 'error',
      reason: expect.stringContaining('the replay ran out of time'),
      mismatches: [],
    });
    const cut = await recordTrajectory({ environment: impatient, policy, task, seed: 0 });
    expect(await verifyTrajectory(cut, impatient)).toMatchObject({ verdict: 'pass' });
    expect(await verifyTrajectory(cut, patient)).toMatchObject({
      verdict: 'error',
      reason: expect.stringContaining('the record ran out of time'),
    });
    // An exception that code raises itself is no limit of time.
    const raising = policyOf(async (actor) => {
      await actor.runCode("raise TimeoutError('no answer within 30 s')");
      actor.answer(2);
    });
    const raised = await recordTrajectory({ environment: patient, policy: raising, task, seed: 0 });
    const steps = raised.steps.map(
      (step): TrajectoryStep => (step.type === 'observation' ? { ...step, status: 'ok', error: null } : step),
    );
    expect((await verifyTrajectory(createTrajectory({ ...raised, steps }), patient)).verdict).toBe('fail');
    await patient.close();
    await hurried.close();
  });
});
