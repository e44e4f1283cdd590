import type { Attempt } from '../attempt.js';
import type { SelectPolicy } from '../strategy.js';

/** The first attempt that meets everything; its success ends all other lanes. */
export const selectFirstGood: SelectPolicy = {
  isSettled: (attempts) => attempts.some(({ report }) => report.ok),
  select: (attempts) => attempts.find(({ report }) => report.ok) ?? null,
};

/** The attempt with the highest score; among equals the latest. Null for no attempts. */
export function bestByScore(attempts: readonly Attempt[]): Attempt | null {
  let best: Attempt | null = null;
  for (const attempt of attempts) {
    if (best === null || attempt.report.score >= best.report.score) best = attempt;
  }
  return best;
}
