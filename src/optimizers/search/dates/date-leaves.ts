import { leafOperator, type Operator } from '../language/operator.js';
import type { SearchProblem } from '../problem.js';
import { readingFormats } from './date-formats.js';
import { readingOperator } from './date-operators.js';
import { daysBetweenMoments, type Moment, readMoment } from './date-text.js';

/** Most columns that are read as dates. */
const MOST_COLUMNS = 4;

/** The days between two dates of the input, where numbers are wanted. */
export function dateLeaves(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  if (problem.train.some(({ output }) => typeof output !== 'number')) return [];
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
  const dates = columns.flatMap(({ leaf, formats }) => {
    const [format, ...others] = formats.length === 1 ? formats : formats.filter((one) => known.includes(one));
    return format === undefined || others.length > 0 ? [] : [{ leaf, format }];
  });
  return dates.flatMap((end) =>
    dates
      .filter((start) => start !== end)
      .flatMap((start) => [daysBetween(start, end), yearsBetween(start, end)]),
  );
}

interface DateColumn {
  readonly leaf: Operator;
  readonly format: string;
}

const YEARS_BETWEEN = `def years_between(start, end):
    """Whole years from one date to another, as an age is"""
    return end.year - start.year - ((end.month, end.day) < (start.month, start.day))`;

function yearsBetween(start: DateColumn, end: DateColumn): Operator {
  return {
    ...leafOperator({
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
    }),
    imports: ['datetime', ...start.leaf.imports, ...end.leaf.imports],
    helpers: [YEARS_BETWEEN],
  };
}

function pythonOf({ leaf, format }: DateColumn): string {
  return readingOperator(format).render([leaf.render([])]).text;
}

function momentOf({ leaf, format }: DateColumn, input: unknown): Moment | undefined {
  const text = leaf.leaf?.(input);
  return typeof text === 'string' ? readMoment(text, format) : undefined;
}

function daysBetween(start: DateColumn, end: DateColumn): Operator {
  return {
    ...leafOperator({
      python: `(${pythonOf(end)} - ${pythonOf(start)}).days`,
      result: 'integer',
      cost: 2,
      variable: 'days',
      read: (input) => {
        const [from, to] = [momentOf(start, input), momentOf(end, input)];
        return from === undefined || to === undefined ? undefined : daysBetweenMoments(from, to);
      },
    }),
    imports: ['datetime', ...start.leaf.imports, ...end.leaf.imports],
  };
}
