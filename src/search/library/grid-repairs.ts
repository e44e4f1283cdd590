import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { type Grid, mapGrid, remembering } from './grid.js';

const withColour = [computed('grid'), constant('colour')];

const TILE_OF = `def tile_of(grid, hidden):
    sizes = sorted([(down * right, down, right) for down in range(1, len(grid) + 1) for right in range(1, len(grid[0]) + 1)])
    for size, down, right in sizes:
        tile = [[hidden for x in range(right)] for y in range(down)]
        fits = True
        for y, row in enumerate(grid):
            for x, cell in enumerate(row):
                if cell == hidden or not fits:
                    continue
                if tile[y % down][x % right] == hidden:
                    tile[y % down][x % right] = cell
                elif tile[y % down][x % right] != cell:
                    fits = False
        if fits:
            return tile
    return grid`;

/** Tiles by the hidden colour, for a grid. */
const tilesOf = remembering((_grid: Grid) => new Map<number, Grid>());

/** The smallest tile, found once: two primitives ask for it. */
function tileOf(grid: Grid, hidden: number): Grid {
  const tiles = tilesOf(grid);
  const tile = tiles.get(hidden) ?? smallestTile(grid, hidden);
  tiles.set(hidden, tile);
  return tile;
}

/** The smallest tile whose repetition is the grid but for the hidden cells. */
function smallestTile(grid: Grid, hidden: number): Grid {
  const height = grid.length;
  const width = grid[0]?.length ?? 0;
  const downs = stepsOf(height, (step) => agreesBelow(grid, hidden, step));
  const rights = stepsOf(width, (step) => agreesBeside(grid, hidden, step));
  const sizes = downs.flatMap((down) => rights.map((right) => [down, right] as const));
  sizes.sort(
    (left, right) => left[0] * left[1] - right[0] * right[1] || left[0] - right[0] || left[1] - right[1],
  );
  for (const [down, right] of sizes) {
    const tile = fittingTile(grid, hidden, down, right);
    if (tile !== null) return tile;
  }
  return grid;
}

/** Steps at which the grid repeats itself one way: a tile must do so both ways. */
function stepsOf(size: number, agrees: (step: number) => boolean): number[] {
  const steps: number[] = [];
  for (let step = 1; step <= size; step++) if (agrees(step)) steps.push(step);
  return steps;
}

function agreesBelow(grid: Grid, hidden: number, step: number): boolean {
  for (let y = step; y < grid.length; y++) {
    const row = grid[y] ?? [];
    const other = grid[y - step] ?? [];
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== other[x] && row[x] !== hidden && other[x] !== hidden) return false;
    }
  }
  return true;
}

function agreesBeside(grid: Grid, hidden: number, step: number): boolean {
  for (const row of grid) {
    for (let x = step; x < row.length; x++) {
      if (row[x] !== row[x - step] && row[x] !== hidden && row[x - step] !== hidden) return false;
    }
  }
  return true;
}

function fittingTile(grid: Grid, hidden: number, down: number, right: number): Grid | null {
  const tile = Array.from({ length: down }, () => new Array<number>(right).fill(hidden));
  for (let y = 0; y < grid.length; y++) {
    const row = grid[y] ?? [];
    const line = tile[y % down] ?? [];
    for (let x = 0; x < row.length; x++) {
      const cell = row[x] ?? hidden;
      if (cell === hidden) continue;
      const place = x % right;
      if (line[place] === hidden) line[place] = cell;
      else if (line[place] !== cell) return null;
    }
  }
  return tile;
}

const REPAIR_TILES = `def repair_tiles(grid, hidden):
    tile = tile_of(grid, hidden)
    return [[tile[y % len(tile)][x % len(tile[0])] for x in range(len(grid[0]))] for y in range(len(grid))]`;

function repairTiles(grid: Grid, hidden: number): Grid {
  const tile = tileOf(grid, hidden);
  return mapGrid(grid, (_cell, y, x) => tile[y % tile.length]?.[x % (tile[0]?.length ?? 1)] ?? hidden);
}

