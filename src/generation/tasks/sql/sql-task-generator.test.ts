import { beforeAll, describe, expect, it } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import type { SqlContent } from '../../../environments/index.js';
import { playEpisode } from '../../../environments/index.js';
import { scoreOutcome, verifyTrajectory } from '../../../evaluation/index.js';
import { auditTasks } from '../audit-tasks.js';
import type { GeneratedTask, TaskGenerator } from '../generated-task.js';
import { createSqlTaskGenerator } from './create-sql-task-generator.js';
import { openSqlRecords } from './open-sql-records.js';
import { drawTwoConditions } from './row-condition.js';
import { createSqlRulesEnvironment } from './rules-environment.js';
import { sampleShop } from './sample-shop.js';

let shop: TaskGenerator;

beforeAll(async () => {
  shop = await createSqlTaskGenerator({ content: sampleShop({ seed: 1, orders: 45 }) });
});

function tasksOf(
  generator: TaskGenerator,
  count: number,
  options: Omit<Parameters<TaskGenerator['generate']>[0], 'index' | 'seed'> & { readonly seed?: number } = {},
): Promise<readonly GeneratedTask[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => generator.generate({ seed: 1, ...options, index })),
  );
}

describe('the made-up shop', () => {
  it('dates its orders as ISO 8601 does', () => {
    const orders = sampleShop({ seed: 1, orders: 45 }).tables?.find(({ name }) => name === 'orders');
    const dates = (orders?.rows ?? []).map((row) => String(row[3]));
    expect(dates).toHaveLength(45);
    for (const date of dates) expect(date).toMatch(/^2025-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/);
  });

  it('has rows that meet two conditions exactly where its database finds them', async () => {
    const content = sampleShop({ seed: 1, orders: 45 });
    const { tables, environment } = await openSqlRecords({ content });
    const world = await environment.open({ seed: 0 });
    const stream = new RandomStream(3, 'conditions');
    for (let draw = 0; draw < 12; draw++) {
      const table = stream.pick(
        tables.filter(({ numbers, categories }) => numbers.length * categories.length > 0),
      );
      const condition = drawTwoConditions(table, stream);
      if (condition === null) throw new Error('the table has columns for both');
      const sql = `SELECT count(*) FROM ${table.name} AS t WHERE ${condition.sql('t')}`;
      const { observation } = await world.call('sql_query', { sql });
      const [[counted] = []] = (observation.data as { rows: number[][] }).rows;
      expect(table.rows.filter((row) => condition.holds(row))).toHaveLength(counted ?? -1);
    }
    await world.close();
  });
});

