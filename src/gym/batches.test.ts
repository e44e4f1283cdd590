import { describe, expect, it } from 'vitest';
import { createSqlTaskGenerator, sampleShop } from '../generation/index.js';
import { openenvCollect } from '../records/index.js';
import { AgentGym } from './agent-gym.js';
import { risingLevels } from './curriculum.js';
import { episodesToGrpo, episodesToRft } from './export-episodes.js';
import { collectEpisodes, rolloutBatch } from './rollout-batch.js';
import {
  answer,
  COUNTING,
  count,
  execute,
  query,
  RAISING,
  raise,
  scripted,
  shopGym,
} from './shop.fixture.js';
import { stepAdvantages } from './step-advantages.js';

const generator = await createSqlTaskGenerator({ content: sampleShop({ seed: 1 }) });

/** Looks, and then answers rightly half of the time. */
const halfRight = (_: string, gym: AgentGym) =>
  gym.state().stepsTaken === 0 ? query(COUNTING) : answer(gym.random.chance(0.5) ? 3 : 4);

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a batch', () => {
  it('is the same one after another and at once, in worlds apart, in groups of one task', async () => {
    const ids: string[][] = [];
    for (const concurrency of [1, 8]) {
      await using gym = await shopGym();
      const batch = await rolloutBatch(gym, halfRight, { episodes: 12, samplesPerTask: 6, concurrency });
      ids.push(batch.map(({ trajectory }) => trajectory?.id ?? ''));
      expect(batch.map(({ place }) => place.sample)).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]);
      expect(new Set(batch.map(({ reward }) => reward))).toEqual(new Set([0, 1]));
      expect(new Set(batch.map(({ trajectory }) => trajectory?.initialStateDigest)).size).toBe(1);
    }
    expect(ids[0]).toEqual(ids[1]);
  });

  it('leaves no world open, whatever ends first', async () => {
    let open = 0;
    const { environment } = await generator.generate({ seed: 0, index: 0 });
    const counted = {
      ...generator,
      generate: async (options: Parameters<typeof generator.generate>[0]) => ({
        ...(await generator.generate(options)),
        environment: {
          ...environment,
          open: async (how: { seed: number }) => {
            const world = await environment.open(how);
            const close = world.close.bind(world);
            open += 1;
            world.close = () => {
              open -= 1;
              return close();
            };
            return world;
          },
        },
      }),
    };
    await using gym = new AgentGym({ generator: counted });
    const stop = new AbortController();
    const policy = (_: string, own: AgentGym) => {
      if (own.state().place?.index === 5) stop.abort(new Error('enough'));
      return answer('done');
    };
    await expect(rolloutBatch(gym, policy, { episodes: 30, signal: stop.signal })).rejects.toThrow('enough');
    expect(open).toBe(0);
  });

  it('tells which task could not be opened, and plays the others', async () => {
    const failing = {
      ...generator,
      generate: (options: Parameters<typeof generator.generate>[0]) =>
        options.index === 1 ? Promise.reject(new Error('no such data')) : generator.generate(options),
    };
    await using gym = new AgentGym({ generator: failing });
    const { episodes, failed } = await collectEpisodes(gym, () => answer('done'), { episodes: 3 });
    expect(episodes.map(({ reward }) => reward)).toEqual([0, 0]);
    expect(failed).toMatchObject([{ reward: null, reason: 'no such data', place: { index: 1 } }]);
  });

  it('has levels by what the curriculum knew when it began', async () => {
    const curriculum = risingLevels({ window: 2 });
    await using gym = new AgentGym({ generator, curriculum });
    const oracles = async (own: AgentGym) => {
      const { index = 0, level } = own.state().place ?? {};
      return (await generator.generate({ seed: 0, index, level: level ?? 1 })).oracle;
    };
    const levels = [];
    for (let round = 0; round < 4; round++) {
      await gym.reset();
      levels.push(gym.state().place?.level);
      await gym.playOn(await oracles(gym));
    }
    expect(levels).toEqual([1, 1, 2, 2]);
    const batch = await rolloutBatch(gym, () => answer('no'), { episodes: 2 });
    expect(batch.map(({ place }) => place.level)).toEqual([3, 3]);
    expect(curriculum.next(gym.levelResults, [1, 2, 3])).toBe(2);
  });
});

