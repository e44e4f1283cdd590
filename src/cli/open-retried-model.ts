import type { Model } from '../models/index.js';
import type { CommandIo } from './command.js';

/**
 * The model of an option, with calls repeated after failures that pass, such as 429 and 503; each repetition is shown.
 *
 * @throws {MettleError} as `checkModelKey` and `openModel`.
 */
export async function openRetriedModel(
  name: string,
  { environment, say }: Pick<CommandIo, 'environment' | 'say'>,
): Promise<Model> {
  const [{ checkModelKey, openModel }, { retryAloud }] = await Promise.all([
    import('../models/index.js'),
    import('../models/internal.js'),
  ]);
  checkModelKey(name, { environment });
  return retryAloud(openModel(name, { environment }), name, say);
}
