import type { MettleError } from '../../core/index.js';
import { modelError } from '../error-codes.js';
import { type AiSdkProvider, loadProviderPackage } from './load-provider-package.js';
import type { ParsedModelName } from './parse-model-name.js';
import { type Environment, OPENAI_COMPATIBLE, type Provider, type ProviderSettings } from './provider.js';

/**
 * The AI SDK's provider for a model's name.
 *
 * @throws {MettleError} `models/no_key`, naming the variable to set; and as `loadProviderPackage` does.
 */
export async function connect(name: ParsedModelName, settings: ProviderSettings): Promise<AiSdkProvider> {
  const { provider } = name;
  const environment = settings.environment ?? process.env;
  checkKey(name, settings);
  const apiKey = settings.apiKey ?? keyOf(provider, environment);
  const baseUrl = settings.baseUrl ?? name.baseUrl ?? addressOf(provider, environment);
  const create = await loadProviderPackage(provider.package, provider.name);
  return create({
    ...(provider.package.name.endsWith(OPENAI_COMPATIBLE)
      ? { name: provider.name, includeUsage: true, supportsStructuredOutputs: true }
      : {}),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(settings.headers === undefined ? {} : { headers: { ...settings.headers } }),
    ...(settings.fetch === undefined ? {} : { fetch: settings.fetch }),
  });
}

/** @throws {MettleError} `models/no_key` for a provider that needs a key where none is given or set. */
export function checkKey({ provider }: ParsedModelName, settings: ProviderSettings): void {
  const apiKey = settings.apiKey ?? keyOf(provider, settings.environment ?? process.env);
  if (apiKey === undefined && provider.keyVariables.length > 0) throw noKey(provider);
}

/** The key of a provider in the environment. */
export function keyOf({ name, keyVariables }: Provider, environment: Environment): string | undefined {
  const variables = name === OPENAI_COMPATIBLE ? ['OPENAI_COMPATIBLE_API_KEY'] : keyVariables;
  return variables.map((variable) => environment[variable]?.trim()).find((key) => key);
}

function addressOf(provider: Provider, environment: Environment): string | undefined {
  const host = provider.name === 'ollama' ? environment.OLLAMA_HOST?.trim() : undefined;
  if (!host) return provider.baseUrl;
  const address = new URL(/^https?:\/\//i.test(host) ? host : `http://${host}`);
  if (address.port === '' && !/^https?:\/\//i.test(host)) address.port = '11434';
  if (address.hostname === '0.0.0.0') address.hostname = '127.0.0.1';
  return new URL('/v1', address).href;
}

function noKey({ name, keyVariables }: Provider): MettleError {
  return modelError(
    'no_key',
    `Models of ${name} need a key: set ${keyVariables.join(' or ')}, or give apiKey.`,
  );
}
