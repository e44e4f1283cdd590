import { expect, it } from 'vitest';
import { policyOf } from '../../environments/episodes/shop.fixture.js';
import { verifyTrajectory } from '../../evaluation/index.js';
import { createBudget } from '../../models/index.js';
import { toMessages } from '../../records/index.js';
import { scriptedModel } from '../../testing/index.js';
import type { TaskInWorld } from '../tasks/task-in-world.js';
import { faultyOraclePolicy } from './fault-policies.js';
import { dearerThan, openFruitWorld } from './generator.fixture.js';
import { oraclePolicy } from './offline-policy.js';
import { AgentTrajectoryGenerator } from './trajectory-generator.js';

const environment = await openFruitWorld();
const counting = dearerThan(environment, 40);
const call = (name: string, sql: string) => ({ toolCalls: [{ name, input: { sql } }] });
const count = call('sql_query', 'SELECT count(name) FROM fruit WHERE cents >= 41');
const thoughts = ['I count the fruits that cost more than 40 cents.', 'The count is what was asked for.'];

/** A task that changes a row, after a look at it. */
const raising: TaskInWorld = {
  environment,
  seed: 3,
  task: {
    id: 'raise-fig',
    category: 'update',
    prompt: 'Raise the price of the fig to 90 cents. Answer "done".',
    expected: {
      answer: { value: 'done', comparison: 'exact' },
      stateDigest: null,
      goals: [{ kind: 'has', name: 'fruit/fig', members: { cents: 90 } }],
    },
    metadata: {},
  },
  oracle: policyOf(async (actor) => {
    await actor.call('sql_query', { sql: "SELECT * FROM fruit WHERE name = 'fig'" });
    await actor.call('sql_execute', { sql: "UPDATE fruit SET cents = 90 WHERE name = 'fig'" });
    actor.answer('done');
  }, 'oracle'),
};
const raisingThoughts = ['I look at the fig.', 'I set its price to 90 cents.', 'It is done.'];

async function explained(
  script: Parameters<typeof scriptedModel>[0],
  work: TaskInWorld = counting,
  offlinePolicies = [oraclePolicy()],
) {
  const model = scriptedModel(script);
  await using generator = new AgentTrajectoryGenerator({
    useMock: true,
    environment,
    offlinePolicies,
    rationales: model,
    verify: true,
  });
  const trajectory = await generator.generate(work);
  model.assertDone();
  const { rationales } = trajectory.task.metadata.generation as {
    rationales?: { verdict: string; reason?: string };
  };
  const said = trajectory.steps.flatMap((step) => (step.type === 'thought' ? [step.content] : []));
  return { model, trajectory, verdict: rationales?.verdict ?? null, reason: rationales?.reason, said };
}

it('keeps the thoughts of a model that, given them alone, reaches the same states and a right answer', async () => {
  const { model, trajectory, verdict, said } = await explained([JSON.stringify(thoughts), count, '2']);
  expect([verdict, said]).toEqual(['kept', thoughts]);
  expect(trajectory.steps.map(({ type }) => type)).toEqual([
    'thought',
    'tool_call',
    'observation',
    'thought',
    'final_answer',
  ]);
  expect(trajectory).toMatchObject({
    policy: { name: 'oracle' },
    outcome: { verdict: 'pass' },
    verification: { verdict: 'pass' },
    usage: { modelCalls: 3 },
    task: { metadata: { generation: { rationales: { model: 'scripted/model', verdict: 'kept' } } } },
  });
  expect(JSON.stringify(model.calls.slice(1))).not.toContain('cents > 40');
  expect(toMessages(trajectory)[1]).toMatchObject({ role: 'assistant', content: thoughts[0] });
  expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
});

it('keeps thoughts that lead to the same change by other calls', async () => {
  const { verdict, said } = await explained(
    [
      JSON.stringify(raisingThoughts),
      call('sql_query', "SELECT cents FROM fruit WHERE name = 'fig'"),
      call('sql_execute', "UPDATE fruit SET cents = cents + 10 WHERE name = 'fig'"),
      'done',
    ],
    raising,
  );
  expect([verdict, said]).toEqual(['kept', raisingThoughts]);
});

it.each([
  {
    title: 'lead to another state',
    work: raising,
    script: [
      JSON.stringify(['I look at the fig.', 'I remove it.', 'It is done.']),
      call('sql_query', 'SELECT * FROM fruit'),
      call('sql_execute', "DELETE FROM fruit WHERE name = 'fig'"),
      'done',
    ],
  },
  {
    title: 'lead to a wrong answer',
    work: counting,
    script: [
      JSON.stringify(['I count all fruits.', 'That is the number.']),
      call('sql_query', 'SELECT count(*) FROM fruit'),
      '3',
    ],
  },
  { title: 'lead to an answer without a call', work: counting, script: [JSON.stringify(thoughts), '2'] },
  { title: 'are too few', work: counting, script: [JSON.stringify(thoughts.slice(1))] },
  { title: 'are no list', work: counting, script: ['I count.'] },
  {
    title: 'hold the call itself',
    work: counting,
    script: [JSON.stringify(['I run SELECT count(*) FROM fruit WHERE cents > 40.', 'So many.'])],
  },
])('drops thoughts that $title, and keeps the run without', async ({ work, script }) => {
  const { trajectory, verdict, said } = await explained(script, work);
  expect([verdict, said]).toEqual(['dropped', []]);
  expect(trajectory).toMatchObject({ outcome: { verdict: 'pass' }, verification: { verdict: 'pass' } });
});

it.each([
  { asked: 'for thoughts', script: [{ fault: 'server_failed' } as const] },
  { asked: 'to act on them', script: [JSON.stringify(thoughts), { fault: 'server_failed' } as const] },
])('keeps the run without thoughts if the model fails when asked $asked', async ({ script }) => {
  const { trajectory, verdict, reason, said } = await explained(script);
  expect([verdict, said]).toEqual(['failed', []]);
  expect(reason).toContain('scripted');
  expect(trajectory).toMatchObject({ outcome: { verdict: 'pass' }, verification: { verdict: 'pass' } });
});

it('asks for no thoughts about a run that failed, and none where the budget is used up', async () => {
  const failed = await explained([], counting, [faultyOraclePolicy('gives_up')]);
  expect([failed.verdict, failed.said]).toEqual([null, []]);
  const model = scriptedModel([]);
  await using generator = new AgentTrajectoryGenerator({ useMock: true, environment, rationales: model });
  const trajectory = await generator.generate(counting, { budget: createBudget({ calls: 0 }) });
  expect(trajectory.steps.some(({ type }) => type === 'thought')).toBe(false);
});

it('refuses to explain what a model plays', () => {
  const model = scriptedModel([]);
  expect(() => new AgentTrajectoryGenerator({ model, rationales: model })).toThrow('rationales');
});
