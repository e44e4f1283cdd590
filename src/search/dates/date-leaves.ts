import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import { readingFormats } from '../library/date-formats.js';
import { daysBetweenMoments, type Moment, readMoment } from '../library/date-text.js';
import type { SearchProblem } from '../problem.js';
import { readingOperator } from './date-operators.js';

/** Most columns that are read as dates. */
const MOST_COLUMNS = 4;

/** The days between two dates of the input, where numbers are wanted; whether one is on a weekend, where truth values are. */
export function dateLeaves(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  const kinds = new Set(problem.train.map(({ output }) => typeof output));
  if (kinds.size > 1) return [];
  if (kinds.has('boolean')) return dateColumns(problem, leaves).flatMap(weekend);
  if (!kinds.has('number')) return [];
  const dates = dateColumns(problem, leaves);
  return dates.flatMap((end) =>
    dates
      .filter((start) => start !== end)
      .flatMap((start) => [daysBetween(start, end), yearsBetween(start, end)]),
  );
}

/** The columns that can be read as dates in one way. */
function dateColumns(problem: SearchProblem, leaves: readonly Operator[]): readonly DateColumn[] {
  const columns = leaves
    .filter(({ result, readsInput }) => result === 'text' && readsInput)
    .flatMap((leaf) => {
      const texts = problem.train.map(({ input }) => leaf.leaf?.(input));
      const formats = texts.every((text) => typeof text === 'string') ? readingFormats(texts) : [];
      return formats.length === 0 ? [] : [{ leaf, formats }];
    })
    .slice(0, MOST_COLUMNS);
  const known = columns.flatMap(({ formats }) => (formats.length === 1 ? formats : []));
  // Where a column can be read in several ways, it is as another one is.
  return columns.flatMap(({ leaf, formats }) => {
    const [format, ...others] = formats.length === 1 ? formats : formats.filter((one) => known.includes(one));
    return format === undefined || others.length > 0 ? [] : [{ leaf, format }];
  });
}

interface DateColumn {
  readonly leaf: Operator;
  readonly format: string;
}

/** The Saturday of some week, from which days are counted. */
const A_SATURDAY = { year: 2000, month: 1, day: 1 } as const;

/** Whether a date is on a weekend, and whether it is not. */
function weekend(column: DateColumn): Operator[] {
  const sourceOf = (isWanted: boolean): string => `${pythonOf(column)}.weekday() ${isWanted ? '>=' : '<'} 5`;
  return [true, false].map((isWanted) =>
    leafOperator({
      python: sourceOf(isWanted),
      result: 'boolean',
      cost: 1,
      variable: 'is_weekend',
      read: (input) => {
        const date = momentOf(column, input);
        if (date === undefined) return undefined;
        const days = daysBetweenMoments({ ...date, ...A_SATURDAY }, date);
        return ((days % 7) + 7) % 7 < 2 === isWanted;
      },
      of: [column.leaf],
      imports: ['datetime'],
      render: () => ({ text: sourceOf(isWanted), binding: BINDING.comparison }),
    }),
  );
}

const YEARS_BETWEEN = `def years_between(start, end):
    """Whole years from one date to another, as an age is"""
    return end.year - start.year - ((end.month, end.day) < (start.month, start.day))`;

function yearsBetween(start: DateColumn, end: DateColumn): Operator {
  return leafOperator({
    python: `years_between(${pythonOf(start)}, ${pythonOf(end)})`,
    result: 'integer',
    cost: 3,
    variable: 'years',
    read: (input) => {
      const [from, to] = [momentOf(start, input), momentOf(end, input)];
      if (from === undefined || to === undefined) return undefined;
      const isBefore = 100 * to.month + to.day < 100 * from.month + from.day;
      return to.year - from.year - (isBefore ? 1 : 0);
    },
    of: [start.leaf, end.leaf],
    imports: ['datetime'],
    helpers: [YEARS_BETWEEN],
  });
}

function pythonOf({ leaf, format }: DateColumn): string {
  return readingOperator(format).render([leaf.render([])]).text;
}

function momentOf({ leaf, format }: DateColumn, input: unknown): Moment | undefined {
  const text = leaf.leaf?.(input);
  return typeof text === 'string' ? readMoment(text, format) : undefined;
}

function daysBetween(start: DateColumn, end: DateColumn): Operator {
  return leafOperator({
    python: `(${pythonOf(end)} - ${pythonOf(start)}).days`,
    result: 'integer',
    cost: 2,
    variable: 'days',
    read: (input) => {
      const [from, to] = [momentOf(start, input), momentOf(end, input)];
      return from === undefined || to === undefined ? undefined : daysBetweenMoments(from, to);
    },
    of: [start.leaf, end.leaf],
    imports: ['datetime'],
  });
}
