import { errorMessage } from '../../core/internal.js';
import type { Model } from '../model.js';
import { withRetry } from './retry.js';

/** Repeats calls after failures that pass, such as 429 and 503, and says so in a line each: what every command does with its models. */
export function retryAloud(model: Model, name: string, say: (line: string) => void): Model {
  return withRetry(model, {
    onRetry: (error, waitSeconds) => {
      const [why] = errorMessage(error).split('\n', 1);
      say(`${name} failed, trying again in ${Math.ceil(waitSeconds)} s: ${why}`);
    },
  });
}
