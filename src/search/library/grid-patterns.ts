import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { MAX_GRID_CELLS } from '../language/size-guards.js';
import { cropTo, enlarge, type Grid, isSameRow, mapGrid, transpose } from './grid.js';

const one = [computed('grid')];
const two = [computed('grid'), computed('grid')];
const withColour = [computed('grid'), constant('colour')];

const CROP_TO = `def crop_to(grid, mask):
    rows = [y for y, row in enumerate(mask) if any(row)]
    columns = [x for x in range(len(mask[0])) if any([row[x] for row in mask])]
    return [row[columns[0]:columns[-1] + 1] for row in grid[rows[0]:rows[-1] + 1]]`;

const MERGE_LIKE_ROWS = `def without_repeats(grid):
    return [row for y, row in enumerate(grid) if y == 0 or row != grid[y - 1]]`;

function withoutRepeats(grid: Grid): Grid {
  return grid.filter((row, y) => y === 0 || !isSameRow(row, grid[y - 1]));
}

const SPREAD_OUT = `def place_copies(mask, grid):
    blank = [[0 for cell in row] for row in grid]
    return [[cell for part in band for cell in part[y]] for band in [[grid if cell != 0 else blank for cell in row] for row in mask] for y in range(len(grid))]`;

/** A copy of the grid for every cell of the mask other than 0, and nothing for the others. */
function placeCopies(mask: Grid, grid: Grid): Grid | undefined {
  const cells = mask.length * (mask[0]?.length ?? 0) * grid.length * (grid[0]?.length ?? 0);
  if (cells > MAX_GRID_CELLS) return undefined;
  return mask.flatMap((row) =>
    grid.map((line) => row.flatMap((cell) => (cell === 0 ? line.map(() => 0) : [...line]))),
  );
}

const SCALE_UP = `def scale_by(grid, other):
    down, right = len(other) // len(grid), len(other[0]) // len(grid[0])
    return [[cell for cell in row for _ in range(right)] for row in grid for _ in range(down)]`;

const BACKGROUND = `def background(grid):
    cells = [cell for row in grid for cell in row]
    return min(set(cells), key=lambda colour: (-cells.count(colour), colour))`;

function background(grid: Grid): number | undefined {
  const counts = new Map<number, number>();
  for (const cell of grid.flat()) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1] || left[0] - right[0])[0]?.[0];
}

const OUTLINE = `def outline(grid):
    height, width = len(grid), len(grid[0])
    steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    return [[grid[y][x] if any([not (0 <= y + b < height and 0 <= x + a < width) or grid[y + b][x + a] != grid[y][x] for b, a in steps]) else 0 for x in range(width)] for y in range(height)]`;

function outline(grid: Grid): Grid {
  return grid.map((row, y) => {
    const above = grid[y - 1] ?? [];
    const below = grid[y + 1] ?? [];
    return row.map((cell, x) =>
      above[x] === cell && below[x] === cell && row[x - 1] === cell && row[x + 1] === cell ? 0 : cell,
    );
  });
}

/** What is cut, placed, or shrunk, by itself or by another grid. */
export const gridPatterns: readonly LibraryEntry[] = [
  {
    name: 'crop_to',
    alike: 'size',
    python: 'crop_to({0}, {1})',
    helpers: [CROP_TO],
    parameters: two,
    result: 'grid',
    cost: 1,
    apply: cropTo,
    variable: 'cut',
  },
  {
    name: 'without_repeated_rows',
    python: 'without_repeats({0})',
    helpers: [MERGE_LIKE_ROWS],
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: withoutRepeats,
  },
  {
    name: 'without_repeats',
    python: '[list(row) for row in zip(*without_repeats([list(row) for row in zip(*without_repeats({0}))]))]',
    helpers: [MERGE_LIKE_ROWS],
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => transpose(withoutRepeats(transpose(withoutRepeats(grid)))),
    variable: 'small',
  },
  {
    name: 'without_empty_lines',
    python:
      '[list(row) for row in zip(*[column for column in zip(*[row for row in {0} if any(row)]) if any(column)])]',
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => {
      const rows = grid.filter((row) => row.some((cell) => cell !== 0));
      const columns = transpose(rows).filter((column) => column.some((cell) => cell !== 0));
      return columns.length === 0 ? undefined : transpose(columns);
    },
    variable: 'small',
  },
  {
    name: 'place_copies',
    python: 'place_copies({0}, {1})',
    helpers: [SPREAD_OUT],
    parameters: two,
    result: 'grid',
    cost: 2,
    apply: placeCopies,
    variable: 'copies',
  },
  {
    name: 'scale_by',
    python: 'scale_by({0}, {1})',
    helpers: [SCALE_UP],
    parameters: two,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, other: Grid) => {
      const down = Math.floor(other.length / grid.length);
      const right = Math.floor((other[0]?.length ?? 0) / (grid[0]?.length ?? 1));
      return down === 0 || right === 0 ? undefined : enlarge(grid, down, right);
    },
    variable: 'scaled',
  },
  {
    name: 'background',
    python: 'background({0})',
    helpers: [BACKGROUND],
    parameters: one,
    result: 'integer',
    cost: 1,
    apply: background,
    variable: 'colour',
  },
  {
    name: 'outline',
    python: 'outline({0})',
    helpers: [OUTLINE],
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: outline,
    variable: 'outlines',
  },
  {
    name: 'outside_of',
    alike: 'size',
    python: '[[0 if b != 0 else a for a, b in zip(p, q)] for p, q in zip({0}, {1})]',
    parameters: two,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, other: Grid) =>
      grid.length === other.length && grid[0]?.length === other[0]?.length
        ? mapGrid(grid, (cell, y, x) => (other[y]?.[x] === 0 ? cell : 0))
        : undefined,
    variable: 'rest',
  },
  {
    name: 'framed',
    python:
      '[[{1} if y in (0, len({0}) - 1) or x in (0, len(row) - 1) else cell for x, cell in enumerate(row)] for y, row in enumerate({0})]',
    parameters: withColour,
    result: 'grid',
    cost: 3,
    apply: (grid: Grid, colour: number) =>
      mapGrid(grid, (cell, y, x) =>
        y === 0 || x === 0 || y === grid.length - 1 || x === (grid[0]?.length ?? 0) - 1 ? colour : cell,
      ),
    variable: 'framed',
  },
];
