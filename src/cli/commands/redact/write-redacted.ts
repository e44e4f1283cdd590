import { openAtomicFile } from '../../../filesystem/internal.js';
import { encodeTrajectories, type RedactionCounts, type RedactionOptions } from '../../../records/index.js';
import { addCounts, openRedaction } from '../../../records/internal.js';
import type { CommandIo } from '../../command.js';
import { LineList } from '../records/line-list.js';
import { openRecords } from '../records/read-records.js';

/** What was written. */
interface WrittenRedaction {
  readonly records: number;
  readonly redacted: number;
  readonly counts: RedactionCounts;
  /** Lines that hold no record: what can't be read can't be redacted, so it isn't written. */
  readonly skipped: LineList;
}

/** Characters that are written at a time. */
const BATCH = 2 ** 20;

/** Redacts the records of a file, one held at a time. The output is there once it is whole. */
export async function writeRedacted(
  file: string,
  options: RedactionOptions,
  output: string,
  io: CommandIo,
): Promise<WrittenRedaction> {
  const records = await openRecords(file, io.cwd);
  const redaction = openRedaction(options);
  const skipped = new LineList();
  const counts = {};
  let [done, redacted, batch] = [0, 0, ''];
  await using written = await openAtomicFile(output);
  for await (const each of records.after(0)) {
    io.signal.throwIfAborted();
    if ('reason' in each) {
      skipped.add(each);
      continue;
    }
    const { trajectory, counts: own } = await redaction.redact(each.trajectory);
    if (trajectory !== each.trajectory) redacted += 1;
    addCounts(counts, own);
    done += 1;
    batch += encodeTrajectories([trajectory]);
    io.progress({ stage: 'redact records', done, total: records.total });
    if (batch.length < BATCH) continue;
    await written.write(batch);
    batch = '';
  }
  await written.write(batch);
  await written.commit();
  return { records: done, redacted, counts, skipped };
}
