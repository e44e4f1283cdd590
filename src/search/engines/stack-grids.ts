import type { Enumerator } from '../enumeration/enumerator.js';
import type { Expression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import { commonType } from '../language/value-type.js';
import type { Grid } from '../library/grid.js';
import type { SearchProblem } from '../problem.js';
import { fits, type Program } from '../programs/program.js';
import { holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';
import { isOfSize } from './cell-columns.js';

/** Cheapest grids of the output's size that are laid over each other. */
const MOST_PIECES = 1500;
/** Cells of all these together, which bounds the memory. */
const MOST_CELLS = 8_000_000;
/** Most of them in one stack. */
const MOST_LAYERS = 6;
/** Cells looked at between two pauses. */
const CELLS_PER_PAUSE = 2_000_000;

/** A grid computed from the inputs, its cells on all training examples in a row. */
interface Piece {
  readonly expression: Expression;
  readonly cells: Int32Array;
}

/** The cells of the outputs in a row, and where each example's begin and end. */
interface Target {
  readonly cells: Int32Array;
  readonly bounds: readonly (readonly [start: number, end: number])[];
}

/** A stack with the new cells of each of its layers. */
interface Stack {
  readonly pieces: readonly Piece[];
  readonly fewestNew: number;
}

/**
 * Grids laid over each other, the first on top: again and again the one that shows most of the output's cells which are not
 * shown yet, and none wrongly, 0 being see-through. Each example is left out in turn: where the others lead to a stack that is
 * wrong on it, it counts as missed.
 */
export function* searchStacks(
  problem: SearchProblem,
  context: SolveContext,
  enumerator: Enumerator,
  limit: number,
): Search<Solution | null> {
  const overlay = problem.vocabulary?.operators.find(({ name }) => name === 'overlay()');
  if (overlay === undefined || commonType(problem.train.map(({ output }) => output)) !== 'grid') return null;
  const target = targetOf(problem);
  const pieces = yield* piecesOf(problem, enumerator, target);
  const examples = problem.train.map((_example, index) => index);
  const stacked = function* (some: readonly number[]): Search<Stack | null> {
    if (context.meter.evaluations >= limit) return null;
    context.meter.spend(1);
    return yield* stack(pieces, target, some);
  };
  const whole = yield* stacked(examples);
  if (whole === null || whole.pieces.length < 2) return null;
  const program = programOf(whole.pieces, overlay);
  if (!fits(program, problem.train)) return null;
  let missed = 0;
  for (const left of examples) {
    const others = yield* stacked(examples.filter((example) => example !== left));
    if (others === null || !shows(others.pieces, target, left)) missed++;
  }
  return {
    program,
    engine: 'assembly',
    literalCharacters: 0,
    support: whole.fewestNew,
    contradicted: 0,
    holds: holdsOut(program, problem),
    luck: 0,
    missed,
  };
}

function targetOf(problem: SearchProblem): Target {
  const grids = problem.train.map(({ output }) => (output as unknown as Grid).flat());
  let end = 0;
  const bounds = grids.map(({ length }) => {
    const start = end;
    end += length;
    return [start, end] as const;
  });
  return { cells: Int32Array.from(grids.flat()), bounds };
}

function* piecesOf(problem: SearchProblem, enumerator: Enumerator, target: Target): Search<Piece[]> {
  const pieces: Piece[] = [];
  for (const expression of enumerator.bank('grid')) {
    const grids = problem.train.map(
      (_example, index) => expression.values[index] as unknown as Grid | undefined,
    );
    if (!grids.every((grid, index) => isOfSize(grid, problem.train[index]?.output))) continue;
    const cells = Int32Array.from((grids as readonly Grid[]).flat(2));
    if (!cells.some((cell, index) => cell !== 0 && cell === target.cells[index])) continue;
    pieces.push({ expression, cells });
    if (pieces.length === MOST_PIECES || pieces.length * cells.length > MOST_CELLS) break;
    if (pieces.length % 100 === 0) yield;
  }
  return pieces;
}

/** The stack that shows these examples' outputs, or null where none was found. */
function* stack(pieces: readonly Piece[], target: Target, examples: readonly number[]): Search<Stack | null> {
  const shown = new Uint8Array(target.cells.length);
  const chosen: Piece[] = [];
  let fewestNew = Number.POSITIVE_INFINITY;
  let work = 0;
  while (!isDone(shown, target, examples)) {
    let best: Piece | null = null;
    let most = 0;
    for (const piece of pieces) {
      const count = newCells(piece, shown, target, examples);
      if (count > most) {
        best = piece;
        most = count;
      }
      work += target.cells.length;
      if (work > CELLS_PER_PAUSE) {
        work = 0;
        yield;
      }
    }
    if (best === null || chosen.length === MOST_LAYERS) return null;
    for (let cell = 0; cell < shown.length; cell++) if (best.cells[cell] !== 0) shown[cell] = 1;
    chosen.push(best);
    fewestNew = Math.min(fewestNew, most);
  }
  return { pieces: chosen, fewestNew };
}

function isDone(shown: Uint8Array, { cells, bounds }: Target, examples: readonly number[]): boolean {
  return examples.every((example) => {
    const [start, end] = bounds[example] ?? [0, 0];
    for (let cell = start; cell < end; cell++) if (cells[cell] !== 0 && shown[cell] === 0) return false;
    return true;
  });
}

/** How many cells a piece shows that nothing above it does; 0 if any of them is wrong. */
function newCells(
  piece: Piece,
  shown: Uint8Array,
  { cells, bounds }: Target,
  examples: readonly number[],
): number {
  let count = 0;
  for (const example of examples) {
    const [start, end] = bounds[example] ?? [0, 0];
    for (let cell = start; cell < end; cell++) {
      if (piece.cells[cell] === 0 || shown[cell] === 1) continue;
      if (piece.cells[cell] !== cells[cell]) return 0;
      count++;
    }
  }
  return count;
}

function shows(pieces: readonly Piece[], { cells, bounds }: Target, example: number): boolean {
  const [start, end] = bounds[example] ?? [0, 0];
  for (let cell = start; cell < end; cell++) {
    const top = pieces.find((piece) => piece.cells[cell] !== 0);
    if ((top?.cells[cell] ?? 0) !== cells[cell]) return false;
  }
  return true;
}

function programOf(pieces: readonly Piece[], overlay: Operator): Program {
  const expression = pieces
    .map((piece) => piece.expression)
    .reduceRight(
      (bottom, top): Expression => ({
        operator: overlay,
        args: [top, bottom],
        type: 'grid',
        cost: overlay.cost + top.cost + bottom.cost,
        readsInput: true,
        values: [],
      }),
    );
  return { kind: 'expression', expression };
}
