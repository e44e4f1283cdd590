import { isJsonObject, type Json } from '../../../core/index.js';
import type { Evaluation } from '../../../evaluation/index.js';
import { byDimension } from '../../../evaluation/internal.js';
import type { CommandIo } from '../../command.js';
import { readJudged } from './read-judged.js';

/** What a judge's file says of one trajectory. */
export type ReadScores = Pick<Evaluation, 'trajectoryId' | 'overall' | 'scores'>;

/**
 * Reads the scores that `mettle judge` wrote, or a file like it. What is no number from 0 to 1 is no score.
 * @throws {MettleError} `cli/usage` for a line that is not about a trajectory; as `readHostLines`.
 */
export async function readScores(
  file: string,
  io: Pick<CommandIo, 'cwd' | 'signal'>,
): Promise<readonly ReadScores[]> {
  const found: ReadScores[] = [];
  const about = { kind: 'scores', example: '{"trajectory_id": "…", "overall": 0.8}, as judge writes it' };
  for await (const { trajectoryId, entry } of readJudged(file, about, io)) {
    const scores = isJsonObject(entry.scores) ? entry.scores : {};
    found.push({
      trajectoryId,
      overall: scoreIn(entry.overall),
      scores: byDimension((dimension) => scoreIn(scores[dimension])),
    });
  }
  return found;
}

function scoreIn(value: Json | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
}
