import type { Expression } from '../language/expression.js';
import type { Grid } from '../library/grid.js';
import type { CellRule, Program } from '../programs/program.js';
import type { CellColumn } from './cell-columns.js';

/** Fewest cells that each rule which changes something rests on. */
const FEWEST_CELLS_PER_RULE = 2;
/** What a rule costs that no other example confirms; others cost 1. */
const COST_OF_LONE_RULE = 3;
/** Most rules. */
const MOST_RULES = 24;

type CellProgram = Extract<Program, { kind: 'cells' }>;

/** A program with what it costs. */
export interface Ranked {
  readonly program: CellProgram;
  readonly score: number;
  /** Examples with a rule that no other one shows: it would not be known without them. */
  readonly missed: number;
}

/** Learns rules for given grids, the cells of all examples in a row. */
export class CellLearner {
  readonly #colours: readonly number[];
  readonly #sources: readonly CellColumn[];
  /** By cell, which colours and which sources are right there, a bit for each. */
  readonly #right: Int32Array;
  /** By cell, the number of its example. */
  readonly #examples: Int32Array;

  constructor(
    outputs: readonly Grid[],
    targets: Int32Array,
    colours: readonly number[],
    columns: readonly CellColumn[],
  ) {
    this.#examples = Int32Array.from(outputs.flatMap((grid, example) => grid.flat().map(() => example)));
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
    const rules: CellRule[] = [];
    const used: Expression[] = [];
    const lone = this.#loneExamples(keys, fitting.length);
    const loneRules: number[] = [];
    let copies = 0;
    for (let place = 0; place < fitting.length; place++) {
      const bits = fitting[place] ?? 0;
      const count = counts[place] ?? 0;
      if (count === 0) continue;
      const values = valuesAt(keys, place);
      // Where no rule is, a cell stays as it is in the first grid.
      const own = this.#colours.indexOf(values[0] ?? -1);
      if (own >= 0 && (bits & (1 << own)) !== 0) continue;
      if (count < FEWEST_CELLS_PER_RULE || rules.length >= MOST_RULES) return null;
      const example = lone[place] ?? -1;
      if (example >= 0) loneRules.push(example);
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
      score:
        costs +
        rules.length +
        (COST_OF_LONE_RULE - 1) * loneRules.length +
        copies +
        used.reduce((sum, { cost }) => sum + cost, 0),
      missed: new Set(loneRules).size,
    };
  }

  /** By combination of values, the number of the only example that shows it; -1 where several do. */
  #loneExamples(keys: readonly CellColumn[], size: number): Int32Array {
    const lone = new Int32Array(size).fill(-2);
    for (let cell = 0; cell < this.#examples.length; cell++) {
      let key = 0;
      for (const { ids, distinct } of keys) key = key * distinct.length + (ids[cell] ?? 0);
      const example = this.#examples[cell] ?? 0;
      if (lone[key] === -2) lone[key] = example;
      else if (lone[key] !== example) lone[key] = -1;
    }
    return lone;
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
