import type { Json } from '../../core/index.js';
import type { Enumerator } from './enumerator.js';
import { type Expression, evaluateExpression } from './expression.js';
import { gridFeatures } from './library/grid-features.js';
import type { SearchProblem } from './problem.js';
import type { Program } from './program.js';
import { holdsOut, type Solution } from './solution.js';
import type { Search, SolveContext } from './solve-context.js';

/** Cheapest grids of the output's size that tables are learned from. */
const MOST_GRIDS = 40;
/** Of grids that describe cells, the cheapest that tables are learned from too. */
const MOST_FEATURES = 30;
/** Fewest cells that each row of a table of two grids rests on. */
const FEWEST_CELLS_PER_ROW = 2;
/** Most rows of a table. */
const MOST_ROWS = 24;

const FEATURES: ReadonlySet<string> = new Set(gridFeatures.map(({ name }) => `${name}()`));

type Grid = readonly (readonly number[])[];
type CellProgram = Extract<Program, { kind: 'cells' }>;

/**
 * New colours for cells by a table: from the cell of one grid computed from the input, or from the cells of two at the
 * same place. A table of two must know every combination that the unlabelled and held-out inputs hold.
 */
export function* searchCellTables(
  problem: SearchProblem,
  context: SolveContext,
  enumerator: Enumerator,
): Search<Solution | null> {
  const outputs = problem.train.map(({ output }) => output as unknown as Grid);
  const known = enumerator
    .bank('grid')
    .map((expression) => ({ expression, grids: gridsOf(expression, problem) }))
    .filter(({ grids }) => grids.every((grid, index) => isOfSize(grid, outputs[index])));
  const features = known.filter(({ expression }) => FEATURES.has(expression.operator.name));
  const chosen = new Set([...known.slice(0, MOST_GRIDS), ...features.slice(0, MOST_FEATURES)]);
  let fallback: Solution | null = null;
  for (const [first, second] of pairsOf([...chosen])) {
    context.meter.spend(1);
    if (context.meter.outOfEvaluations()) break;
    yield;
    const table = learnTable(outputs, first.grids, second?.grids ?? null);
    if (table === null) continue;
    const program: CellProgram = {
      kind: 'cells',
      grid: first.expression,
      second: second?.expression ?? null,
      table,
    };
    if (second !== undefined && !knowsAll(program, problem)) continue;
    const solution: Solution = {
      program,
      engine: 'lookup',
      literalCharacters: 0,
      support: outputs.reduce((cells, output) => cells + output.length * (output[0]?.length ?? 0), 0),
      contradicted: 0,
      holds: holdsOut(program, problem),
      luck: 0,
      missed: 0,
    };
    if (solution.holds) return solution;
    fallback ??= solution;
  }
  return fallback;
}

/** Each item alone, then each pair of them. */
function* pairsOf<T>(items: readonly T[]): Generator<readonly [T, T | undefined]> {
  for (const item of items) yield [item, undefined];
  for (let sum = 1; sum < 2 * items.length; sum++) {
    for (let low = 0; 2 * low < sum; low++) {
      const [first, second] = [items[low], items[sum - low]];
      if (first !== undefined && second !== undefined) yield [first, second];
    }
  }
}

function gridsOf(expression: Expression, problem: SearchProblem): readonly (Grid | undefined)[] {
  return problem.train.map(({ input }) => evaluateExpression(expression, input) as Grid | undefined);
}

function isOfSize(grid: Grid | undefined, output: unknown): boolean {
  if (grid === undefined || !Array.isArray(output) || !Array.isArray(output[0])) return false;
  return grid.length === output.length && grid[0]?.length === output[0].length;
}

function learnTable(
  outputs: readonly Grid[],
  firsts: readonly (Grid | undefined)[],
  seconds: readonly (Grid | undefined)[] | null,
): CellProgram['table'] | null {
  const rows = new Map<
    string,
    { readonly key: readonly [number, number]; readonly to: number; count: number }
  >();
  for (const [index, output] of outputs.entries()) {
    for (const [y, line] of output.entries()) {
      for (const [x, to] of line.entries()) {
        const key = [firsts[index]?.[y]?.[x] ?? 0, seconds?.[index]?.[y]?.[x] ?? 0] as const;
        const row = rows.get(key.join());
        if (row === undefined) rows.set(key.join(), { key, to, count: 1 });
        else if (row.to === to) row.count++;
        else return null;
      }
    }
    if (rows.size > MOST_ROWS * 4) return null;
  }
  const all = [...rows.values()];
  const changes = all.filter(({ key, to }) => key[0] !== to);
  if (changes.length === 0 || changes.length > MOST_ROWS) return null;
  if (seconds !== null && changes.some(({ count }) => count < FEWEST_CELLS_PER_ROW)) return null;
  const kept = seconds === null ? changes : all;
  return kept
    .sort((left, right) => left.key[0] - right.key[0] || left.key[1] - right.key[1])
    .map(({ key, to }) => [key[0], key[1], to] as const);
}

/** Whether the table has a row for each combination that inputs without a known output hold. */
function knowsAll(program: CellProgram, problem: SearchProblem): boolean {
  const rows = new Set(program.table.map(([first, second]) => `${first},${second}`));
  const inputs: readonly Json[] = [...problem.unlabelled, ...problem.holdout.map(({ input }) => input)];
  return inputs.every((input) => {
    const first = evaluateExpression(program.grid, input) as Grid | undefined;
    const second = program.second && (evaluateExpression(program.second, input) as Grid | undefined);
    if (!first || !second || first.length !== second.length) return false;
    return first.every((line, y) => line.every((cell, x) => rows.has(`${cell},${second[y]?.[x]}`)));
  });
}
