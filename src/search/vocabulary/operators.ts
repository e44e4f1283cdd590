import type { LibraryEntry } from '../language/library-entry.js';
import {
  type ConstantPool,
  constantOperator,
  instantiate,
  NO_CONSTANTS,
  type Operator,
} from '../language/operator.js';
import { itemType, type Value, type ValueType } from '../language/value-type.js';
import { loopsOver } from './list-loops.js';

/** Added to the cost of an operator on two values whose result is of an unlikely type. */
const UNLIKELY_COST = 1;
/** Added to the cost of an operator that first makes a value of an unlikely type: numbers come before their texts. */
const DETOUR_COST = 2;
/**
 * Added to the cost of every operator where there are whole numbers alone, as in lists of them: a filter among fifty is less
 * likely than a slice among ten, but not as unlikely as three more steps.
 */
const STEP_COST = 1;

/**
 * All operators of a search: the library with constants filled in, and for each operator with one hole the loops
 * over a list with it.
 *
 * @param unlikely - types that the output is hardly made of: what computes them from two values costs more.
 */
export function buildOperators(
  entries: readonly LibraryEntry[],
  pool: ConstantPool,
  numbers: readonly Operator[],
  unlikely: ReadonlySet<ValueType> = new Set(),
): Operator[] {
  const plain = entries.flatMap((entry) => instantiate(entry, pool));
  const byNaturalness = [...numbers].sort(
    (left, right) => Number(right.apply([]) === 0) - Number(left.apply([]) === 0),
  );
  const sections = plain
    .filter((operator) => operator.holes.length === 2)
    .flatMap((operator) => byNaturalness.flatMap((number) => section(operator, number) ?? []));
  const loops = [...plain, ...sections].flatMap((operator) => loopsOver(operator));
  const step = unlikely.has('text') && unlikely.has('number') ? STEP_COST : 0;
  const priced = [...plain, ...loops].map((operator) => ({
    ...operator,
    cost: operator.cost + surcharge(operator, unlikely) + step,
  }));
  return priced.sort((left, right) => left.cost - right.cost);
}

function surcharge({ holes, result }: Operator, unlikely: ReadonlySet<ValueType>): number {
  const kind = itemType(result) ?? result;
  if (!unlikely.has(kind)) return 0;
  if (kind !== 'boolean' && !holes.some((hole) => (itemType(hole) ?? hole) === kind)) return DETOUR_COST;
  return holes.length === 2 && result === kind ? UNLIKELY_COST : 0;
}

/** An entry on one whole number, with this one on its right: `n > 30`. For entries of two numbers. */
export function withNumber(entry: LibraryEntry, value: number): Operator {
  const [operator] = instantiate(entry, NO_CONSTANTS);
  const made = operator === undefined ? null : section(operator, constantOperator(value, 'integer', 1));
  if (made === null) throw new RangeError(`${entry.name} takes no number on its right`);
  return made;
}

/** A two-hole operator with a number on the right, or null where the types do not allow it. */
function section(operator: Operator, number: Operator): Operator | null {
  const [left, right] = operator.holes;
  if (left === undefined || (right !== 'integer' && right !== 'number')) return null;
  if (right === 'integer' && number.result !== 'integer') return null;
  const value = number.apply([]);
  if (value === undefined) return null;
  return {
    ...operator,
    name: `${operator.name}[${number.name}]`,
    commutative: false,
    needsFraction: false,
    holes: [left],
    cost: operator.cost + (value === 0 ? 0 : Math.min(1, number.cost - 1)),
    literals: operator.literals + number.literals,
    choices: (operator.choices ?? 0) + (value === 0 ? 0 : (number.choices ?? 0)),
    apply: ([item]) => operator.apply([item as Value, value]),
    render: (args) => operator.render([...args, number.render([])]),
  };
}
