import { resolve } from 'node:path';
import { type DecodedTrajectories, readTrajectoryFile } from '../../../records/index.js';
import { usageError } from '../../parse-option.js';

/**
 * The trajectories of a file that a command was given. What holds none is refused before anything is written.
 * @throws {MettleError} `cli/usage` for a file without a trajectory; as `readTrajectoryFile`.
 */
export async function readRecords(file: string, cwd: string): Promise<DecodedTrajectories> {
  const read = await readTrajectoryFile(resolve(cwd, file));
  if (read.trajectories.length > 0) return read;
  const [first] = read.skipped;
  throw usageError(
    first === undefined
      ? `${file} is empty: it holds no trajectory.`
      : `${file} holds no trajectory. Line ${first.line}: ${first.reason}`,
  );
}
