import type { Metric } from '../metric.js';
import { fBetaOf, precisionOf, recallOf } from './confusion.js';
import {
  type AnswerMetricOptions,
  agreementMetric,
  type BinaryMetricOptions,
  type CategoricalMetricOptions,
  confusionMetric,
  type FBetaOptions,
  fBetaMetric,
} from './decision-metric.js';

/**
 * Mean over answers of |A ∩ B| / |A ∪ B|, the Jaccard index of the words of each field (as multisets). A failed
 * sample counts 0.
 */
export function accuracy(options: AnswerMetricOptions = {}): Metric {
  return agreementMetric('accuracy', 'tokens', options);
}

/** Share of values whose yes or no is the expected one, (TP + TN) / all. A failed sample is wrong in each value. */
export function binaryAccuracy(options: BinaryMetricOptions = {}): Metric {
  return agreementMetric('binary_accuracy', 'binary', options);
}

/** Mean over answers of the Jaccard index |A ∩ B| / |A ∪ B| of the sets of labels. A failed sample counts 0. */
export function categoricalAccuracy(options: CategoricalMetricOptions = {}): Metric {
  return agreementMetric('categorical_accuracy', 'categorical', options);
}

/**
 * TP / (TP + FP) over the words of each field. What a failed sample should have given counts as wrongly given. The
 * words are those of SQuAD's evaluation (arXiv:1606.05250); their counts are added up over samples.
 */
export function precision(options: AnswerMetricOptions = {}): Metric {
  return confusionMetric('precision', 'tokens', precisionOf, options);
}

/** TP / (TP + FP) over yes and no. What a failed sample should have given counts as wrongly given. */
export function binaryPrecision(options: BinaryMetricOptions = {}): Metric {
  return confusionMetric('binary_precision', 'binary', precisionOf, options);
}

/** TP / (TP + FP) over labels. What a failed sample should have given counts as wrongly given. */
export function categoricalPrecision(options: CategoricalMetricOptions = {}): Metric {
  return confusionMetric('categorical_precision', 'categorical', precisionOf, options);
}

/**
 * TP / (TP + FN) over the words of each field. A failed sample lacks all that was expected of it. The words are those
 * of SQuAD's evaluation (arXiv:1606.05250); their counts are added up over samples.
 */
export function recall(options: AnswerMetricOptions = {}): Metric {
  return confusionMetric('recall', 'tokens', recallOf, options);
}

/** TP / (TP + FN) over yes and no. A failed sample lacks all that was expected of it. */
export function binaryRecall(options: BinaryMetricOptions = {}): Metric {
  return confusionMetric('binary_recall', 'binary', recallOf, options);
}

/** TP / (TP + FN) over labels. A failed sample lacks all that was expected of it. */
export function categoricalRecall(options: CategoricalMetricOptions = {}): Metric {
  return confusionMetric('categorical_recall', 'categorical', recallOf, options);
}

/**
 * 2PR / (P + R) over the words of each field, with the precision P and the recall R of the metrics of these names.
 * The words are those of SQuAD's evaluation (arXiv:1606.05250); their counts are added up over samples.
 */
export function f1Score(options: AnswerMetricOptions = {}): Metric {
  return confusionMetric('f1_score', 'tokens', fBetaOf(1), options);
}

/** 2PR / (P + R) over yes and no, with the precision P and the recall R of the metrics of these names. */
export function binaryF1Score(options: BinaryMetricOptions = {}): Metric {
  return confusionMetric('binary_f1_score', 'binary', fBetaOf(1), options);
}

/** 2PR / (P + R) over labels, with the precision P and the recall R of the metrics of these names. */
export function categoricalF1Score(options: CategoricalMetricOptions = {}): Metric {
  return confusionMetric('categorical_f1_score', 'categorical', fBetaOf(1), options);
}

/**
 * (1 + β²)PR / (β²P + R) over the words of each field (van Rijsbergen 1979): recall counts β times as much as
 * precision. The words are those of SQuAD's evaluation (arXiv:1606.05250); their counts are added up over samples.
 */
export function fBetaScore(options: AnswerMetricOptions & FBetaOptions = {}): Metric {
  return fBetaMetric('fbeta_score', 'tokens', options);
}

/** (1 + β²)PR / (β²P + R) over yes and no (van Rijsbergen 1979): recall counts β times as much as precision. */
export function binaryFBetaScore(options: BinaryMetricOptions & FBetaOptions = {}): Metric {
  return fBetaMetric('binary_fbeta_score', 'binary', options);
}

/** (1 + β²)PR / (β²P + R) over labels (van Rijsbergen 1979): recall counts β times as much as precision. */
export function categoricalFBetaScore(options: CategoricalMetricOptions & FBetaOptions = {}): Metric {
  return fBetaMetric('categorical_fbeta_score', 'categorical', options);
}
