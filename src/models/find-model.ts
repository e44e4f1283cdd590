import { MettleError } from '../core/index.js';
import type { Model } from './model.js';
import { openModel } from './open-model.js';
import { keyOf } from './providers/connect.js';
import { OPENAI_COMPATIBLE, PROVIDERS, type ProviderSettings } from './providers/provider.js';

/** A model that was found, and why it is this one. */
export interface FoundModel {
  readonly model: Model;
  /** `provider/model`, as it can be asked for by name. */
  readonly name: string;
  /** Where it comes from, for a person: `METTLE_MODEL`, or `ANTHROPIC_API_KEY is set`. Always show it. */
  readonly because: string;
}

/**
 * Chooses a model from the environment: the model named in `METTLE_MODEL`, or else the small model of the first
 * provider whose key is set: Anthropic, xAI, Groq, OpenAI, Google, OpenRouter.
 *
 * @throws {MettleError} `models/none_found` where nothing names one, saying what to set; `models/unknown_model` for a
 *   `METTLE_MODEL` that names none.
 */
export function findModel(settings: ProviderSettings = {}): FoundModel {
  const environment = settings.environment ?? process.env;
  const named = environment.METTLE_MODEL?.trim();
  if (named) return { model: openModel(named, settings), name: named, because: 'METTLE_MODEL' };
  for (const provider of PROVIDERS) {
    if (provider.defaultModel === undefined || keyOf(provider, environment) === undefined) continue;
    const name = `${provider.name}/${provider.defaultModel}`;
    const variable = provider.keyVariables.find((each) => environment[each]?.trim());
    return { model: openModel(name, settings), name, because: `${variable} is set` };
  }
  throw new MettleError({
    code: 'models/none_found',
    message: `No model is named: set METTLE_MODEL (for example ollama/qwen3, or ${OPENAI_COMPATIBLE}/MODEL@URL), or the key of a provider: ${PROVIDERS.flatMap(({ keyVariables }) => keyVariables[0] ?? []).join(', ')}.`,
  });
}
