import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { isJsonObject, type Json } from '../../../core/index.js';
import type { CommandIo, CommandOutcome } from '../../command.js';
import { LineList, type SavedLines } from './line-list.js';
import { openResumableOutputs, type ResumableOutputs } from './resumable-outputs.js';
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
  /** Counts a result and gives the text for each output. It gets the results in the order of the records. */
  readonly take: (result: Result) => readonly string[];
  /** What `take` counted, as JSON, and the way back. */
  readonly counts: { readonly save: () => Json; readonly load: (saved: Json) => void };
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

/** Milliseconds after which what was done is saved. A kill costs the work since then, and the records that are under way. */
const SAVED_EVERY = 2000;

/** Records after which what was done is saved. */
const RECORDS_SAVED_EVERY = 1000;

/**
 * Works on the records of a file, several at once, and writes the results in the order of the records, so that the files are the same
 * whatever the concurrency. It holds a few records at a time. A run that was stopped or killed can be resumed.
 *
 * @param isWorthWriting - whether the files may take the place of older ones, by what `take` counted. Default: always.
 * @throws {MettleError} as {@link openResumableOutputs}, and whatever `work` throws.
 */
export async function runRecordJob<Result>(
  job: RecordJob<Result>,
  io: CommandIo,
  isWorthWriting: () => boolean = () => true,
): Promise<RecordJobResult> {
  const [first, ...others] = job.outputs;
  if (first === undefined) return workThrough(job, io, null);
  const { size, mtimeMs } = await stat(job.records.path);
  await using files = await openResumableOutputs({
    outputs: [first, ...others],
    identity: { records: [size, mtimeMs, job.records.first.id], settings: job.settings },
    resume: job.resume,
    io,
  });
  const result = await workThrough(job, io, files);
  if (result.stopped !== null) return result;
  if (isWorthWriting()) await files.commit();
  else await files.discard();
  return result;
}

async function workThrough<Result>(
  job: RecordJob<Result>,
  io: CommandIo,
  files: ResumableOutputs | null,
): Promise<RecordJobResult> {
  const { records, stage } = job;
  const { line: afterLine, done: doneBefore, skipped } = begin(job, files?.found ?? null);
  let [line, done] = [afterLine, doneBefore];
  let [savedAt, savedDone] = [performance.now(), done];
  let isWhole = false;
  const onWhole = (): void => {
    isWhole = true;
  };
  const report = (): void => {
    const note = job.note?.();
    const counts = { done, total: records.total, resumedAt: doneBefore };
    io.progress({ stage, ...counts, ...(note === undefined ? {} : { note }) });
  };
  let isKept = doneBefore > 0;
  const save = async (): Promise<void> => {
    if (files !== null) isKept = await files.save({ line, done, skipped, counts: job.counts.save() });
    [savedAt, savedDone] = [performance.now(), done];
  };
  const workThroughLines = async (): Promise<void> => {
    for await (const each of workLines(job, { afterLine, signal: io.signal, onWhole })) {
      line = each.line;
      if ('reason' in each) {
        skipped.add(each);
        continue;
      }
      if (each.result === null) continue;
      const texts = job.take(each.result);
      await files?.write(texts);
      done += 1;
      report();
      const isDue = done - savedDone >= RECORDS_SAVED_EVERY || performance.now() - savedAt >= SAVED_EVERY;
      if (files !== null && isDue) await save();
    }
  };
  if (doneBefore > 0) report();
  const kept = job.outputs[0] === undefined ? null : relative(io.cwd, `${job.outputs[0]}.part`);
  try {
    await workThroughLines();
  } catch (error) {
    if (isKept) io.say(`What was done is kept in ${kept}. The same command with --resume goes on.`);
    throw error;
  }
  if (isWhole) return { done, skipped, stopped: null };
  if (done > 0) await save();
  return { done, skipped, stopped: stopped({ done, total: records.total, kept: isKept ? kept : null }) };
}

/** Where the job begins: after what an earlier run did, which it counts. */
function begin<Result>(job: RecordJob<Result>, found: Json) {
  if (!isJsonObject(found)) return { line: 0, done: 0, skipped: new LineList() };
  job.counts.load(found.counts ?? null);
  return {
    line: Number(found.line),
    done: Number(found.done),
    skipped: new LineList(found.skipped as unknown as SavedLines),
  };
}

function stopped({
  done,
  total,
  kept,
}: {
  readonly done: number;
  readonly total: number;
  readonly kept: string | null;
}): CommandOutcome {
  return {
    exitCode: 1,
    document: { total, stopped_after: done, part: kept },
    resume:
      kept === null
        ? `Stopped after ${done} of ${total} records; nothing was written. The same command starts over.`
        : `Stopped after ${done} of ${total} records. What was done is kept in ${kept}. The same command with --resume goes on.`,
  };
}
