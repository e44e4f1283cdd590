import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { ANSWER_TOOL } from '../answer-tool.js';
import { gymError } from '../error-codes.js';
import type { EpisodePlan, ServedEpisode, ServedGym } from '../serving/served-gym.js';
import { readCandidate } from './blocks.js';

/** Candidates that are scored in one request. */
const MOST_CANDIDATES = 256;

/**
 * Scores completions of one task: each is played in a world of its own, its calls in their order and then its last words as
 * the answer, so that nothing a candidate claims to have read counts.
 *
 * @throws {MettleError} `gym/not_scored` where one of them can't be scored, since a client knows no score that is none.
 */
export async function scoreCandidates(
  gym: ServedGym,
  plan: EpisodePlan,
  candidates: readonly Json[],
  signal: AbortSignal,
): Promise<JsonObject> {
  if (candidates.length > MOST_CANDIDATES) {
    throw gymError('not_scored', `No more than ${MOST_CANDIDATES} candidates are scored at a time.`);
  }
  const scores: JsonObject[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const read = readCandidate(candidate);
    if (read === null) throw gymError('not_scored', `Candidate ${index} has no messages with blocks.`);
    const episode = await gym.begin(plan, signal);
    try {
      const reward = await play(episode, read, signal);
      if (reward === null) throw gymError('not_scored', `Candidate ${index} could not be scored.`);
      const metadata =
        isJsonObject(candidate) && isJsonObject(candidate.metadata) ? candidate.metadata : null;
      scores.push({ reward, metadata });
    } finally {
      await episode.close();
    }
  }
  return { scores };
}

async function play(
  episode: ServedEpisode,
  { calls, text }: NonNullable<ReturnType<typeof readCandidate>>,
  signal: AbortSignal,
): Promise<number | null> {
  for (const { tool, input } of calls) {
    const { done, earned } = await episode.act({ tool, arguments: input }, signal);
    if (done) return earned;
  }
  return (await episode.act({ tool: ANSWER_TOOL.name, arguments: { answer: text } }, signal)).earned;
}
