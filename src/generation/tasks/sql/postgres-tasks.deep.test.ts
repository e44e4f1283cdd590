import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playEpisode } from '../../../environments/index.js';
import { ZOO_DUMP } from '../../../environments/postgres/zoo-dump.fixture.js';
import { scoreOutcome, verifyTrajectory } from '../../../evaluation/index.js';
import { auditTasks } from '../audit-tasks.js';
import type { TaskGenerator } from '../generated-task.js';
import { openTaskEnvironment, SQL_WITH_RULES } from '../open-task-environment.js';
import { createSqlTaskGenerator } from './create-sql-task-generator.js';
import { sampleShop } from './sample-shop.js';

let folder: string;
let database: string;
let zoo: TaskGenerator;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postgres-tasks-'));
  database = join(folder, 'zoo.sql');
  await writeFile(database, ZOO_DUMP);
  zoo = await createSqlTaskGenerator({ database, engine: 'postgres' });
});
afterAll(() => rm(folder, { recursive: true }));

it('gives tasks about a dump that its oracle solves by what it saw, and that replay', async () => {
  const categories = new Set<string>();
  for (let index = 0; index < 40; index++) {
    const { task, environment, seed, oracle } = await zoo.generate({ seed: 1, index });
    categories.add(task.category);
    const { trajectory, ...states } = await playEpisode({ environment, task, seed, policy: oracle });
    const outcome = scoreOutcome(trajectory, states);
    expect(outcome, task.prompt).toMatchObject({ verdict: 'pass' });
    const { verdict, reason } = await verifyTrajectory({ ...trajectory, outcome }, environment);
    expect(`${verdict}: ${reason}`, task.prompt).toMatch(/^pass/);
  }
  expect(categories.size).toBeGreaterThan(6);
});

it('gives tasks that nobody has for nothing', async () => {
  const audit = await auditTasks({ generator: zoo, seed: 2, count: 6 });
  expect([audit.flaws, audit.proved]).toEqual([[], 6]);
});

it('asks in a PostgreSQL world of the same tables what it asks in one of SQLite', async () => {
  const content = sampleShop({ seed: 1, orders: 45 });
  // Tables with one reference each: the engines list those of a table in another order.
  const tables = content.tables.slice(0, 3);
  const double = tables.map((table) => ({
    ...table,
    columns: table.columns.replaceAll('REAL', 'DOUBLE PRECISION'),
  }));
  const [one, other] = [
    await createSqlTaskGenerator({ content: { tables } }),
    await createSqlTaskGenerator({ content: { tables: double }, engine: 'postgres' }),
  ];
  for (let index = 0; index < 40; index++) {
    const options = { seed: 1, index, level: 2 };
    const [{ task }, second] = [await one.generate(options), await other.generate(options)];
    expect(second.task.prompt).toBe(task.prompt);
  }
});

it('opens the worlds of its tasks again from what records say of them', async () => {
  const tasks = await Promise.all(
    Array.from({ length: 12 }, (_, index) => zoo.generate({ seed: 3, index, level: 3 })),
  );
  const ruled = tasks.find(({ task }) => ['refusal', 'permission'].includes(task.category));
  const plain = tasks.find(({ task }) => task.category === 'multi_hop_join' || task.category === 'update');
  const again = await openTaskEnvironment({ type: SQL_WITH_RULES, engine: 'postgres', database });
  expect(again.fingerprint).toBe(ruled?.environment.fingerprint);
  const opened = await openTaskEnvironment({ type: 'postgres', name: 'sql', database });
  expect(opened.fingerprint).toBe(plain?.environment.fingerprint);
});
