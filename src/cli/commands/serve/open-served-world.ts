import { relative, resolve } from 'node:path';
import type { TaskGenerator } from '../../../generation/index.js';
import { openWorldTasks } from '../../../pipelines/internal.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';

/** Which world is served, and which of its tasks. */
export interface ServedWorldChoice {
  readonly env: string;
  readonly level?: number;
}

/** A world's tasks as one generator, with both parts. */
export async function openServedWorld(
  { env, level }: ServedWorldChoice,
  seed: number,
  io: CommandIo,
): Promise<AsyncDisposable & { readonly generator: TaskGenerator }> {
  const isFile = /\.(?:json|[cm]?[jt]s)$/i.test(env);
  const shown = (path: string): string => relative(io.cwd, path) || path;
  const open = (split: 'train' | 'held_out', say: (line: string) => void) =>
    openWorldTasks(
      isFile ? resolve(io.cwd, env) : env,
      { seed, tasks: { split, ...(level === undefined ? {} : { level }) }, queries: null },
      {
        shown,
        say,
        loadModule: async (path) => {
          const { loadOwnWorld } = await import('../own-world/load-own-world.js');
          return loadOwnWorld(path, shown(path));
        },
      },
    );
  const train = await open('train', io.say);
  const heldOut = await open('held_out', () => undefined).catch(async (error: unknown) => {
    await train.close();
    throw error;
  });
  return {
    generator: {
      name: env,
      levels: [],
      generate: async ({ index, split }) => {
        const task = await (split === 'held_out' ? heldOut : train).taskAt(index);
        if (task.oracle === undefined) throw usageError(`The tasks of ${env} have no oracle.`);
        return { ...task, oracle: task.oracle };
      },
    },
    async [Symbol.asyncDispose]() {
      await train.close();
      await heldOut.close();
    },
  };
}
