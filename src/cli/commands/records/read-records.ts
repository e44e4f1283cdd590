import { resolve } from 'node:path';
import { type HostLine, readHostLines } from '../../../filesystem/internal.js';
import {
  readTrajectoryLines,
  type SkippedLine,
  type Trajectory,
  type TrajectoryLine,
} from '../../../records/index.js';
import { MAX_LINE_BYTES } from '../../../records/internal.js';
import { usageError } from '../../parse-option.js';

/** The records of a file, read as they are asked for. */
export interface OpenedRecords {
  /** The file itself. */
  readonly path: string;
  readonly first: Trajectory;
  /** Lines that may hold a record, for progress. */
  readonly total: number;
  /** The lines below one, 0 for all: their records, or why they hold none. */
  after(line: number): AsyncIterable<TrajectoryLine | SkippedLine>;
  /** The same lines, not yet read as records. */
  linesAfter(line: number): AsyncIterable<HostLine>;
}

/**
 * Opens the file of trajectories that a command was given. One record is held at a time. What holds none is refused before anything
 * is written.
 * @throws {MettleError} `cli/usage` for a file without a trajectory; as `readTrajectoryLines`.
 */
export async function openRecords(file: string, cwd: string): Promise<OpenedRecords> {
  const path = resolve(cwd, file);
  return {
    path,
    first: await firstRecord(path, file),
    total: await countLines(path),
    after: (line) => readTrajectoryLines(path, { afterLine: line }),
    linesAfter: (line) => linesAfter(path, line),
  };
}

async function* linesAfter(path: string, line: number): AsyncGenerator<HostLine, void, undefined> {
  for await (const each of readHostLines(path, 'trajectories', { maxLineBytes: MAX_LINE_BYTES })) {
    if (each.line > line) yield each;
  }
}

async function firstRecord(path: string, shown: string): Promise<Trajectory> {
  let first: SkippedLine | undefined;
  for await (const each of readTrajectoryLines(path)) {
    if ('trajectory' in each) return each.trajectory;
    first ??= each;
  }
  throw usageError(
    first === undefined
      ? `${shown} is empty: it holds no trajectory.`
      : `${shown} holds no trajectory. Line ${first.line}: ${first.reason}`,
  );
}

/** Counts lines without holding one: what is longer than a line break is passed over. */
async function countLines(path: string): Promise<number> {
  let count = 0;
  for await (const { text } of readHostLines(path, 'trajectories', { maxLineBytes: 1 })) {
    if (text === null || text.trim() !== '') count += 1;
  }
  return count;
}
