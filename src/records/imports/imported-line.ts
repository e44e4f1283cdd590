import type { Json } from '../../core/index.js';
import type { Trajectory } from '../trajectory.js';
import type { SkippedLine } from '../trajectory-jsonl.js';

/** A run that was imported. */
export interface ImportedLine {
  /** The line that it stands or begins in, from 1. */
  readonly line: number;
  readonly trajectory: Trajectory;
  /** What the log has and the record hasn't. */
  readonly losses: readonly string[];
  /** The name of the form that it was read as. */
  readonly format: string;
  /** Why, as the end of "read as … because"; null where the form was given. */
  readonly because: string | null;
}

/** Logs that were read and not yet imported. */
export interface LoadedTraces {
  readonly traces: readonly Json[];
  /** The line of each, from 1. */
  readonly lines: readonly number[];
  readonly skipped: readonly SkippedLine[];
}
