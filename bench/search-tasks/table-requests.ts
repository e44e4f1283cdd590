/** Columns of tables that people asked for: reading the requests, and what `mettle evolve` makes of one. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from 'mettle/core';

const FILE =
  process.env.METTLE_TABLES ??
  fileURLToPath(new URL('../../../../shared/data/tables/requests.jsonl', import.meta.url));
const CORRECTS = process.env.METTLE_TABLES_CORRECT !== undefined;

/** Half of the requests may be read to improve the search, the other is only measured. */
type Half = 'A' | 'B';

/** A column that somebody asked for. */
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

/** What became of it, by rows. */
export interface Column {
  readonly half: Half;
  readonly isOffered: boolean;
  readonly right: number;
  readonly wrong: number;
  readonly left: number;
  /** Whether every row that is like the others is right. */
  readonly isWhole: boolean;
  readonly confidence: string | null;
}

/** What there is to say of a filled column. */
interface ColumnReport {
  readonly script: string | null;
  readonly confidence: string | null;
  readonly changes: readonly { readonly line: number; readonly after: string }[];
}

/** What the command prints; no columns where it refuses the tables. */
interface Report {
  readonly columns?: readonly ColumnReport[];
}

/** The columns; none where there is no copy. */
export function readRequests(): readonly Request[] {
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

/** Learns the column of a request from one table, and fills it in another: JSON lines both. */
export type FillColumn = (tables: {
  readonly fix: string;
  readonly data: string;
}) => Promise<ColumnReport | null>;

/** Does it as `mettle evolve` in a process of its own, within so many evaluations. */
export function fillByCommand(evaluations: number): FillColumn {
  const main = fileURLToPath(new URL('cli/main.js', import.meta.resolve('mettle')));
  return async ({ fix, data }) => {
    const folder = await mkdtemp(join(tmpdir(), 'mettle-bench-tables-'));
    try {
      const paths = { fix: join(folder, 'fix.jsonl'), data: join(folder, 'data.jsonl') };
      await writeFile(paths.fix, fix);
      await writeFile(paths.data, data);
      const limits = ['--max-evaluations', String(evaluations), '--budget-seconds', '3600'];
      const argv = [main, 'evolve', paths.fix, '--apply', paths.data, ...limits, '--json', '--quiet'];
      const stdout = await new Promise<string>((resolve) => {
        execFile(process.execPath, argv, { maxBuffer: 2 ** 26 }, (_error, out) => resolve(out));
      });
      return stdout === '' ? null : ((JSON.parse(stdout) as Report).columns?.[0] ?? null);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}

/** Has the column filled, and holds it against the truth. */
export async function measureRequest(request: Request, fill: FillColumn): Promise<Column> {
  const tables = tablesOf(request);
  const text = (rows: readonly Cells[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const report = await fill({ fix: text(tables.fix), data: text(tables.data) });
  const half = halfOf(request);
  const { from } = tables;
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
