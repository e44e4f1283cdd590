import { extname, resolve } from 'node:path';
import { isJsonObject, type JsonObject, parseJsonText } from '../../../core/index.js';
import { counted, errorMessage } from '../../../core/internal.js';
import {
  makeCodeRewardFn,
  makeRewardFn,
  type RewardFunction,
  requirementsOfRow,
} from '../../../gym/index.js';
import { TaskRows } from '../../../gym/internal.js';
import type { CommandCall, CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { readTextInput } from '../../read-text-input.js';
import { openServedWorld } from './open-served-world.js';
import { loadOwnReward } from './own-reward.js';

/** What is served of `--reward`. */
export interface OpenedRewards extends AsyncDisposable {
  readonly name: string;
  readonly reward: RewardFunction;
  /** For a person: what decides the reward. */
  readonly what: string;
  /** Rows that clients may list. */
  readonly tasks: readonly JsonObject[];
}

/**
 * What `--reward` names: `tests`, by the columns of each row; a file of tests, for all replies; a file of rows, each with its own tests; `calls`, by
 * the tools of `--env`; or a module of the user's.
 */
export async function openRewards(call: CommandCall, io: CommandIo): Promise<OpenedRewards> {
  const { reward, env } = call.options;
  const given = String(reward);
  if (given === 'calls') return callRewards(call, io);
  if (env !== undefined)
    throw usageError('--env goes with --reward calls alone: nothing else needs a world.');
  const kept = { tasks: [], [Symbol.asyncDispose]: async () => undefined };
  const requirementsOf = requirementsOfRow(runOptions(call));
  if (given === 'tests') {
    const what = 'by the columns tests and cases of each row';
    return { ...kept, name: 'tests', what, reward: makeCodeRewardFn({ requirements: requirementsOf }) };
  }
  switch (extname(given).toLowerCase()) {
    case '.py': {
      const tests = await readTextInput(given, io);
      const requirements = readable(given, () => requirementsOf({ tests }));
      return { ...kept, name: 'tests', what: given, reward: makeCodeRewardFn({ requirements }) };
    }
    case '.jsonl': {
      const rows = readTaskRows(await readTextInput(given, io), given, new TaskRows(requirementsOf));
      const reward = makeCodeRewardFn({ requirements: (row) => rows.requirementsOf(row) });
      const what = `${given}, ${counted(rows.shown.length, 'task')}`;
      return { ...kept, name: 'tests', what, reward, tasks: rows.shown };
    }
    case '.js':
    case '.mjs':
    case '.cjs':
    case '.ts':
    case '.mts':
      return {
        ...kept,
        name: 'rewards',
        what: given,
        reward: await loadOwnReward(resolve(io.cwd, given), given),
      };
    default:
      throw usageError(
        `--reward takes tests, calls, a file of tests (.py), a file of tasks (.jsonl) or a module (.mjs); got "${given}".`,
      );
  }
}

async function callRewards(call: CommandCall, io: CommandIo): Promise<OpenedRewards> {
  const { env, level, seed = 0 } = call.options;
  if (env === undefined) throw usageError('--reward calls needs the world to make calls in: add --env sql.');
  const world = await openServedWorld(
    { env: String(env), ...(level === undefined ? {} : { level: Number(level) }) },
    Number(seed),
    io,
  );
  const { environment } = await world.generator.generate({ seed: Number(seed), index: 0, split: 'train' });
  return {
    name: 'calls',
    what: `calls of ${environment.name}`,
    reward: makeRewardFn({ environment, seed: Number(seed) }),
    tasks: [],
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

function runOptions({
  options: { engine = 'auto', timeout, memory },
}: CommandCall): NonNullable<Parameters<typeof requirementsOfRow>[0]> {
  return {
    engine: engine as 'auto',
    ...(timeout === undefined ? {} : { timeoutSeconds: Number(timeout) }),
    ...(memory === undefined ? {} : { memoryMegabytes: Number(memory) }),
  };
}

/** What a file says, or in one line why it can't be read. */
function readable<T>(shown: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw usageError(`The tests in ${shown} can't be used: ${errorMessage(error)}`);
  }
}

/** Reads a file of tasks, a JSON object a line. @throws {MettleError} `cli/usage` with the line that is wrong. */
function readTaskRows(text: string, shown: string, rows: TaskRows): TaskRows {
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const task = parseJsonText(line, { subject: 'The line' });
      if (!isJsonObject(task)) throw new Error('A task is a JSON object.');
      rows.add(task);
    } catch (error) {
      throw usageError(`${shown}, line ${at + 1}: ${errorMessage(error)}`);
    }
  }
  if (rows.shown.length > 0) return rows;
  throw usageError(`There are no tasks in ${shown}: give one JSON object a line, with id and tests.`);
}
