import { type Grid, remembering } from './grid.js';

/** Python for {@link enclosedCells}. */
export const ENCLOSED: string = `def enclosed_cells(grid):
    height, width = len(grid), len(grid[0])
    edge = [(y, x) for y in range(height) for x in range(width) if y in (0, height - 1) or x in (0, width - 1)]
    outside = [(y, x) for y, x in edge if grid[y][x] == 0]
    seen = set(outside)
    place = 0
    while place < len(outside):
        y, x = outside[place]
        place += 1
        for b, a in [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]:
            if 0 <= b < height and 0 <= a < width and (b, a) not in seen and grid[b][a] == 0:
                seen.add((b, a))
                outside.append((b, a))
    return [[1 if grid[y][x] == 0 and (y, x) not in seen else 0 for x in range(width)] for y in range(height)]`;

/** 1 for every cell 0 that no path of cells 0 joins to the edge, else 0. */
export const enclosedCells: (grid: Grid) => Grid = remembering((grid: Grid) => {
  const height = grid.length;
  const width = grid[0]?.length ?? 0;
  const seen = new Set<number>();
  const outside: (readonly [number, number])[] = [];
  const visit = (y: number, x: number): void => {
    if (y < 0 || x < 0 || y >= height || x >= width || seen.has(y * width + x) || grid[y]?.[x] !== 0) return;
    seen.add(y * width + x);
    outside.push([y, x]);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (y === 0 || x === 0 || y === height - 1 || x === width - 1) visit(y, x);
    }
  }
  for (const [y, x] of outside) {
    visit(y - 1, x);
    visit(y + 1, x);
    visit(y, x - 1);
    visit(y, x + 1);
  }
  return grid.map((row, y) => row.map((cell, x) => (cell === 0 && !seen.has(y * width + x) ? 1 : 0)));
});
