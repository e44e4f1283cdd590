import { readFile } from 'node:fs/promises';
import { defineOptions, isJsonObject, type Json, type JsonObject, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import type { Trajectory } from '../../records/index.js';
import { evaluationError } from '../error-codes.js';
import type { Verifier, VerifierFinding } from '../verifiers/verifier.js';
import { type CalibrationCurve, calibrated } from './calibration.js';
import { type LogisticModel, logOdds } from './logistic-regression.js';
import { FEATURES, trajectoryFeatures } from './trajectory-features.js';

/** What a verifier has learnt: plain data. */
export interface LearnedModel {
  /** The features that it looks at, in their order. */
  readonly features: readonly string[];
  /** Counts of hashed words after them. */
  readonly textBuckets: number;
  /** Of each feature, what is taken away from it and what the rest is divided by. */
  readonly means: readonly number[];
  readonly scales: readonly number[];
  readonly model: LogisticModel;
  readonly calibration: CalibrationCurve;
  /** The probability from which it says `pass`. */
  readonly threshold: number;
}

const FORMAT = 'mettle/learned-verifier';

/**
 * A verifier that learnt from judged or labelled trajectories what those that pass look like: a screen, not a proof. So it only
 * advises, and no record is refused for what it says. Made by `trainLearnedVerifier`.
 *
 * @example
 * ```ts
 * import { LearnedVerifier } from 'mettle/evaluation';
 * import { readTrajectoryFile } from 'mettle/records';
 *
 * async function screen(file) {
 *   const verifier = await LearnedVerifier.load('screen.json');
 *   const { trajectories } = await readTrajectoryFile(file);
 *   return trajectories.map((each) => verifier.probability(each)); // from 0 to 1
 * }
 * ```
 */
export class LearnedVerifier implements Verifier {
  readonly name = 'learned_judge';
  readonly version = '1';
  readonly required = false;
  readonly learned: LearnedModel;

  constructor(learned: LearnedModel) {
    this.learned = learned;
  }

  /** How probable it is that a trajectory passes, by what it learnt. */
  probability(trajectory: Trajectory): number {
    const { textBuckets, means, scales, model, calibration } = this.learned;
    const row = trajectoryFeatures(trajectory, textBuckets);
    return calibrated(calibration, logOdds(model, standardised(row, { means, scales })));
  }

  check(trajectory: Trajectory): VerifierFinding {
    const probability = this.probability(trajectory);
    return {
      verdict: probability >= this.learned.threshold ? 'pass' : 'fail',
      detail: `p(pass)=${probability.toFixed(3)}`,
    };
  }

  /** What {@link LearnedVerifier.save} writes. */
  toJson(): JsonObject {
    return { format: FORMAT, version: 1, ...structuredClone(this.learned) } as unknown as JsonObject;
  }

  /** @throws {MettleError} `filesystem/host_write_failed` */
  save(path: string): Promise<void> {
    return writeFileAtomically(path, `${JSON.stringify(this.toJson(), null, 2)}\n`);
  }

  /**
   * A verifier from what `toJson` gave.
   * @throws {MettleError} `evaluation/invalid_verifier` for anything else, and for features that this version doesn't know.
   */
  static fromJson(json: Json): LearnedVerifier {
    return new LearnedVerifier(readModel(json));
  }

  /**
   * Reads a file that {@link LearnedVerifier.save} wrote; it may come from anyone.
   * @throws {MettleError} `evaluation/invalid_verifier`
   */
  static async load(path: string): Promise<LearnedVerifier> {
    let json: Json;
    try {
      json = JSON.parse(await readFile(path, 'utf8')) as Json;
    } catch (error) {
      throw evaluationError('invalid_verifier', `Cannot read the verifier ${path}: ${errorMessage(error)}.`);
    }
    return LearnedVerifier.fromJson(json);
  }
}

/** Trajectories by how sure a learned verifier is. */
export interface RoutedTrajectories {
  /** Below `low`. */
  readonly autoFail: readonly Trajectory[];
  readonly needsJudge: readonly Trajectory[];
  /** From `high` on. */
  readonly autoPass: readonly Trajectory[];
}

/** Where {@link routeByConfidence} cuts. */
export interface RouteOptions {
  /** Default 0.3. */
  readonly low?: number;
  /** Default 0.7. */
  readonly high?: number;
}

const checkRouteOptions = defineOptions<RouteOptions>()('routeByConfidence', {
  low: option.share,
  high: option.share,
});

/**
 * Sorts trajectories by what a learned verifier makes of them, so that a judge who costs something sees only those in doubt.
 * @throws {MettleError} `core/invalid_option`; `evaluation/invalid_threshold` where `low` is above `high`.
 */
export function routeByConfidence(
  verifier: LearnedVerifier,
  trajectories: readonly Trajectory[],
  options: RouteOptions = {},
): RoutedTrajectories {
  const { low = 0.3, high = 0.7 } = checkRouteOptions(options);
  if (low > high) {
    throw evaluationError('invalid_threshold', `routeByConfidence: low (${low}) is above high (${high}).`);
  }
  const routed = trajectories.map((trajectory) => ({
    trajectory,
    probability: verifier.probability(trajectory),
  }));
  const those = (holds: (probability: number) => boolean) =>
    routed.filter(({ probability }) => holds(probability)).map(({ trajectory }) => trajectory);
  return {
    autoFail: those((probability) => probability < low),
    needsJudge: those((probability) => probability >= low && probability < high),
    autoPass: those((probability) => probability >= high),
  };
}

/** A row with each feature about zero and of unit spread. */
export function standardised(
  row: readonly number[],
  { means, scales }: Pick<LearnedModel, 'means' | 'scales'>,
): readonly number[] {
  return row.map((value, index) => (value - (means[index] ?? 0)) / (scales[index] ?? 1));
}

function readModel(json: Json): LearnedModel {
  const refuse = (why: string): Error =>
    evaluationError('invalid_verifier', `This is no learned verifier: ${why}.`);
  if (!isJsonObject(json) || json.format !== FORMAT) throw refuse(`its format isn't ${FORMAT}`);
  if (json.version !== 1) throw refuse(`its version is ${JSON.stringify(json.version)}, not 1`);
  const known = Object.keys(FEATURES);
  const { features, textBuckets, means, scales, model, calibration, threshold } = json;
  if (!Array.isArray(features) || features.join() !== known.join()) {
    throw refuse('it looks at other features than this version of Mettle gives; train it again');
  }
  const width = known.length + (typeof textBuckets === 'number' ? textBuckets : Number.NaN);
  const coefficients = isJsonObject(model) ? model.coefficients : null;
  for (const list of [means, scales, coefficients]) {
    if (!areNumbers(list) || list.length !== width)
      throw refuse(`it needs ${width} numbers for its features`);
  }
  if ((scales as number[]).some((scale) => scale <= 0)) throw refuse('a scale is not above 0');
  if (!areNumbers([threshold, isJsonObject(model) ? model.intercept : null]))
    throw refuse('a number is missing');
  if (!isCurve(calibration)) throw refuse('its calibration is none of none, platt and isotonic');
  return json as unknown as LearnedModel;
}

function areNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number' && Number.isFinite(each));
}

function isCurve(value: Json | undefined): boolean {
  if (!isJsonObject(value)) return false;
  if (value.kind === 'platt') return areNumbers([value.slope, value.offset]);
  if (value.kind !== 'isotonic') return value.kind === 'none';
  const { odds, probabilities } = value;
  return (
    areNumbers(odds) && areNumbers(probabilities) && odds.length === probabilities.length && odds.length > 0
  );
}
