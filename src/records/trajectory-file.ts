import { MettleError } from '../core/index.js';
import { errorMessage } from '../core/internal.js';
import type { Trajectory } from './trajectory.js';
import { type DecodedTrajectories, decodeTrajectories, encodeTrajectories } from './trajectory-jsonl.js';

/**
 * Writes trajectories as a JSON-lines file, whole or not at all.
 * @throws {MettleError} `filesystem/host_write_failed`.
 */
export async function writeTrajectoryFile(path: string, trajectories: readonly Trajectory[]): Promise<void> {
  // Loaded at the first call: most of who imports records reads or writes no file.
  const { writeFileAtomically } = await import('../filesystem/index.js');
  await writeFileAtomically(path, encodeTrajectories(trajectories));
}

/**
 * Reads a JSON-lines file of trajectories; lines that hold none are named in `skipped`.
 * @throws {MettleError} `records/unreadable_file` when the file cannot be read or is no UTF-8 text.
 */
export async function readTrajectoryFile(path: string): Promise<DecodedTrajectories> {
  try {
    const { readFile } = await import('node:fs/promises');
    return decodeTrajectories(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)));
  } catch (error) {
    throw new MettleError({
      code: 'records/unreadable_file',
      message: `Cannot read trajectories from ${path}: ${errorMessage(error)}`,
      cause: error,
    });
  }
}
