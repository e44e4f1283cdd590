import { resolve } from 'node:path';
import { counted } from '../../../../core/internal.js';
import { createSandbox } from '../../../../sandbox/index.js';
import type { CommandCall, CommandIo, CommandOutcome } from '../../../command.js';
import { usageError } from '../../../parse-option.js';
import { colouredLines } from '../coloured-lines.js';
import { planColumn } from './column-task.js';
import { type ComputedRows, computeRows } from './compute-rows.js';
import { type LearnedColumn, learnColumn } from './learn-column.js';
import { readTable } from './read-table.js';
import { type TableResult, tableDocument, tableText, type WrittenFiles } from './table-report.js';
import { checkTarget, isSameFile, type TableTarget, writeTable } from './write-table.js';

const NOTHING_WRITTEN: WrittenFiles = { output: null, unsureOutput: null };

/** `mettle evolve TABLE --apply DATA`: learns the column that some rows of a table show, and computes it for another. */
export async function evolveTable(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const { options } = call;
  const sources = { fix: call.args[0] ?? '', data: String(options.apply) };
  const target = targetOf(call, sources.data);
  const fix = await readTable(sources.fix, io);
  const isOneFile = await isSameFile(resolve(io.cwd, sources.fix), resolve(io.cwd, sources.data));
  const data = isOneFile ? fix : await readTable(sources.data, io);
  await checkTarget(target, sources, io);
  const column = typeof options.column === 'string' ? options.column : undefined;
  const task = planColumn({ fix, data, column });

  io.progress({ stage: 'open a sandbox', done: 0 });
  await using sandbox = await createSandbox({ engine: 'auto' });
  const shared = { sandbox, signal: io.signal, onProgress: io.progress };
  const learned = await learnColumn(task, {
    ...shared,
    budget: { seconds: Number(options.budgetSeconds ?? 20), maxEvaluations: Number(options.maxEvaluations) },
    seed: Number(options.seed),
  });
  const { script } = learned.result;
  const rows =
    script === null || io.signal.aborted ? null : await computeRows({ ...shared, task, learned, script });
  const result: TableResult = { fix, data, task, learned: judgedByRows(learned, rows), rows };
  const preview = tableText(result);
  const resume = 'Stopped; nothing was written.';
  if (rows === null || io.signal.aborted) {
    return {
      exitCode: 1,
      document: tableDocument(result, NOTHING_WRITTEN),
      text: colouredLines(preview, io.colour),
      resume,
    };
  }
  const isAsked = target.path !== null && !target.isAgreed && io.stdinIsTerminal;
  if (isAsked) io.say(preview);
  const written = await writeTable(result, target, io);
  return {
    exitCode: written === null ? 1 : 0,
    document: tableDocument(result, written ?? NOTHING_WRITTEN),
    text: colouredLines(
      [...(isAsked ? [] : [preview]), lastLine(written, sources.data)].join('\n'),
      io.colour,
    ),
    resume,
  };
}

/** Where scripts that fit disagree on rows to compute, the one that was taken isn't sure. */
function judgedByRows(learned: LearnedColumn, rows: ComputedRows | null): LearnedColumn {
  const { result } = learned;
  if (result.confidence !== 'high' || rows === null || rows.disputed === 0) return learned;
  const reason = `scripts that fit the examples disagree on ${counted(rows.disputed, 'row')}`;
  return { ...learned, result: { ...result, confidence: 'medium', reasons: [...result.reasons, reason] } };
}

function targetOf({ options }: CommandCall, data: string): TableTarget {
  const isInPlace = options.inPlace === true;
  if (isInPlace && typeof options.out === 'string') {
    throw usageError('--out and --in-place both say where to write; give one of them.');
  }
  return {
    path: isInPlace ? data : typeof options.out === 'string' ? options.out : null,
    isInPlace,
    isAgreed: options.yes === true,
  };
}

function lastLine(written: WrittenFiles | null, data: string): string {
  if (written === null) return '# Nothing was written.';
  if (written.output === null) {
    return `# Nothing was written: --out FILE writes the table, --in-place replaces ${data}.`;
  }
  const unsure = written.unsureOutput === null ? '' : `; the unsure rows are in ${written.unsureOutput}`;
  return `# Wrote ${written.output}${unsure}.`;
}
