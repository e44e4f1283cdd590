import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startModelServer } from '../../testing/index.js';
import type { Recipe } from '../recipe/recipe.js';
import { runFlywheel } from './run-flywheel.js';

const base = await mkdtemp(join(tmpdir(), 'mettle-flywheel-'));
afterAll(() => rm(base, { recursive: true }));
it('keeps to one budget over all its runs, and learns nothing from runs that failed', async () => {
  await using server = await startModelServer(Array(12).fill('I do not know.'));
  const recipe = (calls: number): Recipe => ({
    environment: 'hotel',
    model: `openai-compatible/test@${server.url}`,
    budget: { calls },
    evaluate: false,
  });
  const folder = join(base, 'model');
  const options = { folder, benchmarkTasks: 4, practiceTasks: 4 };
  const short = await runFlywheel(recipe(6), options);
  expect([short.stopReason, short.rounds.length]).toEqual(['budget', 1]);
  expect(server.requests.length).toBe(6);
  const { stopReason, rounds, improved, dataset } = await runFlywheel(recipe(100), {
    ...options,
    resume: true,
  });
  expect([stopReason, improved, dataset]).toEqual(['complete', false, null]);
  expect(rounds.map(({ pass, modelCalls }) => [pass?.successes, modelCalls])).toEqual([
    [0, 4],
    [0, 4],
  ]);
  expect(rounds[0]?.learned).toMatchObject({ practised: 4, usable: 0, skills: [] });
  server.assertDone();
});

it('ends after a measurement in which nothing failed', async () => {
  const recipe: Recipe = { environment: 'hotel', policy: 'oracle', evaluate: false };
  const { stopReason, rounds, improved } = await runFlywheel(recipe, {
    folder: join(base, 'oracle'),
    benchmarkTasks: 3,
  });
  expect([stopReason, rounds.length, improved]).toEqual(['nothing_failed', 1, false]);
});

it.each<[Recipe, RegExp]>([
  [{ query: 'How many?' }, /^A flywheel makes its own tasks/],
  [{ model: ['a/b', 'c/d'] }, /^A flywheel improves one model/],
  [{ verify: false }, /^A flywheel learns from verified runs alone/],
  [{ tasks: { split: 'train' } }, /^A flywheel chooses the part of the tasks itself/],
  [{ rationales: 'a/b' }, /^A flywheel has no use for rationales/],
])('refuses %j before anything is written', async (recipe, message) => {
  const folder = join(base, 'refused');
  await expect(runFlywheel(recipe, { folder })).rejects.toThrow(message);
  await expect(readFile(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
