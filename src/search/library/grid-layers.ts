import { computed, type LibraryEntry } from '../language/library-entry.js';
import { type Cell, type Grid, layerOf, remembering, transpose } from './grid.js';
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

type Layers = readonly Grid[];

/** Most parts of a grid that are taken one by one. */
const MOST_LAYERS = 40;

const layers = [computed('grids')];

const LAYERS_OF = `def layers_of(grid, kind):
    layers = []
    for cells in parts_of(grid, kind):
        layer = [[0 for cell in row] for row in grid]
        for y, x in cells:
            layer[y][x] = grid[y][x]
        layers.append(layer)
    return [layer for layer in layers if any([any(row) for row in layer])]`;

function layersOf(grid: Grid, kind: Part): Layers | undefined {
  const parts = partsOf(grid, kind).filter(
    ([first]) => first !== undefined && grid[first[0]]?.[first[1]] !== 0,
  );
  if (parts.length > MOST_LAYERS) return undefined;
  return parts.map((cells) => layerOf(grid, cells, (y, x) => grid[y]?.[x] ?? 0));
}

const COLOUR_LAYERS = `def colour_layers(grid):
    colours = sorted(set([cell for row in grid for cell in row if cell != 0]))
    return [[[cell if cell == colour else 0 for cell in row] for row in grid] for colour in colours]`;

function colourLayers(grid: Grid): Layers {
  const colours = [...new Set(grid.flat())].filter((cell) => cell !== 0).sort((left, right) => left - right);
  return colours.map((colour) => grid.map((row) => row.map((cell) => (cell === colour ? cell : 0))));
}

const PANELS = `def panel_rows(grid):
    rows = [y for y, row in enumerate(grid) if row[0] != 0 and len(set(row)) == 1]
    starts, ends = [0] + [y + 1 for y in rows], rows + [len(grid)]
    return [grid[start:end] for start, end in zip(starts, ends) if end > start]

def panels_of(grid):
    panels = []
    for band in panel_rows(grid):
        for panel in panel_rows([list(column) for column in zip(*band)]):
            panels.append([list(row) for row in zip(*panel)])
    return panels`;

/** Bands between rows that are all of one colour other than 0. */
function panelRows(grid: Grid): Layers {
  const rows = grid.flatMap((row, y) => (row[0] !== 0 && new Set(row).size === 1 ? [y] : []));
  const ends = [...rows, grid.length];
  return [0, ...rows.map((y) => y + 1)].flatMap((start, index) => {
    const end = ends[index] ?? 0;
    return end > start ? [grid.slice(start, end)] : [];
  });
}

function panelsOf(grid: Grid): Layers | undefined {
  const panels = panelRows(grid).flatMap((band) => panelRows(transpose(band)).map(transpose));
  return panels.length >= 2 && panels.length <= MOST_LAYERS ? panels : undefined;
}

const OVERLAY_ALL = `def overlay_all(layers):
    drawn = [list(row) for row in layers[0]]
    for layer in layers[1:]:
        for y, row in enumerate(layer):
            for x, cell in enumerate(row):
                if drawn[y][x] == 0:
                    drawn[y][x] = cell
    return drawn`;

function areOfOneSize(all: Layers): boolean {
  const [first] = all;
  return all.every((grid) => grid.length === first?.length && grid[0]?.length === first[0]?.length);
}

/** Undefined unless there are some and all are of one size. */
function overlayAll(all: Layers): Grid | undefined {
  const [first, ...rest] = all;
  if (first === undefined || !areOfOneSize(all)) return undefined;
  if (rest.length === 0) return first;
  return first.map((row, y) => {
    const drawn = [...row];
    for (const layer of rest) {
      const above = layer[y] ?? [];
      for (let x = 0; x < drawn.length; x++) drawn[x] ||= above[x] ?? 0;
    }
    return drawn;
  });
}

const COMMON_TO_ALL = `def common_to_all(layers):
    return [[cell if all([layer[y][x] != 0 for layer in layers]) else 0 for x, cell in enumerate(row)] for y, row in enumerate(layers[0])]`;

function commonToAll(all: Layers): Grid | undefined {
  const [first] = all;
  if (first === undefined || !areOfOneSize(all)) return undefined;
  return first.map((row, y) => row.map((cell, x) => (all.every((layer) => layer[y]?.[x] !== 0) ? cell : 0)));
}

const FILLED = `def filled(layer):
    return [(y, x) for y, row in enumerate(layer) for x, cell in enumerate(row) if cell != 0]`;

/** Every measure asks for them. */
const filled = remembering((layer: Grid): readonly Cell[] => {
  const cells: Cell[] = [];
  for (const [y, row] of layer.entries()) {
    for (let x = 0; x < row.length; x++) if (row[x] !== 0) cells.push([y, x]);
  }
  return cells;
});

const WITH_MOST = `def with_most(layers, measure, sign):
    scores = [sign * measure(layer, filled(layer)) for layer in layers]
    return [layer for layer, score in zip(layers, scores) if score == max(scores)]`;

const WITHOUT_MOST = `def without_most(layers, measure, sign):
    scores = [sign * measure(layer, filled(layer)) for layer in layers]
    return [layer for layer, score in zip(layers, scores) if score < max(scores)]`;

const ODD_ONE_OUT = `def odd_one_out(layers, measure):
    scores = [measure(layer, filled(layer)) for layer in layers]
    [odd] = [layer for layer, score in zip(layers, scores) if scores.count(score) == 1]
    return odd`;

