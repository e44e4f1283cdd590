import { fitLogistic, sigmoid } from './logistic-regression.js';

/** How log odds become probabilities that can be taken at their word. */
export type Calibration = 'none' | 'platt' | 'isotonic';

/** A calibration that was fitted: plain data. */
export type CalibrationCurve =
  | { readonly kind: 'none' }
  /** The probability is sigmoid(`slope` · log odds + `offset`). */
  | { readonly kind: 'platt'; readonly slope: number; readonly offset: number }
  /** The probability grows in a line from point to point, and stays as it is before the first and after the last. */
  | {
      readonly kind: 'isotonic';
      readonly odds: readonly number[];
      readonly probabilities: readonly number[];
    };

/** Keeps Platt's fit, which has no penalty, from running away where the classes are apart. */
const PLATT_PENALTY = 1e-9;

/**
 * Fits a calibration to log odds that a model gave on rows it was not fitted to. `platt` is J. Platt's sigmoid (1999) with
 * his targets, which are not quite 0 and 1; `isotonic` is the closest rising curve, by pooling adjacent violators.
 */
export function fitCalibration(
  kind: Calibration,
  odds: readonly number[],
  labels: readonly boolean[],
): CalibrationCurve {
  if (kind === 'none') return { kind };
  if (kind === 'isotonic') return isotonic(odds, labels);
  const passes = labels.filter(Boolean).length;
  const high = (passes + 1) / (passes + 2);
  const low = 1 / (labels.length - passes + 2);
  const { coefficients, intercept } = fitLogistic(
    {
      rows: odds.map((value) => [value]),
      targets: labels.map((label) => (label ? high : low)),
      weights: odds.map(() => 1),
    },
    PLATT_PENALTY,
  );
  return { kind, slope: coefficients[0] ?? 1, offset: intercept };
}

/** The probability that a calibration gives log odds. */
export function calibrated(curve: CalibrationCurve, odds: number): number {
  if (curve.kind === 'none') return sigmoid(odds);
  if (curve.kind === 'platt') return sigmoid(curve.slope * odds + curve.offset);
  const { odds: points, probabilities } = curve;
  const after = points.findIndex((point) => point >= odds);
  if (after === -1) return probabilities.at(-1) ?? 0.5;
  if (after === 0 || points[after] === odds) return probabilities[after] ?? 0.5;
  const [left, right] = [points[after - 1] ?? 0, points[after] ?? 0];
  const [low, high] = [probabilities[after - 1] ?? 0, probabilities[after] ?? 0];
  return low + ((odds - left) / (right - left)) * (high - low);
}

interface Block {
  readonly from: number;
  to: number;
  sum: number;
  count: number;
}

function isotonic(odds: readonly number[], labels: readonly boolean[]): CalibrationCurve {
  const points = [...odds.keys()].sort((left, right) => (odds[left] ?? 0) - (odds[right] ?? 0));
  const blocks: Block[] = [];
  for (const place of points) {
    const value = odds[place] ?? 0;
    const label = Number(labels[place]);
    const last = blocks.at(-1);
    // Equal odds have one probability.
    if (last?.to === value && last.from === value) {
      last.sum += label;
      last.count += 1;
    } else blocks.push({ from: value, to: value, sum: label, count: 1 });
  }
  const pooled: Block[] = [];
  for (const block of blocks) {
    pooled.push(block);
    for (;;) {
      const [before, last] = pooled.slice(-2);
      if (before === undefined || last === undefined || mean(before) < mean(last)) break;
      pooled.splice(-2, 2, {
        from: before.from,
        to: last.to,
        sum: before.sum + last.sum,
        count: before.count + last.count,
      });
    }
  }
  const ends = pooled.flatMap((block) => (block.from === block.to ? [block.from] : [block.from, block.to]));
  const probabilities = pooled.flatMap((block) =>
    block.from === block.to ? [mean(block)] : [mean(block), mean(block)],
  );
  return { kind: 'isotonic', odds: ends, probabilities };
}

function mean({ sum, count }: Block): number {
  return sum / count;
}
