import { createRequire } from 'node:module';
import { installCommand } from './providers/load-provider-package.js';
import { type Environment, PROVIDERS, type Provider } from './providers/provider.js';

/** Whether models of a provider can be asked on this machine. */
export interface ProviderReport {
  readonly provider: string;
  /** Its package is installed and its key is set, if it needs one. Nothing is sent. */
  readonly available: boolean;
  /** In words: what is there, or what to do. */
  readonly why: string;
}

/** Looks which providers can be used: their packages and keys. No network is used, and no key is shown. */
export function probeProviders(environment: Environment): readonly ProviderReport[] {
  return PROVIDERS.map((provider) => {
    const missing = [...missingPackage(provider), ...missingKey(provider, environment)];
    const found = [
      ...provider.keyVariables.filter((name) => environment[name]?.trim()).slice(0, 1),
      provider.package.name,
    ];
    return {
      provider: provider.name,
      available: missing.length === 0,
      why: missing.length === 0 ? found.join(', ') : missing.join('; '),
    };
  });
}

function missingPackage(provider: Provider): readonly string[] {
  const { resolve } = createRequire(import.meta.url);
  try {
    resolve(`${provider.package.name}/package.json`);
    return [];
  } catch {
    return [installCommand(provider.package)];
  }
}

function missingKey({ keyVariables }: Provider, environment: Environment): readonly string[] {
  if (keyVariables.length === 0 || keyVariables.some((name) => environment[name]?.trim())) return [];
  return [`set ${keyVariables[0]}`];
}
