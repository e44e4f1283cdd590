import { beforeAll, describe, expect, it } from 'vitest';
import { playEpisode } from '../../../environments/index.js';
import { scoreOutcome } from '../../../evaluation/index.js';
import { auditTasks } from '../audit-tasks.js';
import type { TaskGenerator } from '../generated-task.js';
import { createRestTaskGenerator, SHOP_COUNTS } from './create-rest-task-generator.js';

let generator: TaskGenerator;

beforeAll(async () => {
  generator = await createRestTaskGenerator({ worlds: 12 });
});

describe('tasks on the shop', () => {
  it('are asked in worlds of as many objects as SHOP_COUNTS says', async () => {
    const { environment, seed } = await generator.generate({ seed: 0, index: 0 });
    const world = await environment.open({ seed });
    const names = [...world.state().keys()];
    await world.close();
    for (const kind of ['users', 'products', 'orders'])
      expect(names.filter((name) => name.startsWith(`${kind}/`))).toHaveLength(SHOP_COUNTS[kind] ?? 0);
  });

  it('can all be done by the oracle and had for nothing by nobody', async () => {
    const audit = await auditTasks({ generator, seed: 5, count: 30 });
    expect(audit.flaws).toEqual([]);
    expect(new Set(Object.keys(audit.byCategory))).toEqual(
      new Set(['lookup', 'count', 'aggregate', 'update', 'workflow']),
    );
  });

  it('need several calls at level 3, and nothing more than was asked', async () => {
    for (let index = 0; index < 12; index++) {
      const { task, environment, seed, oracle } = await generator.generate({ seed: 6, index, level: 3 });
      const played = await playEpisode({ environment, task, seed, policy: oracle });
      const calls = played.trajectory.steps.filter(({ type }) => type === 'tool_call');
      expect(calls.length, task.prompt).toBeGreaterThan(1);
      const more = await playEpisode({
        environment,
        task,
        seed,
        policy: {
          name: 'does more',
          version: '1',
          play: async (brief, actor) => {
            await actor.call('create_user', {
              name: 'Nobody',
              email: 'nobody@example.com',
              tier: 'pro',
              city: 'Oslo',
            });
            await oracle.play(brief, actor);
          },
        },
      });
      expect(scoreOutcome(played.trajectory, played).verdict).toBe('pass');
      expect(scoreOutcome(more.trajectory, more).verdict).toBe('fail');
    }
  });
});
