import { isJsonObject } from '../../core/index.js';
import { coreError, errorMessage, orAborted, startOf } from '../../core/internal.js';
import { trainingError } from '../error-codes.js';
import type { RewardLike, TrainingSettings } from '../fit-options.js';
import type { Reward, RewardRange, RewardResult, RewardSample } from '../reward.js';
import { rewardByName } from '../rewards/reward-by-name.js';
import type { ProgramUsage } from '../trainable-program.js';
import { NO_USAGE } from '../training-outcome.js';
import { BatchScorer } from './batch-scorer.js';

/** Above this, a sum of rewards or its square could be infinite, and no number would be left to compare. */
const LARGEST = 1e100;

/** What judges one output. */
export interface Judge {
  readonly reward: string;
  readonly output: string;
  readonly weight: number;
  /** What the reward says that it gives, before the weight. */
  readonly range: RewardRange;
  /** Set where samples are judged several at a time: it must be told of each sample that is under way. */
  readonly batch: BatchScorer | null;
  judge(sample: RewardSample): Promise<Judgement>;
}

/** What one reward said of one output. */
interface Judgement {
  readonly reward: number;
  readonly feedback: string | null;
  readonly usage: ProgramUsage;
}

/**
 * One judge for each output; null for an output that is not judged.
 *
 * @throws {MettleError} `core/invalid_option` for rewards or weights that don't fit the outputs.
 */
export function makeJudges(
  settings: Pick<TrainingSettings, 'reward' | 'rewardWeights'>,
  outputs: readonly string[],
): readonly (Judge | null)[] {
  const rewards = perOutput(settings.reward, outputs);
  const weights = weightsOf(settings.rewardWeights, outputs);
  if (rewards.every((reward) => reward === null)) {
    throw coreError('invalid_option', `reward names none of the outputs ${outputs.join(', ')}.`);
  }
  return rewards.map((reward, place) =>
    reward === null ? null : makeJudge(reward, outputs[place] as string, weights[place] as number),
  );
}

/**
 * The largest reward that a sample can have: the sum over the judged outputs of the most that each reward gives, or with a
 * negative weight the least, times its weight. Infinity where a reward has no end on that side.
 */
export function largestReward(judges: readonly (Judge | null)[]): number {
  return judges.reduce((sum, judge) => {
    if (judge === null || judge.weight === 0) return sum;
    const { weight, range } = judge;
    // In the order in which a sample's rewards are added up, so that both are the same number.
    return sum + (weight < 0 ? range[0] : range[1]) * weight;
  }, 0);
}

const NO_ENDS: RewardRange = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** @throws {MettleError} `core/invalid_option` for what is no range. */
function rangeOf({ name, range = NO_ENDS }: Reward): RewardRange {
  const given: unknown = range;
  const isRange =
    Array.isArray(given) &&
    given.length === 2 &&
    given.every((end) => typeof end === 'number' && !Number.isNaN(end)) &&
    given[0] <= given[1];
  if (isRange) return range;
  throw coreError(
    'invalid_option',
    `The range of the reward ${name} is [least, most], such as [0, 1]; got ${JSON.stringify(given)}.`,
  );
}

function makeJudge(reward: Reward, output: string, weight: number): Judge {
  const range = rangeOf(reward);
  const batch = 'scoreBatch' in reward ? new BatchScorer(reward) : null;
  return {
    reward: reward.name,
    output,
    weight,
    range,
    batch,
    async judge(sample) {
      try {
        const judging =
          batch === null
            ? (reward as Extract<Reward, { score: unknown }>).score(
                sample.yTrue,
                sample.yPred,
                sample.context,
              )
            : batch.score(sample);
        return judgementOf(await orAborted(Promise.resolve(judging), sample.context.signal), weight, range);
      } catch (cause) {
        if (sample.context.signal?.aborted === true) throw sample.context.signal.reason;
        throw trainingError(
          'reward_failed',
          `The reward ${reward.name} of output ${output} failed on example ${startOf(sample.context.exampleId, 12)}: ${errorMessage(cause)}`,
          { cause, details: { reward: reward.name, output, exampleId: sample.context.exampleId } },
        );
      }
    },
  };
}

