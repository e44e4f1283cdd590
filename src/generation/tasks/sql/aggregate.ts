import type { ExpectedAnswer } from '../../../records/index.js';
import { NUMBER_ENDINGS, pluralOf, ROUNDED_ENDINGS, say } from '../words.js';
import { drawCondition, drawTwoConditions, isShort, isYear, type RowCondition } from './row-condition.js';
import type { SqlRecords } from './sql-records.js';
import { expectItems, expectNumber, expectRounded, type SqlTemplate } from './sql-template.js';
import { sqlName } from './sql-text.js';
import { isPlain } from './sql-values.js';

type Aggregate = 'sum' | 'avg' | 'min' | 'max';

const AGGREGATES: Readonly<Record<Aggregate, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  min: (values) => values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
  max: (values) => values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
};

const WORDS: Readonly<Record<Aggregate, readonly string[]>> = {
  sum: ['total', 'sum of the', 'combined'],
  avg: ['average', 'mean'],
  min: ['lowest'],
  max: ['highest'],
};

/** Words of columns whose values can sensibly be added up, or raised: what is counted, paid, produced or takes time. */
const ADDED =
  /^number of |\b(?:counts?|amounts?|totals?|sums?|quantity|quantities|stock|price|cost|costs|fees?|fares?|tips?|tolls?|bill|pay|payments?|salary|salaries|wages?|revenues?|sales|income|profits?|losses|budget|gross|spending|expenditures?|expenses?|debt|balance|tax|taxes|freight|points|votes|population|area|size|bytes|milliseconds|seconds|minutes|hours|days|duration|distance|goals|yards|visits|views|downloads|units|production|volume|capacity|seats|credits|value|deaths|cases|births|precipitation|rain|rainfall|snow|snowfall|emissions|consumption|energy|exports|imports|employees|passengers|orders|items|limit|bonus|outlay|donations?|funds|assets|claims|damage|premium|paid|due|spent|earned|sold)\b/i;
/** Words that make a measure of an amount, which can't be added up. */
const NOT_ADDED =
  /\b(?:year|rank|ranking|rating|age|level|scores?|percent|percentage|rate|average|mean|median|per|ratio|share|index|density|maximum|minimum)\b/i;

/** Whether the values of a column can be added up, and raised by an amount. */
export function isAdded(table: SqlRecords, column: string): boolean {
  const words = table.wordsOf(column);
  // Nobody knows whether what has no other name can be added up.
  if (/. value$/.test(words)) return false;
  return ADDED.test(words) && !NOT_ADDED.test(words) && !isShort(table, column);
}

/** An aggregate of a column of a table; null where the column allows none. */
export function drawAggregate(
  table: SqlRecords,
  pick: <T>(items: readonly T[]) => T,
): { readonly column: string; readonly name: Aggregate; readonly words: string } | null {
  if (table.numbers.length === 0) return null;
  const column = pick(table.numbers);
  if (isYear(table.wordsOf(column))) {
    const name = pick<Aggregate>(['min', 'max']);
    return { column, name, words: `${name === 'min' ? 'earliest' : 'latest'} ${table.wordsOf(column)}` };
  }
  const name = pick<Aggregate>(
    isAdded(table, column)
      ? ['sum', 'sum', 'avg', 'min', 'max']
      : isShort(table, column)
        ? ['min', 'max']
        : ['avg', 'min', 'max'],
  );
  return {
    column,
    name,
    words: `${pick(WORDS[name])} ${table.wordsOf(column)}`
      .replace(/^(?:total|combined|sum of the) (?:total|combined)\b/, 'total')
      .replace(/^sum of the number\b/, 'total number')
      .replace(/^(?:average|mean) (?=average|mean)/, ''),
  };
}

/** The expected number of an aggregate and how to ask for it; null where rounding would hide it. */
export function aggregateAnswer(
  name: Aggregate,
  values: readonly number[],
): { readonly answer: ExpectedAnswer; readonly endings: readonly string[] } | null {
  const value = AGGREGATES[name](values);
  if (Number.isInteger(value) && values.every(Number.isInteger)) {
    return Math.abs(value) < 2 ** 53 ? { answer: expectNumber(value), endings: NUMBER_ENDINGS } : null;
  }
  return Math.abs(value) < 1 ? null : { answer: expectRounded(value), endings: ROUNDED_ENDINGS };
}

