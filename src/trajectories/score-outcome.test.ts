import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../core/index.js';
import type { Environment } from '../environments/index.js';
import { compareAnswers } from './compare-answers.js';
import { mineFailures } from './mine-failures.js';
import { recordTrajectory } from './record-trajectory.js';
import { scoreOutcome } from './score-outcome.js';
import { openShop, policyOf, shopTask } from './shop.fixture.js';
import type { AnswerComparison, ExpectedAnswer } from './task.js';
import type { Trajectory } from './trajectory.js';

let environment: Environment;

beforeAll(async () => {
  environment = await openShop();
});

async function play(
  expected: ExpectedAnswer | null,
  answer: Json | undefined,
  sql?: string,
  keepsState = false,
): Promise<Trajectory> {
  const world = await environment.open({ seed: 0 });
  const digest = keepsState ? world.stateDigest() : null;
  await world.close();
  const policy = policyOf(async (actor) => {
    if (sql !== undefined) await actor.call('sql_execute', { sql });
    if (answer !== undefined) actor.answer(answer);
  });
  const trajectory = await recordTrajectory({
    environment,
    policy,
    task: shopTask(expected, digest),
    seed: 0,
  });
  return { ...trajectory, outcome: scoreOutcome(trajectory) };
}

describe('compareAnswers', () => {
  it.each<[AnswerComparison, Json, Json, boolean]>([
    ['exact', 'a', 'a', true],
    ['exact', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ['exact', '3', 3, false],
    ['number', 3, 3.0000000001, true],
    ['number', 3, 3.001, false],
    ['number', 3, '3', false],
    ['number', 0, 0, true],
    ['number', 0, 1e-10, true],
    ['number', 0, 1e-8, false],
    ['number', 3, 3.00000001, false],
    ['number', 3e20, 3.0000000001e20, true],
    ['number', -3, 3, false],
    ['list', ['a', 'b'], ['a', 'b'], true],
    ['list', ['a', 'b'], ['b', 'a'], false],
    ['list', ['a'], 'a', false],
    ['set', ['a', 'b'], ['b', 'a'], true],
    ['set', ['a', 'b'], ['b', 'a', 'a'], false],
    ['set', ['a', 'a'], ['a'], false],
    ['set', [], [], true],
  ])('%s: %j and %j', (comparison, value, answer, same) => {
    expect(compareAnswers({ value, comparison }, answer) === null).toBe(same);
  });
});

it('compareAnswers says in a few words what differs', () => {
  const say = (comparison: AnswerComparison, value: Json, answer: Json): string | null =>
    compareAnswers({ value, comparison }, answer);
  expect(say('number', 3, '3')).toBe('expected a number, got 3');
  expect(say('set', ['a'], ['a', 'b'])).toBe('not asked for "b"');
  expect(say('set', ['a', 'c'], ['b', 'c'])).toBe('missing "a"; not asked for "b"');
  expect(say('list', ['a', 'b'], ['b', 'a'])).toBe('the right items in the wrong order');
  expect(say('exact', 'a', 'x'.repeat(120))).toBe(`expected a, got ${'x'.repeat(120)}`);
  expect(say('exact', 'a', 'x'.repeat(121))).toBe(`expected a, got ${'x'.repeat(119)}…`);
});

describe('scoreOutcome', () => {
  const two = { value: 2, comparison: 'number' } as const;

  it('passes only when the answer and the world are as expected', async () => {
    expect((await play(two, 2, undefined, true)).outcome?.verdict).toBe('pass');
    expect((await play(two, 3, undefined, true)).outcome?.verdict).toBe('fail');
    expect((await play(two, 2, 'DELETE FROM fruit', true)).outcome?.verdict).toBe('fail');
    expect((await play(two, undefined)).outcome?.verdict).toBe('fail');
  });

  it('neither passes nor fails what it cannot judge', async () => {
    expect((await play(null, 2)).outcome?.verdict).toBe('not_checked');
    const broken = await play(two, 2);
    for (const stopReason of ['world_error', 'policy_error'] as const) {
      const { verdict, reason } = scoreOutcome({ ...broken, stopReason, stopDetail: 'no memory' });
      expect([verdict, reason]).toEqual(['error', 'no memory']);
    }
  });

  it('takes nothing for an answer that was not given', async () => {
    const expected = { value: null, comparison: 'exact' } as const;
    expect((await play(expected, null)).outcome?.verdict).toBe('pass');
    expect((await play(expected, undefined)).outcome).toMatchObject({
      verdict: 'fail',
      reason: 'there is no answer',
    });
  });
});

describe('mineFailures', () => {
  it.each<[string, ExpectedAnswer | null, Json | undefined, string | undefined]>([
    ['wrong_number', { value: 2, comparison: 'number' }, 3, undefined],
    ['wrong_type', { value: 2, comparison: 'number' }, '2', undefined],
    ['wrong_format', { value: 'A-B', comparison: 'exact' }, 'a b', undefined],
    ['wrong_text', { value: 'A-B', comparison: 'exact' }, 'c', undefined],
    ['missing_items', { value: ['a', 'b'], comparison: 'set' }, ['a'], undefined],
    ['extra_items', { value: ['a'], comparison: 'set' }, ['a', 'b'], undefined],
    ['wrong_items', { value: ['a'], comparison: 'set' }, ['b'], undefined],
    ['wrong_order', { value: ['a', 'b'], comparison: 'list' }, ['b', 'a'], undefined],
    ['no_answer', { value: 2, comparison: 'number' }, undefined, undefined],
    ['tool_error', { value: 2, comparison: 'number' }, undefined, 'nonsense'],
    ['world_damaged', { value: 2, comparison: 'number' }, 2, 'DELETE FROM fruit'],
  ])('finds %s', async (kind, expected, answer, sql) => {
    const report = mineFailures([await play(expected, answer, sql, true)]);
    expect(report.byKind).toEqual([{ kind, count: 1 }]);
  });

  it.each([
    ['world_error', 'machine_error'],
    ['policy_error', 'machine_error'],
    ['call_limit', 'call_limit'],
  ] as const)('finds in an episode stopped by %s a %s, whatever else happened', async (stopReason, kind) => {
    const expected = { value: 2, comparison: 'number' } as const;
    const stopped = { ...(await play(expected, 3, 'DELETE FROM fruit', true)), stopReason };
    const report = mineFailures([{ ...stopped, outcome: scoreOutcome(stopped) }]);
    expect(report.byKind).toEqual([{ kind, count: 1 }]);
  });

  it('looks at how often an item came, and at the last tool call alone', async () => {
    const set = await play({ value: ['a'], comparison: 'set' }, ['a', 'a']);
    expect(mineFailures([set]).failures[0]?.kind).toBe('extra_items');
    const policy = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'nonsense' });
      await actor.call('sql_query', { sql: 'SELECT 1' });
      actor.answer(1);
    });
    const task = shopTask({ value: 2, comparison: 'number' });
    const mended = await recordTrajectory({ environment, policy, task, seed: 0 });
    const report = mineFailures([{ ...mended, outcome: scoreOutcome(mended) }]);
    expect(report.failures[0]?.kind).toBe('wrong_number');
  });

  it('counts what was scored, most frequent kind first', async () => {
    const two = { value: 2, comparison: 'number' } as const;
    const runs = [await play(two, 2), await play(two, 1), await play(two, 'x'), await play(two, 4)];
    const unscored = { ...(await play(two, 5)), outcome: null };
    const report = mineFailures([...runs, unscored]);
    expect(report.scored).toBe(4);
    expect(report.byKind).toEqual([
      { kind: 'wrong_number', count: 2 },
      { kind: 'wrong_type', count: 1 },
    ]);
  });
});
