import type { Model } from '../models/index.js';
import type { CommandIo } from './command.js';

/**
 * The model of an option, with calls repeated after failures that pass, such as 429 and 503; each repetition is shown.
 *
 * @throws {MettleError} as `checkModelKey` and `openModel`.
 */
export async function openRetriedModel(name: string, { environment, say }: CommandIo): Promise<Model> {
  const { checkModelKey, openModel, withRetry } = await import('../models/index.js');
  const { retryLine } = await import('../models/internal.js');
  checkModelKey(name, { environment });
  return withRetry(openModel(name, { environment }), {
    onRetry: (error, waitSeconds) => say(retryLine(name, error, waitSeconds)),
  });
}
