import { dirname, resolve } from 'node:path';
import { readHostText } from '../../filesystem/internal.js';
import type { EnvironmentConfig } from '../../records/index.js';
import { parseRecipe } from './parse-recipe.js';
import type { Recipe } from './recipe.js';

/**
 * Reads a recipe from a YAML or JSON file. Paths in it are meant from the folder it lies in, and are absolute in the result; `exportPath`
 * is meant from the output folder.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 * import { loadRecipe } from 'mettle/pipelines';
 *
 * await writeFile('hotel.yaml', 'environment: hotel\nnumTrajectories: 50\npolicy: mixed\ndedup: task\n');
 * const { environment, numTrajectories } = await loadRecipe('hotel.yaml');
 * console.log(environment, numTrajectories); // → hotel 50
 * ```
 * @throws {MettleError} `filesystem/unreadable_file`, `pipelines/invalid_recipe`.
 */
export async function loadRecipe(path: string): Promise<Recipe> {
  return withPathsFrom(dirname(path), parseRecipe(await readHostText(path, 'a recipe'), path));
}

/** Whether an environment is the path of a JSON file or a module. */
function isWorldPath(environment: string): boolean {
  return /\.(?:json|[cm]?[jt]s)$/i.test(environment);
}

/** The recipe with every path in it meant from a folder. */
function withPathsFrom(folder: string, recipe: Recipe): Recipe {
  const { queries, environment, skills } = recipe;
  const inFolder = (path: string): string => resolve(folder, path);
  const world = (each: string | EnvironmentConfig): string | EnvironmentConfig => {
    if (typeof each === 'string') return isWorldPath(each) ? inFolder(each) : each;
    return typeof each.database === 'string' ? { ...each, database: inFolder(each.database) } : each;
  };
  const isList = (value: Recipe['environment']): value is readonly (string | EnvironmentConfig)[] =>
    Array.isArray(value);
  return {
    ...recipe,
    ...(typeof queries === 'string' && { queries: inFolder(queries) }),
    ...(skills !== undefined && { skills: [skills].flat().map(inFolder) }),
    ...(environment !== undefined && {
      environment: isList(environment) ? environment.map(world) : world(environment),
    }),
  };
}
