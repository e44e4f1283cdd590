/** A grid of ARC-AGI: rows of colours from 0 to 9, all of one length. */
export type Grid = readonly (readonly number[])[];

const MAX_SIDE = 30;

/** What is wrong with a grid, or undefined. */
export function gridProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every(Array.isArray)) return 'is not a list of rows';
  const rows = value as readonly (readonly unknown[])[];
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width)) return 'has rows of different lengths';
  if (rows.length > MAX_SIDE || width > MAX_SIDE) return `is larger than ${MAX_SIDE} by ${MAX_SIDE}`;
  const wrong = rows
    .flat()
    .find((cell) => !Number.isInteger(cell) || (cell as number) < 0 || (cell as number) > 9);
  return wrong === undefined
    ? undefined
    : `has the colour ${JSON.stringify(wrong)}; colours are whole numbers from 0 to 9`;
}

/** Cells of a grid. */
export function areaOf(grid: Grid): number {
  return grid.length * (grid[0]?.length ?? 0);
}
