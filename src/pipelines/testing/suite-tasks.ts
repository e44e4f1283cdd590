import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Json } from '../../core/index.js';
import type { TaskDefinition } from '../engine/task-engine.js';
import type { OpenedTasks } from '../engine/task-module.js';

/** What the suite and its tasks share, in whichever process these run: a folder. */
interface SuiteTasksOptions {
  readonly folder: string;
}

/** The file that says what began and ended, in order, and the one whose presence lets go of the tasks that hold. */
export const suiteFiles = { log: 'log.jsonl', release: 'release' } as const;

/** A line of the log. */
export interface SuiteEvent {
  readonly what: 'begin' | 'end';
  readonly task: string;
  readonly input: Json;
}

/** How often a task looks whether it may go on. */
const LOOK_MILLISECONDS = 2;

/** The tasks of the suite for engines. */
export async function openTasks(options: Json): Promise<OpenedTasks> {
  const { folder } = options as unknown as SuiteTasksOptions;
  return { tasks: suiteTasks(folder), [Symbol.asyncDispose]: async () => undefined };
}

function suiteTasks(folder: string): readonly TaskDefinition[] {
  const define = (
    name: string,
    work: (input: Json, attempt: number, signal: AbortSignal) => Promise<Json>,
  ): TaskDefinition => ({
    name,
    run: async (input, { attempt, signal }) => {
      const note = (what: SuiteEvent['what']): void => {
        const event = { what, task: name, input } satisfies SuiteEvent;
        appendFileSync(join(folder, suiteFiles.log), `${JSON.stringify(event)}\n`);
      };
      note('begin');
      try {
        return await work(input, attempt, signal);
      } finally {
        note('end');
      }
    },
  });
  return [
    define('double', async (input) => 2 * Number(input)),
    define('echo', async (input) => input),
    define('pause', async (input) => {
      for (let turns = 0; turns < 5; turns++) await turn();
      return input;
    }),
    define('poison', async () => {
      throw new Error('it never works');
    }),
    define('flaky', async (input, attempt) => {
      if (attempt === 1) throw new Error('it works the second time');
      return input;
    }),
    define('hold', async (input, _, signal) => {
      while (!signal.aborted && !existsSync(join(folder, suiteFiles.release))) await wait(LOOK_MILLISECONDS);
      return input;
    }),
    define('die', async (input, attempt) => {
      // The input says how many tries end the process.
      if (attempt <= Number(input)) process.kill(process.pid, 'SIGKILL');
      return input;
    }),
  ];
}
