export {
  accuracy,
  binaryAccuracy,
  binaryF1Score,
  binaryFBetaScore,
  binaryPrecision,
  binaryRecall,
  categoricalAccuracy,
  categoricalF1Score,
  categoricalFBetaScore,
  categoricalPrecision,
  categoricalRecall,
  f1Score,
  fBetaScore,
  precision,
  recall,
} from './answer-metrics.js';
export { type AtKOptions, gapK, passAtK, passHatK } from './at-k-metrics.js';
export type { Average } from './average.js';
export { createMetric, type MetricDefinition } from './create-metric.js';
export type {
  AnswerMetricOptions,
  BinaryMetricOptions,
  CategoricalMetricOptions,
  FBetaOptions,
} from './decision-metric.js';
export { type MeanRewardOptions, meanReward } from './mean-reward.js';
export { metricByName } from './metric-by-name.js';
export { type FigureOptions, mean, sum } from './simple-metrics.js';
export type { UsageFigure } from './usage-figures.js';
export { type UsageMetricOptions, usageMetric } from './usage-metric.js';
