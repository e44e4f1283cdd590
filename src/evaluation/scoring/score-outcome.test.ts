import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../core/index.js';
import { openShop, policyOf, shopTask } from '../../environments/episodes/shop.fixture.js';
import type { Actor, Environment } from '../../environments/index.js';
import { playEpisode, recordTrajectory } from '../../environments/index.js';
import type { AnswerComparison, ExpectedAnswer, ExpectedOutcome, Trajectory } from '../../records/index.js';
import { mineFailures } from '../mine-failures.js';
import { compareAnswers } from './compare-answers.js';
import { scoreOutcome } from './score-outcome.js';

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
    ['number', null, 0, false],
    ['number', '3', 3, false],
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

describe('compareAnswers with a tolerance', () => {
  it.each<[AnswerComparison, Json, Json, boolean]>([
    ['number', 3, 3.01, true],
    ['number', 3, 3.02, false],
    ['exact', { mean: 3 }, { mean: 3.01 }, true],
    ['exact', { mean: 3 }, { mean: 3.01, more: 1 }, false],
    ['exact', { mean: 3 }, { average: 3 }, false],
    ['exact', '3', 3, false],
    [
      'list',
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        ['a', 1.01],
        ['b', 1.99],
      ],
      true,
    ],
    [
      'list',
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        ['b', 2],
        ['a', 1],
      ],
      false,
    ],
    ['list', [1, 2], [1, 2, 2], false],
    ['set', [1, 2, 'a'], ['a', 2.01, 1.01], true],
    ['set', [1, 1.02], [1.01, 1.01], true],
    ['set', [1, 2], [1, 1], false],
    ['set', [1, 2], [1, 2, 3], false],
  ])('%s: %j and %j', (comparison, value, answer, same) => {
    const expected = { value, comparison, tolerance: 0.0101 };
    expect(compareAnswers(expected, answer) === null).toBe(same);
  });

  it('asks first that the answer meets its schema', () => {
    const schema = { type: 'array', items: { type: 'string' }, maxItems: 2 };
    const expected = { value: ['a'], comparison: 'set', schema } as const;
    expect(compareAnswers(expected, ['a'])).toBeNull();
    expect(compareAnswers(expected, ['a', 1])).toBe('the answer[1]: must be a string, not 1');
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

describe('scoreOutcome with goals, invariants and process', () => {
  const sold: Partial<ExpectedOutcome> = {
    goals: [{ kind: 'absent', name: 'fruit/fig' }],
    invariants: [{ kind: 'unchanged', except: ['fruit/fig'] }],
    process: [{ kind: 'called_before', first: 'sql_query', later: 'sql_execute' }],
  };

  async function playFor(more: Partial<ExpectedOutcome>, statements: readonly string[]) {
    const task = shopTask(null);
    const policy = policyOf(async (actor) => {
      for (const sql of statements) {
        await actor.call(sql.startsWith('SELECT') ? 'sql_query' : 'sql_execute', { sql });
      }
    });
    const expected = { ...task.expected, ...more };
    return playEpisode({ environment, policy, task: { ...task, expected }, seed: 0 });
  }

  async function verdictOf(more: Partial<ExpectedOutcome>, statements: readonly string[]): Promise<string> {
    const { trajectory, ...states } = await playFor(more, statements);
    const { verdict, reason } = scoreOutcome(trajectory, states);
    return `${verdict}: ${reason}`;
  }

  it('passes only when all of them hold', async () => {
    const look = 'SELECT * FROM fruit';
    const sell = "DELETE FROM fruit WHERE name = 'fig'";
    expect(await verdictOf(sold, [look, sell])).toBe('pass: every expectation holds');
    expect(await verdictOf(sold, [look])).toBe('fail: fruit/fig is still there');
    expect(await verdictOf(sold, [look, 'DELETE FROM fruit'])).toBe('fail: fruit/apple is gone');
    expect(await verdictOf(sold, [sell])).toBe('fail: sql_execute was called before sql_query');
  });

  it('concludes nothing where the goals hold from the start', async () => {
    const goals = [{ kind: 'count', prefix: 'fruit/', value: 3 }] as const;
    expect(await verdictOf({ goals }, [])).toBe('not_checked: every goal holds from the start');
    const both = [...goals, { kind: 'absent', name: 'fruit/kiwi' }] as const;
    expect(await verdictOf({ goals: both }, [])).toBe('not_checked: every goal holds from the start');
  });

  it('passes nothing whose states or tests it does not know', async () => {
    const { trajectory, ...states } = await playFor(sold, [
      'SELECT 1',
      "DELETE FROM fruit WHERE name = 'fig'",
    ]);
    expect(scoreOutcome(trajectory).verdict).toBe('not_checked');
    const tests = { kind: 'tests_pass', fact: null, tests: 'assert f()' } as const;
    const tested = await playFor({ goals: [tests] }, []);
    expect(scoreOutcome(tested.trajectory, tested).verdict).toBe('not_checked');
    const results = new Map([[tests, { verdict: 'pass', detail: '' } as const]]);
    expect(scoreOutcome(tested.trajectory, tested, results).verdict).toBe('pass');
    expect(scoreOutcome(trajectory, { initial: states.initial, final: states.initial })).toMatchObject({
      verdict: 'error',
      reason: 'the states are not those of this episode',
    });
  });

  it('is an error where the schema of the answer is none', async () => {
    const answer = { value: null, comparison: 'exact', schema: { type: 'nonsense' } } as const;
    expect((await play(answer, null)).outcome?.verdict).toBe('error');
  });

  it.each([
    [['SELECT 1', 'DELETE FROM fruit'], 'world_damaged'],
    [['SELECT 1'], 'goal_missed'],
    [["DELETE FROM fruit WHERE name = 'fig'"], 'wrong_process'],
  ])('mineFailures finds after %j %s', async (statements, kind) => {
    const { trajectory, ...states } = await playFor(sold, statements);
    const report = mineFailures([{ ...trajectory, outcome: scoreOutcome(trajectory, states) }]);
    expect(report.byKind).toEqual([{ kind, count: 1 }]);
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

  it('lists the most frequent kinds first, and those that are as frequent by name', async () => {
    const number = { value: 2, comparison: 'number' } as const;
    const runs = [
      await play(number, '2'),
      await play(number, 3),
      await play(number, undefined),
      await play(number, undefined),
    ];
    expect(mineFailures(runs).byKind).toEqual([
      { kind: 'no_answer', count: 2 },
      { kind: 'wrong_number', count: 1 },
      { kind: 'wrong_type', count: 1 },
    ]);
    expect(mineFailures(runs.toReversed()).byKind).toEqual(mineFailures(runs).byKind);
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

describe('an agent that does nothing', () => {
  const invariants: ExpectedOutcome['invariants'] = [{ kind: 'unchanged', except: [] }];
  const outcomeOf = async (
    expected: Partial<ExpectedOutcome>,
    act: Parameters<typeof policyOf>[0] = () => undefined,
  ) => {
    const task = { ...shopTask(null), expected: { answer: null, stateDigest: null, ...expected } };
    const played = await playEpisode({ environment, policy: policyOf(act), task, seed: 0 });
    return scoreOutcome(played.trajectory, played);
  };

  it.each<[string, Partial<ExpectedOutcome>]>([
    ['invariants alone', { invariants }],
    ['invariants and a limit of calls', { invariants, process: [{ kind: 'max_calls', value: 3 }] }],
    ['tools that must not be called', { process: [{ kind: 'not_called', tool: 'sql_execute' }] }],
    ['an order of calls', { process: [{ kind: 'called_before', first: 'sql_query', later: 'sql_execute' }] }],
  ])('is not checked where the task has %s', async (_, expected) => {
    const nothing = { verdict: 'not_checked', reason: expect.stringContaining('nothing was done') };
    expect(await outcomeOf(expected)).toMatchObject(nothing);
    expect(await outcomeOf(expected, (actor) => actor.answer('done'))).toMatchObject(nothing);
    const refused = (tool: string) => async (actor: Actor) => void (await actor.call(tool, { sql: 'SELEC' }));
    expect((await outcomeOf({ invariants }, refused('sql_query'))).verdict).toBe('not_checked');
    expect((await outcomeOf({ invariants }, refused('no_such_tool'))).verdict).toBe('not_checked');
    const read = async (actor: Actor) => void (await actor.call('sql_query', { sql: 'SELECT 1' }));
    expect((await outcomeOf(expected, read)).verdict).toBe('pass');
  });

  it('is not checked where the world is to end as it began, and fails where it is to end otherwise', async () => {
    const world = await environment.open({ seed: 0 });
    const stateDigest = world.stateDigest();
    await world.close();
    expect((await outcomeOf({ stateDigest })).verdict).toBe('not_checked');
    expect((await outcomeOf({ stateDigest: 'f'.repeat(64) })).verdict).toBe('fail');
  });

  it('fails where something must be done, and passes where its answer is right', async () => {
    const called = [{ kind: 'called' as const, tool: 'sql_query' }];
    expect((await outcomeOf({ invariants, process: called })).verdict).toBe('fail');
    const answer = { value: 2, comparison: 'number' as const };
    expect((await outcomeOf({ invariants, answer }, (actor) => actor.answer(2))).verdict).toBe('pass');
  });
});
