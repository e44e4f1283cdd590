import { defineOptions, type OptionKinds, option } from '../../../core/index.js';
import type { Requirement } from '../../requirement.js';
import type { Attempt } from '../attempt.js';
import { createStrategy } from '../create-strategy.js';
import { askNoMore } from '../policies/repair-policies.js';
import type { Strategy } from '../strategy.js';
import { mathAnswer } from '../voting/math-answer.js';
import { rougeL } from '../voting/rouge-l.js';

/** What the voting presets take. */
interface VotingOptions {
  /** Answers that are asked for. Default 8. */
  readonly samples?: number;
  /** Answers that are asked for at the same time. Default 4. */
  readonly concurrency?: number;
  readonly requirements?: readonly Requirement[];
}

/** The kinds of {@link VotingOptions}. */
const VOTING_OPTIONS: OptionKinds<VotingOptions> = {
  samples: option.number,
  concurrency: option.number,
  requirements: option.list(),
};

/** What {@link majorityVoting} takes. */
export interface MajorityVotingOptions extends VotingOptions {
  /** What an attempt votes for: equal texts are the same vote, null is none. Default: its final mathematical answer. */
  readonly answerOf?: (attempt: Attempt) => string | null;
}

const checkMajorityVotingOptions = defineOptions<MajorityVotingOptions>()('strategies.majorityVoting', {
  ...VOTING_OPTIONS,
  answerOf: option.callback,
});

/** What {@link minimumBayesRisk} takes. */
export interface MinimumBayesRiskOptions extends VotingOptions {
  /** How alike two answers are, from 0 to 1, symmetric. Default: ROUGE-L F1 over stems. */
  readonly similarity?: (left: string, right: string) => number;
}

const checkMinimumBayesRiskOptions = defineOptions<MinimumBayesRiskOptions>()('strategies.minimumBayesRisk', {
  ...VOTING_OPTIONS,
  similarity: option.callback,
});

/**
 * Asks several times and takes the answer that most agree on. Only answers that meet the requirements vote. It ends
 * as soon as the votes that are still out cannot change the winner; among equals the earlier answer wins.
 */
export function majorityVoting(options: MajorityVotingOptions = {}): Strategy {
  checkMajorityVotingOptions(options);
  const answerOf = options.answerOf ?? (({ reply }: Attempt) => mathAnswer(reply.text));
  const count = (attempts: readonly Attempt[]): Ballot[] => countVotes(attempts, answerOf);
  return createStrategy({
    name: 'majorityVoting',
    ...sizeOf(options),
    repair: askNoMore,
    select: {
      isSettled(attempts, lanesLeft) {
        const [first, second] = count(attempts);
        return first !== undefined && first.votes > (second?.votes ?? 0) + lanesLeft;
      },
      select: (attempts) => count(attempts)[0]?.attempt ?? null,
    },
  });
}

/**
 * Asks several times and takes the answer that is most like all others (minimum Bayes risk decoding). Only answers
 * that meet the requirements count; among equals the earlier wins.
 */
export function minimumBayesRisk(options: MinimumBayesRiskOptions = {}): Strategy {
  checkMinimumBayesRiskOptions(options);
  const similarity = options.similarity ?? rougeL;
  return createStrategy({
    name: 'minimumBayesRisk',
    ...sizeOf(options),
    repair: askNoMore,
    select: {
      isSettled: () => false,
      select: (attempts) =>
        mostCentral(
          attempts.filter(({ report }) => report.ok),
          similarity,
        ),
    },
  });
}

function sizeOf(options: VotingOptions): {
  attempts: number;
  lanes: number;
  concurrency: number;
  requirements: readonly Requirement[];
} {
  const { samples = 8, requirements = [] } = options;
  return {
    attempts: 1,
    lanes: samples,
    concurrency: options.concurrency ?? Math.min(4, samples),
    requirements,
  };
}

interface Ballot {
  readonly attempt: Attempt;
  votes: number;
}

/** The answers by votes, most first; equal votes stay in the order of the attempts. */
function countVotes(attempts: readonly Attempt[], answerOf: (attempt: Attempt) => string | null): Ballot[] {
  const ballots = new Map<string, Ballot>();
  for (const attempt of attempts) {
    const answer = attempt.report.ok ? answerOf(attempt) : null;
    if (answer === null) continue;
    const ballot = ballots.get(answer);
    if (ballot === undefined) ballots.set(answer, { attempt, votes: 1 });
    else ballot.votes++;
  }
  return [...ballots.values()].sort((left, right) => right.votes - left.votes);
}

function mostCentral(
  attempts: readonly Attempt[],
  similarity: (left: string, right: string) => number,
): Attempt | null {
  const sums = new Array<number>(attempts.length).fill(0);
  for (const [i, left] of attempts.entries()) {
    for (const [j, right] of attempts.entries()) {
      if (j <= i) continue;
      const alike = similarity(left.reply.text, right.reply.text);
      sums[i] = (sums[i] ?? 0) + alike;
      sums[j] = (sums[j] ?? 0) + alike;
    }
  }
  return attempts[sums.indexOf(Math.max(...sums))] ?? null;
}
