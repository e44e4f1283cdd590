import { canonicalJson, type Json } from '../../core/index.js';

/** What a bank of candidates says of some examples. */
export interface BankEvidence {
  /** How many candidates there are. */
  readonly candidates: number;
  /** For each example, how many are right on it. */
  readonly right: readonly number[];
  /** For each example, how many are right on all the others and wrong on it. */
  readonly missesOnly: readonly number[];
}

/**
 * How many candidates of a bank are expected to be right on every example by luck: the larger of two estimates.
 *
 * The first takes the examples to be independent: the number of candidates times, for each example, the share that is
 * right on it. (Half of one is added to each count, so that an output that no candidate ever gave is rare and not
 * impossible.) Candidates that are right on the same examples for the same reason escape it, so the second one starts from
 * those that are wrong on one example only: so many times the odds of being right on that one, on average over examples.
 */
export function expectedLuckyFits({ candidates, right, missesOnly }: BankEvidence): number {
  const shares = right.map((count) => (count + 0.5) / (candidates + 1));
  const independent = shares.reduce((expected, share) => expected * share, candidates);
  const fromMisses = shares.map((share, index) => ((missesOnly[index] ?? 0) * share) / (1 - share));
  return Math.max(independent, fromMisses.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length));
}

/**
 * How likely examples fall into groups of one output each by luck, when an output is as frequent as among all of them.
 * A group of one tells nothing.
 */
export function luckOfGroups(outputs: readonly Json[], groupOf: (index: number) => string): number {
  const frequency = new Map<string, number>();
  const texts = outputs.map(canonicalJson);
  for (const text of texts) frequency.set(text, (frequency.get(text) ?? 0) + 1);
  const seen = new Set<string>();
  let luck = 1;
  for (const [index, text] of texts.entries()) {
    const group = groupOf(index);
    if (seen.has(group)) luck *= (frequency.get(text) ?? 0) / texts.length;
    seen.add(group);
  }
  return luck;
}
