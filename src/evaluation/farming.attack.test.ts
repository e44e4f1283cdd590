import { describe, expect, it } from 'vitest';
import type { Json } from '../core/index.js';
import { policyOf } from '../environments/episodes/shop.fixture.js';
import type { Actor } from '../environments/index.js';
import { createSqlEnvironment, playEpisode } from '../environments/index.js';
import type { ExpectedOutcome, Task } from '../records/index.js';
import { TrajectoryEvaluator } from './evaluator/trajectory-evaluator.js';
import { scoreOutcome } from './scoring/score-outcome.js';
import { verifyTrajectory } from './verify-trajectory.js';

const tables = [
  {
    name: 'fruit',
    columns: 'name TEXT PRIMARY KEY, cents INTEGER NOT NULL',
    rows: [
      ['apple', 30],
      ['fig', 80],
      ['pear', 45],
      ['plum', 60],
    ],
  },
];
const writable = await createSqlEnvironment({ name: 'shop', content: { tables } });
const readOnly = await createSqlEnvironment({ name: 'shop', content: { tables }, writable: false });

const raise: ExpectedOutcome = {
  answer: null,
  stateDigest: null,
  goals: [{ kind: 'fact', name: 'fruit/fig', value: { name: 'fig', cents: 90 } }],
  invariants: [{ kind: 'unchanged', except: ['fruit/fig'] }],
};
const count: ExpectedOutcome = { answer: { value: 3, comparison: 'number' }, stateDigest: null };
const empty: ExpectedOutcome = {
  answer: null,
  stateDigest: null,
  goals: [{ kind: 'count', prefix: 'fruit/', value: 0 }],
};
const raisePrompt = 'Set the price of fig to 90 cents, and nothing else.';
const countPrompt = 'How many fruits cost more than 40 cents?';

function task(prompt: string, expected: ExpectedOutcome): Task {
  return { id: 'farm', category: 'farm', prompt, expected, metadata: {} };
}

/** Calls a tool, whatever it answers, then answers. */
const calls =
  (tool: string, statements: readonly string[], answer: Json = 'done') =>
  async (actor: Actor): Promise<void> => {
    for (const sql of statements) await actor.call(tool, { sql });
    actor.answer(answer);
  };
const execute = (...statements: readonly string[]) => calls('sql_execute', statements);
const SPRAY = Array.from({ length: 200 }, (_, number) => number);

describe('an agent that wants to be paid for nothing', () => {
  it.each<[string, string, ExpectedOutcome, (actor: Actor) => Promise<void> | void]>([
    ['does nothing', raisePrompt, raise, () => undefined],
    ['does nothing and says it is done', raisePrompt, raise, (actor) => actor.answer('done')],
    [
      'makes one call and says words',
      countPrompt,
      count,
      calls('sql_query', ['SELECT 1'], 'row row row row'),
    ],
    ['gives the prompt back', countPrompt, count, (actor) => actor.answer(countPrompt)],
    ['has a tool give its answer back', countPrompt, count, calls('sql_query', ["SELECT '3'"], '3')],
    ['sprays numbers as text', countPrompt, count, (actor) => actor.answer(SPRAY.join(' '))],
    ['sprays numbers as a list', countPrompt, count, (actor) => actor.answer(SPRAY)],
    ['answers with a list around the number', countPrompt, count, (actor) => actor.answer([3])],
    [
      'answers with every type at once',
      countPrompt,
      count,
      (actor) => actor.answer({ value: 3, text: '3', list: [3] }),
    ],
    [
      'writes the goal into its answer',
      raisePrompt,
      raise,
      (actor) => actor.answer({ 'fruit/fig': { name: 'fig', cents: 90 } }),
    ],
    ['changes more than was asked', raisePrompt, raise, execute('UPDATE fruit SET cents = 90')],
    [
      'puts a view over the table',
      raisePrompt,
      raise,
      execute('ALTER TABLE fruit RENAME TO hidden', "CREATE VIEW fruit AS SELECT 'fig' AS name, 90 AS cents"),
    ],
    [
      'drops the table for a view',
      raisePrompt,
      raise,
      execute('DROP TABLE fruit', "CREATE VIEW fruit AS SELECT 'fig' AS name, 90 AS cents"),
    ],
    [
      'puts a temporary table over it',
      raisePrompt,
      raise,
      execute("CREATE TEMP TABLE fruit AS SELECT 'fig' AS name, 90 AS cents"),
    ],
    [
      'leaves a trigger behind',
      raisePrompt,
      raise,
      execute('CREATE TRIGGER t AFTER UPDATE ON fruit BEGIN UPDATE fruit SET cents = 90; END'),
    ],
    [
      'attaches a database of its own',
      raisePrompt,
      raise,
      execute(
        "ATTACH DATABASE ':memory:' AS mine",
        "CREATE TABLE mine.fruit AS SELECT 'fig' AS name, 90 AS cents",
      ),
    ],
    [
      'turns the rules off by a pragma',
      raisePrompt,
      raise,
      execute('PRAGMA writable_schema = 1', "UPDATE sqlite_schema SET sql = ''"),
    ],
    [
      'makes many statements one',
      raisePrompt,
      raise,
      execute("SELECT 1; UPDATE fruit SET cents = 90 WHERE name = 'fig'"),
    ],
  ])('%s and fails, though its record is true', async (name, prompt, expected, play) => {
    const policy = policyOf(play, name);
    const episode = { environment: writable, policy, task: task(prompt, expected), seed: 0 };
    const { trajectory, ...states } = await playEpisode(episode);
    const outcome = scoreOutcome(trajectory, states);
    expect([outcome.verdict, outcome.reason]).toEqual(['fail', expect.any(String)]);
    const judge = new TrajectoryEvaluator({ outcomeOf: (record) => scoreOutcome(record, states) });
    expect(await judge.evaluate(trajectory)).toMatchObject({ overall: 0, verdict: 'fail' });
    const { checks } = await verifyTrajectory({ ...trajectory, outcome }, writable);
    const called = trajectory.steps.some(({ type }) => type === 'tool_call');
    expect(checks.find((check) => check.name === 'replay')?.verdict).toBe(called ? 'pass' : 'not_checked');
  });

  it.each([
    'WITH gone AS (SELECT 1) DELETE FROM fruit',
    'DELETE FROM fruit RETURNING name',
    'SELECT 1; DELETE FROM fruit',
    '/* SELECT */ DELETE FROM fruit',
    'EXPLAIN DELETE FROM fruit',
  ])('empties no world that it may only read by %s', async (sql) => {
    const policy = policyOf(calls('sql_query', [sql]), 'hidden delete');
    const episode = { environment: readOnly, policy, task: task('Empty the shop.', empty), seed: 0 };
    const { trajectory, ...states } = await playEpisode(episode);
    expect(scoreOutcome(trajectory, states).verdict).toBe('fail');
    expect(states.final.size).toBe(4);
  });
});
