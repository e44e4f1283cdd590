import { policyOf } from '../../environments/episodes/shop.fixture.js';
import { createSqlEnvironment, defineEnvironment, type Environment } from '../../environments/index.js';
import type { TaskInWorld } from '../tasks/task-in-world.js';

/** An SQL world of three fruits. */
export function openFruitWorld(name = 'fruit_shop'): Promise<Environment> {
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

/** A task in a world: count the fruits dearer than some cents, with an oracle that does it. */
export function dearerThan(environment: Environment, cents: number): TaskInWorld {
  const expected = [30, 80, 45].filter((price) => price > cents).length;
  return {
    environment,
    seed: 7,
    task: {
      id: `dearer-${cents}`,
      category: 'count',
      prompt: `How many fruits cost more than ${cents} cents?`,
      expected: { answer: { value: expected, comparison: 'number' }, stateDigest: null },
      metadata: {},
    },
    oracle: policyOf(async (actor) => {
      const { data } = await actor.call('sql_query', {
        sql: `SELECT count(*) FROM fruit WHERE cents > ${cents}`,
      });
      actor.answer((data as { rows: number[][] }).rows[0]?.[0] ?? null);
    }, 'oracle'),
  };
}

/** A world with one tool that runs "code": it answers with the length of it, and breaks on `crash`. */
export function openCodeWorld(): Environment {
  return defineEnvironment({
    name: 'code_world',
    version: 1,
    tools: [
      {
        name: 'python',
        description: 'Runs code.',
        parameters: {
          type: 'object',
          properties: { code: { type: 'string' } },
          required: ['code'],
          additionalProperties: false,
        },
      },
      {
        name: 'look',
        description: 'Looks.',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
      },
    ],
    identity: {},
    begin: async ({ seed }) => ({
      run: async ({ tool, arguments: { code } }) => {
        if (code === 'crash') throw new Error('the engine was killed');
        const data = tool === 'look' ? seed : String(code).length;
        return { status: 'ok', content: String(data), data, error: null };
      },
      state: () => new Map(),
      close: async () => undefined,
    }),
  });
}
