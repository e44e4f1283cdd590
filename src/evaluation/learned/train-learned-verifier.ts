import { defineOptions, option, RandomStream } from '../../core/index.js';
import type { Trajectory } from '../../records/index.js';
import { evaluationError } from '../error-codes.js';
import type { Evaluation } from '../evaluator/evaluation.js';
import { type Calibration, type CalibrationCurve, calibrated, fitCalibration } from './calibration.js';
import { type ClassifierMetrics, classifierMetrics } from './classifier-metrics.js';
import { LearnedVerifier, standardised } from './learned-verifier.js';
import { fitLogistic, type LogisticModel, logOdds } from './logistic-regression.js';
import { foldsOf, setApart } from './split-by-group.js';
import { FEATURES, trajectoryFeatures } from './trajectory-features.js';

/** How {@link trainLearnedVerifier} learns. */
export interface TrainLearnedVerifierOptions {
  /** With evaluations: those whose overall score is at least this pass. Default: those whose verdict is `pass`. */
  readonly threshold?: number;
  /** The share of the tasks that the report is measured on and nothing is learnt from. Default 0.25. */
  readonly testShare?: number;
  /** How probabilities are calibrated, on folds that the model didn't see: `none`, `platt` or `isotonic`. Default `platt`. */
  readonly calibration?: Calibration;
  /** How strongly coefficients are kept small: the 1 ÷ C of scikit-learn. Default 1. */
  readonly penalty?: number;
  /** Counts of hashed words and pairs of words of thoughts and answers to look at as well. Default 0. */
  readonly textBuckets?: number;
  /** The probability from which the verifier says `pass`. Default 0.5. */
  readonly passFrom?: number;
  /** Default 0. */
  readonly seed?: number;
}

/** What a learned verifier is worth, measured on tasks that it never saw. */
export interface LearnedVerifierReport extends ClassifierMetrics {
  /** Labelled trajectories. */
  readonly n: number;
  readonly trainN: number;
  readonly testN: number;
  /** Different tasks among them. */
  readonly tasks: number;
  /** Trajectories without a label, which were left out. */
  readonly unlabelled: number;
  /** The share of labels that pass. */
  readonly passRate: number;
  /** What the same share would be got by always saying what most labels of the training part say. */
  readonly baseline: number;
  readonly calibration: Calibration;
  /** Each feature with its coefficient, for features of unit spread: the largest first. */
  readonly weights: readonly { readonly feature: string; readonly weight: number }[];
}

const checkOptions = defineOptions<TrainLearnedVerifierOptions>()('trainLearnedVerifier', {
  threshold: option.share,
  testShare: option.between(0.01, 0.9),
  calibration: option.oneOf(['none', 'platt', 'isotonic']),
  penalty: option.positive,
  textBuckets: option.wholeNumber(0),
  passFrom: option.share,
  seed: option.integer,
});

/** Folds that a calibration is fitted on. */
const FOLDS = 3;

/**
 * Trains a {@link LearnedVerifier} on trajectories that were judged or labelled: logistic regression on what the agent did, with
 * classes weighted alike. Tasks are split, not trajectories: what is measured is how it does on tasks that it never saw.
 *
 * @param labels - evaluations, whose `not_checked` and `error` are no labels; or for each trajectory's id whether it passes.
 * @returns the verifier, and its report on the tasks set apart.
 * @throws {MettleError} `core/invalid_option`; `evaluation/too_few_labels` where all labels are the same, or there are too few tasks to
 *   learn from and to measure on.
 * @see the worked example in docs/data.md.
 */
export function trainLearnedVerifier(
  trajectories: readonly Trajectory[],
  labels: readonly Evaluation[] | ReadonlyMap<string, boolean>,
  options: TrainLearnedVerifierOptions = {},
): readonly [LearnedVerifier, LearnedVerifierReport] {
  const { threshold, textBuckets = 0 } = checkOptions(options);
  const known = labelsById(labels, threshold);
  // A trajectory that is there twice counts once.
  const byId = new Map(trajectories.map((trajectory) => [trajectory.id, trajectory]));
  const samples = [...byId.values()].flatMap((trajectory) => {
    const label = known.get(trajectory.id);
    return label === undefined ? [] : [sampleOf(trajectory, label, textBuckets)];
  });
  return trainOnSamples(samples, byId.size - samples.length, options);
}

/** A labelled trajectory as what is learnt from it. */
export function sampleOf(trajectory: Trajectory, label: boolean, textBuckets: number): Sample {
  return { row: trajectoryFeatures(trajectory, textBuckets), label, group: trajectory.task.id };
}

