import { startOf } from '../../core/internal.js';
import type { SetScore } from '../history.js';
import type { VariableValues } from '../trainable-program.js';
import type { TrainingExample } from '../training-example.js';
import type { TrainingOutcome } from '../training-outcome.js';
import { budgetEndReason } from './budget-ended.js';
import type { CandidateRuns } from './candidate-runs.js';
import { comparePaired, type PairedComparison } from './paired-comparison.js';

/** What the final choice came to. */
export interface Choice {
  readonly values: VariableValues;
  /** Whether it is another than the start. */
  readonly shipped: boolean;
  readonly reason: string;
  readonly start: SetScore;
  readonly chosen: SetScore;
  /** The start against the best of the others; null where no other was scored on the whole set. */
  readonly comparison: PairedComparison | null;
}

/**
 * Chooses between the start and the finalists on the selection set. Only what was run on all of it can win, and only by
 * being better than the start; a run that fails where the start does not is never better.
 */
export async function chooseFinal(options: {
  readonly runs: CandidateRuns;
  readonly start: VariableValues;
  readonly finalists: readonly VariableValues[];
  readonly examples: readonly TrainingExample[];
}): Promise<Choice> {
  const { runs, start, examples } = options;
  const baseline = await scoreAll(runs, start, examples);
  if (baseline === null) {
    const none: SetScore = { samples: 0, failed: 0, reward: null };
    return {
      values: start,
      shipped: false,
      reason: 'The training ended before the start was scored, so it stays.',
      start: none,
      chosen: none,
      comparison: null,
    };
  }
  let best: {
    values: VariableValues;
    outcomes: readonly TrainingOutcome[];
    rewards: readonly number[];
  } | null = null;
  let unscored = 0;
  const seen = new Set([runs.identify(start).id]);
  for (const values of options.finalists) {
    const { id } = runs.identify(values);
    if (seen.has(id)) continue;
    seen.add(id);
    const outcomes = await scoreAll(runs, values, examples);
    if (outcomes === null) {
      unscored++;
      continue;
    }
    const rewards = rewardsAgainst(baseline, outcomes);
    if (best === null || sum(rewards) > sum(best.rewards)) best = { values, outcomes, rewards };
  }
  const score = scoreOf(baseline);
  if (best === null) {
    const reason =
      unscored === 0
        ? `No other candidate was offered, so the start stays.${whyNothing(baseline)}`
        : `The training ended before any of ${unscored} candidates was scored on the whole selection set, so the start stays.`;
    return { values: start, shipped: false, reason, start: score, chosen: score, comparison: null };
  }
  const comparison = comparePaired(rewardsOf(baseline), best.rewards);
  const shipped = (comparison.difference as number) > 1e-12;
  const words = `${shown(scoreOf(best.outcomes))} against ${shown(score)} on ${examples.length} selection samples`;
  return {
    values: shipped ? best.values : start,
    shipped,
    reason: shipped
      ? `The best candidate is better than the start: ${words}.`
      : `The best candidate is no better than the start, which stays: ${words}.${whyNothing(best.outcomes)}`,
    start: score,
    chosen: shipped ? scoreOf(best.outcomes) : score,
    comparison,
  };
}

/**
 * Rewards of a candidate beside those of the start on the same samples. A run that failed is worth 0, which is more than a
 * reward below 0: where the start ended well, failing is never the better.
 */
export function rewardsAgainst(
  start: readonly TrainingOutcome[],
  outcomes: readonly TrainingOutcome[],
): number[] {
  return outcomes.map(({ reward, error }, place) => {
    const before = start[place];
    return error !== null && before?.error === null ? Math.min(reward, before.reward) : reward;
  });
}

const LONGEST_WHY = 200;

/** Where no sample has a reward: what is wrong with the first of them. The same is often wrong with all. */
function whyNothing(outcomes: readonly TrainingOutcome[]): string {
  const [first] = outcomes;
  const why = first?.error ?? first?.feedback ?? '';
  if (why === '' || outcomes.some(({ reward }) => reward !== 0)) return '';
  return ` Every selection sample has the reward 0; the first one: ${startOf(why.replace(/[\s\p{Cc}]+/gu, ' '), LONGEST_WHY)}`;
}

/** Rewards added up, and failures counted. */
export function scoreOf(outcomes: readonly TrainingOutcome[]): SetScore {
  return {
    samples: outcomes.length,
    failed: outcomes.filter(({ error }) => error !== null).length,
    reward: outcomes.length === 0 ? null : sum(rewardsOf(outcomes)) / outcomes.length,
  };
}

async function scoreAll(
  runs: CandidateRuns,
  values: VariableValues,
  examples: readonly TrainingExample[],
): Promise<readonly TrainingOutcome[] | null> {
  try {
    return await runs.evaluate(values, examples, 'select');
  } catch (error) {
    if (budgetEndReason(error) === null) throw error;
    return null;
  }
}

function rewardsOf(outcomes: readonly TrainingOutcome[]): number[] {
  return outcomes.map(({ reward }) => reward);
}

function sum(rewards: readonly number[]): number {
  return rewards.reduce((total, reward) => total + reward, 0);
}

function shown({ reward }: SetScore): string {
  return reward === null ? 'none' : String(Number(reward.toFixed(4)));
}
