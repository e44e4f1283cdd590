import { deserialize } from '../../core/index.js';
import {
  type Metric,
  metricByName,
  type Optimizer,
  type Reward,
  type RewardLike,
  rewardByName,
  type TrainingSettings,
} from '../../training/index.js';
import { programError } from '../program-error.js';

/** A reward, a function of one, or a name. */
export type RewardChoice = RewardLike | string;

/** What `compile` takes. */
export interface CompileOptions extends Omit<TrainingSettings, 'reward' | 'optimizer' | 'metrics'> {
  /** One for every output, a list with one entry for each output (null: not judged), or by the output's name. */
  readonly reward:
    | RewardChoice
    | readonly (RewardChoice | null)[]
    | Readonly<Record<string, RewardChoice | null>>;
  /** An optimizer, or the registered name of a class of them, such as `RandomFewShot` (of Mettle) or `mine>Own`. */
  readonly optimizer?: Optimizer | string;
  /** Metrics, or their names. */
  readonly metrics?: readonly (Metric | string)[];
}

/**
 * What a trainer takes: names are looked up.
 *
 * @throws {MettleError} `training/unknown_name`, `serialization/unknown_name`, `programs/invalid_option`.
 */
export function trainingSettings({ reward, optimizer, metrics, ...rest }: CompileOptions): TrainingSettings {
  return {
    ...rest,
    reward: rewardsOf(reward),
    ...(optimizer === undefined ? {} : { optimizer: optimizerOf(optimizer) }),
    ...(metrics === undefined ? {} : { metrics: metricsOf(metrics) }),
  };
}

/** Whether something is one reward, and no list or record of them. */
export function isReward(value: unknown): value is Reward {
  if (typeof value !== 'object' || value === null) return false;
  const { score, scoreBatch } = value as { readonly score?: unknown; readonly scoreBatch?: unknown };
  return typeof score === 'function' || typeof scoreBatch === 'function';
}

function rewardsOf(reward: CompileOptions['reward']): TrainingSettings['reward'] {
  if (typeof reward === 'string' || typeof reward === 'function' || isReward(reward)) return rewardOf(reward);
  if (Array.isArray(reward)) return (reward as readonly (RewardChoice | null)[]).map(rewardOrNull);
  if (typeof reward !== 'object' || reward === null) {
    throw programError(
      'invalid_option',
      'compile needs a reward: a function, a reward of mettle/training, or a name.',
    );
  }
  return Object.fromEntries(
    Object.entries(reward as Readonly<Record<string, RewardChoice | null>>).map(([output, each]) => [
      output,
      rewardOrNull(each),
    ]),
  );
}

function rewardOrNull(reward: RewardChoice | null): RewardLike | null {
  return reward === null ? null : rewardOf(reward);
}

function rewardOf(reward: RewardChoice): RewardLike {
  return typeof reward === 'string' ? rewardByName(reward) : reward;
}

function metricsOf(metrics: readonly (Metric | string)[]): readonly Metric[] {
  if (!Array.isArray(metrics)) {
    throw programError('invalid_option', 'metrics is a list of metrics or their names.');
  }
  return metrics.map((metric: Metric | string) =>
    typeof metric === 'string' ? metricByName(metric) : metric,
  );
}

function optimizerOf(optimizer: Optimizer | string): Optimizer {
  const made: unknown =
    typeof optimizer === 'string'
      ? deserialize({
          registered_name: optimizer.includes('>') ? optimizer : `mettle>${optimizer}`,
          config: {},
        })
      : optimizer;
  if (typeof (made as { readonly begin?: unknown } | null)?.begin === 'function') return made as Optimizer;
  throw programError('invalid_option', `${String(optimizer)} is no optimizer.`);
}
