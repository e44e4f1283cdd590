import { readTrajectoryLines } from './read-trajectory-lines.js';
import type { Trajectory } from './trajectory.js';
import { type DecodedTrajectories, encodeTrajectories, type SkippedLine } from './trajectory-jsonl.js';

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
 * Reads a whole JSON-lines file of trajectories, as {@link readTrajectoryLines} does a line at a time; lines that hold none are
 * named in `skipped`.
 * @throws {MettleError} `filesystem/unreadable_file` if the file can't be read.
 */
export async function readTrajectoryFile(path: string): Promise<DecodedTrajectories> {
  const trajectories: Trajectory[] = [];
  const lines: number[] = [];
  const skipped: SkippedLine[] = [];
  for await (const each of readTrajectoryLines(path)) {
    if ('reason' in each) {
      skipped.push(each);
      continue;
    }
    trajectories.push(each.trajectory);
    lines.push(each.line);
  }
  return { trajectories, lines, skipped };
}
