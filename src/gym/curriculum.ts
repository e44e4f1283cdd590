import { defineOptions, option } from '../core/index.js';

/** How an episode of a gym ended, for its curriculum. */
export interface LevelResult {
  readonly level: number;
  /** Whether it was verified; null where that can't be told. */
  readonly verified: boolean | null;
}

/** Chooses how difficult the next task is. */
export interface Curriculum {
  /**
   * The level of the next episode.
   * @param results - of the episodes before, oldest first, in the order in which they were begun.
   * @param levels - of the generator, easiest first.
   */
  next(results: readonly LevelResult[], levels: readonly number[]): number;
}

/** What {@link risingLevels} takes. */
export interface RisingLevelsOptions {
  /** Scored episodes of a level that are looked at. Default 20. */
  readonly window?: number;
  /** Share of verified episodes from which the next level begins. Default 0.8. */
  readonly promoteAt?: number;
  /** Share below which the level before comes back. Default 0.2. */
  readonly demoteAt?: number;
}

const checkOptions = defineOptions<RisingLevelsOptions>()('risingLevels', {
  window: option.wholeNumber(1),
  promoteAt: option.share,
  demoteAt: option.share,
});

/**
 * A curriculum that begins with the easiest level. Once a window of episodes at a level is full, it goes one level up where
 * enough of them were verified, and one down where too few were. Episodes that couldn't be scored don't count.
 *
 * @example
 * ```ts
 * import { risingLevels } from 'mettle/gym';
 *
 * const curriculum = risingLevels({ window: 2 });
 * const solved = { level: 1, verified: true };
 * console.log(curriculum.next([], [1, 2]), curriculum.next([solved, solved], [1, 2])); // → 1 2
 * ```
 */
export function risingLevels(options: RisingLevelsOptions = {}): Curriculum {
  checkOptions(options);
  const { window = 20, promoteAt = 0.8, demoteAt = 0.2 } = options;
  return {
    next(results, levels) {
      let place = 0;
      let seen: boolean[] = [];
      for (const { level, verified } of results) {
        if (verified === null || level !== levels[place]) continue;
        seen.push(verified);
        if (seen.length < window) continue;
        const share = seen.filter(Boolean).length / seen.length;
        const step = share >= promoteAt ? 1 : share < demoteAt ? -1 : 0;
        place = Math.min(Math.max(place + step, 0), levels.length - 1);
        seen = [];
      }
      return levels[place] ?? 0;
    },
  };
}
