import type { Trajectory } from '../trajectory.js';

/** A trajectory that a format cannot carry. */
export interface SkippedTrajectory {
  readonly id: string;
  readonly reason: string;
}

/** Trajectories in a foreign form. */
export interface EncodedTrajectories {
  readonly text: string;
  /** How many records the text holds. */
  readonly records: number;
  readonly skipped: readonly SkippedTrajectory[];
  /** Those that the text holds without a part of them, which the reason names. Absent: none. */
  readonly reduced?: readonly SkippedTrajectory[];
}

/** A form that trajectories can be written in. */
export interface TrajectoryFormat {
  /** The name that `--format` takes. */
  readonly name: string;
  /** With the dot: `.jsonl`. */
  readonly extension: string;
  readonly description: string;
  /** Writes what the format can carry and names the rest. Equal trajectories give equal bytes. */
  encode(trajectories: readonly Trajectory[]): EncodedTrajectories;
}
