import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
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

/** What {@link PackedFormat.pack} says of the data. */
export interface PackOptions {
  /** The licence of the data as the Hugging Face Hub writes it, such as `apache-2.0`. Default: none is stated. */
  readonly license?: string;
}

/** What {@link PackedFormat.pack} wrote. */
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
}

/**
 * A format whose file is more than the text of its records, such as Parquet or a folder. `encode` gives a JSON object a line, and `pack` makes
 * the file or folder of those lines.
 */
export interface PackedFormat extends TrajectoryFormat {
  /** Throws, before any work, if nothing could be written to `path`: a package is missing, a folder is there, or an option is wrong. */
  prepare(path: string, options?: PackOptions): Promise<void>;
  /**
   * Writes the file or folder, which is there once it's whole. The lines are read as they're needed, so they needn't fit into memory.
   * @throws {MettleError} `core/invalid_option`, `filesystem/host_write_failed`.
   */
  pack(lines: AsyncIterable<string>, path: string, options?: PackOptions): Promise<PackedRecords>;
}

/** Whether the file of a format is packed. */
export function isPacked(format: TrajectoryFormat): format is PackedFormat {
  return 'pack' in format;
}

/** Checks {@link PackOptions}. */
export const checkPackOptions: OptionsCheck = defineOptions<PackOptions>()('pack', {
  license: option.string,
});
