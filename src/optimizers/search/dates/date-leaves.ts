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
    dates.filter((start) => start !== end).map((start) => daysBetween(start, end)),
  );
}

interface DateColumn {
  readonly leaf: Operator;
  readonly format: string;
}

function daysBetween(start: DateColumn, end: DateColumn): Operator {
  const python = ({ leaf, format }: DateColumn): string =>
    readingOperator(format).render([leaf.render([])]).text;
  const read = ({ leaf, format }: DateColumn, input: unknown): Moment | undefined => {
    const text = leaf.leaf?.(input);
    return typeof text === 'string' ? readMoment(text, format) : undefined;
  };
  return {
    ...leafOperator({
      python: `(${python(end)} - ${python(start)}).days`,
      result: 'integer',
      cost: 2,
      variable: 'days',
      read: (input) => {
        const [from, to] = [read(start, input), read(end, input)];
        return from === undefined || to === undefined ? undefined : daysBetweenMoments(from, to);
      },
    }),
    imports: ['datetime', ...start.leaf.imports, ...end.leaf.imports],
  };
}
