import type { CaseResult } from './case-result.js';

/**
 * How probable it is that k trials of a case all pass, for k from 1: the mean over cases of C(passed, k) ÷ C(scored, k), the unbiased
 * estimate of tau-bench (Yao et al. 2024). Up to the fewest scored trials of a case; cases without any are left out.
 */
export function passHatK(cases: readonly CaseResult[]): readonly number[] {
  const scored = cases.filter((each) => each.scored > 0);
  if (scored.length === 0) return [];
  const most = Math.min(...scored.map((each) => each.scored));
  return Array.from({ length: most }, (_, index) => {
    const k = index + 1;
    const sum = scored.reduce((total, each) => total + allPass(each.passed, each.scored, k), 0);
    return sum / scored.length;
  });
}

function allPass(passed: number, scored: number, k: number): number {
  let share = 1;
  for (let drawn = 0; drawn < k; drawn++) share *= Math.max(0, passed - drawn) / (scored - drawn);
  return share;
}
