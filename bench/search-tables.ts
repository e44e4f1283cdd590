/**
 * `mettle evolve TABLE --apply DATA` on columns that people asked for in public, where a copy of the requests is at hand: the
 * file `METTLE_TABLES`, or `requests.jsonl` in `../shared/data/tables`, one JSON a line: `columns`, `target`, `examples` (cells
 * of the columns, then the wanted one) and `unseen` (`input`, `truth`, `odd`: a row unlike the others). The examples are one
 * table and the unseen rows another that lacks the column. Half of the columns, by the hash of what is asked (A), may be read
 * to improve the search; the other half (B) is only measured. `METTLE_TABLES_CORRECT=1` gives a copy of the data with the
 * corrected cells in it instead; `METTLE_SEARCH_MISSES=1` lists on stderr what went wrong in half A.
 */
import type { BenchSuite, Figure } from './harness.js';
import { type Column, fillByCommand, measureRequest, readRequests } from './search-tasks/table-requests.js';

const EVALUATIONS = Number(process.env.METTLE_SEARCH_EVALUATIONS ?? 300_000);
const SIDE_BY_SIDE = 2;

function figuresOf(name: string, columns: readonly Column[]): Figure[] {
  const number = (isCounted: (column: Column) => boolean): number => columns.filter(isCounted).length;
  const rows = (of: (column: Column) => number): number => columns.reduce((sum, one) => sum + of(one), 0);
  const ofColumns = `of ${columns.length} columns`;
  const ofRows = `of ${rows(({ right, wrong, left }) => right + wrong + left)} rows`;
  return [
    {
      name: `${name}: offered, no row wrong`,
      value: number((c) => c.isOffered && c.wrong === 0),
      unit: ofColumns,
    },
    { name: `${name}: filled whole`, value: number(({ isWhole }) => isWhole), unit: ofColumns },
    {
      name: `${name}: silently wrong`,
      value: number(({ wrong }) => wrong > 0),
      unit: ofColumns,
      claim: '≤ 1',
    },
    {
      name: `${name}: wrong with high confidence`,
      value: number(({ wrong, confidence }) => wrong > 0 && confidence === 'high'),
      unit: ofColumns,
    },
    { name: `${name}: abstained`, value: number(({ isOffered }) => !isOffered), unit: ofColumns },
    { name: `${name}: rows right`, value: rows(({ right }) => right), unit: ofRows },
    { name: `${name}: rows wrong`, value: rows(({ wrong }) => wrong), unit: ofRows },
    { name: `${name}: rows left`, value: rows(({ left }) => left), unit: ofRows },
  ];
}

async function figures(): Promise<Figure[]> {
  const requests = readRequests();
  if (requests.length === 0) {
    process.stderr.write('  left out; set METTLE_TABLES to a file of requests.\n');
    return [];
  }
  const columns: Column[] = [];
  const fill = fillByCommand(EVALUATIONS);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      columns.push(await measureRequest(request, fill));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return [
    ...figuresOf('all', columns),
    ...(['A', 'B'] as const).flatMap((half) =>
      figuresOf(
        half,
        columns.filter((column) => column.half === half),
      ),
    ),
  ];
}

/** Columns of tables as people asked for them. */
export const suite: BenchSuite = { name: 'search-tables', figures };
