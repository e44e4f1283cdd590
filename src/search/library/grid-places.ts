import { computed, type LibraryEntry } from '../language/library-entry.js';
import { cellAt, type Grid, mapGrid, mirror, transpose } from './grid.js';

const one = [computed('grid')];

const SHIFT = `def shift(grid, down, right):
    height, width = len(grid), len(grid[0])
    return [[grid[y - down][x - right] if 0 <= y - down < height and 0 <= x - right < width else 0 for x in range(width)] for y in range(height)]`;

/** The names are those of the neighbour whose colour a cell shows. */
const NEIGHBOURS: readonly (readonly [name: string, down: number, right: number])[] = [
  ['cell_above', 1, 0],
  ['cell_below', -1, 0],
  ['cell_to_the_left', 0, 1],
  ['cell_to_the_right', 0, -1],
  ['cell_above_left', 1, 1],
  ['cell_above_right', 1, -1],
  ['cell_below_left', -1, 1],
  ['cell_below_right', -1, -1],
];

const SEEN_DIAGONALLY = `def seen_above_left(grid):
    seen = [[0 for cell in row] for row in grid]
    for y in range(1, len(grid)):
        for x in range(1, len(grid[0])):
            seen[y][x] = grid[y - 1][x - 1] if grid[y - 1][x - 1] != 0 else seen[y - 1][x - 1]
    return seen`;

function seenAboveLeft(grid: Grid): Grid {
  const seen = grid.map((row) => row.map(() => 0));
  for (let y = 1; y < grid.length; y++) {
    for (let x = 1; x < (grid[0]?.length ?? 0); x++) {
      const row = seen[y];
      if (row !== undefined) row[x] = cellAt(grid, y - 1, x - 1) || cellAt(seen, y - 1, x - 1);
    }
  }
  return seen;
}

const BETWEEN = `def between_in_rows(grid):
    drawn = []
    for row in grid:
        line = [0 for cell in row]
        places = [x for x, cell in enumerate(row) if cell != 0]
        for left, right in zip(places, places[1:]):
            if row[left] == row[right]:
                for x in range(left + 1, right):
                    line[x] = row[left]
        drawn.append(line)
    return drawn`;

function betweenInRows(grid: Grid): Grid {
  return grid.map((row) => {
    const line = row.map(() => 0);
    let last = -1;
    for (let x = 0; x < row.length; x++) {
      const cell = row[x] ?? 0;
      if (cell === 0) continue;
      if (last >= 0 && row[last] === cell) line.fill(cell, last + 1, x);
      last = x;
    }
    return line;
  });
}

const COLOUR_RANKS = `def colour_ranks(grid):
    cells = [cell for row in grid for cell in row]
    counts = {colour: cells.count(colour) for colour in sorted(set(cells))}
    ranks = {colour: 1 + len([other for other in counts if counts[other] > counts[colour]]) for colour in counts}
    return [[ranks[cell] for cell in row] for row in grid]`;

function colourRanks(grid: Grid): Grid {
  const counts = new Map<number, number>();
  for (const cell of grid.flat()) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return mapGrid(
    grid,
    (cell) => 1 + [...counts.values()].filter((count) => count > (counts.get(cell) ?? 0)).length,
  );
}

const NEAREST = `def nearest_colours(grid):
    height, width = len(grid), len(grid[0])
    near = [list(row) for row in grid]
    edge = [(y, x) for y in range(height) for x in range(width) if grid[y][x] != 0]
    while edge:
        found = []
        for y, x in edge:
            for b, a in [(y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)]:
                if 0 <= b < height and 0 <= a < width and near[b][a] == 0:
                    near[b][a] = near[y][x]
                    found.append((b, a))
        edge = found
    return near`;

function nearestColours(grid: Grid): Grid {
  const near = grid.map((row) => [...row]);
  let edge = grid.flatMap((row, y) => row.flatMap((cell, x) => (cell === 0 ? [] : [[y, x] as const])));
  while (edge.length > 0) {
    const found: (readonly [number, number])[] = [];
    for (const [y, x] of edge) {
      for (const [b, a] of [
        [y - 1, x],
        [y, x - 1],
        [y, x + 1],
        [y + 1, x],
      ] as const) {
        const row = near[b];
        if (row?.[a] !== 0) continue;
        row[a] = near[y]?.[x] ?? 0;
        found.push([b, a]);
      }
    }
    edge = found;
  }
  return near;
}

const SAME_NEIGHBOURS = `def like_neighbours(grid):
    height, width = len(grid), len(grid[0])
    steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    return [[len([1 for b, a in steps if 0 <= y + b < height and 0 <= x + a < width and grid[y + b][x + a] == grid[y][x]]) for x in range(width)] for y in range(height)]`;

function likeNeighbours(grid: Grid): Grid {
  return grid.map((row, y) => {
    const above = grid[y - 1] ?? [];
    const below = grid[y + 1] ?? [];
    return row.map(
      (cell, x) =>
        Number(above[x] === cell) +
        Number(below[x] === cell) +
        Number(row[x - 1] === cell) +
        Number(row[x + 1] === cell),
    );
  });
}

