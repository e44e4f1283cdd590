import { createSqlEnvironment } from '../../environments/index.js';
import type { TaskInWorld } from '../../generation/index.js';

/** An SQL world of fruits, and tasks in it: counts, changes of a price, and hostile words in all of them. */
export async function openFruitTasks(): Promise<{
  readonly fingerprint: string;
  readonly taskAt: (index: number) => Promise<TaskInWorld>;
}> {
  const environment = await createSqlEnvironment({
    name: 'fruit_shop',
    content: {
      tables: [
        {
          name: 'fruit',
          columns: 'name TEXT PRIMARY KEY, cents INTEGER NOT NULL',
          rows: Array.from({ length: 20 }, (_, index) => [`<b>fruit</b> ${index}`, index * 10]),
        },
      ],
    },
  });
  const task = (index: number, expected: TaskInWorld['task']['expected']) => ({
    id: `fruit-${index}`,
    category: index % 2 === 0 ? 'count' : 'update',
    prompt:
      index % 2 === 0
        ? `How many fruits cost more than ${index} cents? <script>alert(1)</script>`
        : `Make "<b>fruit</b> 3" cost ${index} cents.`,
    expected,
    metadata: {},
  });
  return {
    fingerprint: environment.fingerprint,
    taskAt: async (index) => {
      const name = '<b>fruit</b> 3';
      if (index % 2 === 1) {
        return {
          environment,
          seed: 0,
          task: task(index, {
            answer: null,
            stateDigest: null,
            goals: [
              {
                kind: 'fact',
                name: `fruit/${JSON.stringify(name).slice(1, -1)}`,
                value: { name, cents: index },
              },
            ],
          }),
          oracle: {
            name: 'oracle',
            version: '1',
            play: async (_, actor) => {
              await actor.call('sql_execute', {
                sql: `UPDATE fruit SET cents = ${index} WHERE name = '${name}'`,
              });
              actor.answer('Done.');
            },
          },
        };
      }
      const value = Array.from({ length: 20 }, (_, id) => id * 10).filter((cents) => cents > index).length;
      return {
        environment,
        seed: 0,
        task: task(index, { answer: { value, comparison: 'number' }, stateDigest: null }),
        oracle: {
          name: 'oracle',
          version: '1',
          play: async (_, actor) => {
            const { data } = await actor.call('sql_query', {
              sql: `SELECT count(*) FROM fruit WHERE cents > ${index}`,
            });
            actor.answer((data as { rows: number[][] } | null)?.rows[0]?.[0] ?? null);
          },
        },
      };
    },
  };
}