/** By layer what the measure says; undefined where a layer is empty, which most measures can't tell anything of. */
function scoresOf(all: Layers, measure: Measure): number[] | undefined {
  const scores: number[] = [];
  for (const layer of all) {
    const cells = filled(layer);
    if (cells.length === 0 && measure.name !== 'cell_count') return undefined;
    scores.push(measure.apply(layer, cells));
  }
  return scores;
}

function chosenBy(measure: Measure): LibraryEntry[] {
  const scoresBy = remembering((all: Layers) => scoresOf(all, measure));
  const helpers = [FILLED, measure.python];
  const choose = (all: Layers, sign: 1 | -1, isBest: boolean): Grid | undefined => {
    const scores = scoresBy(all);
    if (scores === undefined) return undefined;
    const best =
      sign * scores.reduce((most, score) => Math.max(most, sign * score), Number.NEGATIVE_INFINITY);
    return overlayAll(all.filter((_layer, index) => (scores[index] === best) === isBest));
  };
  const extreme = (sign: 1 | -1): LibraryEntry[] => {
    const word = sign === 1 ? 'most' : 'least';
    return [
      {
        name: `with_${word}_${measure.name}`,
        python: `overlay_all(with_most({0}, ${measure.name}, ${sign}))`,
        helpers: [...helpers, OVERLAY_ALL, WITH_MOST],
        parameters: layers,
        result: 'grid',
        cost: 1,
        apply: (all: Layers) => choose(all, sign, true),
        variable: 'chosen',
      },
      {
        name: `without_${word}_${measure.name}`,
        python: `overlay_all(without_most({0}, ${measure.name}, ${sign}))`,
        helpers: [...helpers, OVERLAY_ALL, WITHOUT_MOST],
        parameters: layers,
        result: 'grid',
        cost: 2,
        apply: (all: Layers) => choose(all, sign, false),
        variable: 'others',
      },
    ];
  };
  return [
    ...extreme(1),
    ...extreme(-1),
    {
      name: `odd_${measure.name}`,
      python: `odd_one_out({0}, ${measure.name})`,
      helpers: [...helpers, ODD_ONE_OUT],
      parameters: layers,
      result: 'grid',
      cost: 2,
      apply: (all: Layers) => {
        const scores = scoresBy(all);
        const odd = scores?.filter((score) => scores.indexOf(score) === scores.lastIndexOf(score)) ?? [];
        return odd.length === 1 ? all[scores?.indexOf(odd[0] ?? 0) ?? 0] : undefined;
      },
      variable: 'odd',
    },
  ];
}

const BY_SHAPE = `def by_shape(layers, is_odd):
    shapes = [shape_of(filled(layer)) for layer in layers]
    counts = [shapes.count(shape) for shape in shapes]
    wanted = min(counts) if is_odd else max(counts)
    return [layer for layer, count in zip(layers, counts) if count == wanted]`;

function byShape(all: Layers, isOdd: boolean): Layers | undefined {
  const parts = all.map(filled);
  if (parts.some(({ length }) => length === 0) || all.length === 0) return undefined;
  const shapes = parts.map(shapeOf);
  const counts = shapes.map((shape) => shapes.filter((other) => other === shape).length);
  const wanted = isOdd ? Math.min(...counts) : Math.max(...counts);
  return all.filter((_layer, index) => counts[index] === wanted);
}

function splitting(
  name: string,
  python: string,
  helpers: readonly string[],
  apply: LibraryEntry['apply'],
  cost: number,
): LibraryEntry {
  return {
    name,
    python,
    helpers,
    parameters: [computed('grid')],
    result: 'grids',
    cost,
    apply,
    variable: 'layers',
  };
}

/** A grid taken apart, and one of its parts chosen or all put together again. */
export const gridLayers: readonly LibraryEntry[] = [
  ...PARTS.map((kind) =>
    splitting(
      `layers_of_${kind}`,
      `layers_of({0}, '${kind}')`,
      [PARTS_OF, LAYERS_OF],
      (grid: Grid) => layersOf(grid, kind),
      kind === 'regions' ? 2 : 1,
    ),
  ),
  splitting('colour_layers', 'colour_layers({0})', [COLOUR_LAYERS], colourLayers, 1),
  splitting('panels_of', 'panels_of({0})', [PANELS], panelsOf, 1),
  ...measures.flatMap(chosenBy),
  ...([true, false] as const).map(
    (isOdd): LibraryEntry => ({
      name: isOdd ? 'of_rarest_shape' : 'of_commonest_shape',
      python: `overlay_all(by_shape({0}, ${isOdd ? 'True' : 'False'}))`,
      helpers: [FILLED, SHAPE_OF, OVERLAY_ALL, BY_SHAPE],
      parameters: layers,
      result: 'grid',
      cost: 2,
      apply: (all: Layers) => {
        const kept = byShape(all, isOdd);
        return kept === undefined ? undefined : overlayAll(kept);
      },
    }),
  ),
  {
    name: 'overlay_all',
    python: 'overlay_all({0})',
    helpers: [OVERLAY_ALL],
    parameters: layers,
    result: 'grid',
    cost: 2,
    apply: overlayAll,
    variable: 'drawn',
  },
  {
    name: 'common_to_all',
    python: 'common_to_all({0})',
    helpers: [COMMON_TO_ALL],
    parameters: layers,
    result: 'grid',
    cost: 2,
    apply: commonToAll,
    variable: 'common',
  },
  {
    name: 'layer_at',
    python: '{0!}[{1}]',
    parameters: [computed('grids'), { constant: 'index' }],
    result: 'grid',
    cost: 2,
    apply: (all: Layers, index: number) => all.at(index),
  },
  {
    name: 'layer_count',
    python: 'len({0})',
    parameters: layers,
    result: 'integer',
    cost: 2,
    apply: (all: Layers) => all.length,
    variable: 'count',
  },
];
