import type { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { trainingError } from '../error-codes.js';
import type { Logs, SetScore } from '../history.js';
import type { Metric, MetricSample } from '../metric.js';
import type { ProgramUsage } from '../trainable-program.js';
import type { TrainingExample } from '../training-example.js';
import type { Phase, TrainingOutcome } from '../training-outcome.js';

/** Takes judged samples one at a time, and gives the mean reward and every metric. Keeps none of them. */
export class Figures {
  readonly #metrics: readonly Metric[];
  readonly #largestReward: number;
  #samples = 0;
  #failed = 0;
  #sum = 0;

  /** `largestReward`: that a sample can have. */
  constructor(metrics: readonly Metric[], largestReward: number) {
    this.#largestReward = largestReward;
    this.#metrics = metrics.map((metric) => metric.clone());
  }

  async add(example: TrainingExample, outcome: Omit<TrainingOutcome, 'candidate'>): Promise<void> {
    this.#samples++;
    if (outcome.error !== null) this.#failed++;
    this.#sum += outcome.reward;
    if (this.#metrics.length === 0) return;
    const sample = metricSample(example, outcome, this.#largestReward);
    for (const metric of this.#metrics) {
      try {
        const added = metric.add(sample);
        if (added !== undefined) await added;
      } catch (cause) {
        throw metricFailed(metric, cause);
      }
    }
  }

  /** Takes what was used without a sample. */
  addUsage(phase: Phase, usage: ProgramUsage): void {
    for (const metric of this.#metrics) metric.addUsage?.(phase, usage);
  }

  score(): SetScore {
    const reward = this.#samples === 0 ? null : this.#sum / this.#samples;
    return { samples: this.#samples, failed: this.#failed, reward };
  }

  /** `reward` and every metric, each name with `prefix` before it. */
  logs(prefix = ''): Logs {
    const logs: Record<string, number | null> = { [`${prefix}reward`]: this.score().reward };
    for (const metric of this.#metrics) {
      const result = resultOf(metric);
      if (result === null || typeof result === 'number') logs[`${prefix}${metric.name}`] = result;
      else for (const [key, value] of Object.entries(result)) logs[`${prefix}${metric.name}_${key}`] = value;
    }
    return logs;
  }
}

function resultOf(metric: Metric): ReturnType<Metric['result']> {
  try {
    return metric.result();
  } catch (cause) {
    throw metricFailed(metric, cause);
  }
}

/** What a metric throws says nothing about the program: it ends the work, with its name. */
function metricFailed({ name }: Metric, cause: unknown): MettleError {
  return trainingError('metric_failed', `The metric ${name} failed: ${errorMessage(cause)}`, {
    cause,
    details: { metric: name },
  });
}

function metricSample(
  example: TrainingExample,
  outcome: Omit<TrainingOutcome, 'candidate'>,
  largestReward: number,
): MetricSample {
  return {
    exampleId: example.id,
    inputs: example.x,
    yTrue: example.y,
    yPred: outcome.outputs,
    reward: outcome.reward,
    largestReward,
    error: outcome.error,
    calls: outcome.calls,
    usage: outcome.usage,
  };
}
