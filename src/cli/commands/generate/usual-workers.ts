import { availableParallelism } from 'node:os';
import { worldNames } from '../../../environments/internal.js';
import type { Recipe } from '../../../pipelines/index.js';
import { isOffline } from '../../../pipelines/internal.js';
import { livesInProcess } from '../records/must-be-named.js';

/** Runs from which on processes save more time than their start takes. */
const LONG_RUN = 3_000;
const MOST_WORKERS = 4;

/**
 * The processes that play a run where the user doesn't say: as many as processors where it is long and its work is done here.
 * None where a model is waited for, or where each process would open a server, a browser or a sandbox of its own.
 */
export function usualWorkers(
  recipe: Recipe,
  variables: Readonly<Record<string, string | undefined>>,
  processors: number = availableParallelism(),
): number {
  const { numTrajectories = 0, environment = 'sql', rationales, judge } = recipe;
  const worlds = [environment].flat();
  const isHere = worlds.every((world) =>
    typeof world === 'string' ? ['sql', 'rest', ...worldNames].includes(world) : livesInProcess({ ...world }),
  );
  const asksModel = !isOffline(recipe, variables) || rationales !== undefined || judge !== undefined;
  return numTrajectories < LONG_RUN || processors < 2 || asksModel || !isHere
    ? 0
    : Math.min(MOST_WORKERS, processors);
}