interface Feature {
  readonly name: string;
  readonly python: string;
  readonly helpers?: readonly string[];
  readonly cost?: number;
  readonly apply: (grid: Grid) => Grid;
}

const features: readonly Feature[] = [
  ...NEIGHBOURS.map(
    ([name, down, right]): Feature => ({
      name,
      python: `shift({0}, ${down}, ${right})`,
      helpers: [SHIFT],
      cost: 2,
      apply: (grid) =>
        grid.map((row, y) => {
          const source = grid[y - down] ?? [];
          return row.map((_cell, x) => source[x - right] ?? 0);
        }),
    }),
  ),
  {
    name: 'seen_above_left',
    python: 'seen_above_left({0})',
    helpers: [SEEN_DIAGONALLY],
    apply: seenAboveLeft,
  },
  {
    name: 'seen_above_right',
    python: '[row[::-1] for row in seen_above_left([row[::-1] for row in {0}])]',
    helpers: [SEEN_DIAGONALLY],
    apply: (grid) => mirror(seenAboveLeft(mirror(grid))),
  },
  {
    name: 'seen_below_left',
    python: 'seen_above_left({0!}[::-1])[::-1]',
    helpers: [SEEN_DIAGONALLY],
    apply: (grid) => [...seenAboveLeft([...grid].reverse())].reverse(),
  },
  {
    name: 'seen_below_right',
    python: '[row[::-1] for row in seen_above_left([row[::-1] for row in {0!}[::-1]])[::-1]]',
    helpers: [SEEN_DIAGONALLY],
    apply: (grid) => mirror([...seenAboveLeft(mirror([...grid].reverse()))].reverse()),
  },
  {
    name: 'between_in_rows',
    python: 'between_in_rows({0})',
    helpers: [BETWEEN],
    cost: 2,
    apply: betweenInRows,
  },
  {
    name: 'between_in_columns',
    python: '[list(column) for column in zip(*between_in_rows([list(column) for column in zip(*{0!})]))]',
    helpers: [BETWEEN],
    cost: 2,
    apply: (grid) => transpose(betweenInRows(transpose(grid))),
  },
  { name: 'colour_ranks', python: 'colour_ranks({0})', helpers: [COLOUR_RANKS], apply: colourRanks },
  { name: 'nearest_colours', python: 'nearest_colours({0})', helpers: [NEAREST], apply: nearestColours },
  {
    name: 'like_neighbours',
    python: 'like_neighbours({0})',
    helpers: [SAME_NEIGHBOURS],
    apply: likeNeighbours,
  },
  {
    name: 'row_numbers_by_three',
    python: '[[y % 3 for cell in row] for y, row in enumerate({0})]',
    apply: (grid) => mapGrid(grid, (_cell, y) => y % 3),
  },
  {
    name: 'column_numbers_by_three',
    python: '[[x % 3 for x, cell in enumerate(row)] for row in {0}]',
    apply: (grid) => mapGrid(grid, (_cell, _y, x) => x % 3),
  },
  {
    name: 'chessboard',
    python: '[[(y + x) % 2 for x, cell in enumerate(row)] for y, row in enumerate({0})]',
    apply: (grid) => mapGrid(grid, (_cell, y, x) => (y + x) % 2),
  },
  {
    name: 'diagonals',
    python: '[[(y > x) - (y < x) + 1 for x, cell in enumerate(row)] for y, row in enumerate({0})]',
    apply: (grid) => mapGrid(grid, (_cell, y, x) => Math.sign(y - x) + 1),
  },
  {
    name: 'same_in_row',
    python: '[[row.count(cell) for cell in row] for row in {0}]',
    apply: (grid) => grid.map((row) => row.map((cell) => row.filter((other) => other === cell).length)),
  },
  {
    name: 'same_in_column',
    python: '[[[line[x] for line in {0}].count(cell) for x, cell in enumerate(row)] for row in {0}]',
    apply: (grid) => mapGrid(grid, (cell, _y, x) => grid.filter((row) => row[x] === cell).length),
  },
  {
    name: 'plain_rows',
    python: '[[len(set(row)) for cell in row] for row in {0}]',
    apply: (grid) => grid.map((row) => row.map(() => new Set(row).size)),
  },
  {
    name: 'plain_columns',
    python: '[[len(set([line[x] for line in {0}])) for x, cell in enumerate(row)] for row in {0}]',
    apply: (grid) => mapGrid(grid, (_cell, _y, x) => new Set(grid.map((row) => row[x])).size),
  },
];

/** What stands beside, before or behind a cell, and where in the grid it is. */
export const gridPlaces: readonly LibraryEntry[] = features.map(({ cost = 3, ...feature }) => ({
  ...feature,
  parameters: one,
  result: 'grid',
  cost,
}));
