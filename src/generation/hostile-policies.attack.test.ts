import { describe, expect, it } from 'vitest';
import type { Json } from '../core/index.js';
import { openShop, policyOf, shopTask } from '../environments/episodes/shop.fixture.js';
import type { Actor, PlannedCall, Policy } from '../environments/index.js';
import { playEpisode } from '../environments/index.js';
import { verifyTrajectory } from '../evaluation/index.js';
import { decodeTrajectories, encodeTrajectories } from '../records/index.js';
import { AgentTrajectoryGenerator } from './generator/trajectory-generator.js';

const environment = await openShop();
const play = (policy: Policy) => playEpisode({ environment, policy, task: shopTask(null), seed: 0 });

function cycle(): Json {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value as Json;
}

function nested(depth: number): Json {
  let value: Json = 0;
  for (let index = 0; index < depth; index += 1) value = [value];
  return value;
}

const throwing = new Proxy(() => undefined, {
  get: () => {
    throw new Error('a trap');
  },
});

describe('a policy that hands over what no record can hold', async () => {
  it.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['undefined', undefined],
    ['a symbol', Symbol('answer')],
    ['a date', new Date(0)],
    ['a map', new Map([[1, 2]])],
    ['words for JSON.stringify', { toJSON: () => 3 }],
    ['a cycle', cycle()],
    ['endless nesting', nested(20_000)],
    ['a proxy that throws', throwing],
  ])('has its answer of %s refused, and a record of that', async (_, answer) => {
    const { trajectory } = await play(policyOf((actor) => actor.answer(answer as Json)));
    expect(trajectory).toMatchObject({ stopReason: 'policy_error', finalAnswer: null, steps: [] });
    expect((await decodeTrajectories(encodeTrajectories([trajectory]))).trajectories).toEqual([trajectory]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['undefined', undefined],
    ['a symbol', Symbol('thrown')],
    ['an object without a prototype', Object.create(null)],
    ['a proxy that throws', throwing],
    [
      'an error whose message throws',
      Object.defineProperty(new Error('x'), 'message', {
        get: () => {
          throw new Error('inner');
        },
      }),
    ],
  ])('has its record when it throws %s', async (_, thrown) => {
    const policy = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'SELECT 1' });
      throw thrown;
    });
    const { trajectory } = await play(policy);
    expect(trajectory).toMatchObject({ stopReason: 'policy_error', stopDetail: expect.any(String) });
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
  });

  it.each<[string, Json]>([
    ['half characters', ['\ud800', { '\udc00': 'x\ud800y' }]],
    [
      'names of the prototype',
      JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "toString": null}') as Json,
    ],
    ['odd numbers', [-0, 1e21, 5e-324, 2 ** 53, 1.7976931348623157e308]],
    ['what leads a terminal', '\u001b]0;owned\u0007\u202e'],
  ])('has %s in its record as they were, and the record proved', async (_, value) => {
    const { trajectory } = await play(
      policyOf(async (actor) => {
        actor.think(JSON.stringify(value));
        actor.think(typeof value === 'string' ? value : '\ud800');
        await actor.call('sql_query', { sql: `SELECT ${"'\ud800'"}` });
        actor.answer(value);
      }),
    );
    const { trajectories, skipped } = await decodeTrajectories(encodeTrajectories([trajectory]));
    expect([trajectories[0]?.id, skipped]).toEqual([trajectory.id, []]);
    for (const record of [trajectory, ...trajectories]) {
      expect((await verifyTrajectory(record, environment)).verdict).toBe('pass');
    }
  });
});

describe('a policy that wants tools that it was not offered', () => {
  const calls = { tool: 'sql_execute', arguments: { sql: 'DELETE FROM fruit' } };
  const twoFaced = (): PlannedCall => {
    let reads = 0;
    return Object.defineProperty({ ...calls }, 'tool', {
      enumerable: true,
      get: () => (reads++ === 0 ? 'sql_query' : 'sql_execute'),
    });
  };
  it.each<[string, (actor: Actor, tools: { name: string }[]) => Promise<unknown>]>([
    ['calls them', (actor) => actor.call(calls.tool, calls.arguments)],
    [
      'calls them among others',
      (actor) => actor.callAll([{ tool: 'sql_query', arguments: { sql: 'SELECT 1' } }, calls]),
    ],
    [
      'calls them as a subagent',
      (actor) =>
        actor.subagent(
          { agent: 'helper', prompt: 'x' },
          async (helper) => void (await helper.callAll([calls])),
        ),
    ],
    ['names one tool to who checks and another to who calls', (actor) => actor.callAll([twoFaced()])],
    [
      'adds them to what it was offered',
      (actor, tools) => {
        tools.push({ name: 'sql_execute' });
        return actor.call(calls.tool, calls.arguments);
      },
    ],
    [
      'renames what it was offered',
      (actor, [tool]) => {
        if (tool !== undefined) tool.name = 'sql_execute';
        return actor.call(calls.tool, calls.arguments);
      },
    ],
  ])('%s, and reaches nothing', async (name, act) => {
    const policy: Policy = {
      name,
      version: '1',
      play: async ({ tools }, actor) => void (await act(actor, tools as unknown as { name: string }[])),
    };
    const before = JSON.stringify(environment.tools);
    const generator = new AgentTrajectoryGenerator({ policy, environment, tools: ['sql_query'] });
    const trajectory = await generator.generate('Empty the shop.');
    expect(trajectory.steps.filter((step) => step.type === 'observation' && step.changes.length > 0)).toEqual(
      [],
    );
    expect(trajectory.finalStateDigest).toBe(trajectory.initialStateDigest);
    expect(trajectory.tools.map((tool) => tool.name)).toEqual(['sql_query']);
    expect(JSON.stringify(environment.tools)).toBe(before);
  });
});

it.each<[string, object]>([
  [
    'a tolerance that is infinite',
    {
      expected: {
        answer: { value: 1, comparison: 'number', tolerance: Number.POSITIVE_INFINITY },
        stateDigest: null,
      },
    },
  ],
  ['a bigint', { metadata: { size: 1n } }],
])('plays no task that no record can hold: %s', async (_, part) => {
  let played = false;
  const policy = policyOf(() => {
    played = true;
  });
  const task = { ...shopTask(null), ...part };
  await expect(playEpisode({ environment, policy, task, seed: 0 })).rejects.toMatchObject({
    code: 'core/not_representable',
  });
  expect(played).toBe(false);
});
