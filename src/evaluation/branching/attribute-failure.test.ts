import { beforeAll, describe, expect, it } from 'vitest';
import { openShop, policyOf, shopTask } from '../../environments/episodes/shop.fixture.js';
import type { Actor, Policy } from '../../environments/index.js';
import { defineEnvironment, type Environment, recordTrajectory } from '../../environments/index.js';
import { faultyPolicy } from '../../generation/index.js';
import type { Task, Trajectory } from '../../records/index.js';
import { createTrajectory } from '../../records/index.js';
import { type AttributeFailureOptions, attributeFailure } from './attribute-failure.js';
import { expectLocated } from './planted-suite.fixture.js';

let environment: Environment;

beforeAll(async () => {
  environment = await openShop();
});

const scalar = async (actor: Actor, sql: string): Promise<number> => {
  const { data } = await actor.call('sql_query', { sql });
  return (data as unknown as { rows: number[][] }).rows[0]?.[0] ?? 0;
};

const CHEAPER = "UPDATE fruit SET cents = cents - 5 WHERE name = 'fig'";
const COUNT = 'SELECT count(*) FROM fruit WHERE cents > 40';
const SUM = 'SELECT sum(cents) FROM fruit';

/** Makes figs cheaper, looks whether that worked, and answers with how many are dear. */
const oracle = policyOf(async (actor) => {
  const dear = await scalar(actor, COUNT);
  await actor.call('sql_execute', { sql: CHEAPER });
  await scalar(actor, SUM);
  actor.answer(dear);
}, 'oracle');

const task: Task = {
  ...shopTask({ value: 2, comparison: 'number' }),
  expected: {
    answer: { value: 2, comparison: 'number' },
    stateDigest: null,
    goals: [{ kind: 'fact', name: 'fruit/fig', value: { name: 'fig', cents: 75 } }],
    invariants: [{ kind: 'unchanged', except: ['fruit/fig'] }],
  },
};

function record(policy: Policy): Promise<Trajectory> {
  return recordTrajectory({ environment, policy, task, seed: 0 });
}

async function blame(policy: Policy, options: Partial<AttributeFailureOptions> = {}) {
  return attributeFailure(await record(policy), { environment, reference: oracle, ...options });
}

