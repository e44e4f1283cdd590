import { beforeAll, describe, expect, it } from 'vitest';
import { openShop, policyOf, shopTask } from '../../environments/episodes/shop.fixture.js';
import type { Environment } from '../../environments/index.js';
import { recordTrajectory } from '../../environments/index.js';
import { callArguments, isCallStep } from '../../records/index.js';
import type { Fault } from './fault.js';
import { type FaultyPolicyOptions, faultyPolicy, type PlantedFault } from './faulty-policy.js';

let environment: Environment;

beforeAll(async () => {
  environment = await openShop();
});

/** Looks, changes, looks again, answers with what it saw. */
const oracle = policyOf(async (actor) => {
  actor.plan('Make the dear ones cheaper.');
  const { data } = await actor.call('sql_query', {
    sql: "SELECT name FROM fruit WHERE cents >= 45 AND name <> 'kiwi' ORDER BY name LIMIT 5",
  });
  const names = (data as unknown as { rows: string[][] }).rows.map(([name]) => name);
  for (const name of names) {
    await actor.call('sql_execute', { sql: `UPDATE fruit SET cents = cents - 5 WHERE name = '${name}'` });
  }
  const after = await actor.call('sql_query', { sql: 'SELECT sum(cents) FROM fruit' });
  actor.answer((after.data as unknown as { rows: number[][] }).rows[0]?.[0] ?? null);
}, 'oracle');

async function play(fault: Fault | readonly Fault[], options: Partial<FaultyPolicyOptions> = {}) {
  const planted: PlantedFault[] = [];
  const policy = faultyPolicy(oracle, { fault, seed: 0, onPlanted: (it) => planted.push(it), ...options });
  const record = await recordTrajectory({ environment, policy, task: shopTask(null), seed: 0 });
  const calls = record.steps.filter(isCallStep).map((step) => String(callArguments(step).sql));
  return { record, calls, planted };
}

const LOOK = "SELECT name FROM fruit WHERE cents >= 45 AND name <> 'kiwi' ORDER BY name LIMIT 5";
const FIG = "UPDATE fruit SET cents = cents - 5 WHERE name = 'fig'";
const PEAR = "UPDATE fruit SET cents = cents - 5 WHERE name = 'pear'";
const SUM = 'SELECT sum(cents) FROM fruit';

