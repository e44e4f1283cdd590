import { beforeAll, describe, expect, it } from 'vitest';
import {
  openShop,
  policyOf,
  shopTask,
  watchedEnvironment,
} from '../../environments/episodes/shop.fixture.js';
import type { Policy } from '../../environments/index.js';
import {
  defineEnvironment,
  type Environment,
  recordTrajectory,
  type WorldBody,
} from '../../environments/index.js';
import type { Trajectory } from '../../records/index.js';
import { createTrajectory } from '../../records/index.js';
import { branch, branches } from './branch.js';
import { playOn } from './play-on.js';

let environment: Environment;
let record: Trajectory;

const rowsOf = (data: unknown): unknown[][] => (data as { rows: unknown[][] }).rows;

/** Raises the price of each fruit that it finds, and answers with the sum. */
const raising: Policy = policyOf(async (actor) => {
  actor.plan('Raise all.');
  const found = await actor.call('sql_query', { sql: 'SELECT name FROM fruit ORDER BY name' });
  for (const [name] of rowsOf(found.data)) {
    actor.think(`Now ${name}.`);
    await actor.call('sql_execute', { sql: `UPDATE fruit SET cents = cents + 1 WHERE name = '${name}'` });
  }
  actor.criticise('Is that all?');
  const sum = await actor.call('sql_query', { sql: 'SELECT sum(cents) FROM fruit' });
  actor.answer(rowsOf(sum.data)[0]?.[0] as number);
}, 'raising');

beforeAll(async () => {
  environment = await openShop();
  record = await recordTrajectory({ environment, policy: raising, task: shopTask(null), seed: 0 });
});

async function collect(...args: Parameters<typeof branches>) {
  const all = [];
  for await (const each of branches(...args)) all.push(each);
  return all;
}

describe('branch', () => {
  it('gives the living world before any step', async () => {
    for (let step = 0; step <= record.steps.length; step++) {
      await using at = await branch(record, step, { environment });
      const before = record.steps.slice(0, step).findLast((each) => each.type === 'observation');
      const digest = before?.type === 'observation' ? before.stateDigest : record.initialStateDigest;
      expect(at.world.stateDigest()).toBe(digest);
      const { stateDigest } = await at.world.call('sql_execute', { sql: 'DELETE FROM fruit' });
      expect(stateDigest).not.toBe(digest);
    }
    await expect(branch(record, record.steps.length + 1, { environment })).rejects.toMatchObject({
      code: 'evaluation/no_such_step',
    });
    await expect(branch(record, 0.5, { environment })).rejects.toThrow(
      /has steps 0 to 15; 16 is its end; got 0.5/,
    );
  });

  it('closes its world where the record does not replay', async () => {
    const told: unknown[] = [];
    const watched = watchedEnvironment(environment, told);
    const edited = createTrajectory({
      ...record,
      steps: record.steps.map((step, index) =>
        index === 5 && step.type === 'observation' ? { ...step, content: '2 rows changed' } : step,
      ),
    });
    await expect(branch(edited, 16, { environment: watched })).rejects.toThrow(
      /doesn't replay: at step 4 \(sql_execute\), content was "2 rows changed" and is now "1 row changed"/,
    );
    expect(told.at(-1)).toBe('closed');
    await expect(collect(edited, { environment })).rejects.toMatchObject({
      code: 'evaluation/replay_differs',
    });
  });

  it('refuses records that contradict themselves or are of another environment', async () => {
    const { id } = record;
    for (const edited of [
      { ...record, id: 'x' },
      { ...record, seed: 1 },
      { ...record, finalAnswer: 7 },
    ]) {
      await expect(branch(edited, 0, { environment })).rejects.toMatchObject({
        code: 'evaluation/damaged_record',
      });
    }
    const torn = createTrajectory({ ...record, steps: record.steps.filter((_, index) => index !== 1) });
    expect(torn.id).not.toBe(id);
    await expect(branch(torn, 0, { environment })).rejects.toMatchObject({
      code: 'evaluation/damaged_record',
    });
    await expect(branch(record, 0, { environment: await openShop('other') })).rejects.toThrow(
      /was made in another environment \(shop\) than other/,
    );
  });
});

