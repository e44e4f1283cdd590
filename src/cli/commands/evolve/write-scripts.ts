import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MettleError } from '../../../core/index.js';
import { writeFileAtomically } from '../../../filesystem/index.js';
import type { TaskResult } from './train-task.js';

/**
 * Refuses an `--out` that cannot be written, or that is the task itself, before any work is done.
 *
 * @param task the file of the task; null when it is none
 */
export async function checkOutput(out: string, isFolder: boolean, task: string | null): Promise<void> {
  const existing = await stat(out).catch(() => null);
  const source = task === null ? null : await stat(task).catch(() => null);
  if (!isFolder && existing !== null && existing.ino === source?.ino && existing.dev === source.dev) {
    throw new MettleError({
      code: 'cli/unwritable_output',
      message: `--out ${out} is the task itself; name another file for the script.`,
    });
  }
  if (existing !== null && existing.isDirectory() !== isFolder) {
    throw new MettleError({
      code: 'cli/unwritable_output',
      message: isFolder
        ? `--out ${out} is a file; with a folder of tasks it names a folder.`
        : `--out ${out} is a folder; with one task it names a file.`,
    });
  }
  const parent = existing?.isDirectory() === true ? out : dirname(out);
  try {
    await access(parent, constants.W_OK);
  } catch (cause) {
    throw new MettleError({
      code: 'cli/unwritable_output',
      message: `--out: ${parent} is no folder that can be written; create it or choose another.`,
      cause,
    });
  }
}

/** Writes the scripts that were found: one to the file, several to the folder as `TASK.py`. */
export async function writeScripts(
  out: string,
  isFolder: boolean,
  results: readonly TaskResult[],
): Promise<void> {
  if (isFolder) await mkdir(out, { recursive: true });
  for (const { task, script } of results) {
    if (script !== null) await writeFileAtomically(isFolder ? join(out, `${task}.py`) : out, script);
  }
}
