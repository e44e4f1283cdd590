import { modelError } from './error-codes.js';
import type { Model } from './model.js';
import { openModel } from './open-model.js';
import { keyOf } from './providers/connect.js';
import {
  checkProviderSettings,
  OPENAI_COMPATIBLE,
  PROVIDERS,
  type ProviderSettings,
} from './providers/provider.js';

/** The model that the environment names. */
export interface FoundModel {
  readonly model: Model;
  /** `provider/model`, as `METTLE_MODEL` says it. Show it to the person who pays. */
  readonly name: string;
}

/**
 * Opens the model that is named in `METTLE_MODEL`. A provider's key alone chooses nothing: it may be there for another
 * program, and a call costs money.
 *
 * @throws {MettleError} `models/none_found` if `METTLE_MODEL` isn't set, saying what to set; `models/unknown_model` if
 *   it names no model.
 */
export function findModel(settings: ProviderSettings = {}): FoundModel {
  checkProviderSettings(settings, 'findModel');
  const environment = settings.environment ?? process.env;
  const name = environment.METTLE_MODEL?.trim();
  if (name) return { model: openModel(name, settings), name };
  const ready = PROVIDERS.find(
    (provider) => provider.exampleModel !== undefined && keyOf(provider, environment) !== undefined,
  );
  const example =
    ready === undefined
      ? `for example to ollama/qwen3, openai/gpt-5-mini or ${OPENAI_COMPATIBLE}/MODEL@URL`
      : `for example to ${ready.name}/${ready.exampleModel}, whose key is set`;
  throw modelError('none_found', `No model is named: set METTLE_MODEL, ${example}.`);
}