describe('faultyPolicy', () => {
  it('plays as the oracle where nothing goes wrong', async () => {
    const { record, calls, planted } = await play('wrong_filter', { rate: 0 });
    expect(calls).toEqual([LOOK, FIG, PEAR, SUM]);
    expect(record).toMatchObject({ finalAnswer: 145, policy: { name: 'oracle+wrong_filter' } });
    expect(planted).toEqual([]);
  });

  it('selects other things with a wrong filter, in an SQL statement outside its texts', async () => {
    const statements = new Set<string | undefined>();
    for (let seed = 0; seed < 20; seed++) {
      const { calls, planted } = await play('wrong_filter', { seed });
      expect(planted).toEqual([{ fault: 'wrong_filter', action: 0 }]);
      statements.add(calls[0]);
    }
    expect([...statements].sort()).toEqual([
      "SELECT name FROM fruit WHERE cents > 45 AND name <> 'kiwi' ORDER BY name LIMIT 5",
      "SELECT name FROM fruit WHERE cents >= 45 AND name = 'kiwi' ORDER BY name LIMIT 5",
      'SELECT name FROM fruit WHERE cents >= 45 ORDER BY name LIMIT 5',
    ]);
  });

  it('is one off in a LIMIT or in the answer', async () => {
    const limit = await play('off_by_one');
    expect(limit.calls[0]).toBe(LOOK.replace(/5$/, '6'));
    const other = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: SUM });
      actor.answer({ names: 'a', total: 7 });
    });
    const policy = faultyPolicy(other, { fault: 'off_by_one', seed: 0 });
    const { finalAnswer } = await recordTrajectory({ environment, policy, task: shopTask(null), seed: 0 });
    expect([6, 8]).toContain((finalAnswer as { total: number }).total);
  });

  it('leaves out the look after a change, or any call', async () => {
    const unverified = await play('skip_verification');
    expect(unverified.calls).toEqual([LOOK, FIG, PEAR]);
    expect(unverified.planted).toEqual([{ fault: 'skip_verification', action: 3 }]);
    // It believes the last look, whose answer is a name.
    expect(unverified.record.finalAnswer).toBe('fig');
    const lost = await play('skip_step');
    expect(lost.calls).toEqual([]);
    expect(lost.record).toMatchObject({ stopReason: 'no_answer', stopDetail: null });
  });

  it('calls twice, with a wrong value, or gives up', async () => {
    const twice = await play('over_call');
    expect(twice.calls).toEqual([LOOK, LOOK, FIG, PEAR, SUM]);
    expect(twice.planted).toEqual([{ fault: 'over_call', action: 1 }]);
    const wrong = await play('wrong_argument', { seed: 3 });
    expect(wrong.calls[0]).not.toBe(LOOK);
    const quoting = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'SELECT "cents" FROM "fruit" WHERE "name" = \'fig\'' });
    });
    const statements = new Set<unknown>();
    for (let seed = 0; seed < 10; seed++) {
      const policy = faultyPolicy(quoting, { fault: 'wrong_argument', seed });
      const { steps } = await recordTrajectory({ environment, policy, task: shopTask(null), seed: 0 });
      statements.add(steps[0]?.type === 'tool_call' ? steps[0].arguments.sql : null);
    }
    expect([...statements].sort()).toEqual([
      'SELECT "cents" FROM "fruit" WHERE "name" = \'fi\'',
      'SELECT "cents" FROM "fruit" WHERE "name" = \'figs\'',
    ]);
    const stopped = await play('gives_up');
    expect(stopped.record).toMatchObject({ stopReason: 'no_answer', steps: [{ type: 'plan' }] });
  });

  it('answers from the first observation', async () => {
    const counting = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'SELECT count(*) FROM fruit' });
      const { data } = await actor.call('sql_query', { sql: SUM });
      actor.answer((data as unknown as { rows: number[][] }).rows[0]?.[0] ?? null);
    });
    const policy = faultyPolicy(counting, { fault: 'stale_answer', seed: 0 });
    const record = await recordTrajectory({ environment, policy, task: shopTask(null), seed: 0 });
    expect(record.finalAnswer).toBe(3);
  });

  it('goes on after a refused call as if it had worked', async () => {
    const { record, planted } = await play('swallowed_error');
    expect(planted).toEqual([{ fault: 'swallowed_error', action: 0 }]);
    expect(record.steps[2]).toMatchObject({ status: 'error', error: { type: 'sql_error' } });
    const noTable = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'SELECT 1' });
      actor.answer(1);
    });
    const policy = faultyPolicy(noTable, { fault: 'swallowed_error', seed: 0 });
    const refused = await recordTrajectory({ environment, policy, task: shopTask(null), seed: 0 });
    expect(refused.steps[1]).toMatchObject({ error: { type: 'invalid_arguments' } });
  });

  it('gives the same under a seed, other places at a rate, and several faults where it may', async () => {
    expect((await play('wrong_argument', { seed: 5 })).record.id).toBe(
      (await play('wrong_argument', { seed: 5 })).record.id,
    );
    const places = new Set<number | undefined>();
    for (let seed = 0; seed < 15; seed++) {
      places.add((await play('over_call', { seed, rate: 0.5 })).planted[0]?.action);
    }
    expect(places.size).toBeGreaterThan(2);
    const two = await play(['off_by_one', 'over_call'], { most: 2 });
    expect(two.planted.map(({ fault }) => fault)).toEqual(['off_by_one', 'over_call']);
  });

  it('refuses what is no fault', () => {
    expect(() => faultyPolicy(oracle, { fault: 'lazy' as Fault, seed: 0 })).toThrow(
      /no fault lazy; there are: wrong_filter/,
    );
    expect(() => faultyPolicy(oracle, { fault: 'gives_up', seed: 0, rate: 2 })).toThrow(
      /rate must be a number from 0 to 1/,
    );
    expect(() => faultyPolicy(oracle, { fault: 'gives_up', seed: 0, most: 0 })).toThrow(
      /most must be a whole number from 1/,
    );
    expect(() => faultyPolicy(oracle, { fault: [], seed: 0 })).toThrow(/at least one/);
  });
});
