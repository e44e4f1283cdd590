import { isJsonObject } from '../../core/index.js';
import { selectForTraining, type Trajectory } from '../../records/index.js';
import type { RecipeFilter } from '../recipe/recipe.js';

/** Why a run is left out of the exports; null where it is kept. */
export function whyLeftOut(
  trajectory: Trajectory,
  score: number | null,
  { modes, minScore, ...gate }: RecipeFilter,
): string | null {
  const [left] = selectForTraining([trajectory], gate).leftOut;
  if (left !== undefined) return left.reason;
  const { generation } = trajectory.task.metadata;
  const mode = isJsonObject(generation) ? generation.mode : null;
  if (modes !== undefined && !modes.some((each) => each === mode)) return `played as ${String(mode)}`;
  if (minScore === undefined) return null;
  if (score === null) return 'without a score';
  return score >= minScore ? null : `scored below ${minScore}`;
}
