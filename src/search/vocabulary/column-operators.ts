import type { ConstantRole, LibraryEntry } from '../language/library-entry.js';
import { type ConstantPool, leafOperator, type MinedConstant, type Operator } from '../language/operator.js';
import { BINDING, fillTemplate, pythonLiteral } from '../language/python-source.js';
import type { Value } from '../language/value-type.js';

/** Most columns of one type that are used so. */
const MOST_COLUMNS = 4;
/** Most constants of one entry. */
const MOST_CONSTANTS = 2;
/** Largest width, count and place taken from a column. */
const LARGEST = 10_000;

/** What a constant of an entry may be here: one that was mined, or what another column of the same input holds. */
type Filling = MinedConstant | Column;

interface Column {
  readonly leaf: Operator;
  readonly cost: number;
  readonly isOf: (value: Value) => boolean;
}

/**
 * The operators on text whose constants are columns of the input: `text.replace(record['old'], record['new'])`,
 * `text[:record['count']]`. None where an input holds a single value.
 *
 * @param leaves - what is read off the input, the columns among them
 */
export function columnOperators(
  entries: readonly LibraryEntry[],
  pool: ConstantPool,
  leaves: readonly Operator[],
): Operator[] {
  const columns = leaves.filter(({ cost, imports }) => cost === 1 && imports.length === 0);
  const texts = columns.filter(({ result }) => result === 'text').slice(0, MOST_COLUMNS);
  const integers = columns.filter(({ result }) => result === 'integer').slice(0, MOST_COLUMNS);
  if (texts.length + integers.length < 2) return [];
  const byRole: { readonly [role in ConstantRole]?: readonly Column[] } = {
    delimiter: texts.map((leaf) => ({ leaf, cost: leaf.cost, isOf: isWritten })),
    fragment: texts.map((leaf) => ({ leaf, cost: leaf.cost, isOf: isWritten })),
    joiner: texts.map((leaf) => ({ leaf, cost: leaf.cost, isOf: (value) => typeof value === 'string' })),
    count: integers.map((leaf) => ({ leaf, cost: leaf.cost, isOf: (value) => isBetween(value, 1) })),
    width: integers.map((leaf) => ({ leaf, cost: leaf.cost, isOf: (value) => isBetween(value, 0) })),
    index: integers.flatMap((leaf) => [
      { leaf, cost: leaf.cost, isOf: (value) => isBetween(value, -LARGEST) },
      { leaf: lessOne(leaf), cost: leaf.cost, isOf: (value) => isBetween(value, -LARGEST) },
    ]),
  };
  return entries.flatMap((entry) => {
    const [first, ...others] = entry.parameters;
    if (first === undefined || !('type' in first) || first.type !== 'text') return [];
    const roles = others.flatMap((parameter) => ('constant' in parameter ? [parameter.constant] : []));
    if (roles.length < others.length || roles.length > MOST_CONSTANTS) return [];
    let fillings: (readonly Filling[])[] = [[]];
    for (const role of roles) {
      const choices: readonly Filling[] = [...(byRole[role] ?? []), ...pool[role]];
      fillings = fillings.flatMap((filling) => choices.map((choice) => [...filling, choice]));
    }
    return fillings
      .filter((filling) => filling.some((one) => 'leaf' in one))
      .map((filling) => filled(entry, filling));
  });
}

function filled(entry: LibraryEntry, fillings: readonly Filling[]): Operator {
  const apply = entry.apply as (...args: Value[]) => Value | undefined;
  const columns = fillings.flatMap((one) => ('leaf' in one ? [one] : []));
  const constants = fillings.flatMap((one) => ('leaf' in one ? [] : [one]));
  /** The arguments behind the first, those of columns taken from `given` in order. */
  const others = <T>(given: readonly T[], literal: (value: string | number) => T): T[] => {
    let next = 0;
    return fillings.map((one) => ('leaf' in one ? (given[next++] as T) : literal(one.value)));
  };
  return {
    name: `${entry.name} by (${fillings.map((one) => ('leaf' in one ? one.leaf.name : JSON.stringify(one.value))).join(', ')})`,
    holes: ['text'],
    columns: columns.map(({ leaf }) => leaf),
    result: entry.result,
    cost: fillings.reduce((sum, { cost }) => sum + cost, entry.cost),
    literals: constants.reduce((sum, { value }) => sum + String(value).length, 0),
    choices: constants.filter(({ cost }) => cost > 0).length,
    constants: constants.map(({ value }) => value),
    readsInput: true,
    imports: entry.imports ?? [],
    helpers: entry.helpers ?? [],
    variable: entry.variable,
    commutative: false,
    needsFraction: false,
    apply: ([text, ...given]) =>
      columns.every(({ isOf }, index) => isOf(given[index] as Value))
        ? apply(text as Value, ...others<Value>(given, (value) => value))
        : undefined,
    render: ([text = { text: '', binding: 0 }, ...given]) =>
      fillTemplate(entry.python, entry.binding ?? BINDING.primary, [text, ...others(given, pythonLiteral)]),
  };
}

function isWritten(value: Value): boolean {
  return typeof value === 'string' && value !== '';
}

function isBetween(value: Value, low: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= low && value <= LARGEST;
}

/** A place counted from one, as people do. */
function lessOne(leaf: Operator): Operator {
  const python = `${leaf.name} - 1`;
  return leafOperator({
    python,
    result: 'integer',
    cost: leaf.cost,
    read: (input) => {
      const value = leaf.leaf?.(input);
      return typeof value === 'number' && value >= 1 ? value - 1 : undefined;
    },
    render: () => ({ text: python, binding: BINDING.sum }),
  });
}
