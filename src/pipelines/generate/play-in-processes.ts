import type { Json } from '../../core/index.js';
import { isModulePath, MODULE_WORLD } from '../../records/internal.js';
import { createProcessTasks, type ProcessTasks } from '../engine/process-tasks.js';
import { invalidRecipe } from '../recipe/parse-recipe.js';
import type { Recipe } from '../recipe/recipe.js';
import { PLAY } from './play-tasks.js';
import type { RecipeTasksOptions } from './recipe-tasks.js';

/** The tasks of a recipe, done in processes that have each opened it. */
export function playInProcesses(
  options: RecipeTasksOptions,
  {
    workers,
    concurrency,
    onLine,
  }: { readonly workers: number; readonly concurrency: number; readonly onLine: (line: string) => void },
): ProcessTasks {
  return createProcessTasks({
    module: { url: moduleUrl().href, options: options as unknown as Json },
    names: [PLAY],
    processes: workers,
    tasksPerProcess: Math.ceil(concurrency / workers),
    onLine,
  });
}

/** @throws {MettleError} `pipelines/invalid_recipe` for a world that only this process can open. */
export function checkForWorkers({ environment }: Recipe): void {
  const own = [environment].flat().find((each) => {
    if (typeof each === 'string') return isModulePath(each);
    return each !== undefined && 'type' in each && each.type === MODULE_WORLD;
  });
  if (own === undefined) return;
  throw invalidRecipe('A world that a module exports is played in one process: leave out workers.');
}

/** Processes run compiled code, also where this module is run from source. */
function moduleUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(
    isSource ? '../../../dist/pipelines/generate/recipe-tasks.js' : './recipe-tasks.js',
    import.meta.url,
  );
}
