import type { JsonObject } from '../../../core/index.js';
import { type Sample, sampleOf } from '../../../evaluation/internal.js';
import type { Trajectory } from '../../../records/index.js';
import type { CommandIo } from '../../command.js';
import { LineList } from '../records/line-list.js';
import { readJudged } from '../records/read-judged.js';
import { openRecords } from '../records/read-records.js';

/** What a verifier can learn from. */
export interface LabelledSamples {
  readonly samples: readonly Sample[];
  /** Records that no label is known of. */
  readonly unlabelled: number;
  /** Lines of the file that hold no record. */
  readonly skipped: LineList;
}

/**
 * Reads what there is to learn from records and their labels. Of a record no more is held than its features.
 * @throws {MettleError} `cli/usage` for files without records or labels.
 */
export async function readSamples(
  file: string,
  {
    labels: labelFile,
    threshold,
    textBuckets,
  }: { readonly labels?: string; readonly threshold?: number; readonly textBuckets: number },
  io: CommandIo,
): Promise<LabelledSamples> {
  const records = await openRecords(file, io.cwd);
  const known = labelFile === undefined ? null : await readLabels(labelFile, threshold, io);
  const labelOf = ({ id, outcome }: Trajectory): boolean | undefined =>
    known === null ? passes(outcome?.verdict) : known.get(id);
  const samples = new Map<string, Sample>();
  const unlabelled = new Set<string>();
  const skipped = new LineList();
  let done = 0;
  for await (const each of records.after(0)) {
    io.signal.throwIfAborted();
    if ('reason' in each) {
      skipped.add(each);
      continue;
    }
    const { trajectory } = each;
    const label = labelOf(trajectory);
    if (label === undefined) unlabelled.add(trajectory.id);
    else samples.set(trajectory.id, sampleOf(trajectory, label, textBuckets));
    done += 1;
    io.progress({ stage: 'learn', done, total: records.total });
  }
  return { samples: [...samples.values()], unlabelled: unlabelled.size, skipped };
}

/** By the id of each trajectory, whether it passes. */
async function readLabels(
  file: string,
  threshold: number | undefined,
  io: CommandIo,
): Promise<ReadonlyMap<string, boolean>> {
  const labels = new Map<string, boolean>();
  const about = {
    kind: 'labels',
    example: '{"trajectory_id": "…", "verdict": "pass"}, as judge writes it, or "label": true',
  };
  for await (const { trajectoryId, entry } of readJudged(file, about, io)) {
    const label = labelIn(entry, threshold);
    if (label !== undefined) labels.set(trajectoryId, label);
  }
  return labels;
}

function labelIn(entry: JsonObject, threshold: number | undefined): boolean | undefined {
  if (typeof entry.label === 'boolean') return entry.label;
  if (threshold !== undefined) {
    return typeof entry.overall === 'number' ? entry.overall >= threshold : undefined;
  }
  return passes(entry.verdict ?? entry.label);
}

function passes(verdict: unknown): boolean | undefined {
  return verdict === 'pass' ? true : verdict === 'fail' ? false : undefined;
}
