import type { RandomStream } from '../../core/index.js';

/** How one of several is chosen: each as likely · the best · the more likely the better, by `exp(score / temperature)`. */
export type Selection = 'random' | 'best' | 'softmax';

/** The names of {@link Selection}. */
export const SELECTIONS: readonly Selection[] = ['random', 'best', 'softmax'];

/**
 * One of the scored items. Scores that are no finite number count as the lowest.
 *
 * @throws {MettleError} `core/nothing_to_pick` for an empty list.
 */
export function select<T extends { readonly score: number }>(
  items: readonly T[],
  options: { readonly selection: Selection; readonly temperature: number; readonly random: RandomStream },
): T {
  const { selection, temperature, random } = options;
  if (items.length === 0 || selection === 'random') return random.pick(items);
  const scores = items.map(({ score }) => (Number.isFinite(score) ? score : Number.NEGATIVE_INFINITY));
  const best = Math.max(...scores);
  if (selection === 'best' || best === Number.NEGATIVE_INFINITY) return items[scores.indexOf(best)] as T;
  return pickWeighted(
    items,
    scores.map((score) => Math.exp((score - best) / temperature)),
    random,
  );
}

/** One of the items, each as likely as its weight says; weights are not negative, and one at least is above 0. */
export function pickWeighted<T>(items: readonly T[], weights: readonly number[], random: RandomStream): T {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = random.next() * total;
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0 && weight > 0) return items[index] as T;
  }
  return items[weights.findLastIndex((weight) => weight > 0)] ?? random.pick(items);
}