/** {@link trainLearnedVerifier} on what is left of trajectories that need not be held. */
export function trainOnSamples(
  samples: readonly Sample[],
  unlabelled: number,
  options: TrainLearnedVerifierOptions,
): readonly [LearnedVerifier, LearnedVerifierReport] {
  const {
    testShare = 0.25,
    calibration = 'platt',
    penalty = 1,
    textBuckets = 0,
    passFrom = 0.5,
    seed = 0,
  } = options;
  const stream = new RandomStream(seed, 'learned verifier');
  const { rest, apart } = setApart(samples, testShare, stream.child('test'));
  if (!hasBoth(rest) || apart.length === 0) throw tooFew(samples);
  const fitted = fitRows(rest, penalty);
  const curve = calibrationOf(rest, { calibration, penalty, stream: stream.child('folds') });
  const verifier = new LearnedVerifier({
    features: Object.keys(FEATURES),
    textBuckets,
    ...fitted,
    calibration: curve,
    threshold: passFrom,
  });
  const predictions = apart.map(({ row, label }) => ({
    label,
    probability: calibrated(curve, oddsOf(fitted, row)),
  }));
  const most = 2 * rest.filter(({ label }) => label).length >= rest.length;
  const report = {
    n: samples.length,
    trainN: rest.length,
    testN: apart.length,
    tasks: new Set(samples.map(({ group }) => group)).size,
    unlabelled,
    passRate: shareOf(samples, ({ label }) => label),
    baseline: shareOf(apart, ({ label }) => label === most),
    ...classifierMetrics(predictions, passFrom),
    calibration: curve.kind,
    weights: weightsOf(fitted.model),
  };
  return [verifier, report];
}

/** A labelled trajectory as a row. */
export interface Sample {
  readonly row: readonly number[];
  readonly label: boolean;
  /** Its task. */
  readonly group: string;
}

function labelsById(
  labels: readonly Evaluation[] | ReadonlyMap<string, boolean>,
  threshold: number | undefined,
): ReadonlyMap<string, boolean> {
  if (!Array.isArray(labels)) return labels as ReadonlyMap<string, boolean>;
  const judged = (labels as readonly Evaluation[]).filter(({ verdict, overall }) =>
    threshold === undefined ? verdict === 'pass' || verdict === 'fail' : overall !== null,
  );
  return new Map(
    judged.map(({ trajectoryId, verdict, overall }) => [
      trajectoryId,
      threshold === undefined ? verdict === 'pass' : (overall ?? 0) >= threshold,
    ]),
  );
}

function hasBoth(samples: readonly Sample[]): boolean {
  return samples.some(({ label }) => label) && samples.some(({ label }) => !label);
}

function tooFew(samples: readonly Sample[]): Error {
  const passes = samples.filter(({ label }) => label).length;
  const fails = samples.length - passes;
  const advice =
    passes === 0 || fails === 0
      ? 'All labels are the same: take other runs, or another threshold or rubric.'
      : 'It needs several tasks that pass and several that fail, some to learn from and some to measure on.';
  return evaluationError(
    'too_few_labels',
    `Nothing can be learnt from ${samples.length} labels (${passes} pass, ${fails} fail). ${advice}`,
  );
}

interface Fitted {
  readonly means: readonly number[];
  readonly scales: readonly number[];
  readonly model: LogisticModel;
}

function fitRows(samples: readonly Sample[], penalty: number): Fitted {
  const width = samples[0]?.row.length ?? 0;
  const means: number[] = [];
  const scales: number[] = [];
  for (let index = 0; index < width; index++) {
    const values = samples.map(({ row }) => row[index] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    means.push(mean);
    // A feature that never varies says nothing.
    scales.push(variance > 1e-18 ? Math.sqrt(variance) : 1);
  }
  const passes = samples.filter(({ label }) => label).length;
  const model = fitLogistic(
    {
      rows: samples.map(({ row }) => standardised(row, { means, scales })),
      targets: samples.map(({ label }) => Number(label)),
      // Both classes count alike, as scikit-learn's "balanced".
      weights: samples.map(({ label }) => samples.length / (2 * (label ? passes : samples.length - passes))),
    },
    penalty,
  );
  return { means, scales, model };
}

function oddsOf({ model, ...scaling }: Fitted, row: readonly number[]): number {
  return logOdds(model, standardised(row, scaling));
}

/** Fits the calibration on log odds that models gave on folds that they did not see. None where a fold can't do without the others. */
function calibrationOf(
  samples: readonly Sample[],
  {
    calibration,
    penalty,
    stream,
  }: { readonly calibration: Calibration; readonly penalty: number; readonly stream: RandomStream },
): CalibrationCurve {
  if (calibration === 'none') return { kind: 'none' };
  const folds = foldsOf(samples, FOLDS, stream);
  const unseen: { odds: number; label: boolean }[] = [];
  for (const fold of folds) {
    const others = folds.flatMap((each) => (each === fold ? [] : each));
    if (!hasBoth(others)) return { kind: 'none' };
    const fitted = fitRows(others, penalty);
    for (const { row, label } of fold) unseen.push({ odds: oddsOf(fitted, row), label });
  }
  return fitCalibration(
    calibration,
    unseen.map(({ odds }) => odds),
    unseen.map(({ label }) => label),
  );
}

function weightsOf({ coefficients }: LogisticModel): LearnedVerifierReport['weights'] {
  return Object.keys(FEATURES)
    .map((feature, index) => ({ feature, weight: coefficients[index] ?? 0 }))
    .sort((left, right) => Math.abs(right.weight) - Math.abs(left.weight));
}

function shareOf<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter(holds).length / items.length;
}
