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

/** What {@link TrajectoryFormat.pack} says of the data. */
export interface PackOptions {
  /** The licence of the data as the Hugging Face Hub writes it, such as `apache-2.0`. Default: none is stated. */
  readonly license?: string;
}

/** What {@link TrajectoryFormat.pack} wrote. */
export interface PackedRecords {
  /** Records, or tasks, in the file or folder. */
  readonly records: number;
  /** Lines left out because an earlier one is of the same task. */
  readonly repeated: number;
}

/** A form that trajectories can be written in. */
export interface TrajectoryFormat {
  /** The name that `--format` takes. */
  readonly name: string;
  /** With the dot: `.jsonl`. Empty for a folder. */
  readonly extension: string;
  readonly description: string;
  /** Writes what the format can carry and names the rest. Equal trajectories give equal bytes. */
  encode(trajectories: readonly Trajectory[]): EncodedTrajectories;
  /**
   * For a format that is more than the text of its records, such as Parquet or a folder. `encode` then gives a JSON object a line, and this
   * makes the file or folder at `path` of them. It reads them as it goes, so they needn't fit into memory. The file is there once it's whole.
   *
   * Absent: the text of `encode` is the file.
   */
  pack?(lines: AsyncIterable<string>, path: string, options?: PackOptions): Promise<PackedRecords>;
  /** Throws before any work if `pack` could not write to `path`: it lacks a package, or a folder is there. */
  prepare?(path: string): Promise<void>;
}
