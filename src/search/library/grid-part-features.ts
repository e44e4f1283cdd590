import { computed, type LibraryEntry } from '../language/library-entry.js';
import type { Cell, Grid } from './grid.js';
import {
  type Measure,
  measures,
  PARTS,
  PARTS_OF,
  type Part,
  partsOf,
  SHAPE_OF,
  shapeOf,
} from './grid-parts.js';

/** For each cell of a part, a number that says something of the whole part; 0 where there is none. */
function describeParts(
  grid: Grid,
  kind: Part,
  describe: (cells: readonly Cell[], all: readonly (readonly Cell[])[]) => number,
): Grid {
  const described = grid.map((row) => row.map(() => 0));
  const all = partsOf(grid, kind);
  for (const cells of all) {
    const value = describe(cells, all);
    for (const [y, x] of cells) {
      const row = described[y];
      if (row !== undefined) row[x] = value;
    }
  }
  return described;
}

const DESCRIBE = `def describe_parts(grid, kind, measure):
    described = [[0 for cell in row] for row in grid]
    for cells in parts_of(grid, kind):
        value = measure(grid, cells)
        for y, x in cells:
            described[y][x] = value
    return described`;

const RANKS = `def part_ranks(grid, kind):
    sizes = [len(cells) for cells in parts_of(grid, kind)]
    return describe_parts(grid, kind, lambda grid, cells: 1 + len([size for size in sizes if size > len(cells)]))`;

const TWINS = `def part_twins(grid, kind):
    shapes = [shape_of(cells) for cells in parts_of(grid, kind)]
    return describe_parts(grid, kind, lambda grid, cells: shapes.count(shape_of(cells)))`;

/** Where a part is says little of it; what colour it has is known unless it has several. */
const DESCRIBING: Readonly<Record<Part, readonly string[]>> = {
  objects: measures.map(({ name }) => name).filter((name) => !['top_of', 'left_of'].includes(name)),
  shapes: ['cell_count', 'height_of', 'width_of', 'gaps_in', 'at_the_edge', 'unlike_its_mirror'],
  regions: ['cell_count', 'height_of', 'width_of', 'gaps_in', 'at_the_edge'],
};

function measured(kind: Part, { name, python, apply }: Measure): LibraryEntry {
  return {
    name: `${kind}_${name}`,
    python: `describe_parts({0}, '${kind}', ${name})`,
    helpers: [PARTS_OF, DESCRIBE, python],
    parameters: [computed('grid')],
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) => describeParts(grid, kind, (cells) => apply(grid, cells)),
  };
}

function ranked(kind: Part): LibraryEntry {
  return {
    name: `${kind}_ranks`,
    python: `part_ranks({0}, '${kind}')`,
    helpers: [PARTS_OF, DESCRIBE, RANKS],
    parameters: [computed('grid')],
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) =>
      describeParts(grid, kind, (cells, all) => 1 + all.filter(({ length }) => length > cells.length).length),
    variable: 'ranks',
  };
}

function counted(kind: Part): LibraryEntry {
  return {
    name: `${kind}_twins`,
    python: `part_twins({0}, '${kind}')`,
    helpers: [PARTS_OF, DESCRIBE, SHAPE_OF, TWINS],
    parameters: [computed('grid')],
    result: 'grid',
    cost: 3,
    apply: (grid: Grid) => {
      const counts = new Map<string, number>();
      for (const cells of partsOf(grid, kind)) {
        const shape = shapeOf(cells);
        counts.set(shape, (counts.get(shape) ?? 0) + 1);
      }
      return describeParts(grid, kind, (cells) => counts.get(shapeOf(cells)) ?? 0);
    },
    variable: 'twins',
  };
}

/** Grids that say of each cell something about the part it belongs to. */
export const gridPartFeatures: readonly LibraryEntry[] = PARTS.flatMap((kind) => [
  ...measures.filter(({ name }) => DESCRIBING[kind].includes(name)).map((measure) => measured(kind, measure)),
  ranked(kind),
  counted(kind),
]);