describe('branches', () => {
  it('forks before the first call and after each', async () => {
    const told: unknown[] = [];
    const all = await collect(record, { environment: watchedEnvironment(environment, told) });
    expect(all.map(({ step, kept }) => [step, kept.length])).toEqual([
      [0, 0],
      [3, 1],
      [6, 2],
      [9, 3],
      [12, 4],
      [15, 5],
    ]);
    expect(told).toEqual([{ seed: 0 }, 'closed']);
    for (const each of all) await each.close();
  });

  it('refuses worlds that cannot fork, or replays for each', async () => {
    const counter = (count: number): WorldBody => ({
      run: async () => ({ status: 'ok', content: String(++count), data: count, error: null }),
      state: () => new Map([['count', count]]),
      close: async () => {},
    });
    const definition = {
      version: 1,
      tools: [{ name: 'add_one', description: 'Counts.', parameters: { type: 'object' } }],
      identity: {},
      cannotFork: 'it is a test',
      begin: async ({ seed }: { seed: number }) => counter(seed),
    };
    const unforkable = defineEnvironment({ ...definition, name: 'counter' });
    const policy = policyOf(async (actor) => {
      await actor.call('add_one', {});
      await actor.call('add_one', {});
    });
    const counted = await recordTrajectory({
      environment: unforkable,
      policy,
      task: shopTask(null),
      seed: 5,
    });
    await expect(collect(counted, { environment: unforkable })).rejects.toThrow(
      /Worlds of counter have no branches: it is a test/,
    );
    const all = await collect(counted, { environment: unforkable, withoutFork: 'replay' });
    expect(all.map(({ world }) => world.state().get('count'))).toEqual([5, 6, 7]);
    const random = defineEnvironment({ ...definition, name: 'dice', cannotReplay: 'it rolls dice' });
    const rolled = await recordTrajectory({ environment: random, policy, task: shopTask(null), seed: 5 });
    await expect(branch(rolled, 0, { environment: random })).rejects.toThrow(
      /can't be rebuilt from a record: it rolls dice/,
    );
  });

  it('ends at a signal', async () => {
    const stop = new AbortController();
    const all = branches(record, { environment, signal: stop.signal });
    await (await all.next()).value?.close();
    stop.abort(new Error('enough'));
    await expect(all.next()).rejects.toThrow('enough');
  });
});

describe('playOn', () => {
  it('gives the record again from every branch of its own policy', async () => {
    for await (const each of branches(record, { environment })) {
      const { trajectory, final } = await playOn(each, raising);
      expect(trajectory.id).toBe(record.id);
      expect(final.get('fruit/fig')).toEqual({ name: 'fig', cents: 81 });
    }
  });

  it('goes on in the midst of calls that were made at once', async () => {
    const atOnce = policyOf(async (actor) => {
      const names = ['apple', 'fig', 'pear'];
      await actor.callAll(
        names.map((name) => ({
          tool: 'sql_execute',
          arguments: { sql: `UPDATE fruit SET cents = cents * 2 WHERE name = '${name}'` },
        })),
      );
      const sum = await actor.call('sql_query', { sql: 'SELECT sum(cents) FROM fruit' });
      actor.answer(rowsOf(sum.data)[0]?.[0] as number);
    });
    const doubled = await recordTrajectory({ environment, policy: atOnce, task: shopTask(null), seed: 0 });
    expect(doubled.finalAnswer).toBe(310);
    const same: boolean[] = [];
    for await (const each of branches(doubled, { environment })) {
      const { trajectory } = await playOn(each, atOnce);
      same.push(trajectory.id === doubled.id);
      expect(trajectory.finalStateDigest).toBe(doubled.finalStateDigest);
      expect(trajectory.finalAnswer).toBe(310);
    }
    expect(same).toEqual([true, false, false, true, true]);
  });

  it('lets another policy read what was answered, and do the rest', async () => {
    const other = policyOf(async (actor) => {
      actor.think('A word in the past.');
      const found = await actor.call('sql_query', { sql: 'SELECT name FROM fruit LIMIT 1' });
      actor.think('A word in the present.');
      const again = await actor.call('sql_query', { sql: "SELECT cents FROM fruit WHERE name = 'apple'" });
      actor.answer([rowsOf(found.data).length, rowsOf(again.data)[0]?.[0] as number]);
    }, 'other');
    const at = await branch(record, 6, { environment });
    expect(at.kept).toHaveLength(2);
    const { trajectory, live } = await playOn(at, other);
    expect(trajectory.finalAnswer).toEqual([3, 31]);
    expect(trajectory.steps.slice(0, 6)).toEqual(record.steps.slice(0, 6));
    expect(trajectory.policy.name).toBe('other');
    expect(live.map(({ kind }) => kind)).toEqual(['call', 'answer']);
    expect(trajectory.steps.map((step) => ('content' in step ? step.content : ''))).not.toContain(
      'A word in the past.',
    );
  });
});
