import { byName } from '../by-name.js';
import type { Metric } from '../metric.js';
import { exactMatch } from '../rewards/exact-match.js';
import * as answers from './answer-metrics.js';
import { gapK, passAtK, passHatK } from './at-k-metrics.js';
import { meanReward } from './mean-reward.js';
import { mean, sum } from './simple-metrics.js';
import { USAGE_FIGURES, type UsageFigure } from './usage-figures.js';
import { usageMetric } from './usage-metric.js';

const PHASES = ['inference', 'reward', 'optimizer', 'all'] as const;

const USAGE = PHASES.flatMap((phase) =>
  (Object.keys(USAGE_FIGURES) as readonly UsageFigure[]).map((figure): [string, () => Metric] => [
    phase === 'inference' ? figure : `${phase}_${figure}`,
    () => usageMetric(figure, { phase }),
  ]),
);

/** Metrics by name. */
export const METRICS: Readonly<Record<string, (options?: never) => Metric>> = {
  accuracy: answers.accuracy,
  binary_accuracy: answers.binaryAccuracy,
  categorical_accuracy: answers.categoricalAccuracy,
  precision: answers.precision,
  binary_precision: answers.binaryPrecision,
  categorical_precision: answers.categoricalPrecision,
  recall: answers.recall,
  binary_recall: answers.binaryRecall,
  categorical_recall: answers.categoricalRecall,
  f1_score: answers.f1Score,
  binary_f1_score: answers.binaryF1Score,
  categorical_f1_score: answers.categoricalF1Score,
  fbeta_score: answers.fBetaScore,
  binary_fbeta_score: answers.binaryFBetaScore,
  categorical_fbeta_score: answers.categoricalFBetaScore,
  exact_match: () => meanReward(exactMatch()),
  pass_at_k: passAtK,
  pass_hat_k: passHatK,
  gap_k: gapK,
  sum,
  mean,
  ...Object.fromEntries(USAGE),
};

/**
 * A metric by its name, with its defaults; case, `_` and `-` make no difference, so `F1Score` is `f1_score`. Figures of
 * usage go by their names, those of judging and proposing with `reward_` and `optimizer_` before it.
 *
 * @throws {MettleError} `training/unknown_name`, with the names that are near.
 */
export function metricByName(name: string): Metric {
  return byName('metric', name, METRICS)();
}
