import { basename, relative, resolve } from 'node:path';
import {
  type BenchmarkCase,
  readArc,
  readBfcl,
  readCallCases,
  readHumanEval,
  readLiveCodeBench,
  readMbpp,
  type TaskCase,
} from '../../../benchmarks/index.js';
import { openWorldTasks } from '../../../pipelines/internal.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';

/** The cases of a suite, and the worlds that they are in. */
export interface OpenedSuite extends AsyncDisposable {
  readonly name: string;
  readonly cases: readonly BenchmarkCase[];
}

/** Tasks of a world where no number is asked for. */
const TASKS = 20;

/** Suites of data that a user has: what reads them from `--data`. */
const READERS: Readonly<
  Record<
    string,
    (path: string, categories: readonly string[] | undefined) => Promise<readonly BenchmarkCase[]>
  >
> = {
  bfcl: (path, categories) => readBfcl(path, categories === undefined ? {} : { categories }),
  humaneval: (path) => readHumanEval(path),
  mbpp: (path) => readMbpp(path),
  livecodebench: (path) => readLiveCodeBench(path),
  arc: (folder) => readArc({ folder }),
};

/**
 * Opens the suite that a call names: one of data with `--data`, a file of cases, or a world with generated tasks.
 * @throws {MettleError} `cli/usage` for options of another suite; as `readBfcl`, its likes, `readCallCases` and `openWorldTasks`.
 */
export async function openSuite(
  suite: string,
  options: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<OpenedSuite> {
  const count = options.count as number | undefined;
  const first = <T>(cases: readonly T[]): readonly T[] => cases.slice(0, count);
  const read = Object.hasOwn(READERS, suite) ? READERS[suite] : undefined;
  const isFile = /\.jsonl?$/.test(suite) && !(await isWorld(suite, io));
  if (read === undefined && options.data !== undefined) {
    throw usageError(`--data is of the suites ${Object.keys(READERS).join(', ')}.`);
  }
  if (suite !== 'bfcl' && options.category !== undefined) throw usageError('--category is of bfcl.');
  if ((read !== undefined || isFile) && options.level !== undefined) {
    throw usageError('--level is of tasks in worlds.');
  }
  if (read !== undefined) {
    if (typeof options.data !== 'string') throw usageError(`Give --data: where the files of ${suite} are.`);
    const categories = options.category as readonly string[] | undefined;
    const cases = await read(resolve(io.cwd, options.data), categories);
    return { name: suite, cases: first(cases), [Symbol.asyncDispose]: async () => undefined };
  }
  if (isFile) {
    const cases = await readCallCases(resolve(io.cwd, suite));
    return { name: basename(suite), cases: first(cases), [Symbol.asyncDispose]: async () => undefined };
  }
  return tasksIn(suite, options, io);
}

async function tasksIn(
  suite: string,
  options: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<OpenedSuite> {
  const {
    count = TASKS,
    level,
    seed,
  } = options as {
    readonly count?: number;
    readonly level?: number;
    readonly seed: number;
  };
  const isFile = /\.(?:json|[cm]?[jt]s)$/i.test(suite);
  const shown = (path: string): string => relative(io.cwd, path) || path;
  const tasks = { split: 'held_out', ...(level === undefined ? {} : { level }) } as const;
  const world = await openWorldTasks(
    isFile ? resolve(io.cwd, suite) : suite,
    { seed, tasks, queries: null },
    {
      shown,
      say: io.say,
      loadModule: async (path) => {
        const { loadOwnWorld } = await import('../own-world/load-own-world.js');
        return loadOwnWorld(path, shown(path));
      },
    },
  );
  const cases = Array.from(
    { length: count },
    (_, place): TaskCase => ({
      id: `${suite}-${place}`,
      category: level === undefined ? suite : `${suite}, level ${level}`,
      source: { world: suite, seed, count, split: 'held_out', level: level ?? null },
      task: (trial) => world.taskAt(place + trial * count),
    }),
  );
  return { name: suite, cases, [Symbol.asyncDispose]: () => world.close() };
}

/** Whether a JSON file describes a world: `{"type": …}`. */
async function isWorld(file: string, io: CommandIo): Promise<boolean> {
  if (!file.endsWith('.json')) return false;
  const { readFile } = await import('node:fs/promises');
  try {
    const value: unknown = JSON.parse(await readFile(resolve(io.cwd, file), 'utf8'));
    return typeof value === 'object' && value !== null && 'type' in value;
  } catch {
    return false;
  }
}
