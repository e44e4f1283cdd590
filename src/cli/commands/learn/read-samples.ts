import { resolve } from 'node:path';
import { isJsonObject, type Json } from '../../../core/index.js';
import { type Sample, sampleOf } from '../../../evaluation/internal.js';
import { readHostLines } from '../../../filesystem/internal.js';
import type { Trajectory } from '../../../records/index.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { LineList } from '../records/line-list.js';
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

/** The longest line of a file of labels. */
const MAX_LABEL_BYTES = 2 ** 20;

/** By the id of each trajectory, whether it passes. */
async function readLabels(
  file: string,
  threshold: number | undefined,
  io: CommandIo,
): Promise<ReadonlyMap<string, boolean>> {
  const labels = new Map<string, boolean>();
  for await (const { line, text } of readHostLines(resolve(io.cwd, file), 'labels', {
    maxLineBytes: MAX_LABEL_BYTES,
  })) {
    if (text !== null && text.trim() === '') continue;
    const entry = text === null ? null : parsed(text);
    const id = isJsonObject(entry) ? entry.trajectory_id : undefined;
    if (!isJsonObject(entry) || typeof id !== 'string') {
      throw usageError(
        `${file}, line ${line}: expected {"trajectory_id": "…", "verdict": "pass"}, as judge writes it, or "label": true.`,
      );
    }
    const label = labelIn(entry, threshold);
    if (label !== undefined) labels.set(id, label);
  }
  return labels;
}

function labelIn(entry: Readonly<Record<string, Json | undefined>>, threshold: number | undefined) {
  if (typeof entry.label === 'boolean') return entry.label;
  if (threshold !== undefined) {
    return typeof entry.overall === 'number' ? entry.overall >= threshold : undefined;
  }
  return passes(entry.verdict ?? entry.label);
}

function passes(verdict: unknown): boolean | undefined {
  return verdict === 'pass' ? true : verdict === 'fail' ? false : undefined;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
