/** Largest error, relative to the largest target, at which a weighted sum explains the targets. */
const TOLERANCE = 1e-6;

/**
 * Weights w and offset b such that w · row + b is the target for every row, by least squares (normal equations,
 * Gaussian elimination with partial pivoting); null when there are too few rows, the rows do not determine the
 * weights, or the sum misses a target.
 *
 * @returns the weights, then the offset.
 */
export function fitLinear(rows: readonly (readonly number[])[], targets: readonly number[]): number[] | null {
  const size = (rows[0]?.length ?? 0) + 1;
  if (rows.length < size) return null;
  const extended = rows.map((row) => [...row, 1]);
  const matrix = Array.from({ length: size }, (_row, i) => [
    ...Array.from({ length: size }, (_column, j) => sum(extended.map((row) => at(row, i) * at(row, j)))),
    sum(extended.map((row, index) => at(row, i) * at(targets, index))),
  ]);
  const solution = eliminate(matrix);
  if (solution === null) return null;
  const scale = Math.max(1, ...targets.map(Math.abs));
  const fits = extended.every((row, index) => {
    const value = sum(row.map((cell, column) => cell * at(solution, column)));
    return Math.abs(value - at(targets, index)) <= TOLERANCE * scale;
  });
  return fits ? solution : null;
}

function eliminate(matrix: number[][]): number[] | null {
  const size = matrix.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(cell(matrix, row, column)) > Math.abs(cell(matrix, pivot, column))) pivot = row;
    }
    const pivotRow = matrix[pivot];
    const columnRow = matrix[column];
    if (pivotRow === undefined || columnRow === undefined || Math.abs(at(pivotRow, column)) < 1e-9)
      return null;
    matrix[pivot] = columnRow;
    matrix[column] = pivotRow;
    for (const [index, row] of matrix.entries()) {
      if (index === column) continue;
      const factor = at(row, column) / at(pivotRow, column);
      matrix[index] = row.map((value, place) => value - factor * at(pivotRow, place));
    }
  }
  return matrix.map((row, index) => at(row, size) / at(row, index));
}

function cell(matrix: readonly (readonly number[])[], row: number, column: number): number {
  return at(matrix[row] ?? [], column);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
