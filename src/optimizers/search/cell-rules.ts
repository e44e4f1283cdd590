import type { Json } from '../../core/index.js';
import { type CellColumn, columnOf, isOfSize } from './cell-columns.js';
import type { Enumerator } from './enumerator.js';
import { type Expression, evaluateExpression } from './expression.js';
import type { Grid } from './library/grid.js';
import { gridFeatures } from './library/index.js';
import type { SearchProblem } from './problem.js';
import type { CellRule, Program } from './program.js';
import { holdsOut, type Solution } from './solution.js';
import type { Search, SolveContext } from './solve-context.js';

/** Cheapest grids of the output's size that rules are learned from, and that they may copy cells of. */
const MOST_GRIDS = 24;
/** Of grids that describe cells, the cheapest that rules are learned from too. */
const MOST_FEATURES = 90;
/** Of all these, the cheapest that are taken three at a time. */
const MOST_IN_THREES = 60;
/** Fewest cells that each rule which changes something rests on. */
const FEWEST_CELLS_PER_RULE = 2;
/** Most rules. */
const MOST_RULES = 24;
/** Different colours that outputs may hold: each takes a bit, and so does each grid that is copied from. */
const MOST_COLOURS = 10;
/** Programs that are told of beside the best one. */
const MOST_RIVALS = 8;

const FEATURES: ReadonlySet<string> = new Set(gridFeatures.map(({ name }) => `${name}()`));

type CellProgram = Extract<Program, { kind: 'cells' }>;

interface Ranked {
  readonly program: CellProgram;
  readonly score: number;
}

/**
 * New colours for cells by rules: what the cells of one, two or three grids computed from the input are at a place decides
 * which colour goes there, or which grid's cell. The rules must know every combination that the unlabelled and held-out
 * inputs hold. Of all such programs the one with the fewest and cheapest parts is taken.
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
  const learner = new Learner(targets, colours, columns.slice(0, MOST_GRIDS));
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
  context.onRivals(holding.slice(1, 1 + MOST_RIVALS).map(({ program }) => program));
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
    missed: 0,
  };
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

/** Learns rules for given grids, the cells of all examples in a row. */
class Learner {
  readonly #colours: readonly number[];
  readonly #sources: readonly CellColumn[];
  /** By cell, which colours and which sources are right there, a bit for each. */
  readonly #right: Int32Array;

  constructor(targets: Int32Array, colours: readonly number[], columns: readonly CellColumn[]) {
    this.#colours = colours;
    this.#sources = columns.slice(0, 31 - colours.length);
    this.#right = targets.map((target, cell) => {
      const constants = 1 << colours.indexOf(target);
      return this.#sources.reduce(
        (bits, { values }, index) =>
          values[cell] === target ? bits | (1 << (colours.length + index)) : bits,
        constants,
      );
    });
  }

  learn(keys: readonly CellColumn[]): Ranked | null {
    const [base] = keys;
    if (base === undefined) return null;
    const size = keys.reduce((product, { distinct }) => product * distinct.length, 1);
    if (size > 4096) return null;
    const fitting = new Int32Array(size).fill(-1);
    const counts = new Int32Array(size);
    for (let cell = 0; cell < this.#right.length; cell++) {
      let key = 0;
      for (const { ids, distinct } of keys) key = key * distinct.length + (ids[cell] ?? 0);
      const left = (fitting[key] ?? 0) & (this.#right[cell] ?? 0);
      if (left === 0) return null;
      fitting[key] = left;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    if (!this.#knowsAll(keys, counts)) return null;
    return this.#program(keys, fitting, counts);
  }

  /** Whether every combination that inputs without a known output hold came up. */
  #knowsAll(keys: readonly CellColumn[], counts: Int32Array): boolean {
    const cells = keys[0]?.otherIds.length ?? 0;
    for (let cell = 0; cell < cells; cell++) {
      let key = 0;
      for (const { otherIds, distinct } of keys) {
        const id = otherIds[cell] ?? -1;
        if (id < 0) return false;
        key = key * distinct.length + id;
      }
      if (counts[key] === 0) return false;
    }
    return true;
  }

  #program(keys: readonly CellColumn[], fitting: Int32Array, counts: Int32Array): Ranked | null {
    const [base] = keys as readonly [CellColumn];
    const stay = this.#sources.indexOf(base);
    const stayBit = stay < 0 ? 0 : 1 << (this.#colours.length + stay);
    const rules: CellRule[] = [];
    const used: Expression[] = [];
    let copies = 0;
    for (let place = 0; place < fitting.length; place++) {
      const bits = fitting[place] ?? 0;
      const count = counts[place] ?? 0;
      if (count === 0 || (bits & stayBit) !== 0) continue;
      if (count < FEWEST_CELLS_PER_RULE || rules.length >= MOST_RULES) return null;
      const values = valuesAt(keys, place);
      const bit = 31 - Math.clz32(bits & -bits);
      const colour = this.#colours[bit];
      if (colour !== undefined) {
        rules.push({ values, colour });
        continue;
      }
      const source = this.#sources[bit - this.#colours.length]?.expression;
      if (source === undefined) return null;
      if (!used.includes(source)) used.push(source);
      rules.push({ values, source: used.indexOf(source) });
      copies++;
    }
    if (rules.length === 0) return null;
    const costs = keys.reduce((sum, { expression }) => sum + expression.cost, 0);
    return {
      program: { kind: 'cells', keys: keys.map(({ expression }) => expression), sources: used, rules },
      score: costs + rules.length + copies + used.reduce((sum, { cost }) => sum + cost, 0),
    };
  }
}

function valuesAt(keys: readonly CellColumn[], place: number): readonly number[] {
  const values: number[] = [];
  let rest = place;
  for (const { distinct } of [...keys].reverse()) {
    values.unshift(distinct[rest % distinct.length] ?? 0);
    rest = Math.floor(rest / distinct.length);
  }
  return values;
}
