import { afterAll, describe, expect, it } from 'vitest';
import { playEpisode } from '../environments/index.js';
import { verifyTrajectory } from '../evaluation/index.js';
import { createSqlTaskGenerator, sampleShop } from '../generation/index.js';
import { AgentGym } from './agent-gym.js';
import {
  answer,
  COUNTING,
  count,
  countPrompt,
  execute,
  openFruitShop,
  query,
  RAISING,
  raise,
  scripted,
  shopGym,
  shopTask,
} from './shop.fixture.js';

const environment = await openFruitShop();
afterAll(() => environment.close());

describe('an episode', () => {
  it('gives the task, real rows without a reward, and 1 for the right answer', async () => {
    await using gym = await shopGym();
    const { observation, state } = await gym.reset();
    expect(observation).toBe(countPrompt);
    expect(state).toMatchObject({ episode: 1, stepsTaken: 0, done: false, answer: null });
    expect(JSON.stringify(state)).not.toContain('expected');
    const step = await gym.step(query(COUNTING));
    expect(step).toMatchObject({ reward: 0, done: false, wrong: null, stepsLeft: 19, episode: null });
    expect(step.observation).toContain('3');
    const end = await gym.step(answer(3));
    expect(end).toMatchObject({ observation: '', reward: 1, done: true, truncated: false });
    expect(gym.state()).toMatchObject({ done: true, answer: 3, stepsTaken: 1 });
    expect(end.episode?.rewards).toEqual([0, 1]);
    expect(gym.episode).toBe(end.episode);
  });

  it('records all of it, wrong calls too, as a record that verifies', async () => {
    await using gym = await shopGym();
    const { trajectory, rewards, reward } = await gym.rollout(
      scripted(
        { tool: 'sql_ask', arguments: {} },
        { tool: 'sql_query', arguments: { sql: 7 } },
        { function: { name: 'sql_query', arguments: '{"sql": ' } },
        query('SELECT nothing'),
        query(COUNTING),
        answer('3'),
      ),
    );
    expect(trajectory.steps.map(({ type }) => type).filter((type) => type === 'tool_call')).toHaveLength(5);
    expect(rewards).toEqual([-0.05, -0.05, -0.05, -0.02, 0, 1]);
    expect(reward).toBe(0.83);
    expect(trajectory.outcome?.verdict).toBe('pass');
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
  });

  it('is the same for the same actions', async () => {
    await using gym = await shopGym();
    const ids = [];
    for (let time = 0; time < 2; time++)
      ids.push((await gym.rollout(scripted(query(COUNTING), answer(3)))).trajectory.id);
    expect(ids[0]).toBe(ids[1]);
  });

  it('ends with an answer even when a tool is named beside it, which is not called', async () => {
    await using gym = await shopGym();
    await gym.reset();
    const { done, episode } = await gym.step({ ...query('DELETE FROM fruit'), answer: 3 });
    expect(done).toBe(true);
    expect(episode?.trajectory.steps.map(({ type }) => type)).toEqual(['final_answer']);
  });

  it('is cut short where a call comes after the last one, and is scored by the world then', async () => {
    await using gym = await shopGym(raise, { maxSteps: 2 });
    await gym.reset();
    expect((await gym.step(execute(RAISING))).stepsLeft).toBe(1);
    expect(await gym.step(query(COUNTING))).toMatchObject({ done: false, stepsLeft: 0 });
    const cut = await gym.step(query(COUNTING));
    expect(cut).toMatchObject({
      done: true,
      truncated: true,
      reward: 0.95,
      wrong: expect.stringContaining('No calls'),
    });
    expect(cut.episode?.trajectory.stopReason).toBe('call_limit');
    expect(cut.episode?.reward).toBe(0.95);
  });

  it('takes wrong actions for steps, so that they come to an end', async () => {
    await using gym = await shopGym(count, { maxSteps: 3 });
    await gym.reset();
    for (let index = 0; index < 3; index++) {
      expect(await gym.step({ nonsense: true })).toMatchObject({
        reward: -0.05,
        done: false,
        wrong: expect.any(String),
      });
    }
    const end = await gym.step({ nonsense: true });
    expect(end).toMatchObject({ done: true, truncated: true });
    expect(end.episode?.reward).toBe(-0.2);
    expect((await verifyTrajectory(end.episode?.trajectory as never, environment)).verdict).not.toBe('error');
  });

  it('never costs more by penalties than half of what a right outcome earns', async () => {
    await using gym = await shopGym(count, { maxSteps: 100, invalidActionPenalty: 1 });
    const wrong = Array.from({ length: 50 }, () => ({ tool: 'nothing' }));
    const { reward } = await gym.rollout(scripted(...wrong, query(COUNTING), answer(3)));
    expect(reward).toBe(0.5);
  });

  it('takes calls that a message makes at once', async () => {
    await using gym = await shopGym();
    await gym.reset();
    const call = (sql: string) => ({ function: { name: 'sql_query', arguments: JSON.stringify({ sql }) } });
    const { observations } = await gym.step({
      role: 'assistant',
      content: 'Two at once.',
      tool_calls: [call('SELECT 1'), call(COUNTING)],
    });
    expect(observations.map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(gym.record()?.steps.map(({ type }) => type)).toEqual([
      'thought',
      'tool_call',
      'tool_call',
      'observation',
      'observation',
    ]);
    expect(gym.messages().at(-1)?.role).toBe('tool');
  });

  it('plays any policy to the same record as an episode outside of a gym', async () => {
    const generator = await createSqlTaskGenerator({ content: sampleShop({ seed: 1 }) });
    await using gym = new AgentGym({ generator });
    const generated = await generator.generate({ seed: 0, index: 0 });
    const { reward, trajectory } = await gym.rollout(generated.oracle);
    expect(reward).toBe(1);
    expect(trajectory.policy.name).toBe('oracle');
    const { environment: world, task, seed, oracle: policy } = generated;
    const outside = await playEpisode({ environment: world, task, seed, policy });
    expect(trajectory.id).toBe(outside.trajectory.id);
  });
});

describe('a gym', () => {
  it('refuses steps before, after and beside each other, with what to do', async () => {
    await using gym = await shopGym();
    await expect(gym.step(answer(3))).rejects.toMatchObject({ code: 'gym/no_episode' });
    await gym.reset();
    const first = gym.step(query(COUNTING));
    await expect(gym.step(query(COUNTING))).rejects.toMatchObject({ code: 'gym/step_pending' });
    await first;
    await gym.step(answer(3));
    await expect(gym.step(answer(3))).rejects.toMatchObject({ code: 'gym/no_episode' });
    await gym.close();
    await expect(gym.reset()).rejects.toMatchObject({ code: 'gym/closed' });
  });

  it('has no episode without a task', async () => {
    await using gym = new AgentGym({ environment });
    await expect(gym.reset()).rejects.toMatchObject({ code: 'gym/no_task' });
    const task = { task: shopTask(), environment, seed: 0 };
    expect((await gym.reset({ task })).observation).toBe(countPrompt);
  });

  it.each([[42], [null], [undefined], [[1]], [true]])(
    'throws at the caller for the action %j',
    async (action) => {
      await using gym = await shopGym();
      await gym.reset();
      await expect(gym.step(action as never)).rejects.toMatchObject({ code: 'gym/invalid_action' });
      expect(gym.done).toBe(false);
    },
  );

  it('forks in mid-episode: nothing done in one is seen in the other', async () => {
    await using gym = await shopGym(raise);
    await gym.reset();
    await gym.step(query(COUNTING));
    await using fork = await gym.fork();
    await fork.step(execute('DELETE FROM fruit'));
    expect((await fork.step(answer('done'))).reward).toBe(0);
    await gym.step(execute(RAISING));
    const end = await gym.step(answer('done'));
    expect(end.reward).toBe(1);
    for (const { episode } of [gym, fork]) {
      expect(episode?.trajectory.steps).toHaveLength(5);
      expect((await verifyTrajectory(episode?.trajectory as never, environment)).verdict).not.toBe('fail');
    }
  });

  it('lets a policy play on in a fork as if it had played from the start', async () => {
    await using gym = await shopGym();
    await gym.reset();
    await gym.step(query(COUNTING));
    await using fork = await gym.fork();
    const { trajectory, reward } = await fork.playOn({
      name: 'counting',
      version: '1',
      play: async (_, actor) => {
        const { data } = await actor.call('sql_query', { sql: COUNTING });
        actor.answer((data as { rows: number[][] }).rows[0]?.[0] ?? null);
      },
    });
    expect(reward).toBe(1);
    expect(trajectory.steps.map(({ type }) => type)).toEqual(['tool_call', 'observation', 'final_answer']);
  });

  it('earns null, and never 0, where its policy or its world breaks', async () => {
    await using gym = await shopGym();
    const thrown = await gym.rollout(() => {
      throw new Error('the model is away');
    });
    expect(thrown).toMatchObject({
      reward: null,
      rewards: [null],
      terminal: { reason: 'the model is away' },
    });
    const breaking = {
      ...environment,
      open: async (options: { seed: number }) => {
        const world = await environment.open(options);
        return Object.assign(Object.create(world), {
          call: () => Promise.reject(new Error('the disk is full')),
          state: () => world.state(),
          stateDigest: () => world.stateDigest(),
          close: () => world.close(),
        });
      },
    };
    await using broken = new AgentGym({ environment: breaking as never, task: shopTask() });
    await broken.reset();
    expect(await broken.step(query(COUNTING))).toMatchObject({
      done: true,
      reward: null,
      episode: { reward: null, trajectory: { stopReason: 'world_error', outcome: { verdict: 'error' } } },
    });
  });
});
