import { isJsonObject, type Json, RandomStream } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { Environment } from '../../environments/index.js';
import { readHostText } from '../../filesystem/internal.js';
import { type TaskInWorld, taskFromQuery } from '../../generation/index.js';
import type { Task } from '../../records/index.js';
import { parseChecks } from '../../records/internal.js';
import { invalidRecipe } from '../recipe/parse-recipe.js';
import type { Recipe } from '../recipe/recipe.js';
import type { WorldAccess } from './world-access.js';

/**
 * The user's own tasks; null where the recipe has none. A file holds a query a line, or a JSON list of queries and of `{"query": …, "expected": {…}}` with
 * checks as `mettle rescore --checks` takes them. A query without checks is recorded as not checked.
 *
 * @throws {MettleError} `filesystem/unreadable_file`; `pipelines/invalid_recipe` for a file without a query, and for checks that are none.
 */
export async function readQueries(
  { queries, query }: Recipe,
  { shown = String }: WorldAccess = {},
): Promise<readonly Task[] | null> {
  if (query !== undefined) return [taskOf(query, 'query')];
  if (queries === undefined) return null;
  if (typeof queries !== 'string') {
    return queries.map((each, index) => taskOf(each as Json, `queries[${index}]`));
  }
  const path = shown(queries);
  const text = await readHostText(queries, 'queries');
  const entries = text.trimStart().startsWith('[') ? parseList(text, path) : text.split(/\r?\n/);
  const tasks = entries
    .filter((entry) => typeof entry !== 'string' || entry.trim() !== '')
    .map((entry, index) => taskOf(entry, `${path}, query ${index + 1}`));
  if (tasks.length === 0) throw invalidRecipe(`${path} holds no query: write one on each line.`);
  return tasks;
}

function parseList(text: string, path: string): readonly Json[] {
  try {
    return JSON.parse(text) as readonly Json[];
  } catch (error) {
    throw invalidRecipe(`${path} is not a JSON list: ${errorMessage(error)}.`);
  }
}

function taskOf(entry: Json, where: string): Task {
  if (typeof entry === 'string') return taskFromQuery(entry.trim());
  if (!isJsonObject(entry) || typeof entry.query !== 'string' || entry.query.trim() === '') {
    throw invalidRecipe(`${where}: expected a text, or {"query": "…", "expected": {…}}.`);
  }
  const task = taskFromQuery(entry.query.trim());
  if (entry.expected === undefined) return task;
  try {
    return { ...task, expected: { ...task.expected, ...parseChecks(entry.expected) } };
  } catch (error) {
    throw invalidRecipe(`${where}: ${errorMessage(error)}`);
  }
}

/** The queries in turn. One that comes round again is a variation: a task of its own, in a world of another seed. */
export function queryTaskAt(
  queries: readonly Task[],
  environment: Environment,
  seed: number,
): (index: number) => Promise<TaskInWorld> {
  return async (index) => {
    const query = queries[index % queries.length] as Task;
    const id = `${query.id}_${index}`;
    return {
      task: { ...query, id },
      environment,
      seed: new RandomStream(seed, `queries/${id}`).integer(0, 2 ** 31 - 1),
    };
  };
}
