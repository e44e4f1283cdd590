import { RandomStream } from '../../../core/index.js';
import { isYes } from './column-words.js';
import { boundNear, equals, isYear } from './row-condition.js';
import { said } from './said.js';
import type { SqlRecords } from './sql-records.js';
import type { SqlRow } from './sql-values.js';

/** A rule of the house: what it says, and which changes it forbids. */
export interface Rule {
  readonly code: string;
  readonly text: string;
  readonly forbids: (change: RowChange) => boolean;
}

/** A change of one value. */
export interface RowChange {
  readonly table: SqlRecords;
  readonly row: SqlRow;
  readonly column: string;
  readonly value: string | number | boolean;
}

const RULES = 4;

/** The rules of the world that a seed gives, each with a code of its own; none where the tables allow none. */
export function rulesOf(tables: readonly SqlRecords[], seed: number): readonly Rule[] {
  const stream = new RandomStream(seed, 'rules of the house');
  const fit = tables.filter(
    ({ rows, numbers, categories }) => rows.length > 0 && numbers.length + categories.length > 0,
  );
  const rules = new Map<string, Rule>();
  for (let draws = 0; fit.length > 0 && rules.size < RULES && draws < 100; draws++) {
    const rule = drawRule(stream.pick(fit), stream);
    rules.set(rule.text, rule);
  }
  return [...rules.values()];
}

function drawRule(table: SqlRecords, stream: RandomStream): Rule {
  const code = `R-${stream.integer(0, 0xffffff).toString(16).padStart(6, '0').toUpperCase()}`;
  const isSame = ({ table: changed }: RowChange): boolean => changed === table;
  const { noun, numbers, categories, rows } = table;
  if (categories.length === 0 || (numbers.length > 0 && stream.chance(0.4))) {
    const column = stream.pick(numbers);
    const value = Number(stream.pick(rows).values[column]);
    const bound = isYear(table.wordsOf(column)) ? value : boundNear(value);
    const isMost = stream.chance(0.5);
    return {
      code,
      text: `The ${table.wordsOf(column)} of ${noun.many} must not be set ${isMost ? 'above' : 'below'} ${bound}.`,
      forbids: (change) =>
        isSame(change) &&
        change.column === column &&
        (isMost ? Number(change.value) > bound : Number(change.value) < bound),
    };
  }
  const column = stream.pick(categories);
  const value = stream.pick(rows).values[column] ?? null;
  if (stream.chance(0.5)) {
    const frozen = equals(table, column, value);
    return {
      code,
      text: `${noun.many.charAt(0).toUpperCase()}${noun.many.slice(1)} ${frozen.words} at the moment must not be changed in any way.`,
      forbids: (change) => isSame(change) && frozen.holds(change.row),
    };
  }
  return {
    code,
    text: `The ${table.wordsOf(column)} of ${noun.many} must never be set to ${table.flagOf(column) === null || typeof value === 'string' ? said(value) : isYes(value) ? 'yes' : 'no'}.`,
    forbids: (change) => isSame(change) && change.column === column && change.value === value,
  };
}
