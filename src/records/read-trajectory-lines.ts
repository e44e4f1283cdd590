import { defineOptions, option } from '../core/index.js';
import { takeTurns } from '../core/internal.js';
import type { Trajectory } from './trajectory.js';
import { readLine, type SkippedLine } from './trajectory-jsonl.js';

/** The default of {@link ReadTrajectoryOptions.maxLineBytes}. */
export const MAX_LINE_BYTES: number = 2 ** 26;

/** What {@link readTrajectoryLines} takes. */
export interface ReadTrajectoryOptions {
  /** Longer lines are named and passed over. Default 64 MiB. */
  readonly maxLineBytes?: number;
  /** Lines up to this one are passed over, whatever they hold. Default 0: none. */
  readonly afterLine?: number;
}

/** A line of a file that holds a trajectory. */
export interface TrajectoryLine {
  /** 1-based. */
  readonly line: number;
  readonly trajectory: Trajectory;
}

const checkOptions = defineOptions<ReadTrajectoryOptions>()('readTrajectoryLines', {
  maxLineBytes: option.wholeNumber(1),
  afterLine: option.wholeNumber(0),
});

/**
 * Reads a JSON-lines file of trajectories of any size, line by line: one record is held at a time. A line that holds none (no record,
 * not UTF-8, too long) is given with the reason, and reading goes on. Files that gzip or, where Node can, Zstandard packed are
 * unpacked on the way.
 *
 * @example
 * ```ts
 * import { readTrajectoryLines, writeTrajectoryFile } from 'mettle/records';
 *
 * await writeTrajectoryFile('runs.jsonl', []);
 * let passed = 0;
 * for await (const each of readTrajectoryLines('runs.jsonl')) {
 *   if ('reason' in each) console.error(`line ${each.line}: ${each.reason}`);
 *   else if (each.trajectory.outcome?.verdict === 'pass') passed += 1;
 * }
 * console.log(passed); // → 0
 * ```
 * @throws {MettleError} `filesystem/unreadable_file` if the file can't be read; `core/invalid_option`.
 */
export function readTrajectoryLines(
  path: string,
  options: ReadTrajectoryOptions = {},
): AsyncGenerator<TrajectoryLine | SkippedLine, void, undefined> {
  const { maxLineBytes = MAX_LINE_BYTES, afterLine = 0 } = checkOptions(options);
  return linesOf(path, maxLineBytes, afterLine);
}

async function* linesOf(
  path: string,
  maxLineBytes: number,
  afterLine: number,
): AsyncGenerator<TrajectoryLine | SkippedLine, void, undefined> {
  // Loaded at the first call: most of who imports records reads or writes no file.
  const { readHostLines } = await import('../filesystem/internal.js');
  const inTurns = takeTurns();
  for await (const { line, text, problem, isEnded } of readHostLines(path, 'trajectories', {
    maxLineBytes,
  })) {
    if (line <= afterLine) continue;
    if (text === null) {
      yield { line, reason: problem ?? '' };
      continue;
    }
    const read = await inTurns(readLine(text, isEnded));
    if (read !== null) yield { line, ...read };
  }
}
