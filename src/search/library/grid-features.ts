import { computed, type LibraryEntry } from '../language/library-entry.js';
import { cellAt, type Grid, transpose as turned } from './grid.js';
import { ENCLOSED, enclosedCells } from './grid-enclosed.js';

const one = [computed('grid')];

function describeCells(grid: Grid, describe: (y: number, x: number, cell: number) => number): Grid {
  return grid.map((row, y) => row.map((cell, x) => describe(y, x, cell)));
}

const NEIGHBOURS = `def neighbour_counts(grid):
    height, width = len(grid), len(grid[0])
    steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    return [[len([1 for b, a in steps if 0 <= y + b < height and 0 <= x + a < width and grid[y + b][x + a] != 0]) for x in range(width)] for y in range(height)]`;

const SEEN_LEFT = `def seen_to_the_left(grid):
    rows = []
    for row in grid:
        last = 0
        seen = []
        for cell in row:
            seen.append(last)
            if cell != 0:
                last = cell
        rows.append(seen)
    return rows`;

function neighbours(grid: Grid): Grid {
  return describeCells(grid, (y, x) => {
    let count = 0;
    for (let b = y - 1; b <= y + 1; b++) {
      for (let a = x - 1; a <= x + 1; a++) if ((b !== y || a !== x) && cellAt(grid, b, a) !== 0) count++;
    }
    return count;
  });
}

function seenToTheLeft(grid: Grid): Grid {
  return grid.map((row) => {
    let last = 0;
    return row.map((cell) => {
      const seen = last;
      if (cell !== 0) last = cell;
      return seen;
    });
  });
}

/** Grids that say something about each cell of a grid: what decides its new colour. */
export const gridCounts: readonly LibraryEntry[] = [
  {
    name: 'neighbour_counts',
    python: 'neighbour_counts({0})',
    helpers: [NEIGHBOURS],
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: neighbours,
    variable: 'neighbours',
  },
  {
    name: 'enclosed_cells',
    python: 'enclosed_cells({0})',
    helpers: [ENCLOSED],
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: enclosedCells,
    variable: 'enclosed',
  },
  {
    name: 'seen_to_the_left',
    python: 'seen_to_the_left({0})',
    helpers: [SEEN_LEFT],
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: seenToTheLeft,
    variable: 'seen',
  },
  {
    name: 'seen_to_the_right',
    python: '[row[::-1] for row in seen_to_the_left([row[::-1] for row in {0}])]',
    helpers: [SEEN_LEFT],
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) =>
      seenToTheLeft(grid.map((row) => [...row].reverse())).map((row) => [...row].reverse()),
    variable: 'seen',
  },
  {
    name: 'seen_above',
    python: '[list(column) for column in zip(*seen_to_the_left([list(column) for column in zip(*{0!})]))]',
    helpers: [SEEN_LEFT],
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) => turned(seenToTheLeft(turned(grid))),
    variable: 'seen',
  },
  {
    name: 'seen_below',
    python:
      '[list(column) for column in zip(*seen_to_the_left([list(column) for column in zip(*{0!}[::-1])]))][::-1]',
    helpers: [SEEN_LEFT],
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) => [...turned(seenToTheLeft(turned([...grid].reverse())))].reverse(),
    variable: 'seen',
  },
  {
    name: 'row_numbers_by_two',
    python: '[[y % 2 for cell in row] for y, row in enumerate({0})]',
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) => describeCells(grid, (y) => y % 2),
    variable: 'odd_rows',
  },
  {
    name: 'column_numbers_by_two',
    python: '[[x % 2 for x, cell in enumerate(row)] for row in {0}]',
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) => describeCells(grid, (_y, x) => x % 2),
    variable: 'odd_columns',
  },
  {
    name: 'distances_from_edge',
    python:
      '[[min(y, x, len({0}) - 1 - y, len(row) - 1 - x) for x, cell in enumerate(row)] for y, row in enumerate({0})]',
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) =>
      describeCells(grid, (y, x) => Math.min(y, x, grid.length - 1 - y, (grid[0]?.length ?? 0) - 1 - x)),
    variable: 'distances',
  },
  {
    name: 'cells_in_row',
    python: '[[len([other for other in row if other != 0]) for cell in row] for row in {0}]',
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) => grid.map((row) => row.map(() => row.filter((cell) => cell !== 0).length)),
    variable: 'in_row',
  },
  {
    name: 'cells_in_column',
    python: '[[len([line[x] for line in {0} if line[x] != 0]) for x, cell in enumerate(row)] for row in {0}]',
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) => describeCells(grid, (_y, x) => grid.filter((row) => (row[x] ?? 0) !== 0).length),
    variable: 'in_column',
  },
  {
    name: 'colour_of_row',
    python: '[[max(row) for cell in row] for row in {0}]',
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) => grid.map((row) => row.map(() => Math.max(...row))),
    variable: 'row_colours',
  },
  {
    name: 'colour_of_column',
    python: '[[max([line[x] for line in {0}]) for x, cell in enumerate(row)] for row in {0}]',
    parameters: one,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) => describeCells(grid, (_y, x) => Math.max(...grid.map((row) => row[x] ?? 0))),
    variable: 'column_colours',
  },
];
