import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseTaskFile, type TaskFile } from '../../../training/index.js';
import type { CommandIo } from '../../command.js';
import { cliError } from '../../error-codes.js';
import { readTextInput, whyUnreadable } from '../../read-text-input.js';

/** A task with the name it is reported by. */
export interface NamedTask extends TaskFile {
  /** File name without `.json`; `stdin` for standard input. */
  readonly name: string;
}

/**
 * Reads a task file, standard input for `-`, or every `.json` file of a folder in the order of their names. All are read
 * before any is trained.
 *
 * @param options.mayContradict - whether examples of one input may have different outputs, as with a tolerance.
 */
export async function readTasks(
  path: string,
  io: CommandIo,
  { mayContradict = false }: { readonly mayContradict?: boolean } = {},
): Promise<{ readonly files: readonly NamedTask[]; readonly isFolder: boolean }> {
  if (path === '-') {
    const text = await readTextInput(path, io);
    return {
      files: [{ ...parseTaskFile({ name: 'standard input', text, mayContradict }), name: 'stdin' }],
      isFolder: false,
    };
  }
  const names = await namesOf(resolve(io.cwd, path), path);
  if (names === null) return { files: [await readTask(path, io, mayContradict)], isFolder: false };
  if (names.length === 0) {
    throw cliError(
      'no_tasks',
      `${path} holds no .json file; a task is {"examples": [{"input": …, "output": …}]}.`,
    );
  }
  const files: NamedTask[] = [];
  for (const name of names) files.push(await readTask(join(path, name), io, mayContradict));
  return { files, isFolder: true };
}

/** What `--out` writes beside a script, perhaps into the folder of the tasks. */
const LINEAGE = '.lineage.json';

/** The `.json` files of a folder that may be tasks, sorted, hidden ones left out; null for what is no folder. */
async function namesOf(place: string, shown: string): Promise<readonly string[] | null> {
  try {
    if (!(await stat(place)).isDirectory()) return null;
    const isTask = (name: string): boolean =>
      name.endsWith('.json') && !name.endsWith(LINEAGE) && !name.startsWith('.');
    return (await readdir(place)).filter(isTask).sort();
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw cliError(
      'cannot_read',
      isMissing
        ? `There is no file or folder ${shown}; name a task file or a folder of them.`
        : `Cannot read ${shown}: ${whyUnreadable(cause)}`,
      { cause },
    );
  }
}

async function readTask(path: string, io: CommandIo, mayContradict: boolean): Promise<NamedTask> {
  const text = await readTextInput(path, io);
  const name = (path.split(/[\\/]/).at(-1) ?? path).replace(/\.json$/, '');
  return { ...parseTaskFile({ name: path, text, mayContradict }), name };
}
