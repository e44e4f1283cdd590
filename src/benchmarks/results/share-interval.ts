import { RandomStream } from '../../core/index.js';
import { type MeanInterval, pairedBootstrap, wilsonInterval } from '../../evaluation/index.js';

/**
 * The mean of the cases' shares with its 95 % interval. Cases are drawn, not trials: trials of one case are not independent. Where each
 * case passed always or never, it is the Wilson interval over the cases, else the bootstrap's. Null without a case.
 */
export function shareInterval(shares: readonly number[], seed: number): MeanInterval | null {
  if (shares.length === 0) return null;
  if (shares.every((share) => share === 0 || share === 1)) {
    const { rate, low, high } = wilsonInterval(shares.filter((share) => share === 1).length, shares.length);
    return { mean: rate, low, high };
  }
  return pairedBootstrap(shares, new RandomStream(seed, 'benchmark-score'));
}
