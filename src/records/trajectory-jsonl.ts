import { canonicalJson, type Json, type Steps } from '../core/index.js';
import { errorMessage, inTurns, quoted } from '../core/internal.js';
import { readTrajectory } from './parse-trajectory.js';
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
 * was torn off by a crash while writing; like every line that holds no trajectory it is skipped and named. The event loop
 * runs between the lines, and within long ones.
 */
export async function decodeTrajectories(text: string): Promise<DecodedTrajectories> {
  return inTurns(decodeLines(text));
}

function* decodeLines(text: string): Steps<DecodedTrajectories> {
  const trajectories: Trajectory[] = [];
  const lines: number[] = [];
  const skipped: SkippedLine[] = [];
  let line = 0;
  for (let start = 0; start <= text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    line++;
    const read = yield* readLine(text.slice(start, end), feed >= 0);
    if (read !== null && 'reason' in read) skipped.push({ line, reason: read.reason });
    else if (read !== null) {
      trajectories.push(read.trajectory);
      lines.push(line);
    }
    start = end + 1;
    yield;
  }
  return { trajectories, lines, skipped };
}

const NO_RECORD_ON_A_LINE =
  'it begins no JSON object; a record is one on a line of its own (mettle import reads other files)';

/** The trajectory of a line, or why it holds none; null for a blank line. */
export function* readLine(
  line: string,
  isEnded: boolean,
): Steps<{ readonly trajectory: Trajectory } | { readonly reason: string } | null> {
  if (/^\s*$/.test(line)) return null;
  try {
    const record = JSON.parse(line) as Json;
    yield;
    const read = readTrajectory(record);
    if ('problem' in read) return { reason: read.problem };
    yield;
    // JSON.parse makes an infinity of 1e400, and nests without end: what can't be written again is no record.
    const isAsWritten = canonicalJson(record) === line;
    yield;
    const repeated = isAsWritten ? null : yield* repeatedMember(line);
    if (repeated === null) return read;
    return { reason: `it has the member ${quoted(repeated)} twice in one object` };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { reason: errorMessage(error) };
    if (!/^\s*\{\s*"/.test(line)) return { reason: NO_RECORD_ON_A_LINE };
    return { reason: isEnded ? errorMessage(error) : 'the last line is incomplete' };
  }
}
