import { canonicalJson, type Json } from '../core/index.js';
import { errorMessage, quoted } from '../core/internal.js';
import { parseTrajectory } from './parse-trajectory.js';
import { repeatedMember } from './repeated-member.js';
import type { Trajectory } from './trajectory.js';
import { trajectoryRecord } from './trajectory-record.js';

/** A line that holds no trajectory. */
export interface SkippedLine {
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
}

/** What a JSON-lines text held. */
export interface DecodedTrajectories {
  readonly trajectories: readonly Trajectory[];
  /** The line of each, from 1. */
  readonly lines: readonly number[];
  readonly skipped: readonly SkippedLine[];
}

/** Trajectories as JSON lines: one canonical record a line, each line ended. Equal trajectories give equal bytes. */
export function encodeTrajectories(trajectories: readonly Trajectory[]): string {
  return trajectories.map((trajectory) => `${canonicalJson(trajectoryRecord(trajectory))}\n`).join('');
}

/**
 * Reads JSON lines of trajectory records. Blank lines are nothing. A last line without its end that does not parse
 * was torn off by a crash while writing; like every line that holds no trajectory it is skipped and named. All lines are
 * read at once; {@link readTrajectoryFile} and {@link readTrajectoryLines} let the event loop run between them.
 */
export function decodeTrajectories(text: string): DecodedTrajectories {
  const trajectories: Trajectory[] = [];
  const places: number[] = [];
  const skipped: SkippedLine[] = [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    try {
      trajectories.push(parseLine(line));
      places.push(index + 1);
    } catch (error) {
      const torn = index === lines.length - 1 && error instanceof SyntaxError;
      skipped.push({
        line: index + 1,
        reason: torn ? 'the last line is incomplete' : errorMessage(error),
      });
    }
  }
  return { trajectories, lines: places, skipped };
}

/** The trajectory of a line. Throws for one that holds none. */
export function parseLine(line: string): Trajectory {
  const record = JSON.parse(line) as Json;
  const trajectory = parseTrajectory(record);
  // JSON.parse makes an infinity of 1e400, and nests without end: what can't be written again is no record.
  const isAsWritten = canonicalJson(record) === line;
  const repeated = isAsWritten ? null : repeatedMember(line);
  if (repeated !== null) throw new Error(`it has the member ${quoted(repeated)} twice in one object`);
  return trajectory;
}
