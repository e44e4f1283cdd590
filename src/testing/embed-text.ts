import { RandomStream } from '../core/index.js';

/** How many numbers a vector has where a test does not say. */
const DEFAULT_DIMENSIONS = 8;

/**
 * A vector of length 1 for a text: the sum of a random direction for each of its words, so that texts that share words
 * lie closer. Equal texts have equal vectors, on every machine.
 */
export function embedText(text: string, dimensions: number = DEFAULT_DIMENSIONS): readonly number[] {
  const sum = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const random = new RandomStream(0, word);
    for (let index = 0; index < dimensions; index++) {
      sum[index] = (sum[index] ?? 0) + random.next() - 0.5;
    }
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
