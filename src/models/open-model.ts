import { fromAiSdk } from './ai-sdk/from-ai-sdk.js';
import { type AiSdkLanguageModel, isAiSdkLanguageModel } from './ai-sdk/language-model.js';
import { modelError } from './error-codes.js';
import { fromFunction, type ModelFunction } from './from-function.js';
import { heedSignal } from './heed-signal.js';
import { type Model, modelName } from './model.js';
import { openProviderModel } from './providers/open-provider-model.js';
import type { ProviderSettings } from './providers/provider.js';
import { checkProviderSettings } from './providers/provider.js';

/**
 * Whatever names or is a language model: a model of Mettle, one of the AI SDK, `provider/model`, or a function from
 * messages to text.
 */
export type ModelSource = Model | AiSdkLanguageModel | ModelFunction | string;

/**
 * Makes a {@link Model} from a name or a model. A name is checked at once; the package of its provider is loaded by the
 * first call.
 *
 * @example
 * ```ts
 * import { openModel } from 'mettle/models';
 *
 * const model = openModel('openai-compatible/local@http://127.0.0.1:8080/v1');
 * console.log(`${model.modelId} of ${model.provider}`);
 * ```
 * @throws {MettleError} `models/unknown_model` for a name of no known provider, `models/no_model` for what is no model,
 *   `models/unknown_specification`.
 */
export function openModel(source: ModelSource, settings: ProviderSettings = {}): Model {
  checkProviderSettings(settings, 'openModel');
  if (typeof source === 'string') return openProviderModel(source, settings);
  if (typeof source === 'function') return fromFunction(source);
  if (isAiSdkLanguageModel(source)) return fromAiSdk(source);
  if (isModel(source)) return heedSignal(source);
  throw modelError(
    'no_model',
    'This is not a model. Give a name such as openai/MODEL, a function from messages to text, a model of an AI SDK provider package, or one that Mettle made.',
  );
}

/** A model's name for files: without a password in its address. */
export function nameOfModel(source: ModelSource): string {
  const name = typeof source === 'string' ? source : modelName(openModel(source));
  return name.replace(/:\/\/[^/@\s]*@/, '://');
}

function isModel(value: unknown): value is Model {
  return (
    typeof value === 'object' &&
    value !== null &&
    'call' in value &&
    typeof value.call === 'function' &&
    'stream' in value &&
    typeof value.stream === 'function'
  );
}
