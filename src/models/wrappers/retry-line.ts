import { errorMessage } from '../../core/internal.js';

/** What a person is told of a failure after which a model is asked again. */
export function retryLine(name: string, error: unknown, waitSeconds: number): string {
  return `${name} failed, trying again in ${Math.ceil(waitSeconds)} s: ${errorMessage(error).split('\n', 1)[0]}`;
}
