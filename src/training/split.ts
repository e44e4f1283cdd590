import { defineOptions, option, sha256 } from '../core/index.js';
import type { Example } from './example.js';

/** Fewest examples from which {@link splitExamples} holds any out: below, each is needed to propose. */
const FEWEST_EXAMPLES_TO_SPLIT = 4;

/** Examples to propose from, and examples that only the final choice sees. */
export interface ExampleSplit {
  readonly train: readonly Example[];
  readonly holdout: readonly Example[];
}

const checkSplitExamplesOptions = defineOptions<{
  readonly examples: readonly Example[];
  readonly seed: number;
  readonly holdoutShare?: number;
}>()('splitExamples', {
  examples: option.required(option.list()),
  seed: option.required(option.integer),
  holdoutShare: option.between(0, 0.9),
});

/**
 * Splits by content: each example's place depends on its id and the seed alone, so neither the order of the
 * examples nor the machine changes who is held out. With fewer than {@link FEWEST_EXAMPLES_TO_SPLIT} examples
 * all of them train.
 *
 * @param options.holdoutShare - the share to hold out, in [0, 0.9]. Default 0.25, at least one example.
 * @throws {MettleError} `core/invalid_option`.
 */
export function splitExamples(options: {
  readonly examples: readonly Example[];
  readonly seed: number;
  readonly holdoutShare?: number;
}): ExampleSplit {
  checkSplitExamplesOptions(options);
  const share = options.holdoutShare ?? 0.25;
  const ranked = options.examples
    .map((example) => ({ example, rank: sha256(`${options.seed}\u0000${example.id}`) }))
    .sort((left, right) => (left.rank < right.rank ? -1 : left.rank > right.rank ? 1 : 0))
    .map(({ example }) => example);
  if (ranked.length < FEWEST_EXAMPLES_TO_SPLIT || share === 0) return { train: ranked, holdout: [] };
  const held = Math.max(1, Math.floor(ranked.length * share));
  return { train: ranked.slice(held), holdout: ranked.slice(0, held) };
}
