import type { Json } from '../../core/index.js';
import { decodeTrajectories, type Trajectory } from '../../records/index.js';
import type { RunStore } from '../store/run-store.js';

/** A run as it is kept. */
export interface KeptRun {
  readonly item: number;
  /** Its record, a line with its line break. */
  readonly line: string;
  readonly trajectory: Trajectory;
  /** What the judge said, a line with its line break; null where it was not judged. */
  readonly judged: string | null;
  /** The overall score; null where there is none. */
  readonly score: number | null;
}

/** Thrown where a result that was kept can't be read any more: its item is open again. */
export class DamagedResult extends Error {}

/** The runs that are kept, by item, one after another. */
export async function* keptRuns(
  runs: RunStore,
  scores: RunStore | null,
  count: number,
): AsyncGenerator<KeptRun, void, undefined> {
  for (let item = 0; item < count; item++) {
    const isKept = runs.has(item);
    const line = await runs.read(item);
    if (line === null && isKept) throw new DamagedResult(`the record of item ${item} is damaged`);
    if (line === null) continue;
    const [trajectory] = (await decodeTrajectories(line)).trajectories;
    if (trajectory === undefined) continue;
    const isJudged = scores?.has(item) === true;
    const judged = (await scores?.read(item)) ?? null;
    if (judged === null && isJudged) throw new DamagedResult(`the score of item ${item} is damaged`);
    yield { item, line, trajectory, judged, score: judged === null ? null : scoreOf(judged) };
  }
}

function scoreOf(judged: string): number | null {
  const { overall } = JSON.parse(judged) as { readonly overall?: Json };
  return typeof overall === 'number' ? overall : null;
}
