import type { Trajectory } from '../../records/index.js';
import { isCallStep } from '../../records/index.js';
import type { BlamedStep, FailureAttribution } from './attribution.js';

/** A record with what it was found to have failed by. */
export interface AttributedRecord {
  readonly record: Trajectory;
  readonly attribution: FailureAttribution;
}

/** Failures of one kind by one tool. */
export interface BlameRow {
  readonly kind: BlamedStep['kind'];
  /** The tool of the blamed call, or of the one that is missing; null for answers. */
  readonly tool: string | null;
  /** Episodes whose first blamed step this is. */
  readonly count: number;
  /** Of these, how many their policy passes when that step alone is set right; the others fail by more, or were not tried. */
  readonly confirmed: number;
  /** Ids of the records. */
  readonly trajectoryIds: readonly string[];
}

/** Blame by step, over many episodes. */
export interface BlameTable {
  /** Most first. */
  readonly rows: readonly BlameRow[];
  readonly located: number;
  /** Records that there was nothing to measure by, or that do not replay. */
  readonly unlocated: number;
}

/** Summarizes why episodes failed: the first blamed step of each. */
export function blameTable(attributed: readonly AttributedRecord[]): BlameTable {
  const rows = new Map<string, BlameRow>();
  let located = 0;
  for (const { record, attribution } of attributed) {
    const [first] = attribution.blamed;
    if (attribution.status !== 'located' || first === undefined) continue;
    located += 1;
    const tool = toolOf(record, first);
    const key = `${first.kind} ${tool ?? ''}`;
    const row = rows.get(key) ?? { kind: first.kind, tool, count: 0, confirmed: 0, trajectoryIds: [] };
    rows.set(key, {
      ...row,
      count: row.count + 1,
      confirmed: row.confirmed + (first.confirmed === true ? 1 : 0),
      trajectoryIds: [...row.trajectoryIds, record.id],
    });
  }
  return {
    rows: [...rows]
      .sort(([a, left], [b, right]) => right.count - left.count || (a < b ? -1 : 1))
      .map(([, row]) => row),
    located,
    unlocated: attributed.length - located,
  };
}

function toolOf({ steps }: Trajectory, { kind, step, instead }: BlamedStep): string | null {
  if (kind === 'missing_call') return instead?.kind === 'call' ? instead.tool : null;
  const blamed = steps[step];
  return blamed !== undefined && isCallStep(blamed) ? blamed.tool : null;
}
