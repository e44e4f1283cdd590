import { join } from 'node:path';
import type { Json } from '../../core/index.js';
import type { OpenedTasks, OpenTasksAccess } from '../engine/task-module.js';
import { generationFileNames as names } from '../recipe/generation-files.js';
import type { Recipe } from '../recipe/recipe.js';
import { playTasks } from './play-tasks.js';
import { openRecipe } from './recipe-work.js';
import { openSpending } from './spending.js';

/** What the tasks of a recipe are opened with, as data. */
export interface RecipeTasksOptions {
  /** As `checkRecipe` gives it. */
  readonly recipe: Recipe;
  readonly folder: string;
  /** Keys of providers and `METTLE_MODEL`; null for the process's variables. */
  readonly variables: Readonly<Record<string, string | undefined>> | null;
}

/** Opens the tasks of a recipe in a worker process. */
export async function openTasks(given: Json, { say }: OpenTasksAccess): Promise<OpenedTasks> {
  const { recipe, folder, variables } = given as unknown as RecipeTasksOptions;
  const spending = openSpending(join(folder, names.runFolder), recipe);
  const work = await openRecipe(recipe, {
    folder,
    worlds: { loadModule: undefined },
    models: { variables: variables ?? process.env, say, spending },
  });
  return { tasks: playTasks(work), [Symbol.asyncDispose]: () => work[Symbol.asyncDispose]() };
}
