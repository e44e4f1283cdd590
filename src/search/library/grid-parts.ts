import type { Cell, Grid } from './grid.js';

/**
 * What holds a part of a grid together: `objects` cells other than 0 that touch, diagonals included, whatever their colours · `shapes`
 * the same, of one colour · `regions` cells of one colour side by side, 0 being a colour too.
 */
export const PARTS = ['objects', 'shapes', 'regions'] as const;

/** One of {@link PARTS}. */
export type Part = (typeof PARTS)[number];

const STEPS: Readonly<Record<Part, readonly (readonly [number, number])[]>> = {
  objects: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [0, -1],
    [0, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
  shapes: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [0, -1],
    [0, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
  regions: [
    [-1, 0],
    [0, -1],
    [0, 1],
    [1, 0],
  ],
};

/** The parts in reading order of their first cells, and within each the cells in the order they were reached in. */
export function partsOf(grid: Grid, kind: Part): Cell[][] {
  const height = grid.length;
  const width = grid[0]?.length ?? 0;
  const seen = new Uint8Array(height * width);
  const parts: Cell[][] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = grid[y]?.[x] ?? 0;
      if (seen[y * width + x] === 1 || (colour === 0 && kind !== 'regions')) continue;
      seen[y * width + x] = 1;
      const cells: Cell[] = [[y, x]];
      for (const [cellY, cellX] of cells) {
        for (const [down, right] of STEPS[kind]) {
          const [b, a] = [cellY + down, cellX + right];
          if (b < 0 || a < 0 || b >= height || a >= width || seen[b * width + a] === 1) continue;
          const other = grid[b]?.[a] ?? 0;
          if (kind === 'objects' ? other === 0 : other !== colour) continue;
          seen[b * width + a] = 1;
          cells.push([b, a]);
        }
      }
      parts.push(cells);
    }
  }
  return parts;
}

/** Python for {@link partsOf}. */
export const PARTS_OF: string = `def parts_of(grid, kind):
    height, width = len(grid), len(grid[0])
    steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    if kind != 'regions':
        steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    seen = set()
    parts = []
    for y in range(height):
        for x in range(width):
            colour = grid[y][x]
            if (y, x) in seen or (colour == 0 and kind != 'regions'):
                continue
            seen.add((y, x))
            cells = [(y, x)]
            place = 0
            while place < len(cells):
                cell_y, cell_x = cells[place]
                place += 1
                for down, right in steps:
                    b, a = cell_y + down, cell_x + right
                    if not (0 <= b < height and 0 <= a < width) or (b, a) in seen:
                        continue
                    if grid[b][a] == 0 if kind == 'objects' else grid[b][a] != colour:
                        continue
                    seen.add((b, a))
                    cells.append((b, a))
            parts.append(cells)
    return parts`;

/** A number that says something of some cells of a grid, in two languages. */
export interface Measure {
  readonly name: string;
  /** A Python function `name(grid, cells)`. */
  readonly python: string;
  readonly apply: (grid: Grid, cells: readonly Cell[]) => number;
}

interface Box {
  readonly top: number;
  readonly left: number;
  readonly height: number;
  readonly width: number;
}

/** The smallest rectangle around the cells. */
function boxOf(cells: readonly Cell[]): Box {
  const rows = cells.map(([y]) => y);
  const columns = cells.map(([, x]) => x);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return { top, left, height: Math.max(...rows) - top + 1, width: Math.max(...columns) - left + 1 };
}

function countsOf(grid: Grid, cells: readonly Cell[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [y, x] of cells) {
    const colour = grid[y]?.[x] ?? 0;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

/** Numbers by which parts are told apart. */
export const measures: readonly Measure[] = [
  {
    name: 'cell_count',
    python: `def cell_count(grid, cells):
    return len(cells)`,
    apply: (_grid, cells) => cells.length,
  },
  {
    name: 'height_of',
    python: `def height_of(grid, cells):
    rows = [y for y, x in cells]
    return max(rows) - min(rows) + 1`,
    apply: (_grid, cells) => boxOf(cells).height,
  },
  {
    name: 'width_of',
    python: `def width_of(grid, cells):
    columns = [x for y, x in cells]
    return max(columns) - min(columns) + 1`,
    apply: (_grid, cells) => boxOf(cells).width,
  },
  {
    name: 'gaps_in',
    python: `def gaps_in(grid, cells):
    rows = [y for y, x in cells]
    columns = [x for y, x in cells]
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) - len(cells)`,
    apply: (_grid, cells) => {
      const { height, width } = boxOf(cells);
      return height * width - cells.length;
    },
  },
  {
    name: 'colour_count',
    python: `def colour_count(grid, cells):
    return len(set([grid[y][x] for y, x in cells]))`,
    apply: (grid, cells) => countsOf(grid, cells).size,
  },
  {
    name: 'main_colour',
    python: `def main_colour(grid, cells):
    colours = [grid[y][x] for y, x in cells]
    return min(set(colours), key=lambda colour: (-colours.count(colour), colour))`,
    apply: (grid, cells) =>
      [...countsOf(grid, cells)].reduce((best, next) =>
        next[1] > best[1] || (next[1] === best[1] && next[0] < best[0]) ? next : best,
      )[0],
  },
  {
    name: 'at_the_edge',
    python: `def at_the_edge(grid, cells):
    return len([1 for y, x in cells if y in (0, len(grid) - 1) or x in (0, len(grid[0]) - 1)])`,
    apply: (grid, cells) =>
      cells.filter(
        ([y, x]) => y === 0 || x === 0 || y === grid.length - 1 || x === (grid[0]?.length ?? 0) - 1,
      ).length,
  },
  {
    name: 'unlike_its_mirror',
    python: `def unlike_its_mirror(grid, cells):
    columns = [x for y, x in cells]
    colours = {(y, x): grid[y][x] for y, x in cells}
    turn = min(columns) + max(columns)
    return len([1 for y, x in cells if colours.get((y, turn - x)) != grid[y][x]])`,
    apply: (grid, cells) => {
      const { left, width } = boxOf(cells);
      const colours = new Map(cells.map(([y, x]) => [`${y},${x}`, grid[y]?.[x]]));
      return cells.filter(([y, x]) => colours.get(`${y},${2 * left + width - 1 - x}`) !== grid[y]?.[x])
        .length;
    },
  },
  {
    name: 'top_of',
    python: `def top_of(grid, cells):
    return min([y for y, x in cells])`,
    apply: (_grid, cells) => boxOf(cells).top,
  },
  {
    name: 'left_of',
    python: `def left_of(grid, cells):
    return min([x for y, x in cells])`,
    apply: (_grid, cells) => boxOf(cells).left,
  },
];

/** The cells as a text that is the same wherever the part stands. */
export function shapeOf(cells: readonly Cell[]): string {
  const { top, left } = boxOf(cells);
  return cells
    .map(([y, x]) => (y - top) * 1000 + x - left)
    .sort((first, second) => first - second)
    .join();
}

/** Python for {@link shapeOf}: a list that is equal for equal shapes. */
export const SHAPE_OF: string = `def shape_of(cells):
    top, left = min([y for y, x in cells]), min([x for y, x in cells])
    return sorted([(y - top, x - left) for y, x in cells])`;
