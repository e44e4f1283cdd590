import { selectForTraining, type TrainingGate, type Trajectory } from '../../../records/index.js';
import type { CommandIo } from '../../command.js';
import { LineList } from '../records/line-list.js';
import { openRecords } from '../records/read-records.js';
import { type ReadScores, readScores } from '../records/read-scores.js';

/** Runs that pairs may be made of, and what is known of them. */
export interface PairableRuns {
  /** Records in the file. */
  readonly total: number;
  /** Those that the gate let through. */
  readonly trajectories: readonly Trajectory[];
  readonly evaluations: readonly ReadScores[];
  /** How many the gate left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Lines that hold no record. */
  readonly skipped: LineList;
}

/**
 * Reads the runs of a file that a gate lets through, and the scores of another file.
 * @throws {MettleError} `cli/usage` for files without records or scores.
 */
export async function readRuns(
  file: string,
  { judged, gate }: { readonly judged: string | undefined; readonly gate: TrainingGate },
  io: CommandIo,
): Promise<PairableRuns> {
  const evaluations = judged === undefined ? [] : await readScores(judged, io);
  const records = await openRecords(file, io.cwd);
  const trajectories: Trajectory[] = [];
  const leftOut = new Map<string, number>();
  const skipped = new LineList();
  let total = 0;
  for await (const each of records.after(0)) {
    io.signal.throwIfAborted();
    if ('reason' in each) {
      skipped.add(each);
      continue;
    }
    const { selected, reasons } = selectForTraining([each.trajectory], gate);
    trajectories.push(...selected);
    for (const reason of Object.keys(reasons)) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    total += 1;
    io.progress({ stage: 'read runs', done: total, total: records.total });
  }
  return { total, trajectories, evaluations, leftOut: Object.fromEntries(leftOut), skipped };
}
