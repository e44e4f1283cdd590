import type { MettleError } from '../../core/index.js';
import { modelError } from '../error-codes.js';
import { OPENAI_COMPATIBLE, PROVIDERS, type Provider } from './provider.js';

/** What a model's name says. */
export interface ParsedModelName {
  readonly provider: Provider;
  readonly modelId: string;
  /** The address, where the name has one. */
  readonly baseUrl: string | null;
}

/**
 * Reads `provider/model`, and `openai-compatible/MODEL@URL`. A model's own name may hold slashes.
 *
 * @throws {MettleError} `models/unknown_model`, saying what a name looks like.
 */
export function parseModelName(name: string): ParsedModelName {
  const slash = name.indexOf('/');
  const word = slash < 0 ? name : name.slice(0, slash);
  const provider = PROVIDERS.find((known) => known.name === word);
  if (provider === undefined) {
    const known = PROVIDERS.map((each) => each.name).join(', ');
    throw unknownModel(name, `a name is PROVIDER/MODEL, and the providers are ${known}`);
  }
  const rest = slash < 0 ? '' : name.slice(slash + 1).trim();
  const at = rest.search(/@https?:\/\//i);
  const modelId = at < 0 ? rest : rest.slice(0, at);
  const baseUrl = at < 0 ? null : rest.slice(at + 1);
  if (modelId === '') throw unknownModel(name, `after ${word}/ comes the model`);
  if (provider.name === OPENAI_COMPATIBLE && baseUrl === null) {
    throw unknownModel(
      name,
      'a server of your own is named openai-compatible/MODEL@URL, for example openai-compatible/qwen3@http://127.0.0.1:8080/v1',
    );
  }
  if (baseUrl !== null && !URL.canParse(baseUrl)) throw unknownModel(name, `${baseUrl} is not an address`);
  return { provider, modelId, baseUrl };
}

function unknownModel(name: string, why: string): MettleError {
  return modelError('unknown_model', `There is no model ${JSON.stringify(name)}: ${why}.`);
}
