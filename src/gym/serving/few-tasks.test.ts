import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { defineTaskGenerator } from '../../generation/index.js';
import { AgentGym } from '../agent-gym.js';
import { serveOpenEnv } from '../openenv/serve-openenv.js';
import { serveOrs } from '../ors/serve-ors.js';
import { openFruitShop } from '../shop.fixture.js';

const environment = await openFruitShop();
afterAll(() => environment.close());

/** A gym with as many different tasks as given, some of them held out. */
function gymOf(different: number): AgentGym {
  const generator = defineTaskGenerator({
    name: 'prices',
    levels: [1],
    draw: async ({ stream }) => {
      const cents = 100 + stream.integer(0, different - 1);
      return {
        category: 'prices',
        prompt: `Set the price of fig to ${cents} cents.`,
        expected: {
          answer: null,
          stateDigest: null,
          goals: [{ kind: 'fact', name: 'fruit/fig', value: { name: 'fig', cents } }],
        },
        key: cents,
        environment: async () => environment,
        oracle: async () => undefined,
      };
    },
  });
  return new AgentGym({ generator });
}

describe.each([
  ['OpenEnv', serveOpenEnv],
  ['ORS', serveOrs],
])('a world with fewer tasks than asked for, over %s', (_, serve) => {
  it('is served with those that it has, and counts them right', async () => {
    const gym = gymOf(12);
    await using serving = await serve({ gym, tasksPerSplit: 100 });
    const post = async (path: string, body: JsonObject) => {
      const reply = await fetch(`${serving.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
      return { status: reply.status, body: (await reply.json()) as JsonObject };
    };
    const counts = Object.fromEntries(serving.splits.map(({ name, count }) => [name, count]));
    expect(serving.splits.reduce((sum, { count }) => sum + count, 0)).toBe(12);
    for (const [split, count] of Object.entries(counts)) {
      expect((await post('/shop/num_tasks', { split })).body).toEqual({ num_tasks: count });
      const { tasks } = (await post('/shop/tasks', { split })).body;
      expect(tasks).toHaveLength(count);
      expect(await post('/shop/task', { split, index: count })).toMatchObject({ status: 400 });
    }
    await gym.close();
  });

  it('is served without the split that it has no task for, and refused where none is to train on', async () => {
    const one = gymOf(1);
    const served = await serve({ gym: one, tasksPerSplit: 5 }).catch((error: Error) => error);
    if (served instanceof Error) expect(served).toMatchObject({ code: 'generation/too_few_tasks' });
    else {
      expect(served.splits).toEqual([{ name: 'train', count: 1 }]);
      await served.close();
    }
    await one.close();
  });
});
