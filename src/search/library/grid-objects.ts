import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { type Grid, transpose } from './grid.js';
import { ENCLOSED, enclosedCells } from './grid-enclosed.js';

const one = [computed('grid')];
const withColour = [computed('grid'), constant('colour')];

const FALL = `def fall(grid):
    columns = []
    for column in zip(*grid):
        cells = [cell for cell in column if cell != 0]
        columns.append([0] * (len(column) - len(cells)) + cells)
    return [list(row) for row in zip(*columns)]`;

function dropRow(row: readonly number[], toTheRight: boolean): number[] {
  const cells = row.filter((cell) => cell !== 0);
  const blanks = Array.from({ length: row.length - cells.length }, () => 0);
  return toTheRight ? [...blanks, ...cells] : [...cells, ...blanks];
}

const FILL_ENCLOSED = `def fill_enclosed(grid, colour):
    enclosed = enclosed_cells(grid)
    return [[colour if inside else cell for cell, inside in zip(p, q)] for p, q in zip(grid, enclosed)]`;

function fillEnclosed(grid: Grid, colour: number): Grid | undefined {
  if (colour === 0) return undefined;
  const enclosed = enclosedCells(grid);
  return grid.map((row, y) => row.map((cell, x) => (enclosed[y]?.[x] === 1 ? colour : cell)));
}

const JOIN_PAIRS = `def join_in_rows(grid, colour):
    joined = []
    for row in grid:
        drawn = list(row)
        for x, cell in enumerate(row):
            ends = [end for end in range(x + 1, len(row)) if row[end] == cell]
            if cell != 0 and ends and not any(row[x + 1:ends[0]]):
                for between in range(x + 1, ends[0]):
                    drawn[between] = colour
        joined.append(drawn)
    return joined`;

function joinInRows(grid: Grid, colour: number): Grid | undefined {
  if (colour === 0) return undefined;
  return grid.map((row) => {
    const drawn = [...row];
    let last = -1;
    for (let x = 0; x < row.length; x++) {
      if (row[x] === 0) continue;
      if (last >= 0 && row[last] === row[x]) drawn.fill(colour, last + 1, x);
      last = x;
    }
    return drawn;
  });
}

const SURROUND = `def surround(grid, colour):
    height, width = len(grid), len(grid[0])
    drawn = [list(row) for row in grid]
    for y in range(height):
        for x in range(width):
            near = [grid[b][a] for b in range(max(0, y - 1), min(height, y + 2)) for a in range(max(0, x - 1), min(width, x + 2))]
            if grid[y][x] == 0 and any(near):
                drawn[y][x] = colour
    return drawn`;

function surround(grid: Grid, colour: number): Grid | undefined {
  if (colour === 0) return undefined;
  return grid.map((row, y) =>
    row.map((cell, x) => {
      if (cell !== 0) return cell;
      for (let nearY = y - 1; nearY <= y + 1; nearY++) {
        for (let nearX = x - 1; nearX <= x + 1; nearX++) {
          const near = nearX < 0 ? undefined : grid[nearY]?.[nearX];
          if (near !== undefined && near !== 0) return colour;
        }
      }
      return 0;
    }),
  );
}

/** What falls, slides, is filled, joined or surrounded. */
export const gridObjects: readonly LibraryEntry[] = [
  {
    name: 'fall',
    python: 'fall({0})',
    helpers: [FALL],
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => transpose(transpose(grid).map((column) => dropRow(column, true))),
    variable: 'fallen',
  },
  {
    name: 'rise',
    python: 'fall({0!}[::-1])[::-1]',
    helpers: [FALL],
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => transpose(transpose(grid).map((column) => dropRow(column, false))),
  },
  {
    name: 'slide_left',
    python: '[[cell for cell in row if cell != 0] + [0] * row.count(0) for row in {0}]',
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => grid.map((row) => dropRow(row, false)),
  },
  {
    name: 'slide_right',
    python: '[[0] * row.count(0) + [cell for cell in row if cell != 0] for row in {0}]',
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => grid.map((row) => dropRow(row, true)),
  },
  {
    name: 'fill_enclosed',
    python: 'fill_enclosed({0}, {1})',
    helpers: [ENCLOSED, FILL_ENCLOSED],
    parameters: withColour,
    result: 'grid',
    cost: 2,
    apply: fillEnclosed,
    variable: 'filled',
  },
  {
    name: 'join_in_rows',
    python: 'join_in_rows({0}, {1})',
    helpers: [JOIN_PAIRS],
    parameters: withColour,
    result: 'grid',
    cost: 2,
    apply: joinInRows,
    variable: 'joined',
  },
  {
    name: 'surround',
    python: 'surround({0}, {1})',
    helpers: [SURROUND],
    parameters: withColour,
    result: 'grid',
    cost: 2,
    apply: surround,
    variable: 'drawn',
  },
];
