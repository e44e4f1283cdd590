import { readFile } from 'node:fs/promises';
import { MettleError } from '../core/index.js';
import { errorMessage } from '../core/internal.js';
import { writeFileAtomically } from '../filesystem/index.js';
import type { Trajectory } from './trajectory.js';
import { type DecodedTrajectories, decodeTrajectories, encodeTrajectories } from './trajectory-jsonl.js';

/**
 * Writes trajectories as a JSON-lines file, whole or not at all.
 * @throws {MettleError} `filesystem/host_write_failed`.
 */
export async function writeTrajectoryFile(path: string, trajectories: readonly Trajectory[]): Promise<void> {
  await writeFileAtomically(path, encodeTrajectories(trajectories));
}

/**
 * Reads a JSON-lines file of trajectories; lines that hold none are named in `skipped`.
 * @throws {MettleError} `records/unreadable_file` when the file cannot be read or is no UTF-8 text.
 */
export async function readTrajectoryFile(path: string): Promise<DecodedTrajectories> {
  try {
    return decodeTrajectories(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)));
  } catch (error) {
    throw new MettleError({
      code: 'records/unreadable_file',
      message: `Cannot read trajectories from ${path}: ${errorMessage(error)}`,
      cause: error,
    });
  }
}
