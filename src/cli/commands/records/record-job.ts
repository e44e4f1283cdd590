import { stat } from 'node:fs/promises';
import type { Json } from '../../../core/index.js';
import type { CommandIo, CommandOutcome } from '../../command.js';
import { openGrowingOutputs } from './growing-outputs.js';
import { type FoundLine, type KeptLines, openKeptLines } from './kept-lines.js';
import { LineList } from './line-list.js';
import { type LineWork, workLines } from './work-lines.js';

/** What a command does with every record of a file. */
export interface RecordJob<Result> extends LineWork<Result> {
  /** What is being done, as progress shows it: `verify records`. */
  readonly stage: string;
  /** The files to write. None: what was done is not kept, and the job can't go on. */
  readonly outputs: readonly string[];
  /** Whether to go on where an earlier run stopped. */
  readonly resume: boolean;
  /** What the results depend on besides the records: only a run with the same goes on. */
  readonly settings: Json;
  /** Counts a result and gives the text for each output. It gets the results in the order of the records, those of an earlier run first. */
  readonly take: (result: Result) => readonly string[];
  /** A few words beside the progress. */
  readonly note?: () => string;
}

/** How far a job came. */
export interface RecordJobResult {
  /** Records that were worked on, those of earlier runs included. */
  readonly done: number;
  /** Lines that hold no record. */
  readonly skipped: LineList;
  /** Set where Ctrl-C ended the job before the last record: what the command ends with. */
  readonly stopped: CommandOutcome | null;
}

/**
 * Works on the records of a file, several at once, and writes the results in the order of the records, so that the files are the same
 * whatever the concurrency. It holds a few records at a time. Each result is kept as it comes: a run that was stopped or killed continues
 * with what was under way.
 *
 * @param isWorthWriting - whether the files may take the place of older ones, by what `take` counted. Default: always.
 * @throws {MettleError} as {@link openKeptLines} and {@link openGrowingOutputs}, and whatever `work` throws.
 */
export async function runRecordJob<Result>(
  job: RecordJob<Result>,
  io: CommandIo,
  isWorthWriting: () => boolean = () => true,
): Promise<RecordJobResult> {
  const [first] = job.outputs;
  if (first === undefined) {
    const unkept = { earlier: noLines, keep: async () => undefined, flush: async () => false };
    return workThrough(job, io, { kept: unkept, write: async () => undefined });
  }
  const { size, mtimeMs } = await stat(job.records.path);
  await using files = await openGrowingOutputs(job.outputs, io);
  await using kept = await openKeptLines<Result>({
    output: first,
    identity: { command: job.stage, records: [size, mtimeMs, job.records.first.id], settings: job.settings },
    resume: job.resume,
    io,
  });
  const result = await workThrough(job, io, { kept, write: files.write });
  if (result.stopped !== null) return result;
  if (isWorthWriting()) await files.commit();
  await kept.drop();
  return result;
}

/** Where results go. */
interface Sinks<Result> {
  readonly kept: Pick<KeptLines<Result>, 'earlier' | 'keep' | 'flush'>;
  readonly write: (texts: readonly string[]) => Promise<void>;
}

async function workThrough<Result>(
  job: RecordJob<Result>,
  io: CommandIo,
  { kept, write }: Sinks<Result>,
): Promise<RecordJobResult> {
  const { records, stage } = job;
  const skipped = new LineList();
  let [line, done, resumedAt] = [0, 0, 0];
  const report = (): void => {
    const note = job.note?.();
    const counts = { done, total: records.total, resumedAt };
    io.progress({ stage, ...counts, ...(note === undefined ? {} : { note }) });
  };
  const take = async (found: FoundLine<Result>): Promise<void> => {
    line = found.line;
    if ('reason' in found) return skipped.add(found);
    await write(job.take(found.result));
    done += 1;
  };
  for await (const found of kept.earlier()) await take(found);
  resumedAt = done;
  if (done > 0) report();
  let isWhole = false;
  const onWhole = (): void => {
    isWhole = true;
  };
  try {
    for await (const found of workLines(job, { afterLine: line, signal: io.signal, onWhole })) {
      if ('result' in found && found.result === null) continue;
      await kept.keep(found as FoundLine<Result>);
      await take(found as FoundLine<Result>);
      if ('result' in found) report();
    }
  } catch (error) {
    if (await kept.flush()) io.say('What was done is kept. The same command with --resume goes on.');
    throw error;
  }
  const isKept = await kept.flush();
  if (isWhole) return { done, skipped, stopped: null };
  return { done, skipped, stopped: stopped({ done, total: records.total, isKept }) };
}

async function* noLines(): AsyncGenerator<never, void, undefined> {}

function stopped({
  done,
  total,
  isKept,
}: {
  readonly done: number;
  readonly total: number;
  readonly isKept: boolean;
}): CommandOutcome {
  const far = `Stopped after ${done} of ${total} records`;
  return {
    exitCode: 1,
    document: { total, stopped_after: done, kept: isKept },
    resume: isKept
      ? `${far}. What was done is kept. The same command with --resume goes on.`
      : `${far}; nothing was written. The same command starts over.`,
  };
}
