import type { ExpectedAnswer, Task } from '../../records/index.js';
import type { Environment } from '../environment.js';
import { createSqlEnvironment } from '../sql/sql-environment.js';
import type { Actor, Policy } from './policy.js';

/** A small SQL environment for tests: three fruits and their prices. */
export function openShop(name = 'shop'): Promise<Environment> {
  return createSqlEnvironment({
    name,
    content: {
      tables: [
        {
          name: 'fruit',
          columns: 'name TEXT PRIMARY KEY, cents INTEGER NOT NULL',
          rows: [
            ['apple', 30],
            ['fig', 80],
            ['pear', 45],
          ],
        },
      ],
    },
  });
}

/** A task for the shop. */
export function shopTask(answer: ExpectedAnswer | null, stateDigest: string | null = null): Task {
  return {
    id: 'task-1',
    category: 'count',
    prompt: 'How many fruits cost more than 40 cents?',
    expected: { answer, stateDigest },
    metadata: { split: 'train' },
  };
}

/** A policy from a function. */
export function policyOf(play: (actor: Actor) => Promise<void> | void, name = 'scripted'): Policy {
  return { name, version: '1', play: async (_, actor) => play(actor) };
}

/** A policy that counts by SQL and answers with what came back. */
export const countingPolicy: Policy = policyOf(async (actor) => {
  actor.plan('Count the dear fruits.');
  const { data } = await actor.call('sql_query', { sql: 'SELECT count(*) FROM fruit WHERE cents > 40' });
  const [row] = (data as unknown as { rows: number[][] }).rows;
  actor.answer(row?.[0] ?? null);
}, 'counting');

/** The environment, which tells how its worlds are opened, and when they are closed. */
export function watchedEnvironment(environment: Environment, told: unknown[]): Environment {
  return {
    ...environment,
    open: async (options) => {
      told.push(options);
      const world = await environment.open(options);
      const close = world.close.bind(world);
      world.close = () => {
        told.push('closed');
        return close();
      };
      return world;
    },
  };
}
