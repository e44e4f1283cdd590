import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { BenchmarkReport } from '../../../benchmarks/index.js';
import { hostWriteFailed } from '../../../filesystem/internal.js';
import { encodeTrajectories, readTrajectoryLines, type Trajectory } from '../../../records/index.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';

/** A file that gets the record of each episode as it ends. */
export interface SavedRecords extends AsyncDisposable {
  readonly path: string;
  add(trajectory: Trajectory): Promise<void>;
}

/** How {@link openSavedRecords} opens the file. */
export interface SavedRecordsOptions {
  /** What `--save` holds. */
  readonly save: string;
  /** The result that the run goes on with; null for a fresh run. */
  readonly earlier: BenchmarkReport | null;
  /** Where the result goes. */
  readonly output: string;
}

/**
 * Opens the file of `--save`. Records are written before the result that counts them, so a run that goes on keeps those that the result knows and
 * drops the others, which are played again. Nothing that is there is replaced otherwise.
 * @throws {MettleError} `cli/usage`, `filesystem/host_write_failed`.
 */
export async function openSavedRecords(
  { save, earlier, output }: SavedRecordsOptions,
  io: CommandIo,
): Promise<SavedRecords> {
  const path = resolve(io.cwd, save);
  const shown = relative(io.cwd, path) || path;
  if (path === output) throw usageError('--save and the result would be one file: name another.');
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere && earlier === null) {
    throw usageError(`${shown} is there already: name another file by --save.`);
  }
  try {
    if (isThere && earlier !== null) await keepOnly(path, earlier);
    const file = await open(path, 'a');
    return {
      path,
      add: async (trajectory) => {
        try {
          await file.appendFile(encodeTrajectories([trajectory]));
        } catch (error) {
          throw hostWriteFailed(path, error);
        }
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    throw hostWriteFailed(path, error);
  }
}

/** Drops records that the result doesn't count, and what a kill cut off. */
async function keepOnly(path: string, { cases }: BenchmarkReport): Promise<void> {
  const known = new Set(
    cases.flatMap(({ trials }) =>
      trials.flatMap(({ trajectoryId, verdict }) => (verdict === 'error' ? [] : (trajectoryId ?? []))),
    ),
  );
  const part = `${path}.part`;
  let file: FileHandle | null = null;
  try {
    file = await open(part, 'w');
    for await (const each of readTrajectoryLines(path)) {
      if ('reason' in each || !known.has(each.trajectory.id)) continue;
      await file.appendFile(encodeTrajectories([each.trajectory]));
    }
    await file.sync();
    await file.close();
    file = null;
    await rename(part, path);
  } finally {
    await file?.close();
    await rm(part, { force: true });
  }
}
