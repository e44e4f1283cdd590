import { generationError } from '../error-codes.js';
import { checkMode, TRAJECTORY_MODES, type TrajectoryMode } from './trajectory-mode.js';

/** One trajectory that a batch is to hold. */
export interface PlannedItem<Work> {
  /** Its place in the batch. */
  readonly position: number;
  readonly work: Work;
  /** Which variation of the same work it is, from 0. */
  readonly index: number;
  readonly mode: TrajectoryMode;
  readonly domain: string | null;
}

/** What {@link planBatch} takes besides the work. */
export interface BatchPlanOptions {
  /** How many trajectories. Default: one for each query of a list, one for a single query. */
  readonly numTrajectories?: number | undefined;
  /** Domains by position; where the list ends, none. */
  readonly domains?: readonly (string | null)[] | undefined;
  /** Default `single_agent`. */
  readonly mode?: TrajectoryMode | undefined;
  /** Whether the modes take turns: single, multi, code. Default false. */
  readonly varyModes?: boolean | undefined;
}

/** Trajectories of one batch: all are planned, and kept, at once. */
const MOST_TRAJECTORIES = 100_000;

/**
 * What a batch consists of. A single query gives variations 0, 1, 2, … of itself; a list gives one trajectory each, begun again
 * or cut short to `numTrajectories`. Work that comes round again is the next variation of itself.
 *
 * @throws {MettleError} `generation/invalid_batch`, `generation/unknown_mode`.
 */
export function planBatch<Work>(
  queries: Work | readonly Work[],
  options: BatchPlanOptions,
): readonly PlannedItem<Work>[] {
  const list: readonly Work[] = Array.isArray(queries) ? queries : [queries as Work];
  const { numTrajectories = list.length, domains = [], varyModes = false } = options;
  const mode = checkMode(options.mode ?? 'single_agent');
  if (!Number.isSafeInteger(numTrajectories) || numTrajectories < 0 || numTrajectories > MOST_TRAJECTORIES) {
    throw generationError(
      'invalid_batch',
      `numTrajectories is a whole number from 0 to ${MOST_TRAJECTORIES}; got ${numTrajectories}.`,
    );
  }
  if (list.length === 0 && numTrajectories > 0) {
    throw generationError('invalid_batch', 'There is no query to make trajectories from. Give at least one.');
  }
  return Array.from({ length: numTrajectories }, (_, position) => ({
    position,
    work: list[position % list.length] as Work,
    index: Math.floor(position / list.length),
    mode: varyModes ? (TRAJECTORY_MODES[position % TRAJECTORY_MODES.length] as TrajectoryMode) : mode,
    domain: domains[position] ?? null,
  }));
}
