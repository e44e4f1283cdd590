import type { MeanInterval } from '../../evaluation/index.js';
import { passAtKOf, passHatKOf } from '../../training/internal.js';
import type { CaseResult } from './case-result.js';
import { shareInterval } from './share-interval.js';

/** pass@k and pass^k for k from 1, up to the fewest scored trials of a case. */
export interface PassRates {
  /** The chance that at least one of k trials of a case passes. */
  readonly passAtK: readonly MeanInterval[];
  /** The chance that k trials of a case all pass. */
  readonly passHatK: readonly MeanInterval[];
}

/**
 * The means over cases of the unbiased estimates of pass@k (Chen et al. 2021) and pass^k (Yao et al. 2024), with 95 % intervals over cases.
 * Cases without a scored trial are left out.
 */
export function passRates(cases: readonly CaseResult[], seed: number): PassRates {
  const counted = cases.filter(({ scored }) => scored > 0);
  const most = counted.length === 0 ? 0 : Math.min(...counted.map(({ scored }) => scored));
  const over = (estimate: typeof passAtKOf): readonly MeanInterval[] =>
    Array.from({ length: most }, (_, index) =>
      shareInterval(
        counted.flatMap(({ scored, passed }) => estimate(scored, passed, index + 1) ?? []),
        seed,
      ),
    ).flatMap((interval) => interval ?? []);
  return { passAtK: over(passAtKOf), passHatK: over(passHatKOf) };
}
