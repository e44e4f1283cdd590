import { counted } from '../../../../core/internal.js';
import type { Score } from '../../../../training/index.js';
import { adviceLines } from '../report.js';
import type { ColumnTask } from './column-task.js';
import type { ComputedRows } from './compute-rows.js';
import type { LearnedColumn } from './learn-column.js';
import { oneLine, type Table } from './table.js';

/** Changed rows that are shown. */
const MOST_CHANGES_SHOWN = 10;
/** Unsure rows that are shown. */
const MOST_UNSURE_SHOWN = 5;
/** Rows of either kind that `--json` names. */
const MOST_IN_JSON = 100;

/** What came of one column. */
export interface TableResult {
  readonly fix: Table;
  readonly data: Table;
  readonly task: ColumnTask;
  readonly learned: LearnedColumn;
  /** Null when the search abstained. */
  readonly rows: ComputedRows | null;
}

/** Files that were written; null where none was. */
export interface WrittenFiles {
  readonly output: string | null;
  readonly unsureOutput: string | null;
}

/** The document that `evolve TABLE --json` prints. */
export function tableDocument({ task, learned, rows }: TableResult, written: WrittenFiles): unknown {
  const { result } = learned;
  return {
    columns: [
      {
        column: task.column,
        kind: task.kind,
        reads: learned.reads,
        examples: task.examples.length,
        script: result.script,
        train: result.train,
        holdout: result.holdout,
        confidence: result.confidence,
        reasons: result.reasons,
        advice: result.advice,
        changed: rows?.changed.length ?? 0,
        unsure: rows?.unsure.length ?? 0,
        changes: (rows?.changed ?? [])
          .slice(0, MOST_IN_JSON)
          .map(({ line, before, after }) => ({ line, before, after })),
        unsure_rows: (rows?.unsure ?? []).slice(0, MOST_IN_JSON).map(({ line, why }) => ({ line, why })),
      },
    ],
    output: written.output,
    unsure_output: written.unsureOutput,
  };
}

/** The script, how far it can be trusted, and what it changes. */
export function tableText({ fix, data, task, learned, rows }: TableResult): string {
  const { result } = learned;
  const examples = `${counted(task.examples.length, 'row')} of ${fix.name}`;
  const held = `held out ${shown(result.holdout)}, confidence ${result.confidence ?? 'none'}`;
  if (result.script === null || rows === null) {
    return [
      `# ${task.column}: abstained on ${examples}; ${held}`,
      `# ${result.reasons.join('; ')}`,
      ...adviceLines(result.advice),
      ...sameRows(data, task),
      '# Nothing was written.',
    ].join('\n');
  }
  const { changed, unsure } = rows;
  return [
    result.script,
    `# ${task.column}: learned from ${examples}; ${held}`,
    `# ${changed.length} of ${counted(data.rows.length, 'row')} change${data.rows.length === 1 ? 's' : ''}${changed.length > 0 ? ':' : ''}`,
    ...changed.slice(0, MOST_CHANGES_SHOWN).map((row) => {
      const from = task.kind === 'correct' ? row.before : readCells(task, learned, row.cells);
      return `  line ${row.line}: ${oneLine(from)} → ${oneLine(row.after)}`;
    }),
    ...more(changed.length - MOST_CHANGES_SHOWN),
    ...(unsure.length === 0
      ? []
      : [
          `# ${counted(unsure.length, 'row')} ${unsure.length === 1 ? 'is' : 'are'} unsure and stay${unsure.length === 1 ? 's' : ''} as before:`,
        ]),
    ...unsure
      .slice(0, MOST_UNSURE_SHOWN)
      .map((row) => `  line ${row.line}: ${oneLine(readCells(task, learned, row.cells))} (${row.why})`),
    ...more(unsure.length - MOST_UNSURE_SHOWN),
  ].join('\n');
}

/** Rows that teach that what stands there is right may be rows that nobody looked at. */
function sameRows(data: Table, task: ColumnTask): readonly string[] {
  if (task.kind !== 'correct') return [];
  const place = task.inputs.indexOf(task.column);
  const same = task.examples.filter(({ cells, output }) => cells[place] === output).length;
  if (same === 0) return [];
  return [
    `# - ${same} of ${counted(task.examples.length, 'example')} say what ${data.name} says already, which teaches that it is right; leave out rows that you did not look at.`,
  ];
}

function readCells(task: ColumnTask, learned: LearnedColumn, cells: readonly string[]): string {
  return learned.reads.map((name) => cells[task.inputs.indexOf(name)] ?? '').join(' | ');
}

function more(number: number): readonly string[] {
  return number > 0 ? [`  and ${number} more`] : [];
}

function shown(score: Score): string {
  return score.rate === null ? `not scored (${score.total})` : `${score.passed}/${score.total}`;
}
