import { beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyTrajectory } from '../../evaluation/index.js';
import type { Trajectory } from '../../records/index.js';
import type { Environment } from '../environment.js';
import type { Actor } from './policy.js';
import { recordTrajectory } from './record-trajectory.js';
import { countingPolicy, openShop, policyOf, shopTask } from './shop.fixture.js';

let environment: Environment;
const two = { value: 2, comparison: 'number' } as const;

function record(play: (actor: Actor) => Promise<void> | void, maxCalls = 50): Promise<Trajectory> {
  return recordTrajectory({ environment, policy: policyOf(play), task: shopTask(two), seed: 0, maxCalls });
}

beforeAll(async () => {
  environment = await openShop();
});

describe('recordTrajectory', () => {
  it('puts what is said while calls are under way before them: their answers are not known yet', async () => {
    const slow: Environment = {
      ...environment,
      open: async (options) => {
        const world = await environment.open(options);
        const call = world.call.bind(world);
        world.call = async (...given) => {
          await new Promise((resolve) => setImmediate(resolve));
          await new Promise((resolve) => setImmediate(resolve));
          return call(...given);
        };
        return world;
      },
    };
    const policy = policyOf(async (actor) => {
      const waiting = actor.subagent({ agent: 'first', prompt: 'One?' }, async (first) => {
        await first.callAll(
          [1, 2].map((value) => ({ tool: 'sql_query', arguments: { sql: `SELECT ${value}` } })),
        );
      });
      const thinking = actor.subagent({ agent: 'second', prompt: 'Two?' }, async (second) => {
        await new Promise((resolve) => setImmediate(resolve));
        second.think('Hm.');
      });
      await Promise.all([waiting, thinking]);
      actor.answer(2);
    });
    const trajectory = await recordTrajectory({ environment: slow, policy, task: shopTask(two), seed: 0 });
    expect(trajectory.steps.map(({ type }) => type)).toEqual([
      'thought',
      'subagent',
      'tool_call',
      'tool_call',
      'observation',
      'observation',
      'subagent',
      'final_answer',
    ]);
    expect(await verifyTrajectory(trajectory, environment)).toMatchObject({ verdict: 'pass' });
  });

  it('records what was done, with observations that only the world made', async () => {
    const options = { environment, policy: countingPolicy, task: shopTask(two), seed: 0 };
    const trajectory = await recordTrajectory(options);
    expect(trajectory.steps.map(({ type }) => type)).toEqual([
      'plan',
      'tool_call',
      'observation',
      'final_answer',
    ]);
    expect(trajectory.steps[2]).toMatchObject({ callId: 'call_1', status: 'ok', changes: [] });
    expect(trajectory).toMatchObject({ finalAnswer: 2, stopReason: 'answered', outcome: null });
    expect((await recordTrajectory(options)).id).toBe(trajectory.id);
    expect((await recordTrajectory({ ...options, seed: 1 })).id).not.toBe(trajectory.id);
  });

  it('records what a write changed', async () => {
    const trajectory = await record(async (actor) => {
      await actor.call('sql_execute', { sql: "DELETE FROM fruit WHERE name = 'fig'" });
    });
    expect(trajectory.steps[1]).toMatchObject({
      changes: [{ name: 'fruit/fig', before: { name: 'fig', cents: 80 }, after: null }],
      stateDigest: trajectory.finalStateDigest,
    });
    expect(trajectory.finalStateDigest).not.toBe(trajectory.initialStateDigest);
    expect(trajectory.stopReason).toBe('no_answer');
  });

  it('puts calls made at once one after another', async () => {
    const trajectory = await record(async (actor) => {
      await Promise.all([1, 2, 3].map((value) => actor.call('sql_query', { sql: `SELECT ${value}` })));
    });
    expect(trajectory.steps.map((step) => ('callId' in step ? step.callId : ''))).toEqual([
      'call_1',
      'call_1',
      'call_2',
      'call_2',
      'call_3',
      'call_3',
    ]);
  });

  it('ends an episode that is out of calls', async () => {
    const trajectory = await record(async (actor) => {
      for (;;) await actor.call('sql_query', { sql: 'SELECT 1' });
    }, 3);
    expect(trajectory.stopReason).toBe('call_limit');
    expect(trajectory.steps).toHaveLength(7);
    expect(trajectory.steps.at(-1)).toEqual({
      type: 'withheld_call',
      callId: 'withheld_1',
      tool: 'sql_query',
      arguments: { sql: 'SELECT 1' },
      reason: 'This episode may make 3 tool calls.',
    });
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
  });

  it('notes of a policy that goes on asking no more calls than it could make', async () => {
    const trajectory = await record(async (actor) => {
      for (let asked = 0; asked < 1_000; asked++) {
        await actor.call('sql_query', { sql: 'SELECT 1' }).catch(() => undefined);
      }
    }, 3);
    expect(trajectory.steps.filter(({ type }) => type === 'withheld_call')).toHaveLength(3);
    expect(trajectory.stopReason).toBe('call_limit');
  });

  it('allows 50 calls where it is not told', async () => {
    const policy = policyOf(async (actor) => {
      for (;;) await actor.call('sql_query', { sql: 'SELECT 1' });
    });
    const { steps } = await recordTrajectory({ environment, policy, task: shopTask(two), seed: 0 });
    expect(steps.filter(({ type }) => type === 'tool_call')).toHaveLength(50);
  });

  it('lets nothing follow the answer', async () => {
    const trajectory = await record((actor) => {
      actor.answer(2);
      actor.think('one more thing');
    });
    expect(trajectory.steps.map(({ type }) => type)).toEqual(['final_answer']);
    expect(trajectory.stopReason).toBe('answered');
  });

  it('keeps what an agent threw, and what the world threw', async () => {
    const thrown = await record(() => {
      throw new Error('no idea');
    });
    expect(thrown).toMatchObject({ stopReason: 'policy_error', stopDetail: 'no idea' });
    const broken: Environment = {
      ...environment,
      open: async (options) => {
        const world = await environment.open(options);
        await world.close();
        return world;
      },
    };
    const options = { environment: broken, policy: countingPolicy, task: shopTask(two), seed: 0 };
    expect(await recordTrajectory(options)).toMatchObject({ stopReason: 'world_error' });
  });

  it('of a world that broke after a call is not checked: a replay does not break it again', async () => {
    const breaking: Environment = {
      ...environment,
      open: async (options) => {
        const world = await environment.open(options);
        const call = world.call.bind(world);
        let calls = 0;
        world.call = async (...given) => {
          calls++;
          if (calls > 1) throw new Error('the disk is full');
          return call(...given);
        };
        return world;
      },
    };
    const policy = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'SELECT 1' });
      await actor.call('sql_query', { sql: 'SELECT 2' });
    });
    const broke = await recordTrajectory({ environment: breaking, policy, task: shopTask(two), seed: 0 });
    expect(broke.stopReason).toBe('world_error');
    const { verdict, checks } = await verifyTrajectory(broke, environment);
    expect(verdict).toBe('not_checked');
    expect(checks).toContainEqual(expect.objectContaining({ name: 'replay', verdict: 'not_checked' }));
  });

  it('ends in an error where the answer comes before the call it waits for', async () => {
    const trajectory = await record((actor) => {
      void actor.call('sql_execute', { sql: 'DELETE FROM fruit' });
      actor.answer(2);
    });
    expect(trajectory).toMatchObject({ stopReason: 'policy_error', finalAnswer: null });
    expect(trajectory.stopDetail).toContain('Await every call');
  });

  it('keeps what a call under way did, though the agent threw meanwhile', async () => {
    const trajectory = await record(async (actor) => {
      void actor.call('sql_execute', { sql: 'DELETE FROM fruit' });
      await Promise.resolve();
      throw new Error('no idea');
    });
    expect(trajectory.steps.map(({ type }) => type)).toEqual(['tool_call', 'observation']);
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
  });

  it('keeps what was handed over, whatever the agent does with it later', async () => {
    const trajectory = await record(async (actor) => {
      const given = { sql: 'SELECT 1' };
      const called = actor.call('sql_query', given);
      given.sql = 'DELETE FROM fruit';
      await called;
      const answer = [1];
      actor.answer(answer);
      answer.push(2);
    });
    expect(trajectory.steps[0]).toMatchObject({ arguments: { sql: 'SELECT 1' } });
    expect(trajectory.finalAnswer).toEqual([1]);
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
  });

  it('lets no agent hide that the world broke', async () => {
    const broken: Environment = {
      ...environment,
      open: async (options) => {
        const world = await environment.open(options);
        await world.close();
        return world;
      },
    };
    const policy = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'SELECT 1' }).catch(() => undefined);
      actor.answer(2);
    });
    const trajectory = await recordTrajectory({ environment: broken, policy, task: shopTask(two), seed: 0 });
    expect(trajectory).toMatchObject({ stopReason: 'world_error', finalAnswer: null });
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('not_checked');
  });

  it('records calls made at once before what they gave, and makes them in their order', async () => {
    const trajectory = await record(async (actor) => {
      const [, two] = await actor.callAll([
        { tool: 'sql_execute', arguments: { sql: 'DELETE FROM fruit' } },
        { tool: 'sql_query', arguments: { sql: 'SELECT count(*) FROM fruit' } },
        { tool: 'python', code: 'print(1)' },
      ]);
      actor.answer(two?.data ?? null);
    });
    const shape = trajectory.steps.map((step) => `${step.type} ${'callId' in step ? step.callId : ''}`);
    expect(shape).toEqual([
      'tool_call call_1',
      'tool_call call_2',
      'code_execution call_3',
      'observation call_1',
      'observation call_2',
      'observation call_3',
      'final_answer ',
    ]);
    expect(trajectory.finalAnswer).toMatchObject({ rows: [[0]] });
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
  });

  it('makes none of the calls that do not all fit', async () => {
    const trajectory = await record(async (actor) => {
      const call = { tool: 'sql_query', arguments: { sql: 'SELECT 1' } };
      await actor.callAll([call]);
      await actor.callAll([call, call]);
    }, 2);
    expect(trajectory.steps.map(({ type }) => type)).toEqual([
      'tool_call',
      'observation',
      'withheld_call',
      'withheld_call',
    ]);
    expect(trajectory.stopReason).toBe('call_limit');
  });

  it('records what a subagent did under its name, and its report', async () => {
    const trajectory = await record(async (actor) => {
      const report = await actor.subagent({ agent: 'counter', prompt: 'Count.' }, async (counter) => {
        counter.think('By SQL.');
        await counter.call('sql_query', { sql: 'SELECT count(*) FROM fruit' });
        counter.answer(3);
      });
      actor.answer(report);
    });
    expect(trajectory.steps).toMatchObject([
      { type: 'thought', agent: 'counter' },
      { type: 'tool_call', agent: 'counter' },
      { type: 'observation' },
      { type: 'subagent', agent: 'counter', prompt: 'Count.', report: 3, trajectoryId: null },
      { type: 'final_answer', value: 3 },
    ]);
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
  });

  it('keeps use, times and provenance out of the id', async () => {
    const play = (dollars: number | null) =>
      policyOf(async (actor) => {
        await actor.call('sql_query', { sql: 'SELECT 1' });
        actor.spend({ modelCalls: 1, inputTokens: 20, dollars });
        actor.spend({ outputTokens: 5, dollars: 0.5 });
        actor.answer(2);
      });
    const options = { environment, task: shopTask(two), seed: 0 };
    const plain = await recordTrajectory({ ...options, policy: play(null) });
    const timed = await recordTrajectory({
      ...options,
      policy: { ...play(0.25), model: 'a/b' },
      timed: true,
    });
    expect(timed.id).toBe(plain.id);
    expect(plain).toMatchObject({ callSeconds: null, provenance: { model: null }, usage: { dollars: null } });
    expect(timed).toMatchObject({
      callSeconds: [expect.any(Number)],
      provenance: { model: 'a/b' },
      usage: { modelCalls: 1, inputTokens: 20, outputTokens: 5, dollars: 0.75 },
    });
  });
});

it('keeps what was played in a world that can not be closed, and warns of that', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  try {
    const stuck: Environment = {
      ...environment,
      open: async (options) => {
        const world = await environment.open(options);
        const close = world.close.bind(world);
        world.close = async () => {
          await close();
          throw new Error('the container is still there');
        };
        return world;
      },
    };
    const options = { environment: stuck, policy: countingPolicy, task: shopTask(null), seed: 0 };
    expect(await recordTrajectory(options)).toMatchObject({ finalAnswer: 2 });
    expect(warn.mock.calls).toEqual([['the container is still there']]);
  } finally {
    warn.mockRestore();
  }
});
