import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorMessage, MettleError } from '../../../core/index.js';
import { parseTaskFile, type TaskFile } from '../../../training/index.js';

/** A task with the name it is reported by. */
export interface NamedTask extends TaskFile {
  /** File name without `.json`. */
  readonly name: string;
}

/** Reads a task file, or every `.json` file of a folder in the order of their names. All are read before any is trained. */
export async function readTasks(
  cwd: string,
  path: string,
): Promise<{ readonly files: readonly NamedTask[]; readonly isFolder: boolean }> {
  const place = resolve(cwd, path);
  const isFolder = (await orRefuse(path, () => stat(place))).isDirectory();
  if (!isFolder) return { files: [await readTask(place, path)], isFolder };
  const names = (await orRefuse(path, () => readdir(place))).filter((name) => name.endsWith('.json')).sort();
  if (names.length === 0) {
    throw new MettleError({
      code: 'cli/no_tasks',
      message: `${path} holds no .json file; a task is {"examples": [{"input": …, "output": …}]}.`,
    });
  }
  const files: NamedTask[] = [];
  for (const name of names) files.push(await readTask(join(place, name), join(path, name)));
  return { files, isFolder };
}

async function readTask(place: string, shown: string): Promise<NamedTask> {
  const text = await orRefuse(shown, () => readFile(place, 'utf8'));
  const name = (shown.split(/[\\/]/).at(-1) ?? shown).replace(/\.json$/, '');
  return { ...parseTaskFile({ name: shown, text }), name };
}

async function orRefuse<T>(shown: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new MettleError({
      code: 'cli/unreadable_task',
      message: isMissing
        ? `There is no file or folder ${shown}; name a task file or a folder of them.`
        : `${shown} cannot be read: ${errorMessage(cause)}`,
      cause,
    });
  }
}
