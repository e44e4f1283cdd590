import { expect, it } from 'vitest';
import { createSqlEnvironment, recordTrajectory } from '../environments/index.js';
import { scoreOutcome, verifyTrajectory } from '../evaluation/index.js';
import type { Task } from '../records/index.js';
import { type ScriptedModel, scriptedModel } from '../testing/index.js';
import { agentPolicy } from './agent-policy.js';

const environment = await createSqlEnvironment({
  name: 'shop',
  content: {
    tables: [
      {
        name: 'item',
        columns: 'name TEXT, price INTEGER',
        rows: [
          ['pen', 2],
          ['book', 40],
        ],
      },
    ],
  },
});

const task: Task = {
  id: 'dearest',
  category: 'lookup',
  prompt: 'What costs most? Answer with its name.',
  expected: { answer: { value: 'book', comparison: 'exact' }, stateDigest: null },
  metadata: {},
};

const query = (sql: string) => ({ toolCalls: [{ name: 'sql_query', input: { sql } }] });

const record = (model: ScriptedModel, maxCalls = 50) =>
  recordTrajectory({ environment, policy: agentPolicy({ model }), task, seed: 0, maxCalls });

it('records what an agent did in a world, to be scored and verified by replay', async () => {
  const model = scriptedModel([
    { text: 'I sort by price.', ...query('SELECT nam FROM item') },
    query('SELECT name FROM item ORDER BY price DESC LIMIT 1'),
    'book',
  ]);
  const trajectory = await record(model);
  model.assertDone();
  expect(trajectory.steps.map(({ type }) => type)).toEqual([
    'thought',
    'tool_call',
    'observation',
    'tool_call',
    'observation',
    'final_answer',
  ]);
  expect(trajectory).toMatchObject({ stopReason: 'answered', finalAnswer: 'book' });
  expect(JSON.stringify(model.calls[1]?.messages.at(-1))).toContain('no such column');
  expect(scoreOutcome(trajectory).verdict).toBe('pass');
  expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
});

it('says how an episode without an answer ended', async () => {
  expect(await record(scriptedModel([{ fault: 'refused' }]))).toMatchObject({
    stopReason: 'policy_error',
    stopDetail: expect.stringContaining('refused'),
  });
  expect(await record(scriptedModel(['', '']))).toMatchObject({ stopReason: 'no_answer', stopDetail: null });
  const again = query('SELECT 1');
  expect(await record(scriptedModel([again, again, again]), 2)).toMatchObject({ stopReason: 'call_limit' });
});

it('records the calls of one reply as made at once, and what the model used', async () => {
  const toolCalls = ['SELECT 1', 'SELECT 2'].map((sql) => ({ name: 'sql_query', input: { sql } }));
  const model = scriptedModel([{ toolCalls }, 'book']);
  const trajectory = await record(model);
  expect(trajectory.steps.map(({ type }) => type)).toEqual([
    'tool_call',
    'tool_call',
    'observation',
    'observation',
    'final_answer',
  ]);
  expect(trajectory.usage?.modelCalls).toBe(2);
  expect(trajectory.provenance?.model).toMatch(/script/);
  expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
});

it('has a version that follows from what decides its behaviour', () => {
  const version = (temperature: number) => agentPolicy({ model: scriptedModel([]), temperature }).version;
  expect(version(0)).toBe(version(0));
  expect(version(0)).not.toBe(version(1));
});
