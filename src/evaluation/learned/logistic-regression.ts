/** A logistic regression: the log odds of a row are its product with the coefficients, and the intercept. */
export interface LogisticModel {
  readonly coefficients: readonly number[];
  readonly intercept: number;
}

/** What {@link fitLogistic} learns from. */
export interface LogisticSample {
  /** Rows of equal length. */
  readonly rows: readonly (readonly number[])[];
  /** For each row the share of it that is true: 0 or 1, or between them. */
  readonly targets: readonly number[];
  /** For each row how much it counts. */
  readonly weights: readonly number[];
}

const MOST_ITERATIONS = 100;
const MOST_HALVINGS = 40;
/** The largest slope at which a fit has arrived. */
const FLAT = 1e-9;

/**
 * Fits a logistic regression: the minimum of the weighted log loss and of ½ · `penalty` · the squared length of the
 * coefficients (the intercept is free), by Newton's method, which for this loss is iteratively reweighted least squares
 * (McCullagh & Nelder 1989, §4.4), with steps halved until they descend.
 *
 * @param penalty - above 0; the 1 ÷ C of scikit-learn's `LogisticRegression`.
 */
export function fitLogistic(sample: LogisticSample, penalty: number): LogisticModel {
  const width = sample.rows[0]?.length ?? 0;
  // The intercept comes last.
  let position = new Float64Array(width + 1);
  let loss = lossAt(sample, penalty, position);
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const { gradient, hessian } = slopes(sample, penalty, position);
    if (gradient.every((slope) => Math.abs(slope) < FLAT)) break;
    const step = solve(hessian, gradient);
    let [share, isLower] = [1, false];
    for (let halving = 0; halving < MOST_HALVINGS && !isLower; halving++) {
      const next = position.map((value, index) => value - share * (step[index] ?? 0));
      const nextLoss = lossAt(sample, penalty, next);
      isLower = nextLoss < loss;
      if (isLower) [position, loss] = [next, nextLoss];
      else share /= 2;
    }
    if (!isLower) break;
  }
  return { coefficients: [...position.subarray(0, width)], intercept: position[width] ?? 0 };
}

/** The log odds of a row. */
export function logOdds({ coefficients, intercept }: LogisticModel, row: readonly number[]): number {
  return coefficients.reduce((sum, coefficient, index) => sum + coefficient * (row[index] ?? 0), intercept);
}

/** The probability of log odds. */
export function sigmoid(odds: number): number {
  if (odds >= 0) return 1 / (1 + Math.exp(-odds));
  const small = Math.exp(odds);
  return small / (1 + small);
}

/** log(1 + e^x), without overflow. */
function softplus(value: number): number {
  return Math.max(value, 0) + Math.log1p(Math.exp(-Math.abs(value)));
}

function oddsAt(row: readonly number[], position: Float64Array): number {
  let odds = position[row.length] ?? 0;
  for (let index = 0; index < row.length; index++) odds += (row[index] ?? 0) * (position[index] ?? 0);
  return odds;
}

function lossAt({ rows, targets, weights }: LogisticSample, penalty: number, position: Float64Array): number {
  let loss = 0;
  for (let index = 0; index < position.length - 1; index++)
    loss += 0.5 * penalty * (position[index] ?? 0) ** 2;
  for (const [index, row] of rows.entries()) {
    const odds = oddsAt(row, position);
    loss += (weights[index] ?? 0) * (softplus(odds) - (targets[index] ?? 0) * odds);
  }
  return loss;
}

/** The first and second derivatives of the loss. */
function slopes(
  { rows, targets, weights }: LogisticSample,
  penalty: number,
  position: Float64Array,
): { gradient: Float64Array; hessian: readonly Float64Array[] } {
  const size = position.length;
  const gradient = new Float64Array(size);
  const hessian = Array.from({ length: size }, () => new Float64Array(size));
  for (const [place, row] of rows.entries()) {
    const probability = sigmoid(oddsAt(row, position));
    const weight = weights[place] ?? 0;
    const residual = weight * (probability - (targets[place] ?? 0));
    const curvature = weight * probability * (1 - probability);
    for (let left = 0; left < size; left++) {
      const value = left < size - 1 ? (row[left] ?? 0) : 1;
      if (value === 0) continue;
      gradient[left] = (gradient[left] ?? 0) + residual * value;
      const line = hessian[left] as Float64Array;
      for (let right = 0; right <= left; right++) {
        line[right] = (line[right] ?? 0) + curvature * value * (right < size - 1 ? (row[right] ?? 0) : 1);
      }
    }
  }
  for (let index = 0; index < size - 1; index++) {
    gradient[index] = (gradient[index] ?? 0) + penalty * (position[index] ?? 0);
    const line = hessian[index] as Float64Array;
    line[index] = (line[index] ?? 0) + penalty;
  }
  return { gradient, hessian };
}

/** Keeps the intercept's pivot from zero where every probability is 0 or 1. */
const LEAST_PIVOT = 1e-12;

/** Solves `matrix` · x = `right` by Cholesky's decomposition; of the symmetric matrix, the lower half is read. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const lower = matrix.map((line) => line.slice());
  for (let column = 0; column < size; column++) {
    const own = lower[column] as Float64Array;
    for (let before = 0; before < column; before++)
      own[column] = (own[column] ?? 0) - (own[before] ?? 0) ** 2;
    const pivot = Math.sqrt(Math.max(own[column] ?? 0, LEAST_PIVOT));
    own[column] = pivot;
    for (let row = column + 1; row < size; row++) {
      const line = lower[row] as Float64Array;
      let value = line[column] ?? 0;
      for (let before = 0; before < column; before++) value -= (line[before] ?? 0) * (own[before] ?? 0);
      line[column] = value / pivot;
    }
  }
  const solution = right.slice();
  for (let row = 0; row < size; row++) {
    const line = lower[row] as Float64Array;
    for (let before = 0; before < row; before++) {
      solution[row] = (solution[row] ?? 0) - (line[before] ?? 0) * (solution[before] ?? 0);
    }
    solution[row] = (solution[row] ?? 0) / (line[row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let after = row + 1; after < size; after++) {
      solution[row] = (solution[row] ?? 0) - (lower[after]?.[row] ?? 0) * (solution[after] ?? 0);
    }
    solution[row] = (solution[row] ?? 0) / (lower[row]?.[row] ?? 1);
  }
  return solution;
}
