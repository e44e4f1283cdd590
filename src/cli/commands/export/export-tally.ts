import type { EncodedTrajectories, SkippedTrajectory } from '../../../records/index.js';
import { LineList } from '../records/line-list.js';

/** What became of one record: left out by the gate, or encoded. */
export interface ExportedRecord {
  readonly line: number;
  readonly leftOut: SkippedTrajectory | undefined;
  readonly encoded: EncodedTrajectories | null;
}

/** A part of a record that the format has no place for. */
interface ExportLoss {
  /** The id of the record. */
  readonly id: string;
  readonly what: string;
}

/** Losses that are named one by one: a document has to fit into memory, whatever the file. */
const MOST_LOSSES = 1000;

/** Counts what an export writes, leaves out and reduces, one record after another. */
export class ExportTally {
  /** Records in the output. */
  records = 0;
  /** Records that the format can't carry. */
  readonly notCarried: LineList = new LineList();
  /** What records lost, the first 1,000 times. */
  losses: ExportLoss[] = [];
  /** Records that the gate left out, by reason. */
  leftOut: Record<string, number> = {};
  /** Lost parts, by what is lost. */
  lacking: Record<string, number> = {};

  add({ line, leftOut, encoded }: ExportedRecord): void {
    if (leftOut !== undefined) countIn(this.leftOut, leftOut.reason);
    if (encoded === null) return;
    this.records += encoded.records;
    for (const { reason } of encoded.skipped) this.notCarried.add({ line, reason });
    for (const { id, reason: what } of encoded.reduced ?? []) {
      if (this.losses.length < MOST_LOSSES) this.losses.push({ id, what });
      countIn(this.lacking, what);
    }
  }
}

function countIn(counts: Record<string, number>, reason: string): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
}
