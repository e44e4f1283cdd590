import { describe, expect, it } from 'vitest';
import { openShop, policyOf, shopTask } from '../../environments/episodes/shop.fixture.js';
import { type Actor, playEpisode, shopSpec } from '../../environments/index.js';
import { FAULTS } from '../generator/fault-policies.js';
import { openCodeWorld } from '../generator/generator.fixture.js';
import { faultyPolicy } from '../policies/faulty-policy.js';
import { createPythonTaskGenerator } from './code/create-python-task-generator.js';
import { createFileTaskGenerator } from './files/create-file-task-generator.js';
import type { TaskGenerator } from './generated-task.js';
import { createResourceTaskGenerator } from './rest/create-resource-task-generator.js';
import { createRestTaskGenerator } from './rest/create-rest-task-generator.js';
import { createSqlTaskGenerator } from './sql/create-sql-task-generator.js';
import { sampleShop } from './sql/sample-shop.js';
import { unseenArguments } from './unseen-arguments.js';

const GENERATORS: Readonly<Record<string, () => Promise<TaskGenerator>>> = {
  files: async () => createFileTaskGenerator(),
  python: async () => createPythonTaskGenerator({ environment: openCodeWorld() }),
  resource: () => createResourceTaskGenerator({ spec: shopSpec, worlds: 2 }),
  rest: () => createRestTaskGenerator({ worlds: 3 }),
  sql: () => createSqlTaskGenerator({ content: sampleShop({ seed: 1 }) }),
};

async function unseenBy(play: (actor: Actor) => Promise<void>, prompt = 'Look.') {
  const task = { ...shopTask(null), prompt };
  const { trajectory } = await playEpisode({
    environment: await openShop(),
    task,
    seed: 0,
    policy: policyOf(play),
  });
  return unseenArguments(trajectory).map(({ step, value }) => `${step} ${value}`);
}
const query = (actor: Actor, sql: string) => actor.call('sql_query', { sql });

describe('unseenArguments', () => {
  it('knows the words of the prompt, the tools and SQL, and the names that a statement gives', async () => {
    const sql = "SELECT f.name AS best FROM fruit AS f WHERE f.cents > 1200 AND f.name <> 'Kiwi' LIMIT 1";
    expect(await unseenBy(async (actor) => void (await query(actor, sql)), 'Over 1,200, no kiwi!')).toEqual(
      [],
    );
  });

  it('names what was made up, once for each argument', async () => {
    const sql = "SELECT name FROM fruit WHERE name = 'durian' OR name = 'durian' OR cents = 77";
    expect(await unseenBy(async (actor) => void (await query(actor, sql)))).toEqual(['0 durian', '0 77']);
  });

  it('knows what a tool answered from then on, and the lengths of lists', async () => {
    const play = async (actor: Actor): Promise<void> => {
      await query(actor, "SELECT cents FROM fruit WHERE name = 'fig'");
      await query(actor, 'SELECT name FROM fruit');
      await query(actor, "SELECT cents FROM fruit WHERE name = 'fig' LIMIT 3");
    };
    expect(await unseenBy(play)).toEqual(['0 fig']);
  });

  it.each(Object.keys(GENERATORS))('finds nothing in the oracles of %s', async (name) => {
    const generator = await GENERATORS[name]?.();
    for (let index = 0; index < 40; index++) {
      const { task, environment, seed, oracle } = (await generator?.generate({ seed: 5, index })) ?? never();
      const { trajectory } = await playEpisode({ environment, task, seed, policy: oracle });
      expect(unseenArguments(trajectory), task.prompt).toEqual([]);
      expect(trajectory.stopReason).toBe('answered');
    }
  });
});

describe('oracles that miss what they look for', () => {
  it.each(Object.keys(GENERATORS))('of %s neither throw nor hand over what is no value', async (name) => {
    const generator = await GENERATORS[name]?.();
    for (let index = 0; index < 15; index++) {
      const { task, environment, seed, oracle } = (await generator?.generate({ seed: 6, index })) ?? never();
      for (const fault of FAULTS) {
        const policy = faultyPolicy(oracle, { fault, seed: index, rate: 0.5 });
        const { trajectory } = await playEpisode({ environment, task, seed, policy });
        expect(trajectory.stopDetail).toBeNull();
        const calls = trajectory.steps.filter(({ type }) => type === 'tool_call');
        expect(JSON.stringify([calls, trajectory.finalAnswer])).not.toMatch(/NaN|:null|"undefined"/);
      }
    }
  });
});

function never(): never {
  throw new Error('there is no such generator');
}
