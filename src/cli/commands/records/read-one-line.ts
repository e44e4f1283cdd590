import type { SkippedLine, TrajectoryLine } from '../../../records/index.js';

/** A line of a file as text. */
export interface ReadableLine {
  readonly line: number;
  readonly text: string;
  /** Whether its line break is there. */
  readonly isEnded: boolean;
}

/** The record of a line, or why it holds none; null for a blank line. */
export async function readOneLine({
  line,
  text,
  isEnded,
}: ReadableLine): Promise<TrajectoryLine | SkippedLine | null> {
  const { decodeTrajectories } = await import('../../../records/index.js');
  const { trajectories, skipped } = await decodeTrajectories(isEnded ? `${text}\n` : text);
  const [trajectory] = trajectories;
  if (trajectory !== undefined) return { line, trajectory };
  return skipped[0] === undefined ? null : { line, reason: skipped[0].reason };
}
