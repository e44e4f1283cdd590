import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyOf } from '../../environments/episodes/shop.fixture.js';
import { playEpisode } from '../../environments/index.js';
import { scoreOutcome } from '../../evaluation/index.js';
import { createSqlTaskGenerator } from './sql/create-sql-task-generator.js';
import { sampleShop } from './sql/sample-shop.js';
import { readTaskFile, writeTaskFile } from './task-file.js';
import { taskFromQuery } from './task-from-query.js';
import type { TaskInWorld } from './task-in-world.js';

let folder: string;
let path: string;
let tasks: readonly TaskInWorld[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-tasks-'));
  path = join(folder, 'tasks.jsonl');
  const generator = await createSqlTaskGenerator({ content: sampleShop({ seed: 2, orders: 30 }) });
  const generated = await Promise.all(
    Array.from({ length: 40 }, (_, index) => generator.generate({ seed: 1, index })),
  );
  tasks = generated.map(({ task, environment, seed }) => ({ task, environment, seed }));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a file of tasks', () => {
  it('gives them back as they were, each with its environment', async () => {
    await writeTaskFile(path, tasks);
    const environments = [...new Set(tasks.map(({ environment }) => environment))];
    expect(environments).toHaveLength(2);
    const read = await readTaskFile(path, environments);
    expect(read.map(({ seed }) => seed)).toEqual(tasks.map(({ seed }) => seed));
    for (const [index, { task, environment }] of read.entries()) {
      const { expected, ...rest } = tasks[index]?.task ?? taskFromQuery('none');
      const said = Object.entries(expected).filter(([, part]) => !Array.isArray(part) || part.length > 0);
      expect(task).toEqual({ ...rest, expected: Object.fromEntries(said) });
      expect(environment).toBe(tasks[index]?.environment);
    }
  });

  it('is refused, by the line, where it is no such file or its environment is not there', async () => {
    await writeTaskFile(path, tasks.slice(0, 2));
    const [environment] = tasks.map((task) => task.environment);
    if (environment === undefined) throw new Error('there are tasks');
    await expect(readTaskFile(path, [])).rejects.toMatchObject({
      code: 'generation/invalid_task_file',
      message: expect.stringContaining('tasks.jsonl:1: the task is for the environment sql'),
    });
    const text = await readFile(path, 'utf8');
    for (const wrong of ['[]', '{}', 'nonsense', text.split('\n')[0]?.replace('"seed":', '"seeds":') ?? '']) {
      await writeFile(path, `\n${wrong}\n`);
      await expect(readTaskFile(path, [environment])).rejects.toMatchObject({
        code: 'generation/invalid_task_file',
        message: expect.stringContaining('tasks.jsonl:2: '),
      });
    }
    await expect(readTaskFile(join(folder, 'none'), [])).rejects.toMatchObject({
      code: 'filesystem/unreadable_file',
    });
  });
});

it('a query of the user’s own is never said to be done', async () => {
  const [{ environment, seed } = {}] = tasks;
  if (environment === undefined || seed === undefined) throw new Error('there are tasks');
  const task = taskFromQuery('Tell me about our customers.');
  const policy = policyOf((actor) => actor.answer('They are nice.'));
  const { trajectory, ...states } = await playEpisode({ environment, seed, task, policy });
  expect(scoreOutcome(trajectory, states).verdict).toBe('not_checked');
  expect(() => taskFromQuery(' \n')).toThrowError(
    expect.objectContaining({ code: 'generation/invalid_query' }),
  );
});
