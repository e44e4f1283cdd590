import { resolve } from 'node:path';
import { isJsonObject, type Json } from '../../../core/index.js';
import type { Evaluation } from '../../../evaluation/index.js';
import { readHostLines } from '../../../filesystem/internal.js';
import type { Trajectory } from '../../../records/index.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { LineList } from '../records/line-list.js';
import { openRecords } from '../records/read-records.js';

/** The longest line of a file of scores. */
const MAX_SCORE_BYTES = 2 ** 20;

/** Reads the runs of a file, and the scores of another. */
export async function readRuns(
  file: string,
  judged: string | undefined,
  io: CommandIo,
): Promise<{
  readonly trajectories: readonly Trajectory[];
  readonly evaluations: readonly Evaluation[];
  /** Lines that hold no record. */
  readonly skipped: LineList;
}> {
  const evaluations = judged === undefined ? [] : await readScores(judged, io);
  const records = await openRecords(file, io.cwd);
  const trajectories: Trajectory[] = [];
  const skipped = new LineList();
  for await (const each of records.after(0)) {
    io.signal.throwIfAborted();
    if ('reason' in each) skipped.add(each);
    else trajectories.push(each.trajectory);
    io.progress({ stage: 'read runs', done: trajectories.length, total: records.total });
  }
  return { trajectories, evaluations, skipped };
}

async function readScores(file: string, io: CommandIo): Promise<readonly Evaluation[]> {
  const evaluations: Evaluation[] = [];
  for await (const { line, text } of readHostLines(resolve(io.cwd, file), 'evaluations', {
    maxLineBytes: MAX_SCORE_BYTES,
  })) {
    if (text !== null && text.trim() === '') continue;
    const entry = text === null ? null : parsed(text);
    if (!isJsonObject(entry) || typeof entry.trajectory_id !== 'string') {
      throw usageError(
        `${file}, line ${line}: expected {"trajectory_id": "…", "overall": 0.8}, as judge writes it.`,
      );
    }
    const overall = typeof entry.overall === 'number' ? entry.overall : null;
    evaluations.push({ trajectoryId: entry.trajectory_id, overall } as Evaluation);
  }
  return evaluations;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
