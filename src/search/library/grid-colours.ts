import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import type { Grid } from './grid.js';

const one = [computed('grid')];
const two = [computed('grid'), computed('grid')];
const withColour = [computed('grid'), constant('colour')];

function mapCells(grid: Grid, change: (cell: number) => number): Grid {
  return grid.map((row) => row.map(change));
}

/** Cell by cell over two grids of one size; undefined for different sizes. */
function zipCells(first: Grid, second: Grid, change: (a: number, b: number) => number): Grid | undefined {
  if (first.length !== second.length || first[0]?.length !== second[0]?.length) return undefined;
  return first.map((row, y) => row.map((cell, x) => change(cell, second[y]?.[x] ?? 0)));
}

/** Colours other than 0, the most frequent first; of equal ones the smaller number. */
function coloursByCount(grid: Grid): number[] {
  const counts = new Map<number, number>();
  for (const cell of grid.flat()) if (cell !== 0) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts]
    .sort(([left, leftCount], [right, rightCount]) => rightCount - leftCount || left - right)
    .map(([colour]) => colour);
}

const COLOURS = `def colours_by_count(grid):
    cells = [cell for row in grid for cell in row if cell != 0]
    return sorted(set(cells), key=lambda colour: (-cells.count(colour), colour))`;

const OVERLAY = `def overlay(top, bottom):
    return [[a if a != 0 else b for a, b in zip(upper, lower)] for upper, lower in zip(top, bottom)]`;
const BOTH = `def both(first, second):
    return [[a if a != 0 and b != 0 else 0 for a, b in zip(p, q)] for p, q in zip(first, second)]`;
const EITHER = `def one_of_two(first, second):
    return [[a if b == 0 else b if a == 0 else 0 for a, b in zip(p, q)] for p, q in zip(first, second)]`;
const NEITHER = `def neither(first, second, colour):
    return [[colour if a == 0 and b == 0 else 0 for a, b in zip(p, q)] for p, q in zip(first, second)]`;

/** Colours of grids, and grids laid over each other. */
export const gridColours: readonly LibraryEntry[] = [
  {
    name: 'recolour',
    idleWithout: 1,
    python: '[[{2} if cell == {1} else cell for cell in row] for row in {0}]',
    parameters: [...withColour, constant('colour')],
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, old: number, colour: number) =>
      old === colour ? undefined : mapCells(grid, (cell) => (cell === old ? colour : cell)),
    variable: 'recoloured',
  },
  {
    name: 'swap_colours',
    idleWithout: 2,
    python: '[[{2} if cell == {1} else {1} if cell == {2} else cell for cell in row] for row in {0}]',
    parameters: [...withColour, constant('colour')],
    result: 'grid',
    cost: 3,
    apply: (grid: Grid, first: number, second: number) =>
      first >= second
        ? undefined
        : mapCells(grid, (cell) => (cell === first ? second : cell === second ? first : cell)),
    variable: 'recoloured',
  },
  {
    name: 'keep_colour',
    python: '[[cell if cell == {1} else 0 for cell in row] for row in {0}]',
    parameters: withColour,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, colour: number) =>
      colour === 0 ? undefined : mapCells(grid, (cell) => (cell === colour ? cell : 0)),
    variable: 'kept',
  },
  {
    name: 'paint',
    python: '[[{1} if cell != 0 else 0 for cell in row] for row in {0}]',
    parameters: withColour,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, colour: number) =>
      colour === 0 ? undefined : mapCells(grid, (cell) => (cell === 0 ? 0 : colour)),
    variable: 'painted',
  },
  {
    name: 'negative',
    python: '[[{1} if cell == 0 else 0 for cell in row] for row in {0}]',
    parameters: withColour,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, colour: number) =>
      colour === 0 ? undefined : mapCells(grid, (cell) => (cell === 0 ? colour : 0)),
    variable: 'negative',
  },
  {
    name: 'overlay',
    alike: 'size',
    python: 'overlay({0}, {1})',
    helpers: [OVERLAY],
    parameters: two,
    result: 'grid',
    cost: 1,
    apply: (top: Grid, bottom: Grid) => zipCells(top, bottom, (a, b) => (a !== 0 ? a : b)),
    variable: 'layers',
  },
  {
    name: 'both',
    alike: 'size',
    python: 'both({0}, {1})',
    helpers: [BOTH],
    parameters: two,
    result: 'grid',
    cost: 1,
    apply: (first: Grid, second: Grid) => zipCells(first, second, (a, b) => (a !== 0 && b !== 0 ? a : 0)),
    variable: 'common',
  },
  {
    name: 'one_of_two',
    alike: 'size',
    commutative: true,
    python: 'one_of_two({0}, {1})',
    helpers: [EITHER],
    parameters: two,
    result: 'grid',
    cost: 2,
    apply: (first: Grid, second: Grid) => zipCells(first, second, (a, b) => (b === 0 ? a : a === 0 ? b : 0)),
  },
  {
    name: 'neither',
    alike: 'size',
    commutative: true,
    python: 'neither({0}, {1}, {2})',
    helpers: [NEITHER],
    parameters: [...two, constant('colour')],
    result: 'grid',
    cost: 2,
    apply: (first: Grid, second: Grid, colour: number) =>
      colour === 0 ? undefined : zipCells(first, second, (a, b) => (a === 0 && b === 0 ? colour : 0)),
  },
  {
    name: 'most_common_colour',
    python: 'colours_by_count({0})[0]',
    helpers: [COLOURS],
    parameters: one,
    result: 'integer',
    cost: 2,
    apply: (grid: Grid) => coloursByCount(grid)[0],
    variable: 'colour',
  },
  {
    name: 'least_common_colour',
    python: 'colours_by_count({0})[-1]',
    helpers: [COLOURS],
    parameters: one,
    result: 'integer',
    cost: 2,
    apply: (grid: Grid) => coloursByCount(grid).at(-1),
    variable: 'colour',
  },
  {
    name: 'only_colour',
    python: '[[cell if cell == {1} else 0 for cell in row] for row in {0}]',
    parameters: [computed('grid'), computed('integer')],
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, colour: number) => mapCells(grid, (cell) => (cell === colour ? cell : 0)),
    variable: 'kept',
  },
  {
    name: 'without_colour',
    python: '[[0 if cell == {1} else cell for cell in row] for row in {0}]',
    parameters: [computed('grid'), computed('integer')],
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, colour: number) => mapCells(grid, (cell) => (cell === colour ? 0 : cell)),
    variable: 'rest',
  },
  {
    name: 'paint_with',
    python: '[[{1} if cell != 0 else 0 for cell in row] for row in {0}]',
    parameters: [computed('grid'), computed('integer')],
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, colour: number) => mapCells(grid, (cell) => (cell === 0 ? 0 : colour)),
    variable: 'painted',
  },
  {
    name: 'fill_with',
    python: '[[{1} for cell in row] for row in {0}]',
    parameters: [computed('grid'), computed('integer')],
    result: 'grid',
    cost: 3,
    apply: (grid: Grid, colour: number) => mapCells(grid, () => colour),
  },
  {
    name: 'cells_other_than_zero',
    python: 'len([cell for row in {0} for cell in row if cell != 0])',
    parameters: one,
    result: 'integer',
    cost: 3,
    apply: (grid: Grid) => grid.flat().filter((cell) => cell !== 0).length,
    variable: 'cells',
  },
];