describe('the tasks of a shop', () => {
  it('can all be done by the oracle and had for nothing by nobody', async () => {
    const audit = await auditTasks({ generator: shop, seed: 7, count: 40 });
    expect(audit.flaws).toEqual([]);
    expect(audit.proved).toBe(40);
    expect(audit.episodes).toBeGreaterThan(700);
  });

  it('are of every kind, and no two are the same', async () => {
    const tasks = (await tasksOf(shop, 200)).map(({ task }) => task);
    expect(new Set(tasks.map(({ category }) => category))).toEqual(
      new Set([
        'lookup',
        'count',
        'aggregate',
        'top_k',
        'join',
        'multi_hop_join',
        'update',
        'refusal',
        'permission',
      ]),
    );
    expect(new Set(tasks.map(({ prompt }) => prompt)).size).toBe(200);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(200);
    // A customer is no "it", four have no "one", and a list has several names.
    for (const { prompt } of tasks) {
      expect(prompt).not.toMatch(/ its name|How many are they|highest one|lowest one|List the id of all/);
    }
    const openings = new Set(tasks.map(({ prompt }) => prompt.split(' ').slice(0, 2).join(' ')));
    expect(openings.size).toBeGreaterThan(20);
  });

  it('follow the seed alone, in whatever order they are asked for', async () => {
    const fresh = await createSqlTaskGenerator({ content: sampleShop({ seed: 1, orders: 45 }) });
    const late = await fresh.generate({ seed: 1, index: 20 });
    const early = await fresh.generate({ seed: 1, index: 3 });
    const tasks = await tasksOf(shop, 21);
    expect(late.task).toEqual(tasks[20]?.task);
    expect(early.task).toEqual(tasks[3]?.task);
    expect(late.oracle.version).toBe(tasks[20]?.oracle.version);
    const others = await tasksOf(shop, 21, { seed: 2 });
    expect(others.map(({ task }) => task.id)).not.toEqual(tasks.map(({ task }) => task.id));
  });

  it('never hold out what another seed trains on', async () => {
    const trained = (
      await Promise.all([1, 2, 3].map((seed) => tasksOf(shop, 80, { seed, split: 'train' })))
    ).flat();
    const heldOut = await tasksOf(shop, 40, { seed: 9, split: 'held_out' });
    const known = new Set(trained.map(({ oracle }) => oracle.version));
    expect(heldOut.filter(({ oracle }) => known.has(oracle.version))).toEqual([]);
    expect(new Set(heldOut.map(({ task }) => task.metadata.split))).toEqual(new Set(['held_out']));
  });

  it.each([1, 2, 3])('have level %i where it is asked for', async (level) => {
    const tasks = await tasksOf(shop, 30, { level });
    expect(new Set(tasks.map(({ task }) => task.metadata.level))).toEqual(new Set([level]));
  });

  it('forbid about as often as they permit, in the same words', async () => {
    const tasks = (await tasksOf(shop, 150, { level: 3 })).map(({ task }) => task);
    const counts = ['refusal', 'permission'].map(
      (category) => tasks.filter((task) => task.category === category).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(12);
    const words = (category: string): ReadonlySet<string> =>
      new Set(
        tasks
          .filter((task) => task.category === category)
          .map(({ prompt }) => prompt.replace(/.*?(rule)/s, '').slice(0, 60)),
      );
    expect(words('refusal')).toEqual(words('permission'));
  });
});

describe('an agent that cuts corners fails', () => {
  async function outcomeOf(
    { task, environment, seed }: GeneratedTask,
    statements: readonly string[],
    answer: string,
  ): Promise<string> {
    const { trajectory, ...states } = await playEpisode({
      environment,
      task,
      seed,
      policy: {
        name: 'cuts corners',
        version: '1',
        play: async (_, actor) => {
          for (const sql of statements) {
            await actor.call(sql.startsWith('SELECT') ? 'sql_query' : 'sql_execute', { sql });
          }
          actor.answer(answer);
        },
      },
    });
    return scoreOutcome(trajectory, states).verdict;
  }

  async function tasksOfKind(category: string): Promise<readonly GeneratedTask[]> {
    const tasks = await tasksOf(shop, 120);
    return tasks.filter(({ task }) => task.category === category).slice(0, 8);
  }

  it('that changes without having read the rules, and one that refuses everything', async () => {
    for (const generated of await tasksOfKind('permission')) {
      const [goal] = generated.task.expected.goals ?? [];
      if (goal?.kind !== 'fact') throw new Error('a permission has a goal');
      const [table = '', id = ''] = goal.name.split('/');
      const row = goal.value as Record<string, string | number>;
      const set = Object.entries(row).map(
        ([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`,
      );
      const update = `UPDATE ${table} SET ${set.join(', ')} WHERE id = ${id}`;
      expect(await outcomeOf(generated, [update], 'done')).toBe('fail');
      expect(await outcomeOf(generated, ['SELECT rule FROM policy', update], 'done')).toBe('pass');
      expect(await outcomeOf(generated, ['SELECT rule FROM policy'], 'done')).toBe('fail');
    }
    for (const generated of await tasksOfKind('refusal')) {
      const look = ['SELECT code, rule FROM policy'];
      const code = String(generated.task.expected.answer?.value);
      expect(await outcomeOf(generated, look, code)).toBe('pass');
      expect(await outcomeOf(generated, [], code)).toBe('fail');
      expect(await outcomeOf(generated, look, 'done')).toBe('fail');
      const [table = ''] = generated.task.prompt.match(/customer|product|order item|order/) ?? [];
      const harm = `DELETE FROM order_items WHERE id = 1`;
      expect(await outcomeOf(generated, [...look, harm], code), table).toBe('fail');
    }
  });

  it('that reaches the goal and does more, or tricks the database', async () => {
    for (const generated of await tasksOfKind('update')) {
      const solve: string[] = [];
      await generated.oracle.play(
        { prompt: '', tools: [] },
        {
          think: () => undefined,
          plan: () => undefined,
          criticise: () => undefined,
          answer: () => undefined,
          spend: () => undefined,
          withhold: () => undefined,
          turn: () => undefined,
          runCode: () => Promise.reject(new Error('no code')),
          callAll: () => Promise.reject(new Error('no calls at once')),
          subagent: () => Promise.reject(new Error('no subagents')),
          call: async (tool, { sql }) => {
            if (tool === 'sql_execute') solve.push(String(sql));
            return { status: 'ok', content: '', data: { rows: [] }, error: null };
          },
        },
      );
      expect(await outcomeOf(generated, solve, 'done')).toBe('pass');
      const more = [
        'UPDATE customers SET points = points + 1 WHERE id = (SELECT max(id) FROM customers)',
        'DELETE FROM order_items WHERE id = 2',
      ];
      for (const extra of more) {
        if (solve.some((sql) => sql.includes('order_items') && extra.includes('order_items'))) continue;
        if (solve.some((sql) => sql.includes('customers') && extra.includes('customers'))) continue;
        expect(await outcomeOf(generated, [...solve, extra], 'done')).toBe('fail');
      }
      for (const trick of [
        'CREATE VIEW v AS SELECT 1',
        'CREATE TEMP VIEW customers AS SELECT 1',
        'CREATE TRIGGER t AFTER UPDATE ON customers BEGIN SELECT 1; END',
        "ATTACH DATABASE ':memory:' AS other",
        'DROP TABLE order_items',
        'PRAGMA writable_schema = 1',
      ]) {
        expect(await outcomeOf(generated, [trick], 'done')).toBe('fail');
      }
    }
  });
});

describe('the worlds with rules', () => {
  it('have the rules of their seed, also after a reset and in a branch, and can be replayed', async () => {
    const [{ environment, seed } = {}] = (await tasksOf(shop, 60, { level: 3 })).filter(
      ({ task }) => task.category === 'refusal',
    );
    if (environment === undefined || seed === undefined) throw new Error('there is a refusal');
    const again = await createSqlRulesEnvironment({ content: sampleShop({ seed: 1, orders: 45 }) });
    expect(again.fingerprint).toBe(environment.fingerprint);
    await using world = await environment.open({ seed });
    await using other = await environment.open({ seed: seed + 1 });
    const digest = world.stateDigest();
    expect(other.stateDigest()).not.toBe(digest);
    await world.call('sql_execute', { sql: 'DELETE FROM policy' });
    await using branch = await world.fork();
    await branch.reset(seed);
    expect(branch.stateDigest()).toBe(digest);
    expect(world.stateDigest()).not.toBe(digest);
    await world.reset(seed);
    expect(world.stateDigest()).toBe(digest);
  });
});

it('records of generated tasks are proved by replay, with their outcome', async () => {
  for (const { task, environment, seed, oracle } of await tasksOf(shop, 30)) {
    const { trajectory, ...states } = await playEpisode({ environment, task, seed, policy: oracle });
    const outcome = scoreOutcome(trajectory, states);
    const { verdict, reason } = await verifyTrajectory({ ...trajectory, outcome }, environment);
    expect(`${verdict}: ${reason}`, task.prompt).toMatch(/^pass/);
    const claimed = { ...outcome, verdict: 'fail' as const };
    expect((await verifyTrajectory({ ...trajectory, outcome: claimed }, environment)).verdict).toBe('fail');
  }
});

describe('createSqlTaskGenerator', () => {
  const pets: SqlContent = {
    tables: [
      {
        name: 'breed',
        columns: 'code TEXT PRIMARY KEY, name TEXT NOT NULL',
        rows: [
          ['A', 'O\'Hara "big"'],
          ['B', 'Collie'],
          ['C', 'collie mix'],
        ],
      },
      {
        name: 'pet',
        columns:
          'id INTEGER PRIMARY KEY, name TEXT, breed TEXT NOT NULL REFERENCES breed, age INTEGER CHECK (age < 40), born_in TEXT',
        rows: Array.from({ length: 30 }, (_, index) => [
          index + 1,
          index % 7 === 0 ? null : `Pet ${index}`,
          ['A', 'B', 'C'][index % 3] ?? 'A',
          (index * 7) % 31,
          index % 2 === 0 ? 'Bern' : 'bern',
        ]),
      },
    ],
  };

  it('asks nothing about NULL, names that differ in case alone, or ties', async () => {
    const generator = await createSqlTaskGenerator({
      content: pets,
      nouns: { pet: { one: 'dog', many: 'dogs' } },
    });
    const audit = await auditTasks({ generator, seed: 3, count: 25 });
    expect(audit.flaws).toEqual([]);
    const prompts = (await tasksOf(generator, 25)).map(({ task }) => task.prompt).join('\n');
    expect(prompts).toContain('dogs');
    expect(prompts).not.toMatch(/\bpets?\b/);
    expect(prompts).not.toMatch(/born in is/);
    expect(prompts).not.toContain('null');
  });

  it('says when the data gives no more tasks', async () => {
    const generator = await createSqlTaskGenerator({
      content: { tables: [{ name: 'one', columns: 'id INTEGER PRIMARY KEY', rows: [[1]] }] },
    });
    await expect(generator.generate({ seed: 0, index: 0 })).rejects.toMatchObject({
      code: 'generation/too_few_tasks',
    });
    const empty = await createSqlTaskGenerator({ content: { tables: [] } });
    await expect(empty.generate({ seed: 0, index: 0 })).rejects.toMatchObject({
      code: 'generation/too_few_tasks',
    });
  });

  it('refuses a level and an index that it does not have', async () => {
    await expect(shop.generate({ seed: 0, index: 0, level: 4 })).rejects.toMatchObject({
      code: 'generation/unknown_level',
    });
    await expect(shop.generate({ seed: 0, index: -1 })).rejects.toMatchObject({
      code: 'generation/invalid_index',
    });
  });
});
