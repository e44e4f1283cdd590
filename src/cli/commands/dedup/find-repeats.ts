import { inTurns } from '../../../core/internal.js';
import type { ContaminatedTrajectory, DedupKey, DroppedTrajectory } from '../../../evaluation/index.js';
import {
  contaminationIn,
  DEDUP_THRESHOLD,
  dedupText,
  findNearDuplicates,
  shinglesOf,
} from '../../../evaluation/internal.js';
import type { CommandIo } from '../../command.js';
import { LineList } from '../records/line-list.js';
import { type OpenedRecords, openRecords } from '../records/read-records.js';
import { readBenchmark } from './read-benchmark.js';

/** What is compared, and with what. */
export interface RepeatOptions {
  readonly key: DedupKey;
  readonly threshold?: number;
  /** A benchmark's file or folder. */
  readonly against?: string;
}

/** What of a file nearly repeats, or stands in a benchmark. */
export interface FoundRepeats {
  readonly records: OpenedRecords;
  readonly total: number;
  readonly dropped: readonly DroppedTrajectory[];
  readonly contaminated: readonly ContaminatedTrajectory[];
  /** The lines of both. */
  readonly leftOut: ReadonlySet<number>;
  /** Lines that hold no record. */
  readonly skipped: LineList;
}

/** Reads a file once. Of a record, the hashes of its words are held, and its id. */
export async function findRepeats(
  file: string,
  { key, threshold = DEDUP_THRESHOLD, against }: RepeatOptions,
  io: CommandIo,
): Promise<FoundRepeats> {
  const contaminationOf =
    against === undefined ? () => null : contaminationIn(await readBenchmark(against, io.cwd));
  const records = await openRecords(file, io.cwd);
  const skipped = new LineList();
  const ids: string[] = [];
  const lines: number[] = [];
  const sets: Float64Array[] = [];
  const contaminated: ContaminatedTrajectory[] = [];
  const leftOut = new Set<number>();
  let total = 0;
  for await (const each of records.after(0)) {
    io.signal.throwIfAborted();
    if ('reason' in each) {
      skipped.add(each);
      continue;
    }
    const { line, trajectory } = each;
    total += 1;
    const found = contaminationOf(trajectory.task.prompt);
    if (found !== null) {
      contaminated.push({ id: trajectory.id, ...found });
      leftOut.add(line);
    } else {
      ids.push(trajectory.id);
      lines.push(line);
      sets.push(shinglesOf(dedupText(trajectory, key)));
    }
    io.progress({ stage: 'read records', done: total, total: records.total });
  }
  const dropped: DroppedTrajectory[] = [];
  const repeats = await inTurns(findNearDuplicates(sets, threshold), io.signal);
  for (const [place, earlier] of repeats.entries()) {
    if (earlier === null) continue;
    const { place: first, similarity } = earlier;
    dropped.push({ id: String(ids[place]), like: String(ids[first]), similarity });
    leftOut.add(Number(lines[place]));
  }
  return { records, total, dropped, contaminated, leftOut, skipped };
}
