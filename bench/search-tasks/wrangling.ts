/**
 * Some hundred and sixty columns of the kinds that benchmarks of programming by example and questions of spreadsheet users hold:
 * names, addresses, entries of bibliographies, paths, versions, logs, codes, links, identifiers, lists within a cell,
 * templates, amounts, measures, limits, days and times; several come as a record, and many have parts that only some rows have.
 * They were written before the search was read.
 */
import type { Draw } from './draws.js';
import type { DrawnTask } from './lists.js';
import type { Column } from './spreadsheets-draws.js';
import { codes } from './wrangling-codes.js';
import { dates } from './wrangling-dates.js';
import { figures } from './wrangling-figures.js';
import { people } from './wrangling-people.js';
import { texts } from './wrangling-texts.js';

/** The groups in turns, so that the first tasks hold some of each. */
const groups: (readonly [string, Column])[][] = [people, codes, texts, figures, dates].map(Object.entries);
const named = Array.from({ length: Math.max(...groups.map(({ length }) => length)) }, (_, at) =>
  groups.flatMap((group) => group.slice(at, at + 1)),
).flat();

/** The column of this number, round and round. */
export function wranglingTask(draw: Draw, index: number): DrawnTask {
  const [name, rule] = named[index % named.length] ?? [];
  if (name === undefined || rule === undefined) throw new Error('there are no columns');
  return { name, make: rule(draw) };
}