const REPAIR_MIRRORED = `def repair_mirrored(grid, hidden):
    height, width = len(grid), len(grid[0])
    def mirrored(turn_y, turn_x, y, x):
        b = y if turn_y is None else turn_y - y
        a = x if turn_x is None else turn_x - x
        return grid[b][a] if 0 <= b < height and 0 <= a < width else hidden
    def agrees(turn_y, turn_x):
        pairs = [(grid[y][x], mirrored(turn_y, turn_x, y, x)) for y in range(height) for x in range(width)]
        return len([1 for cell, other in pairs if cell != hidden and other != hidden]) * 2 >= height * width and not any([cell != hidden and other != hidden and cell != other for cell, other in pairs])
    turns_x = [turn for turn in range(width // 2, 2 * width - 1 - width // 2) if agrees(None, turn)]
    turns_y = [turn for turn in range(height // 2, 2 * height - 1 - height // 2) if agrees(turn, None)]
    repaired = [list(row) for row in grid]
    for y in range(height):
        for x in range(width):
            others = [mirrored(None, turn, y, x) for turn in turns_x[:1]] + [mirrored(turn, None, y, x) for turn in turns_y[:1]]
            others = others + [mirrored(turns_y[0], turns_x[0], y, x)] if turns_x and turns_y else others
            known = [other for other in others if other != hidden]
            if grid[y][x] == hidden and known:
                repaired[y][x] = known[0]
    return repaired`;

/** Hidden cells get what stands mirrored, where the others are the same on both sides of a line. */
function repairMirrored(grid: Grid, hidden: number): Grid {
  const height = grid.length;
  const width = grid[0]?.length ?? 0;
  const mirrored = (turnY: number | null, turnX: number | null, y: number, x: number): number =>
    grid[turnY === null ? y : turnY - y]?.[turnX === null ? x : turnX - x] ?? hidden;
  const agrees = (turnY: number | null, turnX: number | null): boolean => {
    let known = 0;
    for (let y = 0; y < height; y++) {
      const row = grid[y];
      const other = grid[turnY === null ? y : turnY - y];
      if (row === undefined || other === undefined) continue;
      for (let x = 0; x < width; x++) {
        const facing = turnX === null ? x : turnX - x;
        if (facing < 0 || facing >= width) continue;
        if (row[x] === hidden || other[facing] === hidden) continue;
        if (row[x] !== other[facing]) return false;
        known++;
      }
    }
    return known * 2 >= height * width;
  };
  const turnsOf = (size: number, fits: (turn: number) => boolean): number | undefined => {
    const half = Math.floor(size / 2);
    for (let turn = half; turn < 2 * size - 1 - half; turn++) if (fits(turn)) return turn;
    return undefined;
  };
  const turnX = turnsOf(width, (turn) => agrees(null, turn));
  const turnY = turnsOf(height, (turn) => agrees(turn, null));
  return mapGrid(grid, (cell, y, x) => {
    if (cell !== hidden) return cell;
    const others = [
      turnX === undefined ? hidden : mirrored(null, turnX, y, x),
      turnY === undefined ? hidden : mirrored(turnY, null, y, x),
      turnX === undefined || turnY === undefined ? hidden : mirrored(turnY, turnX, y, x),
    ];
    return others.find((other) => other !== hidden) ?? cell;
  });
}

/** Whether there is anything to repair: looking for it in vain takes long. */
function hides(grid: Grid, hidden: number): boolean {
  return grid.some((row) => row.includes(hidden));
}

/** What repeats or mirrors itself but for cells of one colour, which hide it. */
export const gridRepairs: readonly LibraryEntry[] = [
  {
    name: 'tile_of',
    python: 'tile_of({0}, {1})',
    helpers: [TILE_OF],
    parameters: withColour,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, hidden: number) =>
      hides(grid, hidden) || hidden === 0 ? tileOf(grid, hidden) : undefined,
    variable: 'tile',
  },
  {
    name: 'repair_tiles',
    python: 'repair_tiles({0}, {1})',
    helpers: [TILE_OF, REPAIR_TILES],
    parameters: withColour,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, hidden: number) => (hides(grid, hidden) ? repairTiles(grid, hidden) : undefined),
    variable: 'repaired',
  },
  {
    name: 'repair_mirrored',
    python: 'repair_mirrored({0}, {1})',
    helpers: [REPAIR_MIRRORED],
    parameters: withColour,
    result: 'grid',
    cost: 2,
    apply: (grid: Grid, hidden: number) => (hides(grid, hidden) ? repairMirrored(grid, hidden) : undefined),
    variable: 'repaired',
  },
];
