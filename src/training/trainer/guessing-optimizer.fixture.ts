import type { JsonObject } from '../../core/index.js';
import type { Optimizer } from '../optimizer.js';
import type { VariableValues } from '../trainable-program.js';

/**
 * Proposes one value of a variable each step, in order, and keeps the one with the best reward on what it has seen. It
 * compares on the batch, parent and child alike.
 */
export function guessing(key: string, guesses: readonly JsonObject[]): Optimizer {
  return {
    name: 'guessing',
    getConfig: () => ({ key, guesses }),
    begin: (context) => {
      let best: VariableValues = context.start;
      let next = 0;
      return {
        async step(batch) {
          const guess = guesses[next++];
          if (guess === undefined) return { proposed: 0, kept: 0, exhausted: true };
          const child = { ...best, [key]: guess };
          const mean = async (values: VariableValues) =>
            (await context.evaluate(values, batch)).reduce((sum, { reward }) => sum + reward, 0);
          const better = (await mean(child)) > (await mean(best));
          if (better) best = child;
          return { proposed: 1, kept: better ? 1 : 0 };
        },
        finalists: () => [best],
      };
    },
  };
}
