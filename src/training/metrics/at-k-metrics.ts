import { defineOptions, option } from '../../core/index.js';
import type { Metric } from '../metric.js';
import { passAtKOf, passHatKOf } from './at-k.js';
import { saveable } from './built-in-metric.js';
import { createMetric } from './create-metric.js';

/** Options of the metrics over several samples of a problem. */
export interface AtKOptions {
  /** Name in logs. Default: the metric's name with `k`, such as `pass_at_3`. */
  readonly name?: string;
  /** Samples of a problem that are looked at; a whole number from 1. Default 1. */
  readonly k?: number;
  /** The least reward of a right sample. Default: the largest there can be; 1 where a reward has no upper end. */
  readonly passThreshold?: number;
}

/**
 * The chance that at least one of k samples of a problem is right, 1 − C(n−c, k) / C(n, k), and its mean over problems. The
 * n samples with the same example id are those of one problem; c of them have a reward from `passThreshold` on. Failed
 * samples are samples. Null when a problem has fewer than k samples. Chen et al. 2021, arXiv:2107.03374.
 */
export function passAtK(options: AtKOptions = {}): Metric {
  return atK('pass_at', options, passAtKOf);
}

/** The chance that all of k samples of a problem are right, C(c, k) / C(n, k), as {@link passAtK}. Yao et al. 2024, arXiv:2406.12045. */
export function passHatK(options: AtKOptions = {}): Metric {
  return atK('pass_hat', options, passHatKOf);
}

/** pass@k − pass^k: how far luck carries. 0 for a program that does the same each time. */
export function gapK(options: AtKOptions = {}): Metric {
  return atK(
    'gap',
    options,
    (samples, correct, k) => difference(passAtKOf(samples, correct, k), passHatKOf(samples, correct, k)),
    'min',
  );
}

const checkAtKOptions = defineOptions<AtKOptions>()('passAtK', {
  name: option.string,
  k: option.wholeNumber(1),
  passThreshold: option.number,
});

interface Problem {
  samples: number;
  correct: number;
}

function atK(
  base: string,
  options: AtKOptions,
  chance: (samples: number, correct: number, k: number) => number | null,
  direction: 'max' | 'min' = 'max',
): Metric {
  checkAtKOptions(options, base);
  const { k = 1, passThreshold } = options;
  const metric = createMetric<Map<string, Problem>>({
    name: options.name ?? `${base}_${k}`,
    direction,
    start: () => new Map(),
    add(problems, { exampleId, reward, largestReward }) {
      const problem = problems.get(exampleId) ?? { samples: 0, correct: 0 };
      problem.samples += 1;
      const threshold = passThreshold ?? (Number.isFinite(largestReward) ? largestReward : 1);
      if (reward >= threshold) problem.correct += 1;
      problems.set(exampleId, problem);
    },
    result(problems) {
      let sum: number | null = problems.size === 0 ? null : 0;
      for (const { samples, correct } of problems.values()) {
        const one = chance(samples, correct, k);
        if (one === null || sum === null) return null;
        sum += one;
      }
      return sum === null ? null : sum / problems.size;
    },
  });
  return saveable(metric, `${base}_k`, options);
}

function difference(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left - right;
}
