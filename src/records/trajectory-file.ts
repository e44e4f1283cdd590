import { inTurns } from '../core/internal.js';
import type { Trajectory } from './trajectory.js';
import { type DecodedTrajectories, decodeSteps, encodeTrajectories } from './trajectory-jsonl.js';

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
 * Reads a JSON-lines file of trajectories; lines that hold none are named in `skipped`. The event loop runs between lines.
 * @throws {MettleError} `filesystem/unreadable_file` if the file can't be read or isn't UTF-8.
 */
export async function readTrajectoryFile(path: string): Promise<DecodedTrajectories> {
  const { readHostText } = await import('../filesystem/internal.js');
  return inTurns(decodeSteps(await readHostText(path, 'trajectories')));
}
