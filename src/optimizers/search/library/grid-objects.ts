import { computed, constant, type LibraryEntry } from '../library-entry.js';
import { ENCLOSED, enclosedCells } from './grid-enclosed.js';

type Grid = readonly (readonly number[])[];
type Cell = readonly [y: number, x: number];

const one = [computed('grid')];
const withColour = [computed('grid'), constant('colour')];

/** Connected parts of cells other than 0, diagonals included, in reading order of their first cells. */
export function objectsOf(grid: Grid): Cell[][] {
  const seen = new Set<number>();
  const width = grid[0]?.length ?? 0;
  const objects: Cell[][] = [];
  for (let y = 0; y < grid.length; y++) {
    for (let x = 0; x < width; x++) {
      if (grid[y]?.[x] === 0 || seen.has(y * width + x)) continue;
      const object: Cell[] = [[y, x]];
      seen.add(y * width + x);
      for (const [cellY, cellX] of object) {
        for (let nextY = cellY - 1; nextY <= cellY + 1; nextY++) {
          for (let nextX = cellX - 1; nextX <= cellX + 1; nextX++) {
            const value = nextX < 0 || nextX >= width ? undefined : grid[nextY]?.[nextX];
            if (value === undefined || value === 0 || seen.has(nextY * width + nextX)) continue;
            seen.add(nextY * width + nextX);
            object.push([nextY, nextX]);
          }
        }
      }
      objects.push(object);
    }
  }
  return objects;
}

/** Python for {@link objectsOf}. */
export const OBJECTS: string = `def objects_of(grid):
    height, width = len(grid), len(grid[0])
    seen = set()
    objects = []
    for y in range(height):
        for x in range(width):
            if grid[y][x] == 0 or (y, x) in seen:
                continue
            seen.add((y, x))
            cells = [(y, x)]
            place = 0
            while place < len(cells):
                cell_y, cell_x = cells[place]
                place += 1
                for next_y in range(max(0, cell_y - 1), min(height, cell_y + 2)):
                    for next_x in range(max(0, cell_x - 1), min(width, cell_x + 2)):
                        if grid[next_y][next_x] != 0 and (next_y, next_x) not in seen:
                            seen.add((next_y, next_x))
                            cells.append((next_y, next_x))
            objects.append(cells)
    return objects`;

const KEEP = `def keep_cells(grid, cells):
    kept = [[0 for cell in row] for row in grid]
    for y, x in cells:
        kept[y][x] = grid[y][x]
    return kept`;

function keepCells(grid: Grid, cells: readonly Cell[]): Grid {
  const kept = grid.map((row) => row.map(() => 0));
  for (const [y, x] of cells) {
    const row = kept[y];
    if (row !== undefined) row[x] = grid[y]?.[x] ?? 0;
  }
  return kept;
}

/** The first of the largest (or smallest) objects; undefined without objects. */
function extremeObject(grid: Grid, sign: 1 | -1): Grid | undefined {
  const objects = objectsOf(grid);
  const [first, ...rest] = objects;
  if (first === undefined) return undefined;
  const chosen = rest.reduce(
    (best, object) => (sign * object.length > sign * best.length ? object : best),
    first,
  );
  return keepCells(grid, chosen);
}

const FALL = `def fall(grid):
    columns = []
    for column in zip(*grid):
        cells = [cell for cell in column if cell != 0]
        columns.append([0] * (len(column) - len(cells)) + cells)
    return [list(row) for row in zip(*columns)]`;

function fall(grid: Grid): Grid {
  const columns = (grid[0] ?? []).map((_cell, x) => {
    const cells = grid.map((row) => row[x] ?? 0).filter((cell) => cell !== 0);
    return [...Array.from({ length: grid.length - cells.length }, () => 0), ...cells];
  });
  return grid.map((_row, y) => columns.map((column) => column[y] ?? 0));
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
    for (const [x, cell] of row.entries()) {
      const end = row.indexOf(cell, x + 1);
      if (cell === 0 || end < 0 || row.slice(x + 1, end).some((between) => between !== 0)) continue;
      drawn.fill(colour, x + 1, end);
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

/** Connected things in grids, and what happens to them. */
export const gridObjects: readonly LibraryEntry[] = [
  {
    name: 'largest_object',
    python: 'keep_cells({0}, max(objects_of({0}), key=len))',
    helpers: [OBJECTS, KEEP],
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => extremeObject(grid, 1),
    variable: 'largest',
  },
  {
    name: 'smallest_object',
    python: 'keep_cells({0}, min(objects_of({0}), key=len))',
    helpers: [OBJECTS, KEEP],
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid) => extremeObject(grid, -1),
    variable: 'smallest',
  },
  {
    name: 'object_count',
    python: 'len(objects_of({0}))',
    helpers: [OBJECTS],
    parameters: one,
    result: 'integer',
    cost: 2,
    apply: (grid: Grid) => objectsOf(grid).length,
    variable: 'objects',
  },
  {
    name: 'fall',
    python: 'fall({0})',
    helpers: [FALL],
    parameters: one,
    result: 'grid',
    cost: 2,
    apply: fall,
    variable: 'fallen',
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
