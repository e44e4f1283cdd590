import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isJsonObject, parseJsonText } from '../../core/index.js';
import { coreError, errorMessage, quoted } from '../../core/internal.js';
import { datasetError } from '../error-codes.js';
import { type Grid, gridProblem } from './grid.js';

/** One pair of a task. The output of a test pair may be withheld. */
export interface ArcPair {
  readonly input: Grid;
  readonly output: Grid | null;
}

/** A task of ARC-AGI: pairs that show a rule, and pairs to apply it to. */
export interface ArcTask {
  readonly name: string;
  readonly train: readonly (ArcPair & { readonly output: Grid })[];
  readonly test: readonly ArcPair[];
}

/** Which tasks of a download. */
export interface ArcFolder {
  /** Where the tasks lie: a clone of the repository, its `data` folder, or a folder of task files. */
  readonly folder: string;
  /** 1 or 2. Default 1. */
  readonly version?: number;
  /** Default `training`. */
  readonly subset?: 'evaluation' | 'training';
}

const REPOSITORIES: Readonly<Record<number, string>> = {
  1: 'https://github.com/fchollet/ARC-AGI',
  2: 'https://github.com/arcprize/ARC-AGI-2',
};
const MAX_TASK = 5_000_000;

/**
 * Names of the tasks there are, in order.
 *
 * @throws {MettleError} `datasets/not_found` where there are none, with the command that gets them;
 *   `core/invalid_option` for another version or subset.
 */
export async function arcTaskNames(options: ArcFolder): Promise<readonly string[]> {
  return (await taskFiles(options)).names;
}

/** Reads tasks by name; all of them where none is named. */
export async function readArcTasks(
  options: ArcFolder,
  wanted?: readonly string[],
): Promise<readonly ArcTask[]> {
  const { path, names } = await taskFiles(options);
  const unknown = wanted?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw datasetError(
      'unknown_name',
      `The task ${quoted(unknown, 60)} is not recognized: ${path} holds ${names.length} others, for example ${names.slice(0, 3).join(', ')}.`,
    );
  }
  const tasks: ArcTask[] = [];
  for (const name of wanted ?? names)
    tasks.push(parseTask(name, await readFile(join(path, `${name}.json`), 'utf8')));
  return tasks;
}

async function taskFiles({
  folder,
  version = 1,
  subset = 'training',
}: ArcFolder): Promise<{ readonly path: string; readonly names: readonly string[] }> {
  const repository = REPOSITORIES[version];
  if (repository === undefined)
    throw coreError('invalid_option', `ARC-AGI has the versions 1 and 2; got ${String(version)}.`);
  if (subset !== 'training' && subset !== 'evaluation') {
    throw coreError('invalid_option', `subset is training or evaluation; got ${JSON.stringify(subset)}.`);
  }
  const below = [
    join(`arc-agi-${version}`, 'data', subset),
    join(`arc-agi-${version}`, subset),
    join('data', subset),
    subset,
    '',
  ];
  for (const part of below) {
    const path = join(folder, part);
    if (!(await stat(path).catch(() => null))?.isDirectory()) continue;
    const files = (await readdir(path)).filter((name) => /^[0-9a-z-]+\.json$/i.test(name)).sort();
    if (files.length > 0) return { path, names: files.map((name) => basename(name, '.json')) };
  }
  throw datasetError(
    'not_found',
    `There are no ${subset} tasks of ARC-AGI-${version} in ${folder}. Get them: git clone --depth 1 ${repository}`,
  );
}

function parseTask(name: string, text: string): ArcTask {
  const file = `${name}.json`;
  let value: unknown;
  try {
    value = parseJsonText(text, { subject: file, maxCharacters: MAX_TASK });
  } catch (cause) {
    throw datasetError('invalid_row', errorMessage(cause), { cause });
  }
  const train = pairsOf(value, 'train', file);
  const test = pairsOf(value, 'test', file);
  const shown = train.map((pair, index) => {
    if (pair.output !== null) return { input: pair.input, output: pair.output };
    throw datasetError('invalid_row', `${file}: train pair ${index + 1} has no output.`);
  });
  return { name, train: shown, test };
}

function pairsOf(task: unknown, key: 'test' | 'train', file: string): readonly ArcPair[] {
  const pairs: unknown = isJsonObject(task) ? (task as Record<string, unknown>)[key] : undefined;
  if (!Array.isArray(pairs))
    throw datasetError('invalid_row', `${file}: a task has a list of pairs in ${key}.`);
  return pairs.map((pair: unknown, index): ArcPair => {
    const { input, output = null } = (isJsonObject(pair) ? pair : {}) as {
      readonly input?: unknown;
      readonly output?: unknown;
    };
    for (const [side, grid] of [
      ['input', input],
      ['output', output],
    ] as const) {
      const problem = side === 'output' && grid === null ? undefined : gridProblem(grid);
      if (problem !== undefined)
        throw datasetError('invalid_row', `${file}: the ${side} of ${key} pair ${index + 1} ${problem}.`);
    }
    return { input: input as Grid, output: output as Grid | null };
  });
}
