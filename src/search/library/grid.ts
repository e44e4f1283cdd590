/** A rectangle of whole numbers, rows first. */
export type Grid = readonly (readonly number[])[];

/** Row and column. */
export type Cell = readonly [y: number, x: number];

/** Computes what depends on an object alone once for each; only for objects that never change. */
export function remembering<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.result;
    const result = compute(key);
    known.set(key, { result });
    return result;
  };
}

/** The cell there, or 0 beside the grid. */
export function cellAt(grid: Grid, y: number, x: number): number {
  return grid[y]?.[x] ?? 0;
}

/** A grid of the same size, cell by cell. */
export function mapGrid(grid: Grid, describe: (cell: number, y: number, x: number) => number): Grid {
  return grid.map((row, y) => row.map((cell, x) => describe(cell, y, x)));
}

/** Whether two rows hold the same. */
export function isSameRow(left: readonly number[], right: readonly number[] | undefined): boolean {
  if (left.length !== right?.length) return false;
  for (let x = 0; x < left.length; x++) if (left[x] !== right[x]) return false;
  return true;
}

/** Rows become columns. */
export function transpose(grid: Grid): Grid {
  return (grid[0] ?? []).map((_cell, x) => grid.map((row) => row[x] ?? 0));
}

/** Left becomes right. */
export function mirror(grid: Grid): Grid {
  return grid.map((row) => [...row].reverse());
}

/** Every cell as so many rows and columns of its colour. Equal rows are one list. */
export function enlarge(grid: Grid, down: number, right: number): Grid {
  const rows: (readonly number[])[] = [];
  for (const row of grid) {
    const wide: number[] = [];
    for (let x = 0; x < row.length; x++) {
      for (let copy = 0; copy < right; copy++) wide.push(row[x] ?? 0);
    }
    for (let copy = 0; copy < down; copy++) rows.push(wide);
  }
  return rows;
}

/** So many copies below and beside each other. Equal rows are one list. */
export function repeat(grid: Grid, down: number, right: number): Grid {
  const band: (readonly number[])[] = [];
  for (const row of grid) {
    const wide: number[] = [];
    for (let copy = 0; copy < right; copy++) {
      for (let x = 0; x < row.length; x++) wide.push(row[x] ?? 0);
    }
    band.push(wide);
  }
  const rows: (readonly number[])[] = [];
  for (let copy = 0; copy < down; copy++) rows.push(...band);
  return rows;
}

/** A grid of the same size that holds a value at each of the cells and 0 elsewhere. */
export function layerOf(grid: Grid, cells: readonly Cell[], value: (y: number, x: number) => number): Grid {
  const layer = grid.map((row) => row.map(() => 0));
  for (const [y, x] of cells) {
    const row = layer[y];
    if (row !== undefined) row[x] = value(y, x);
  }
  return layer;
}

/** The part of the grid where another one of the same size holds cells other than 0. */
export function cropTo(grid: Grid, mask: Grid): Grid | undefined {
  if (grid.length !== mask.length || grid[0]?.length !== mask[0]?.length) return undefined;
  const rows = mask.flatMap((row, y) => (row.some((cell) => cell !== 0) ? [y] : []));
  const columns = (mask[0] ?? []).flatMap((_cell, x) => (mask.some((row) => row[x] !== 0) ? [x] : []));
  const [top] = rows;
  if (top === undefined) return undefined;
  return grid
    .slice(top, (rows.at(-1) ?? 0) + 1)
    .map((row) => row.slice(columns[0], (columns.at(-1) ?? 0) + 1));
}
