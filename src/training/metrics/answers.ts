import type { JsonObject } from '../../core/index.js';
import type { MetricSample } from '../metric.js';

/** One output of a sample beside what it should be. */
export interface Answer {
  readonly expected: JsonObject;
  /** Null when the program failed or left the output out. */
  readonly actual: JsonObject | null;
}

/** The outputs of a sample for which an answer is expected. A failed sample has them too, each without an answer. */
export function answersOf(
  { yTrue, yPred }: MetricSample,
  output: number | undefined,
  part: (record: JsonObject) => JsonObject,
): readonly Answer[] {
  return yTrue.flatMap((expected, index) => {
    if (expected === null || (output !== undefined && index !== output)) return [];
    const actual = yPred[index] ?? null;
    return [{ expected: part(expected), actual: actual === null ? null : part(actual) }];
  });
}