/** @throws {TypeError} for what is no judgement: a sum of rewards, or of costs, would be lost in it. */
function judgementOf(result: RewardResult, weight: number, [least, most]: RewardRange): Judgement {
  const given: unknown = result;
  const judged: Readonly<Record<string, unknown>> = isJsonObject(given) ? given : { reward: given };
  const { reward, feedback = null, usage = {} } = judged;
  if (typeof reward !== 'number' || !Number.isFinite(reward)) {
    throw new TypeError(`a reward is a finite number; got ${shown(reward)}`);
  }
  if (reward < least || reward > most) {
    throw new TypeError(`its range is from ${least} to ${most}; got ${reward}`);
  }
  if (Math.abs(reward * weight) > LARGEST) {
    throw new TypeError(`a reward times its weight is at most ${LARGEST}; got ${reward} times ${weight}`);
  }
  if (feedback !== null && typeof feedback !== 'string') {
    throw new TypeError(`feedback is text; got ${shown(feedback)}`);
  }
  const used = isJsonObject(usage) ? usage : null;
  const wrong = Object.entries(used ?? { usage }).find(([name, count]) => !isCount(name, count));
  if (wrong !== undefined)
    throw new TypeError(`usage counts numbers from 0; got ${wrong[0]} ${shown(wrong[1])}`);
  const counted = Object.entries(used ?? {}).filter(([, count]) => count !== undefined);
  return { reward, feedback, usage: { ...NO_USAGE, ...Object.fromEntries(counted) } };
}

function isCount(name: string, count: unknown): boolean {
  if (count === undefined || (name === 'cost' && count === null)) return true;
  return typeof count === 'number' && Number.isFinite(count) && count >= 0;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function perOutput(given: TrainingSettings['reward'], outputs: readonly string[]): (Reward | null)[] {
  if (isReward(given)) return outputs.map(() => asReward(given));
  if (Array.isArray(given)) {
    if (given.length !== outputs.length) {
      throw coreError(
        'invalid_option',
        `reward has ${given.length} entries; the program has ${outputs.length} outputs: ${outputs.join(', ')}.`,
      );
    }
    return given.map((entry, place) => (entry === null ? null : checked(entry, `reward[${place}]`)));
  }
  if (!isJsonObject(given)) {
    throw coreError(
      'invalid_option',
      'reward is a function, a reward, a list of them, or one for each output by its name.',
    );
  }
  const byName: Readonly<Record<string, unknown>> = given;
  checkNames('reward', byName, outputs);
  return outputs.map((name) => {
    const entry = byName[name];
    return entry === undefined || entry === null ? null : checked(entry, `reward.${name}`);
  });
}

function checked(entry: unknown, what: string): Reward {
  if (isReward(entry)) return asReward(entry);
  throw coreError(
    'invalid_option',
    `${what} is neither a function nor a reward with a name and score or scoreBatch.`,
  );
}

function isReward(value: unknown): value is RewardLike {
  if (typeof value === 'function' || typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null) return false;
  const { name, score, scoreBatch } = value as { name?: unknown; score?: unknown; scoreBatch?: unknown };
  return typeof name === 'string' && (typeof score === 'function' || typeof scoreBatch === 'function');
}

function asReward(like: RewardLike): Reward {
  if (typeof like === 'string') return rewardByName(like);
  return typeof like === 'function' ? { name: like.name === '' ? 'reward' : like.name, score: like } : like;
}

function weightsOf(given: TrainingSettings['rewardWeights'], outputs: readonly string[]): number[] {
  if (given === undefined) return outputs.map(() => 1);
  let weights: number[];
  if (Array.isArray(given)) {
    if (given.length !== outputs.length) {
      throw coreError(
        'invalid_option',
        `rewardWeights has ${given.length} entries; the program has ${outputs.length} outputs: ${outputs.join(', ')}.`,
      );
    }
    weights = [...given];
  } else if (isJsonObject(given)) {
    checkNames('rewardWeights', given, outputs);
    weights = outputs.map((name) => (Object.hasOwn(given, name) ? Number(given[name]) : 1));
  } else {
    throw coreError('invalid_option', "rewardWeights is a list of numbers, or numbers by the output's name.");
  }
  const wrong = weights.findIndex((weight) => !Number.isFinite(weight));
  if (wrong >= 0)
    throw coreError('invalid_option', `The reward weight of ${outputs[wrong]} is not a finite number.`);
  return weights;
}

function checkNames(setting: string, given: object, outputs: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !outputs.includes(name));
  if (unknown === undefined) return;
  throw coreError(
    'invalid_option',
    `${setting} names the output ${unknown}; the program has ${outputs.join(', ')}.`,
    {
      details: {
        unknown,
        outputs,
      },
    },
  );
}
