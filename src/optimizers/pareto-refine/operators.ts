import type { RandomStream } from '../../core/index.js';
import { pickWeighted } from '../candidates/selection.js';

/**
 * What a proposal does: `repair` what fails · `refine` what is wrong · `simplify` what no longer gains · `merge` two values by a
 * model · `join` two candidates, a variable of each, without a model · `port` takes over what a script of another task does
 * · `fresh` begins anew, another way.
 */
export type Operator = 'repair' | 'refine' | 'simplify' | 'merge' | 'join' | 'port' | 'fresh';

/** Chooses operators by how often they led to a gain (the mean of a Beta distribution that begins at one half). */
export class OperatorBandit {
  readonly #tries = new Map<Operator, number>();
  readonly #gains = new Map<Operator, number>();

  choose(available: readonly Operator[], random: RandomStream): Operator {
    const weights = available.map((operator) => {
      const [gains, tries] = [this.#gains.get(operator) ?? 0, this.#tries.get(operator) ?? 0];
      return (gains + 1) / (tries + 2);
    });
    return pickWeighted(available, weights, random);
  }

  record(operator: Operator, isGain: boolean): void {
    this.#tries.set(operator, (this.#tries.get(operator) ?? 0) + 1);
    if (isGain) this.#gains.set(operator, (this.#gains.get(operator) ?? 0) + 1);
  }
}
