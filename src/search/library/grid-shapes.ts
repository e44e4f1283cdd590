import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { MAX_GRID_CELLS } from '../language/size-guards.js';
import { cropTo, enlarge, type Grid, mirror, repeat, transpose } from './grid.js';

const one = [computed('grid')];
const two = [computed('grid'), computed('grid')];

/** The grid, unless it is empty or too large. */
function boundedGrid(grid: Grid): Grid | undefined {
  const width = grid[0]?.length ?? 0;
  return width > 0 && grid.length * width <= MAX_GRID_CELLS ? grid : undefined;
}

function upsideDown(grid: Grid): Grid {
  return [...grid].reverse();
}

function uniqueRows(grid: Grid): Grid {
  const seen = new Set<string>();
  return grid.filter((row) => {
    const key = row.join();
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

const UNIQUE_ROWS = `def unique_rows(grid):
    kept = []
    for row in grid:
        if row not in kept:
            kept.append(row)
    return kept`;

const CROP = `def crop(grid):
    rows = [y for y, row in enumerate(grid) if any(row)]
    columns = [x for x in range(len(grid[0])) if any([row[x] for row in grid])]
    return [row[columns[0]:columns[-1] + 1] for row in grid[rows[0]:rows[-1] + 1]]`;

function fitsTimes(grid: Grid, times: number): boolean {
  return grid.length * (grid[0]?.length ?? 0) * times * times <= MAX_GRID_CELLS;
}

/** Turning, cutting and putting together grids. */
export const gridShapes: readonly LibraryEntry[] = [
  {
    name: 'mirror',
    python: '[row[::-1] for row in {0}]',
    parameters: one,
    result: 'grid',
    cost: 1,
    apply: mirror,
    variable: 'mirrored',
  },
  {
    name: 'upside_down',
    python: '{0!}[::-1]',
    parameters: one,
    result: 'grid',
    cost: 1,
    apply: upsideDown,
    variable: 'flipped',
  },
  {
    name: 'transpose',
    python: '[list(row) for row in zip(*{0!})]',
    parameters: one,
    result: 'grid',
    cost: 1,
    apply: transpose,
    variable: 'transposed',
  },
  {
    name: 'turn_right',
    python: '[list(row) for row in zip(*{0!}[::-1])]',
    parameters: one,
    result: 'grid',
    cost: 1,
    apply: (grid: Grid) => transpose(upsideDown(grid)),
    variable: 'turned',
  },
  {
    name: 'turn_left',
    python: '[list(row) for row in zip(*{0!})][::-1]',
    parameters: one,
    result: 'grid',
    cost: 1,
    apply: (grid: Grid) => upsideDown(transpose(grid)),
    variable: 'turned',
  },
  {
    name: 'turn_around',
    python: '[row[::-1] for row in {0!}[::-1]]',
    parameters: one,
    result: 'grid',
    cost: 1,
    apply: (grid: Grid) => mirror(upsideDown(grid)),
    variable: 'turned',
  },
  {
    name: 'top_half',
    python: '{0!}[:len({0}) // 2]',
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => boundedGrid(grid.slice(0, Math.floor(grid.length / 2))),
    variable: 'top',
  },
  {
    name: 'bottom_half',
    python: '{0!}[(len({0}) + 1) // 2:]',
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => boundedGrid(grid.slice(Math.floor((grid.length + 1) / 2))),
    variable: 'bottom',
  },
  {
    name: 'left_half',
    python: '[row[:len(row) // 2] for row in {0}]',
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => boundedGrid(grid.map((row) => row.slice(0, Math.floor(row.length / 2)))),
    variable: 'left',
  },
  {
    name: 'right_half',
    python: '[row[(len(row) + 1) // 2:] for row in {0}]',
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => boundedGrid(grid.map((row) => row.slice(Math.floor((row.length + 1) / 2)))),
    variable: 'right',
  },
  {
    name: 'without_border',
    python: '[row[1:-1] for row in {0!}[1:-1]]',
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => boundedGrid(grid.slice(1, -1).map((row) => row.slice(1, -1))),
    variable: 'inside',
  },
  {
    name: 'first_rows',
    python: '{0!}[:{1}]',
    parameters: [computed('grid'), constant('count')],
    result: 'grid',
    cost: 3,
    apply: (grid: Grid, count: number) => grid.slice(0, count),
  },
  {
    name: 'first_columns',
    python: '[row[:{1}] for row in {0}]',
    parameters: [computed('grid'), constant('count')],
    result: 'grid',
    cost: 3,
    apply: (grid: Grid, count: number) => grid.map((row) => row.slice(0, count)),
  },
  {
    name: 'every_nth',
    python: '[row[::{1}] for row in {0!}[::{1}]]',
    parameters: [computed('grid'), constant('count')],
    result: 'grid',
    cost: 3,
    apply: (grid: Grid, step: number) =>
      grid.filter((_row, y) => y % step === 0).map((row) => row.filter((_cell, x) => x % step === 0)),
  },
  {
    name: 'crop',
    python: 'crop({0})',
    helpers: [CROP],
    parameters: one,
    result: 'grid',
    cost: 1,
    apply: (grid: Grid) => cropTo(grid, grid),
    variable: 'content',
  },
  {
    name: 'unique_rows',
    python: 'unique_rows({0})',
    helpers: [UNIQUE_ROWS],
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: uniqueRows,
  },
  {
    name: 'enlarge',
    python: '[[cell for cell in row for _ in range({1})] for row in {0} for _ in range({1})]',
    parameters: [computed('grid'), constant('count')],
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, times: number) => (fitsTimes(grid, times) ? enlarge(grid, times, times) : undefined),
    variable: 'enlarged',
  },
  {
    name: 'tile',
    python: '[row * {1} for row in {0}] * {1}',
    binding: BINDING.product,
    parameters: [computed('grid'), constant('count')],
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, times: number) => (fitsTimes(grid, times) ? repeat(grid, times, times) : undefined),
    variable: 'tiled',
  },
  {
    name: 'beside',
    alike: 'height',
    python: '[left + right for left, right in zip({0}, {1})]',
    parameters: two,
    result: 'grid',
    cost: 1,
    apply: (left: Grid, right: Grid) =>
      left.length === right.length
        ? boundedGrid(left.map((row, y) => [...row, ...(right[y] ?? [])]))
        : undefined,
    variable: 'wide',
  },
  {
    name: 'above',
    alike: 'width',
    python: '{0~} + {1!}',
    binding: BINDING.sum,
    parameters: two,
    result: 'grid',
    cost: 1,
    apply: (top: Grid, bottom: Grid) =>
      top[0]?.length === bottom[0]?.length ? boundedGrid([...top, ...bottom]) : undefined,
    variable: 'tall',
  },
  {
    name: 'grid_height',
    python: 'len({0})',
    parameters: one,
    result: 'integer',
    cost: 2,
    apply: (grid: Grid) => grid.length,
    variable: 'height',
  },
  {
    name: 'grid_width',
    python: 'len({0!}[0])',
    parameters: one,
    result: 'integer',
    cost: 2,
    apply: (grid: Grid) => grid[0]?.length,
    variable: 'width',
  },
  {
    name: 'all_cells',
    python: '[cell for row in {0} for cell in row]',
    parameters: one,
    result: 'integers',
    cost: 1,
    apply: (grid: Grid) => grid.flat(),
    variable: 'cells',
  },
  {
    name: 'row_sums',
    python: '[sum(row) for row in {0}]',
    parameters: one,
    result: 'integers',
    cost: 2,
    apply: (grid: Grid) => {
      const sums = grid.map((row) => row.reduce((sum, cell) => sum + cell, 0));
      return sums.every(Number.isSafeInteger) ? sums : undefined;
    },
    variable: 'sums',
  },
  {
    name: 'grid_row',
    python: '{0!}[{1}]',
    parameters: [computed('grid'), constant('index')],
    result: 'integers',
    cost: 2,
    apply: (grid: Grid, index: number) => grid.at(index),
    variable: 'row',
  },
];
