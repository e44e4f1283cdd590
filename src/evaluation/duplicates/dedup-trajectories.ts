import { canonicalJson, defineOptions, option } from '../../core/index.js';
import { atOnce } from '../../core/internal.js';
import { type Trajectory, toolCalls } from '../../records/index.js';
import { answerText, callInput } from '../../records/internal.js';
import { findNearDuplicates } from '../diversity/near-duplicates.js';
import { shinglesOf } from '../diversity/shingles.js';

/** What of two trajectories is compared: what was asked, what was done, or both and the answer. */
export type DedupKey = 'task' | 'actions' | 'example';

/** How {@link dedupTrajectories} compares. */
export interface DedupOptions {
  /** A part by name, or a function that gives the text of a trajectory. Default `example`. */
  readonly key?: DedupKey | ((trajectory: Trajectory) => string);
  /** How alike two have to be, as the Jaccard index of their word 3-shingles. Default 0.85. */
  readonly threshold?: number;
}

/** A trajectory that nearly repeats one that was kept. */
export interface DroppedTrajectory {
  readonly id: string;
  /** The id of the one that was kept. */
  readonly like: string;
  readonly similarity: number;
}

/** What is left of trajectories without those that nearly repeat others. */
export interface DedupResult {
  readonly kept: readonly Trajectory[];
  readonly dropped: readonly DroppedTrajectory[];
}

/** Every {@link DedupKey}. */
export const DEDUP_KEYS: readonly DedupKey[] = ['task', 'actions', 'example'];

const checkOptions = defineOptions<DedupOptions>()('dedupTrajectories', {
  key: option.either(option.oneOf(DEDUP_KEYS), option.callback),
  threshold: option.between(0.1, 1),
});

/**
 * Leaves out trajectories that nearly repeat an earlier one: of those that are alike, the first is kept. Every pair that is alike enough is
 * found.
 *
 * @example
 * ```ts
 * import { dedupTrajectories } from 'mettle/evaluation';
 * import { readTrajectoryFile, writeTrajectoryFile } from 'mettle/records';
 *
 * await writeTrajectoryFile('runs.jsonl', []);
 * const { trajectories } = await readTrajectoryFile('runs.jsonl');
 * const { kept, dropped } = dedupTrajectories(trajectories, { key: 'task' });
 * console.log(kept.length, dropped); // → 0 []
 * ```
 * @throws {MettleError} `core/invalid_option`
 */
export function dedupTrajectories(
  trajectories: readonly Trajectory[],
  options: DedupOptions = {},
): DedupResult {
  const { key = 'example', threshold = DEDUP_THRESHOLD } = checkOptions(options);
  const textOf = typeof key === 'function' ? key : (each: Trajectory) => dedupText(each, key);
  const sets = trajectories.map((each) => shinglesOf(textOf(each)));
  const found = atOnce(findNearDuplicates(sets, threshold));
  const kept: Trajectory[] = [];
  const dropped: DroppedTrajectory[] = [];
  for (const [place, earlier] of found.entries()) {
    const trajectory = trajectories[place] as Trajectory;
    if (earlier === null) kept.push(trajectory);
    else {
      const like = (trajectories[earlier.place] as Trajectory).id;
      dropped.push({ id: trajectory.id, like, similarity: earlier.similarity });
    }
  }
  return { kept, dropped };
}

/** The default of {@link DedupOptions.threshold}. */
export const DEDUP_THRESHOLD = 0.85;

/** The text of a trajectory that is compared. */
export function dedupText(trajectory: Trajectory, key: DedupKey): string {
  if (key === 'task') return trajectory.task.prompt;
  const actions = toolCalls(trajectory).map((step) => {
    const input = callInput(step);
    return `${step.tool} ${typeof input === 'string' ? input : canonicalJson(input)}`;
  });
  if (key === 'actions') return actions.join('\n');
  return [trajectory.task.prompt, ...actions, answerText(trajectory.finalAnswer)].join('\n');
}