describe('the advantages of steps', () => {
  it('are measured by playing on, and sum up to the reward less the value of the start', async () => {
    await using gym = await shopGym(raise);
    const spoiled = await gym.rollout(
      scripted(query(COUNTING), { tool: 'nothing' }, execute('DELETE FROM fruit'), answer('done')),
    );
    const before = gym.tools;
    // From anywhere, the right thing can still be done, but after the deletion.
    const solver = (_: string, own: AgentGym) =>
      own.record()?.steps.at(-1)?.type === 'observation' &&
      JSON.stringify(own.record()?.steps).includes(RAISING)
        ? answer('done')
        : execute(RAISING);
    const credit = await stepAdvantages(gym, spoiled, solver, { rollouts: 2 });
    expect(credit.map(({ step }) => step)).toEqual([0, 2, 4, 6]);
    expect(credit.map(({ value }) => value)).toEqual([1, 1, 1, 0]);
    expect(credit.map(({ advantage }) => advantage?.toFixed(2))).toEqual(['0.00', '-0.05', '-1.00', '0.00']);
    const sum = credit.reduce((total, { advantage }) => total + (advantage ?? 0), 0);
    expect(sum + (credit[0]?.value ?? 0)).toBeCloseTo(spoiled.reward ?? Number.NaN, 9);
    expect(gym.tools).toEqual(before);
  });

  it('vary with a policy that plays by chance, and are null where nothing could be scored', async () => {
    await using gym = await shopGym(count);
    const episode = await gym.rollout(scripted(query(COUNTING), answer(3)));
    const [first, last] = await stepAdvantages(gym, episode, halfRight, { rollouts: 40 });
    expect(first?.value).toBeGreaterThan(0.2);
    expect(first?.value).toBeLessThan(0.8);
    expect(last?.advantage).toBeCloseTo(1 - (last?.value ?? 0), 9);
    const lost = await stepAdvantages(
      gym,
      episode,
      () => {
        throw new Error('away');
      },
      { rollouts: 2 },
    );
    expect(lost.every(({ value, advantage }) => value === null && advantage === null)).toBe(true);
  });
});

describe('exports', () => {
  it('hold whole episodes for GRPO, and none that could not be scored', async () => {
    await using gym = await shopGym();
    const right = await gym.rollout(scripted(query(COUNTING), answer(3)));
    const wrong = await gym.rollout(scripted({ tool: 'nothing' }, answer(4)));
    const broken = await gym.rollout(() => {
      throw new Error('away');
    });
    const advantages = await Promise.all(
      [right, wrong, broken].map((one) => stepAdvantages(gym, one, halfRight)),
    );
    const { text, rows, skipped } = episodesToGrpo([right, wrong, broken], { advantages });
    expect(rows).toBe(2);
    expect(skipped).toEqual([{ id: broken.trajectory.id, reason: 'it could not be scored: away' }]);
    const [first, second] = lines(text);
    expect(first).toMatchObject({ reward: 1, step_rewards: [0, 1], sample: 0 });
    expect(first.completion.map(({ role }: { role: string }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(first.completion[0].tool_calls[0].function.arguments).toEqual({ sql: COUNTING });
    expect(first.advantages).toHaveLength(2);
    expect(second).toMatchObject({ reward: -0.05, step_rewards: [-0.05, 0], group: first.group });
    expect(() => episodesToGrpo([broken])).toThrow('None of 1 episodes can be exported');
  });

  it('hold the best verified episodes to imitate, and never one that failed', async () => {
    await using gym = await shopGym();
    const right = await gym.rollout(scripted(query(COUNTING), answer(3)));
    const clumsy = await gym.rollout(scripted({ tool: 'nothing' }, query(COUNTING), answer(3)));
    const wrong = await gym.rollout(scripted(query(COUNTING), answer(4)));
    expect(lines(episodesToRft([wrong, clumsy, right]).text).map(({ reward }) => reward)).toEqual([1]);
    expect(episodesToRft([wrong, clumsy, right], { topQuantile: 1 }).rows).toBe(2);
    expect(episodesToRft([right, right, clumsy]).rows).toBe(2);
    expect(() => episodesToRft([wrong])).toThrow('None of 1 episodes');
  });

  it('hold episodes as openenv collect writes them', async () => {
    await using gym = await shopGym();
    const { trajectory } = await gym.rollout(scripted({ tool: 'nothing' }, query(COUNTING), answer(3)));
    const [row] = lines(openenvCollect.encode([trajectory]).text);
    expect(row).toMatchObject({
      episode_id: trajectory.id,
      reward: 1,
      done: true,
      tool_trace: [
        { tool_name: 'nothing', result: { error: { error_type: 'unknown_tool' }, done: false } },
        { tool_name: 'sql_query', arguments: { sql: COUNTING }, result: { error: null } },
      ],
      metrics: { tool_calls: 2 },
    });
    expect(row.messages.at(-1)).toEqual({ role: 'assistant', content: '3' });
  });
});
