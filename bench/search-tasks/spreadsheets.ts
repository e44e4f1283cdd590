/**
 * Some hundred and twenty columns as data cleaners meet them, of the kinds that public benchmarks of programming by example
 * hold: names, addresses, dates, durations, amounts, units, codes, logs, paths, links, lists within a cell, answers and gaps;
 * several columns come as a record. Where a rule leaves something open, as a separator, the draw of the task says it. No line
 * of this was written by looking at the search.
 */
import type { Draw } from './draws.js';
import type { DrawnTask } from './lists.js';
import { dated } from './spreadsheets-dates.js';
import type { Columns } from './spreadsheets-draws.js';
import { figures } from './spreadsheets-figures.js';
import { people } from './spreadsheets-people.js';
import { texts } from './spreadsheets-texts.js';

const columns: Columns = { ...people, ...dated, ...figures, ...texts };
const named = Object.entries(columns);

/** The column of this number, round and round. */
export function spreadsheetTask(draw: Draw, index: number): DrawnTask {
  const [name, rule] = named[index % named.length] ?? [];
  if (name === undefined || rule === undefined) throw new Error('there are no columns');
  return { name, make: rule(draw) };
}
