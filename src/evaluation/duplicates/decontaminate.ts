import { defineOptions, option } from '../../core/index.js';
import type { Trajectory } from '../../records/index.js';
import { shinglesOf } from '../diversity/shingles.js';

/** A text that no training data may hold, such as a question of a benchmark. */
export interface BenchmarkText {
  /** What it is called in the result: a file and a line, an id. */
  readonly source: string;
  readonly text: string;
}

/** How {@link decontaminate} compares. */
export interface DecontaminateOptions {
  /** The share of the shorter text that has to be found in the longer. Default 0.8. */
  readonly threshold?: number;
}

/** A trajectory whose task stands in a benchmark, or the other way round. */
export interface ContaminatedTrajectory {
  readonly id: string;
  readonly source: string;
  /** The share of the shorter text's word 3-shingles that the longer one has. */
  readonly containment: number;
}

/** What is left of trajectories without those that a benchmark knows. */
export interface DecontaminationResult {
  readonly clean: readonly Trajectory[];
  readonly contaminated: readonly ContaminatedTrajectory[];
}

/** Below so many shingles a text proves nothing by being a part of another. */
const FEW_SHINGLES = 6;

const checkOptions = defineOptions<DecontaminateOptions>()('decontaminate', { threshold: option.share });

/**
 * Leaves out trajectories whose prompt stands in one of the texts, or holds one of them: by containment, so that a quote in a long document
 * is found, which is hardly like it as a whole (Broder 1997). Of several texts the one that holds most is named.
 *
 * @example
 * ```ts
 * import { decontaminate } from 'mettle/evaluation';
 *
 * const { clean, contaminated } = decontaminate([], [{ source: 'test set, item 1', text: 'How many r are in strawberry?' }]);
 * console.log(clean.length, contaminated.length); // → 0 0
 * ```
 * @throws {MettleError} `core/invalid_option`
 */
export function decontaminate(
  trajectories: readonly Trajectory[],
  texts: Iterable<BenchmarkText>,
  options: DecontaminateOptions = {},
): DecontaminationResult {
  checkOptions(options);
  const contaminationOf = contaminationIn(texts, options.threshold);
  const clean: Trajectory[] = [];
  const contaminated: ContaminatedTrajectory[] = [];
  for (const trajectory of trajectories) {
    const found = contaminationOf(trajectory.task.prompt);
    if (found === null) clean.push(trajectory);
    else contaminated.push({ id: trajectory.id, ...found });
  }
  return { clean, contaminated };
}

/** Reads the texts once, and says of any prompt which of them holds it, or null. */
export function contaminationIn(
  texts: Iterable<BenchmarkText>,
  threshold = 0.8,
): (prompt: string) => Omit<ContaminatedTrajectory, 'id'> | null {
  const sources: { readonly source: string; readonly size: number }[] = [];
  const index = new Map<number, number | number[]>();
  for (const { source, text } of texts) {
    const place = sources.length;
    const shingles = shinglesOf(text);
    sources.push({ source, size: shingles.length });
    for (const shingle of shingles) {
      const places = index.get(shingle);
      if (places === undefined) index.set(shingle, place);
      else if (typeof places === 'number') index.set(shingle, [places, place]);
      else places.push(place);
    }
  }
  return (prompt) => {
    const shingles = shinglesOf(prompt);
    const shared = new Map<number, number>();
    for (const shingle of shingles) {
      for (const place of [index.get(shingle) ?? []].flat()) shared.set(place, (shared.get(place) ?? 0) + 1);
    }
    let most: Omit<ContaminatedTrajectory, 'id'> | null = null;
    for (const [place, count] of shared) {
      const { source, size } = sources[place] as (typeof sources)[number];
      const [less, more] = [Math.min(size, shingles.length), Math.max(size, shingles.length)];
      // A few words stand in many texts, so they count only where they are all of it.
      const containment = count / (less < FEW_SHINGLES ? more : less);
      if (containment >= threshold && containment > (most?.containment ?? 0)) most = { source, containment };
    }
    return most;
  };
}
