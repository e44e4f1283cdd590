import { openAtomicFile } from '../../../filesystem/internal.js';
import { encodeTrajectories } from '../../../records/index.js';
import type { CommandIo } from '../../command.js';
import type { OpenedRecords } from '../records/read-records.js';

/** Characters that are written at a time. */
const BATCH = 2 ** 20;

/** Writes the records of all other lines to a file, which is there once it is whole. Gives how many. */
export async function writeKept(
  records: OpenedRecords,
  leftOut: ReadonlySet<number>,
  output: string,
  io: CommandIo,
): Promise<number> {
  await using file = await openAtomicFile(output);
  let [kept, batch] = [0, ''];
  for await (const each of records.after(0)) {
    io.signal.throwIfAborted();
    if ('reason' in each || leftOut.has(each.line)) continue;
    batch += encodeTrajectories([each.trajectory]);
    kept += 1;
    if (batch.length < BATCH) continue;
    await file.write(batch);
    batch = '';
  }
  await file.write(batch);
  await file.commit();
  return kept;
}