describe('attributeFailure', () => {
  it('locates planted faults of all kinds', async () => {
    await expectLocated(30, 0.95);
  }, 60_000);

  it('measures each step: what it lost and what it won back', async () => {
    const policy = policyOf(async (actor) => {
      const dear = await scalar(actor, COUNT);
      await actor.call('sql_execute', { sql: "DELETE FROM fruit WHERE name = 'apple'" });
      await actor.call('sql_execute', { sql: "INSERT INTO fruit VALUES ('apple', 30)" });
      await actor.call('sql_execute', { sql: CHEAPER });
      await scalar(actor, SUM);
      actor.answer(dear + 1);
    });
    const { blamed, steps, reason } = await blame(policy, { policy });
    expect(steps.map(({ step, role, credit, corrected }) => [step, role, credit, corrected])).toEqual([
      [0, 'same', 0, null],
      [2, 'extra', -1, 'fail'],
      [4, 'extra', 1, 'fail'],
      [6, 'same', 0, null],
      [8, 'same', 0, null],
      [10, 'answer', -1, 'pass'],
    ]);
    expect(blamed).toEqual([
      { step: 10, kind: 'wrong_answer', instead: { kind: 'answer', value: 2 }, confirmed: true },
    ]);
    expect(reason).toBe('failed by wrong answer at step 10');
  });

  it('blames no step that did no harm', async () => {
    const policy = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'SELECT * FROM fruits' });
      const dear = await scalar(actor, COUNT);
      await scalar(actor, COUNT);
      await actor.call('sql_execute', { sql: CHEAPER });
      // It never looks whether that worked, which costs nothing here.
      actor.answer(dear - 1);
    });
    const { blamed } = await blame(policy, { policy });
    expect(blamed).toMatchObject([{ step: 8, kind: 'wrong_answer', confirmed: true }]);
    const harmless = faultyPolicy(oracle, { fault: 'skip_verification', seed: 0 });
    expect(await blame(harmless)).toMatchObject({
      status: 'not_checked',
      reason: 'there is no failure to attribute: every expectation holds',
    });
  });

  it('names each of several faults where it can play the policy on', async () => {
    const policy = policyOf(async (actor) => {
      const dear = await scalar(actor, COUNT.replace('>', '<'));
      await actor.call('sql_execute', { sql: CHEAPER.replace('fig', 'pear') });
      await scalar(actor, SUM);
      actor.answer(dear);
    });
    const { blamed } = await blame(policy, { policy });
    expect(blamed).toMatchObject([
      { step: 0, kind: 'wrong_call', confirmed: false, instead: { arguments: { sql: COUNT } } },
      { step: 2, kind: 'wrong_call', confirmed: true, instead: { arguments: { sql: CHEAPER } } },
    ]);
    expect((await blame(policy)).blamed).toMatchObject([{ step: 0, confirmed: null }]);
  });

  it('tells a missing call, an extra one, and an end without an answer', async () => {
    const hasty = policyOf(async (actor) => {
      const dear = await scalar(actor, COUNT);
      await scalar(actor, SUM);
      actor.answer(dear);
    });
    expect((await blame(hasty, { policy: hasty })).blamed).toMatchObject([
      { step: 2, kind: 'missing_call', instead: { arguments: { sql: CHEAPER } }, confirmed: true },
    ]);
    const eager = policyOf(async (actor) => {
      const dear = await scalar(actor, COUNT);
      await actor.call('sql_execute', { sql: CHEAPER });
      await actor.call('sql_execute', { sql: CHEAPER });
      await scalar(actor, SUM);
      actor.answer(dear);
    });
    const { blamed } = await blame(eager, { policy: eager });
    expect(blamed).toEqual([{ step: 4, kind: 'extra_call', instead: null, confirmed: true }]);
    const silent = policyOf(async (actor) => {
      await scalar(actor, COUNT);
      await actor.call('sql_execute', { sql: CHEAPER });
      await scalar(actor, SUM);
    });
    expect((await blame(silent)).blamed).toMatchObject([{ step: 6, kind: 'missing_answer' }]);
  });

  it('blames a policy for what it throws, and not for a world that broke', async () => {
    const throwing = policyOf(async (actor) => {
      await scalar(actor, COUNT);
      throw new Error('lost');
    });
    expect((await blame(throwing)).blamed).toMatchObject([
      { step: 2, kind: 'missing_call', instead: { arguments: { sql: CHEAPER } } },
    ]);
    const fragile: Environment = {
      ...environment,
      open: async (options) => {
        const world = await environment.open(options);
        const call = world.call.bind(world);
        world.call = async (tool, values) => {
          if (typeof values !== 'string' && values.sql === SUM) throw new Error('the disk is gone');
          return call(tool, values);
        };
        return world;
      },
    };
    const broken = await recordTrajectory({ environment: fragile, policy: oracle, task, seed: 0 });
    expect(broken.stopReason).toBe('world_error');
    expect(await attributeFailure(broken, { environment, reference: oracle })).toMatchObject({
      status: 'not_checked',
      reason: expect.stringContaining('the disk is gone'),
    });
  });

  it('takes a reference that goes another way', async () => {
    const other = policyOf(async (actor) => {
      await actor.call('sql_execute', { sql: "UPDATE fruit SET cents = 75 WHERE name = 'fig'" });
      actor.answer(await scalar(actor, 'SELECT count(*) FROM fruit WHERE cents >= 45'));
    }, 'other');
    const policy = policyOf(async (actor) => {
      await actor.call('sql_execute', { sql: CHEAPER });
      await actor.call('sql_execute', { sql: "UPDATE fruit SET cents = 1 WHERE name = 'pear'" });
      actor.answer(await scalar(actor, COUNT));
    });
    expect((await blame(policy, { reference: other })).blamed).toMatchObject([
      { step: 2, kind: 'extra_call' },
    ]);
  });

  it('looks by halves where branches are few', async () => {
    const long = (wrong: number | null): Policy =>
      policyOf(async (actor) => {
        for (let step = 0; step < 30; step++) await scalar(actor, `SELECT ${step}`);
        await actor.call('sql_execute', { sql: CHEAPER });
        for (let step = 0; step < 10; step++) {
          await actor.call('sql_query', { sql: `SELECT ${step} + 1` });
          if (step === wrong) await actor.call('sql_execute', { sql: 'DELETE FROM fruit' });
        }
        actor.answer(2);
      });
    const options = { reference: long(null), maxBranches: 12 };
    const found = await blame(long(6), options);
    expect(found).toMatchObject({ blamed: [{ step: 76, kind: 'extra_call' }] });
    expect(found.played).toBeLessThanOrEqual(12);
    expect(found.steps.filter(({ credit }) => credit !== null).length).toBeLessThan(12);
  });

  it('says what it cannot measure', async () => {
    const wrong = faultyPolicy(oracle, { fault: 'off_by_one', seed: 0 });
    expect(await blame(wrong, { reference: wrong })).toMatchObject({
      status: 'not_checked',
      reason: expect.stringMatching(
        /^the reference oracle\+off_by_one does not solve the task itself: expected 2/,
      ),
    });
    const failed = await record(wrong);
    const edited = createTrajectory({ ...failed, finalStateDigest: failed.initialStateDigest });
    expect(await attributeFailure(edited, { environment, reference: oracle })).toMatchObject({
      status: 'error',
      reason: expect.stringContaining("doesn't replay"),
      played: 0,
    });
    const dice = defineEnvironment({
      name: 'dice',
      version: 1,
      tools: [],
      identity: {},
      cannotReplay: 'it rolls dice',
      begin: async () => ({
        run: async () => ({ status: 'ok', content: '', data: null, error: null }),
        state: () => new Map(),
        close: async () => {},
      }),
    });
    const rolled = await recordTrajectory({ environment: dice, policy: oracle, task, seed: 0 });
    expect(await attributeFailure(rolled, { environment: dice, reference: oracle })).toMatchObject({
      status: 'not_checked',
      reason: expect.stringContaining('it rolls dice'),
    });
  });

  it('says when the policy does not make the record again', async () => {
    const wrong = faultyPolicy(oracle, { fault: 'off_by_one', seed: 0 });
    const { blamed, reason } = await blame(wrong, { policy: oracle });
    expect(blamed).toMatchObject([{ step: 6, kind: 'wrong_answer', confirmed: null }]);
    expect(reason).toContain('not confirmed: oracle does not make this record again');
  });

  it('ends at a signal, and refuses a budget that is no number', async () => {
    const wrong = faultyPolicy(oracle, { fault: 'off_by_one', seed: 0 });
    const stop = AbortSignal.abort(new Error('enough'));
    await expect(blame(wrong, { signal: stop })).rejects.toThrow('enough');
    await expect(blame(wrong, { maxBranches: 0 })).rejects.toMatchObject({
      code: 'core/invalid_option',
    });
  });
});
