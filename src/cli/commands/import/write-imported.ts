import { openAtomicFile } from '../../../filesystem/internal.js';
import {
  encodeTrajectories,
  type ImportLoss,
  importTraceLines,
  type ReadFormat,
  type TraceFormatName,
} from '../../../records/index.js';
import type { CommandIo } from '../../command.js';
import { LineList } from '../records/line-list.js';

/** What an import wrote. */
export interface WrittenImport {
  readonly records: number;
  readonly skipped: LineList;
  readonly losses: LossList;
  readonly formats: readonly ReadFormat[];
}

/** Characters that are written at a time. */
const BATCH = 2 ** 20;

/** Reads a log and writes its runs, one held at a time. The file is there once it is whole; without a run there is none. */
export async function writeImported(
  path: string,
  format: TraceFormatName,
  output: string,
  io: CommandIo,
): Promise<WrittenImport> {
  const skipped = new LineList();
  const losses = new LossList();
  const formats = new Map<string, ReadFormat>();
  let [records, batch] = [0, ''];
  await using file = await openAtomicFile(output);
  for await (const each of importTraceLines(path, { format })) {
    io.signal.throwIfAborted();
    if ('reason' in each) {
      skipped.add(each);
      continue;
    }
    const { trajectory, format: name, because } = each;
    records += 1;
    const before = formats.get(name);
    formats.set(name, { format: name, because, ...before, records: (before?.records ?? 0) + 1 });
    for (const what of each.losses) losses.add({ id: trajectory.id, what });
    batch += encodeTrajectories([trajectory]);
    io.progress({ stage: 'import runs', done: records });
    if (batch.length < BATCH) continue;
    await file.write(batch);
    batch = '';
  }
  await file.write(batch);
  if (records > 0) await file.commit();
  return { records, skipped, losses, formats: [...formats.values()] };
}

/** What records have no place for: how often in all, the first of them, and how often each. */
class LossList {
  readonly #listed: ImportLoss[] = [];
  readonly #counts: Map<string, number> = new Map();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The first 1,000: a document has to fit into memory, whatever the file. */
  get listed(): readonly ImportLoss[] {
    return this.#listed;
  }

  /** The ten most frequent, with how many records have each. */
  get common(): readonly (readonly [string, number])[] {
    return [...this.#counts].sort(([, one], [, other]) => other - one).slice(0, 10);
  }

  add(loss: ImportLoss): void {
    this.#count += 1;
    if (this.#listed.length < 1000) this.#listed.push(loss);
    // Those that name a call are many; the first suffice.
    if (this.#counts.has(loss.what) || this.#counts.size < 1000) {
      this.#counts.set(loss.what, (this.#counts.get(loss.what) ?? 0) + 1);
    }
  }
}
