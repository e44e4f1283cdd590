/**
 * `mettle evolve TABLE --apply DATA` on columns that people asked for in public, where a copy of the requests is at hand: the
 * file `METTLE_TABLES`, or `requests.jsonl` in `../shared/data/tables`, one JSON a line: `columns`, `target`, `examples` (cells
 * of the columns, then the wanted one) and `unseen` (`input`, `truth`, `odd`: a row unlike the others). The examples are one
 * table and the unseen rows another that lacks the column. Half of the columns, by the hash of what is asked (A), may be read
 * to improve the search; the other half (B) is only measured. `METTLE_TABLES_CORRECT=1` gives a copy of the data with the
 * corrected cells in it instead; `METTLE_SEARCH_MISSES=1` lists on stderr what went wrong in half A.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from 'mettle/core';
import type { BenchSuite, Figure } from './harness.js';

const FILE =
  process.env.METTLE_TABLES ??
  fileURLToPath(new URL('../../../shared/data/tables/requests.jsonl', import.meta.url));
const EVALUATIONS = process.env.METTLE_SEARCH_EVALUATIONS ?? '300000';
const CORRECTS = process.env.METTLE_TABLES_CORRECT !== undefined;
const SIDE_BY_SIDE = 2;

type Half = 'A' | 'B';

interface Request {
  readonly kind: string;
  readonly id: string;
  readonly ask: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly examples: readonly (readonly string[])[];
  readonly unseen: readonly {
    readonly input: readonly string[];
    readonly truth: string;
    readonly odd: boolean;
  }[];
}

interface Column {
  readonly half: Half;
  readonly isOffered: boolean;
  readonly right: number;
  readonly wrong: number;
  readonly left: number;
  /** Whether every row that is like the others is right. */
  readonly isWhole: boolean;
  readonly confidence: string | null;
}

interface ColumnReport {
  readonly script: string | null;
  readonly confidence: string | null;
  readonly changes: readonly { readonly line: number; readonly after: string }[];
}

/** What the command prints; no columns where it refuses the tables. */
interface Report {
  readonly columns?: readonly ColumnReport[];
}

function readRequests(): readonly Request[] {
  if (!existsSync(FILE)) return [];
  const requests = readFileSync(FILE, 'utf8').trim().split('\n');
  return requests.map((line) => JSON.parse(line) as Request).filter(({ kind }) => kind === 'table');
}

function halfOf({ ask }: Request): Half {
  return Number.parseInt(sha256(`half ${ask}`).slice(0, 2), 16) % 2 === 1 ? 'A' : 'B';
}

type Cells = Readonly<Record<string, string>>;

/** The two tables, and the place of the first unseen row in the data. */
function tablesOf(request: Request): {
  readonly fix: readonly Cells[];
  readonly data: readonly Cells[];
  readonly from: number;
} {
  const { columns, target, examples, unseen } = request;
  const rowOf = (cells: readonly string[]): Cells =>
    Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']));
  const wanted = (cells: readonly string[]): string => cells[columns.length] ?? '';
  if (!CORRECTS) {
    const fix = examples.map((cells) => ({ ...rowOf(cells), [target]: wanted(cells) }));
    return { fix, data: unseen.map(({ input }) => rowOf(input)), from: 0 };
  }
  const [first = ''] = columns;
  const all = [...examples, ...unseen.map(({ input }) => input)];
  const data = all.map((cells, index) => ({ row: `${index + 1}`, ...rowOf(cells) }));
  const fix = data.map((row, index) => {
    const example = examples[index];
    return example === undefined ? row : { ...row, [first]: wanted(example) };
  });
  return { fix, data, from: examples.length };
}

async function evolve(request: Request, folder: string): Promise<ColumnReport | null> {
  const tables = tablesOf(request);
  const text = (rows: readonly Cells[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const fix = join(folder, `${request.id}.fix.jsonl`);
  const data = join(folder, `${request.id}.jsonl`);
  await writeFile(fix, text(tables.fix));
  await writeFile(data, text(tables.data));
  const main = fileURLToPath(new URL('cli/main.js', import.meta.resolve('mettle')));
  const limits = ['--max-evaluations', EVALUATIONS, '--budget-seconds', '3600'];
  const argv = [main, 'evolve', fix, '--apply', data, ...limits, '--json', '--quiet'];
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, argv, { maxBuffer: 2 ** 26 }, (_error, out) => resolve(out));
  });
  return stdout === '' ? null : ((JSON.parse(stdout) as Report).columns?.[0] ?? null);
}

async function measure(request: Request, folder: string): Promise<Column> {
  const report = await evolve(request, folder);
  const half = halfOf(request);
  const { from } = tablesOf(request);
  const after = new Map((report?.changes ?? []).map((change) => [change.line - 1 - from, change.after]));
  const verdicts = request.unseen.map(({ truth, odd, input }, index) => {
    const now = after.get(index) ?? (CORRECTS ? input[0] : '');
    const verdict = now === truth ? 'right' : after.has(index) ? 'wrong' : 'left';
    return { verdict, odd, shown: `${input.join(' | ')} → ${now}, not ${truth}` };
  });
  const count = (verdict: string): number => verdicts.filter((row) => row.verdict === verdict).length;
  const column: Column = {
    half,
    isOffered: report?.script != null,
    right: count('right'),
    wrong: count('wrong'),
    left: count('left'),
    isWhole: report?.script != null && verdicts.every(({ verdict, odd }) => odd || verdict === 'right'),
    confidence: report?.confidence ?? null,
  };
  if (half === 'A' && !column.isWhole && process.env.METTLE_SEARCH_MISSES !== undefined) {
    const wrong = verdicts.filter(({ verdict }) => verdict === 'wrong').map(({ shown }) => `    ${shown}\n`);
    const { right, left, confidence, isOffered } = column;
    const said = isOffered ? `${right} right, ${left} left, ${confidence}` : 'abstained';
    process.stderr.write(`${request.id} ${request.ask}: ${said}\n${wrong.join('')}`);
  }
  return column;
}

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
  const folder = await mkdtemp(join(tmpdir(), 'mettle-bench-tables-'));
  const columns: Column[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      columns.push(await measure(request, folder));
    }
  };
  try {
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  } finally {
    await rm(folder, { recursive: true });
  }
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
