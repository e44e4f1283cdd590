import { orAborted } from '../../core/internal.js';
import { fromAiSdk } from '../ai-sdk/from-ai-sdk.js';
import type { AiSdkLanguageModel } from '../ai-sdk/language-model.js';
import { modelAround } from '../heed-signal.js';
import type { Model } from '../model.js';
import { checkKey, connect } from './connect.js';
import { parseModelName } from './parse-model-name.js';
import type { ProviderSettings } from './provider.js';
import { checkProviderSettings } from './provider.js';

/**
 * A model by its name. Its provider's package is loaded by the first call.
 *
 * @throws {MettleError} `models/unknown_model`
 */
export function openProviderModel(name: string, settings: ProviderSettings): Model {
  const parsed = parseModelName(name);
  const provider = parsed.provider.name;
  let opened: Promise<Model> | undefined;
  const open = (signal: AbortSignal | undefined): Promise<Model> => {
    opened ??= connect(parsed, settings).then((sdk) =>
      fromAiSdk(sdk.languageModel(parsed.modelId) as AiSdkLanguageModel, { provider }),
    );
    return orAborted(opened, signal);
  };
  return modelAround(
    { provider, modelId: parsed.modelId },
    {
      call: async (request, options = {}) => (await open(options.signal)).call(request, options),
      async *stream(request, options = {}) {
        yield* (await open(options.signal)).stream(request, options);
      },
    },
  );
}

/**
 * Makes sure, before any work, that a model's provider has its key.
 *
 * @throws {MettleError} `models/no_key`, naming the variable to set; `models/unknown_model`.
 */
export function checkModelKey(name: string, settings: ProviderSettings = {}): void {
  checkProviderSettings(settings, 'checkModelKey');
  checkKey(parseModelName(name), settings);
}