/** Whether a condition is about this column, of which its answer would be told. */
function isAbout({ key }: RowCondition, column: string): boolean {
  return Array.isArray(key) && key.flat().includes(column);
}

const aggregateRows: SqlTemplate = ({ tables, stream }) => {
  const table = stream.pick(tables);
  const aggregate = drawAggregate(table, (items) => stream.pick(items));
  const condition = (stream.chance(0.6) ? drawCondition : drawTwoConditions)(table, stream);
  if (aggregate === null || condition === null || isAbout(condition, aggregate.column)) return null;
  const { column, name, words } = aggregate;
  const rows = table.rows.filter(condition.holds);
  if (rows.length < 2 || rows.length === table.rows.length) return null;
  const expected = aggregateAnswer(
    name,
    rows.map(({ values }) => Number(values[column])),
  );
  if (expected === null) return null;
  const whom = `the ${table.noun.many} ${condition.words}`;
  return {
    category: 'aggregate',
    prompt: say(
      stream,
      [
        `What is the ${words} of ${whom}?`,
        `Work out the ${words} of ${whom}.`,
        `Take ${whom} and work out the ${words}.`,
        `I need the ${words} of ${whom}.`,
      ],
      expected.endings,
    ),
    key: ['aggregate', name, table.name, column, condition.key],
    answer: expected.answer,
    solution: {
      kind: 'scalar',
      sql: `SELECT ${name}(t.${sqlName(column)}) FROM ${sqlName(table.name)} AS t WHERE ${condition.sql('t')}`,
    },
  };
};

const topRows: SqlTemplate = ({ tables, stream }) => {
  const table = stream.pick(tables);
  const { label } = table;
  if (label === null || table.numbers.length === 0 || table.rows.length < 6) return null;
  const column = stream.pick(table.numbers);
  const count = stream.integer(2, 4);
  const descending = stream.chance(0.6);
  const condition = stream.chance(0.5) ? drawCondition(table, stream) : null;
  if (condition !== null && isAbout(condition, column)) return null;
  const rows = table.rows
    .filter((row) => condition?.holds(row) ?? true)
    .map((row) => ({ row, name: row.values[label], amount: Number(row.values[column]) }))
    .sort((left, right) => (descending ? right.amount - left.amount : left.amount - right.amount))
    .slice(0, count + 1);
  const first = rows.slice(0, count);
  if (!first.every(({ row }) => table.named.includes(row))) return null;
  const names = first.map(({ name }) => name);
  const noTies = new Set(rows.map(({ amount }) => amount)).size === count + 1;
  if (!noTies || !names.every(isPlain)) return null;
  const most = isYear(table.wordsOf(column))
    ? descending
      ? 'latest'
      : 'earliest'
    : descending
      ? 'highest'
      : 'lowest';
  const [what, order] = [table.wordsOf(column), `${most} first`];
  const whom = condition === null ? table.noun.many : `${table.noun.many} ${condition.words}`;
  const sql = `SELECT t.${sqlName(label)} FROM ${sqlName(table.name)} AS t${condition === null ? '' : ` WHERE ${condition.sql('t')}`}`;
  return {
    category: 'top_k',
    prompt: say(stream, [
      `Which ${count} ${whom} have the ${most} ${what}? Answer with a JSON list of their ${pluralOf(table.wordsOf(label))}, ${order}.`,
      `Name the ${count} ${whom} with the ${most} ${what}, as a JSON list of ${pluralOf(table.wordsOf(label))}, ${order}.`,
      `Rank the ${whom} by ${what} and give the ${pluralOf(table.wordsOf(label))} of the ${count} with the ${most} ${what} as a JSON list, ${order}.`,
    ]),
    // Without the count: the first two stand in the first three, so one part of a split must have both.
    key: ['top_k', table.name, column, descending, condition?.key ?? null],
    answer: expectItems(names, 'list'),
    solution: {
      kind: 'column',
      sql: `${sql} ORDER BY t.${sqlName(column)} ${descending ? 'DESC' : 'ASC'} LIMIT ${count}`,
    },
  };
};

/** One number over many rows, or the first rows by a number. */
export const aggregateTemplates: readonly SqlTemplate[] = [aggregateRows, topRows];
