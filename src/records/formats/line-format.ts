import type { Trajectory } from '../trajectory.js';
import type { EncodedTrajectories, SkippedTrajectory, TrajectoryFormat } from './trajectory-format.js';

/** A trajectory in a foreign form, and what of it the form has no place for. */
export interface WrittenRecord {
  readonly record: unknown;
  readonly losses: readonly string[];
}

/** Why a form can't hold a trajectory at all. */
export interface UnwritableRecord {
  readonly reason: string;
}

/** A format of a JSON object a line, one for each trajectory. What the form has no place for is named in `reduced`. */
export function lineFormat(
  about: Omit<TrajectoryFormat, 'encode'>,
  write: (trajectory: Trajectory) => WrittenRecord | UnwritableRecord,
): TrajectoryFormat {
  return { ...about, encode: (trajectories) => encoded(trajectories, write) };
}

function encoded(
  trajectories: readonly Trajectory[],
  write: (trajectory: Trajectory) => WrittenRecord | UnwritableRecord,
): EncodedTrajectories {
  const skipped: SkippedTrajectory[] = [];
  const reduced: SkippedTrajectory[] = [];
  const lines: string[] = [];
  for (const trajectory of trajectories) {
    const { id } = trajectory;
    const written = write(trajectory);
    if ('reason' in written) {
      skipped.push({ id, reason: written.reason });
      continue;
    }
    lines.push(`${JSON.stringify(written.record)}\n`);
    for (const reason of new Set(written.losses)) reduced.push({ id, reason });
  }
  return {
    text: lines.join(''),
    records: lines.length,
    skipped,
    ...(reduced.length === 0 ? {} : { reduced }),
  };
}
