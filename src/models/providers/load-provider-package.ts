import type { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { modelError } from '../error-codes.js';
import type { ProviderPackage } from './provider.js';

/** What the function of a provider package makes: models by name. */
export interface AiSdkProvider {
  languageModel(modelId: string): unknown;
  embeddingModel?(modelId: string): unknown;
  textEmbeddingModel?(modelId: string): unknown;
}

/** Makes a provider from settings in the words of the AI SDK. */
export type ProviderFactory = (settings: Readonly<Record<string, unknown>>) => AiSdkProvider;

/**
 * Loads the package of a provider, which the user installs.
 *
 * @throws {MettleError} `models/package_missing` with the command that installs the version for this Node;
 *   `models/package_broken`.
 */
export async function loadProviderPackage(
  wanted: ProviderPackage,
  provider: string,
): Promise<ProviderFactory> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = (await import(/* @vite-ignore */ wanted.name)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (isMissing(error, wanted.name)) throw packageMissing(wanted, provider);
    throw packageBroken(wanted, errorMessage(error), error);
  }
  const factory = module[wanted.factory];
  if (typeof factory === 'function') return factory as ProviderFactory;
  throw packageBroken(wanted, `it has no ${wanted.factory}`, undefined);
}

function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(name)
  );
}

/** The command that installs a package: the AI SDK's current packages need Node 22, the ones before run on 20. */
export function installCommand(
  { name, current, forNode20 }: ProviderPackage,
  nodeVersion: string = process.versions.node,
): string {
  const version = Number.parseInt(nodeVersion, 10) >= 22 ? current : forNode20;
  return `npm install ${name}@${version}`;
}

function packageMissing(wanted: ProviderPackage, provider: string): MettleError {
  const node = process.versions.node;
  return modelError(
    'package_missing',
    `Models of ${provider} need ${wanted.name}: ${installCommand(wanted)} (this is Node ${node}; version ${wanted.current} needs Node 22, version ${wanted.forNode20} runs on 20).`,
  );
}

function packageBroken(wanted: ProviderPackage, why: string, cause: unknown): MettleError {
  return modelError(
    'package_broken',
    `${wanted.name} could not be loaded: ${why.split('\n')[0]}. Install it again: ${installCommand(wanted)}`,
    { cause },
  );
}
