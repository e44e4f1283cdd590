import { canonicalJson, type Json } from '../../core/index.js';
import type { Enumerator } from '../enumeration/enumerator.js';
import { type Expression, evaluateExpression } from '../language/expression.js';
import type { Grid } from '../library/grid.js';
import { gridFeatures } from '../library/index.js';
import type { SearchProblem } from '../problem.js';
import { evaluateProgram } from '../programs/program.js';
import { holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';
import { type CellColumn, columnOf, isOfSize } from './cell-columns.js';
import { CellLearner, type Ranked } from './cell-learner.js';

/** Cheapest grids of the output's size that rules are learned from, and that they may copy cells of. */
const MOST_GRIDS = 24;
/** Of grids that describe cells, the cheapest that rules are learned from too. */
const MOST_FEATURES = 90;
/** Of all these, the cheapest that are taken three at a time. */
const MOST_IN_THREES = 60;
/** Different colours that outputs may hold: each takes a bit, and so does each grid that is copied from. */
const MOST_COLOURS = 10;
/** Programs that are told of beside the best one, and among how many they are looked for. */
const MOST_RIVALS = 8;
const MOST_COMPARED = 200;

const FEATURES: ReadonlySet<string> = new Set(gridFeatures.map(({ name }) => `${name}()`));

/**
 * New colours for cells by rules: what the cells of one, two or three grids computed from the input are at a place decides
 * which colour goes there, or which grid's cell. The rules must know every combination that the unlabelled and held-out
 * inputs hold. Of all such programs the one with the fewest and cheapest parts is taken; a rule that only one example shows
 * counts for more than one.
 */
export function* searchCellRules(
  problem: SearchProblem,
  context: SolveContext,
  enumerator: Enumerator,
  limit: number,
): Search<Solution | null> {
  const outputs = problem.train.map(({ output }) => output as unknown as Grid);
  const targets = Int32Array.from(outputs.flat(2));
  const colours = [...new Set(targets)].sort((left, right) => left - right);
  if (colours.length > MOST_COLOURS) return null;
  const columns = yield* columnsOf(problem, enumerator, outputs);
  if (columns.length === 0) return null;
  const learner = new CellLearner(outputs, targets, colours, columns.slice(0, MOST_GRIDS));
  const found: Ranked[] = [];
  for (const keys of combinations(columns)) {
    context.meter.spend(1);
    if (context.meter.evaluations >= limit) break;
    if (context.meter.evaluations % 500 === 0) yield;
    const ranked = learner.learn(keys);
    if (ranked !== null) found.push(ranked);
  }
  const ordered = found.sort((left, right) => left.score - right.score);
  const holding = ordered.filter(({ program }) => holdsOut(program, problem));
  context.onRivals(differing(holding, problem.unlabelled).map(({ program }) => program));
  const best = holding[0] ?? ordered[0];
  if (best === undefined) return null;
  return {
    program: best.program,
    engine: 'lookup',
    literalCharacters: 0,
    support: targets.length,
    contradicted: 0,
    holds: holding.length > 0,
    luck: 0,
    missed: best.missed,
  };
}

/** Of programs that all fit, best first, one for each other thing that they make of inputs without an output. */
function differing(ranked: readonly Ranked[], inputs: readonly Json[]): readonly Ranked[] {
  const seen = new Set<string>();
  const others: Ranked[] = [];
  for (const one of ranked.slice(0, MOST_COMPARED)) {
    const behaviour = canonicalJson(inputs.map((input) => evaluateProgram(one.program, input) ?? null));
    if (seen.has(behaviour)) continue;
    if (seen.size > 0) others.push(one);
    seen.add(behaviour);
    if (others.length === MOST_RIVALS) break;
  }
  return others;
}

/** The grids that rules may ask about: the cheapest first, each with a value on every input. */
function* columnsOf(
  problem: SearchProblem,
  enumerator: Enumerator,
  outputs: readonly Grid[],
): Search<CellColumn[]> {
  const others: readonly Json[] = [...problem.holdout.map(({ input }) => input), ...problem.unlabelled];
  const inputs = [...problem.train.map(({ input }) => input), ...others];
  const plain: CellColumn[] = [];
  const features: CellColumn[] = [];
  const seen = new Set<string>();
  for (const expression of [...describing(problem, enumerator), ...enumerator.bank('grid')]) {
    const isFeature = FEATURES.has(expression.operator.name);
    const list = isFeature ? features : plain;
    if (list.length >= (isFeature ? MOST_FEATURES : MOST_GRIDS)) continue;
    // What was enumerated has its values, on as many inputs as the enumeration works with.
    const known = expression.values as readonly (Grid | undefined)[];
    if (known.length > 0 && !isOfSize(known[0], outputs[0])) continue;
    const values =
      known.length === inputs.length
        ? known
        : inputs.map((input) => evaluateExpression(expression, input) as Grid | undefined);
    yield;
    const grids = values.slice(0, outputs.length);
    if (!grids.every((grid, index) => isOfSize(grid, outputs[index]))) continue;
    const column = columnOf(expression, grids as readonly Grid[], values.slice(outputs.length));
    if (column === null) continue;
    const text = `${column.values.join()};${column.otherIds.join()}`;
    if (seen.has(text)) continue;
    seen.add(text);
    list.push(column);
  }
  return [...plain, ...features];
}

/** What describes the cells of the input itself, whatever the enumeration came to. */
function describing(problem: SearchProblem, enumerator: Enumerator): Expression[] {
  const features = (problem.vocabulary?.operators ?? []).filter(({ name }) => FEATURES.has(name));
  const inputs = enumerator.bank('grid').filter(({ args }) => args.length === 0);
  return inputs.flatMap((input) =>
    features.map((operator) => ({
      operator,
      args: [input],
      type: 'grid',
      cost: operator.cost + input.cost,
      readsInput: true,
      values: [],
    })),
  );
}

/** One, then two, then three of them. */
function* combinations<T>(items: readonly T[]): Generator<readonly T[]> {
  for (const item of items) yield [item];
  for (const [place, first] of items.entries()) {
    for (const second of items.slice(0, place)) yield [second, first];
  }
  const few = items.slice(0, MOST_IN_THREES);
  for (const [place, first] of few.entries()) {
    for (const [between, second] of few.slice(0, place).entries()) {
      for (const third of few.slice(0, between)) yield [third, second, first];
    }
  }
}
