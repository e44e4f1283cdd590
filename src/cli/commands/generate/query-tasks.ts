import { isJsonObject, type Json, RandomStream } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import type { Environment } from '../../../environments/index.js';
import { type TaskInWorld, taskFromQuery } from '../../../generation/index.js';
import type { Task } from '../../../records/index.js';
import { parseChecks } from '../../../records/internal.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { readTextInput } from '../../read-text-input.js';

/**
 * The user's own tasks: a query a line, or a JSON list of queries and of `{"query": …, "expected": {…}}` with checks as
 * `mettle rescore --checks` takes them. A query without checks is recorded as not checked.
 *
 * @throws {MettleError} `cli/cannot_read`; `cli/usage` for a file without a query, and for checks that are none.
 */
export async function readQueries(path: string, io: CommandIo): Promise<readonly Task[]> {
  const text = await readTextInput(path, io);
  const entries = text.trimStart().startsWith('[') ? parseList(text, path) : text.split(/\r?\n/);
  const tasks = entries
    .filter((entry) => typeof entry !== 'string' || entry.trim() !== '')
    .map((entry, index) => taskOf(entry, `${path}, query ${index + 1}`));
  if (tasks.length === 0) throw usageError(`${path} holds no query: write one on each line.`);
  return tasks;
}

function parseList(text: string, path: string): readonly Json[] {
  try {
    return JSON.parse(text) as readonly Json[];
  } catch (error) {
    throw usageError(`${path} is not a JSON list: ${errorMessage(error)}.`);
  }
}

function taskOf(entry: Json, where: string): Task {
  if (typeof entry === 'string') return taskFromQuery(entry.trim());
  if (!isJsonObject(entry) || typeof entry.query !== 'string' || entry.query.trim() === '') {
    throw usageError(`${where}: expected a text, or {"query": "…", "expected": {…}}.`);
  }
  const task = taskFromQuery(entry.query.trim());
  if (entry.expected === undefined) return task;
  try {
    return { ...task, expected: { ...task.expected, ...parseChecks(entry.expected) } };
  } catch (error) {
    throw usageError(`${where}: ${errorMessage(error)}`);
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
