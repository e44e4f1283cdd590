import {
  defineOptions,
  type JsonObject,
  type OptionKinds,
  type OptionsCheck,
  option,
} from '../../core/index.js';
import { JUDGED_FIELDS, type JudgedFields, judgedPart } from '../mask-options.js';
import type { Metric } from '../metric.js';
import { answersOf } from './answers.js';
import { AVERAGES, type Average, weightedMean } from './average.js';
import { saveable } from './built-in-metric.js';
import {
  addConfusions,
  agreementOf,
  type Confusion,
  type ConfusionScore,
  fBetaOf,
  NO_DECISIONS,
} from './confusion.js';
import { type CountDecisions, countBinary, countLabels, countTokens } from './count-decisions.js';
import { createMetric } from './create-metric.js';

/** How answers are compared; what each metric takes besides follows from its name. */
export interface AnswerMetricOptions extends JudgedFields {
  /** Name in logs. Default: the metric's own. */
  readonly name?: string;
  /** Index of the program's output to judge. Default: all of them. */
  readonly output?: number;
  /**
   * How fields, or labels for categorical scores, become one figure; `none` gives one for each. Default `micro`: all
   * are counted together.
   */
  readonly average?: Average | 'none';
}

/** Options of metrics for which a number may say yes. */
export interface BinaryMetricOptions extends AnswerMetricOptions {
  /** A number above it says yes. Default 0.5. */
  readonly threshold?: number;
}

/** Options of metrics that compare labels. */
export interface CategoricalMetricOptions extends BinaryMetricOptions {
  /**
   * `values` (the default): each text or number in a field is a label. `presence`: each field is a label, present when
   * its value is true or above the threshold.
   */
  readonly labels?: 'values' | 'presence';
}

/** Options of the F-beta metrics, besides those of their kind. */
export interface FBetaOptions {
  /** How many times as much recall counts as precision; above 0. Default 1. */
  readonly beta?: number;
}

/** What is compared: words of a field · yes and no · sets of labels. */
type DecisionKind = 'tokens' | 'binary' | 'categorical';

const SHARED: OptionKinds<AnswerMetricOptions> = {
  name: option.string,
  output: option.wholeNumber(0),
  average: option.oneOf([...AVERAGES, 'none']),
  ...JUDGED_FIELDS,
};
const CATEGORICAL: OptionKinds<CategoricalMetricOptions> = {
  ...SHARED,
  threshold: option.number,
  labels: option.oneOf(['values', 'presence']),
};
const { labels: _labels, ...BINARY } = CATEGORICAL;
type Checks = Readonly<Record<DecisionKind, OptionsCheck>>;

const CHECKS: Checks = {
  tokens: defineOptions<AnswerMetricOptions>()('accuracy', SHARED),
  binary: defineOptions<BinaryMetricOptions>()('binaryAccuracy', BINARY),
  categorical: defineOptions<CategoricalMetricOptions>()('categoricalAccuracy', CATEGORICAL),
};
const BETA: OptionKinds<FBetaOptions> = { beta: option.positive };
const FBETA_CHECKS: Checks = {
  tokens: defineOptions<AnswerMetricOptions & FBetaOptions>()('fBetaScore', { ...SHARED, ...BETA }),
  binary: defineOptions<BinaryMetricOptions & FBetaOptions>()('binaryFBetaScore', { ...BINARY, ...BETA }),
  categorical: defineOptions<CategoricalMetricOptions & FBetaOptions>()('categoricalFBetaScore', {
    ...CATEGORICAL,
    ...BETA,
  }),
};

/** A metric of counted decisions: those of all samples are added up, by field or by label, and scored at the end. */
export function confusionMetric(
  name: string,
  kind: DecisionKind,
  score: ConfusionScore,
  options: CategoricalMetricOptions,
  checks: Checks = CHECKS,
): Metric {
  checks[kind](options, name);
  const { average, count, part } = settingsOf(kind, options, 'label');
  const metric = createMetric<Map<string, Confusion>>({
    name: options.name ?? name,
    direction: 'max',
    start: () => new Map(),
    add(counts, sample) {
      for (const { expected, actual } of answersOf(sample, options.output, part)) {
        for (const [key, decisions] of count(expected, actual)) {
          counts.set(key, addConfusions(counts.get(key) ?? NO_DECISIONS, decisions));
        }
      }
    },
    result(counts) {
      if (average === 'none') return Object.fromEntries([...counts].map(([key, one]) => [key, score(one)]));
      if (average === 'micro') return score([...counts.values()].reduce(addConfusions, NO_DECISIONS));
      const parts = [...counts.values()].map((one) => ({
        score: score(one),
        weight: average === 'macro' ? 1 : one.tp + one.fn,
      }));
      return weightedMean(parts);
    },
  });
  return saveable(metric, name, options);
}

/** A {@link confusionMetric} in which recall counts `beta` times as much as precision. */
export function fBetaMetric(
  name: string,
  kind: DecisionKind,
  options: CategoricalMetricOptions & FBetaOptions,
): Metric {
  // The options are checked before beta is used.
  const score = (confusion: Confusion) => fBetaOf(options.beta ?? 1)(confusion);
  return confusionMetric(name, kind, score, options, FBETA_CHECKS);
}

/** The shares of right decisions of one field, added up over answers. */
interface Agreement {
  readonly sum: number;
  readonly answers: number;
  /** What was expected, in decisions. */
  readonly support: number;
}

const NO_AGREEMENT: Agreement = { sum: 0, answers: 0, support: 0 };

/** A metric that gives each answer its share of right decisions, field by field, and takes the mean over answers. */
export function agreementMetric(name: string, kind: DecisionKind, options: CategoricalMetricOptions): Metric {
  CHECKS[kind](options, name);
  const { average, count, part } = settingsOf(kind, options, 'field');
  const metric = createMetric<Map<string, Agreement>>({
    name: options.name ?? name,
    direction: 'max',
    start: () => new Map(),
    add(fields, sample) {
      for (const { expected, actual } of answersOf(sample, options.output, part)) {
        for (const [field, decisions] of count(expected, actual)) {
          const { sum, answers, support } = fields.get(field) ?? NO_AGREEMENT;
          fields.set(field, {
            sum: sum + (actual === null ? 0 : agreementOf(decisions)),
            answers: answers + 1,
            support: support + decisions.tp + decisions.fn,
          });
        }
      }
    },
    result(fields) {
      const parts = [...fields].map(([field, { sum, answers, support }]) => ({
        field,
        score: sum / answers,
        weight: average === 'macro' ? 1 : average === 'micro' ? answers : support,
      }));
      if (average === 'none') return Object.fromEntries(parts.map(({ field, score }) => [field, score]));
      return weightedMean(parts);
    },
  });
  return saveable(metric, name, options);
}

/** The options, checked, with what follows from them. */
interface Settings {
  readonly average: Average | 'none';
  readonly count: CountDecisions;
  readonly part: (record: JsonObject) => JsonObject;
}

function settingsOf(kind: DecisionKind, options: CategoricalMetricOptions, by: 'field' | 'label'): Settings {
  const { average = 'micro', threshold = 0.5, labels = 'values' } = options;
  return { average, part: judgedPart(options), count: counter() };

  function counter(): CountDecisions {
    if (kind === 'tokens') return countTokens;
    return kind === 'binary' ? countBinary(threshold) : countLabels({ labels, threshold, by });
  }
}
