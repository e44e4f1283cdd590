import { expect, it } from 'vitest';
import { verifyTrajectory } from '../../evaluation/index.js';
import { decodeTrajectories, encodeTrajectories } from '../../records/index.js';
import { recordTrajectory } from './record-trajectory.js';
import { openShop, policyOf, shopTask } from './shop.fixture.js';

const environment = await openShop();

it('records which of several agents took a step, as a part of the identity', async () => {
  const played = (agent: string) =>
    recordTrajectory({
      environment,
      task: shopTask(null),
      seed: 0,
      policy: policyOf(async (actor) => {
        actor.plan('Count.', { agent: 'planner' });
        await actor.call('sql_query', { sql: 'SELECT count(*) FROM fruit' }, { agent });
        actor.criticise('Right.', { agent: 'critic' });
        actor.answer(3, { agent });
      }),
    });
  const trajectory = await played('executor');
  expect(trajectory.steps.map((step) => ('agent' in step ? step.agent : null))).toEqual([
    'planner',
    'executor',
    null,
    'critic',
    'executor',
  ]);
  expect((await played('other')).id).not.toBe(trajectory.id);
  expect((await decodeTrajectories(encodeTrajectories([trajectory]))).trajectories).toEqual([trajectory]);
  expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
});

it('gives an episode up when its signal is aborted, whoever listens or not', async () => {
  const stop = new AbortController();
  const closed: string[] = [];
  const watched = {
    ...environment,
    open: async (options: { readonly seed: number }) => {
      const world = await environment.open(options);
      const close = world.close.bind(world);
      world.close = () => {
        closed.push('closed');
        return close();
      };
      return world;
    },
  };
  const playing = recordTrajectory({
    environment: watched,
    task: shopTask(null),
    seed: 0,
    signal: stop.signal,
    policy: policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'SELECT 1' });
      stop.abort(new Error('enough'));
      await new Promise(() => undefined);
    }),
  });
  await expect(playing).rejects.toThrow('enough');
  expect(closed).toEqual(['closed']);
});
