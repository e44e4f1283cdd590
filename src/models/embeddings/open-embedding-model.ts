import type { MettleError } from '../../core/index.js';
import { orAborted } from '../../core/internal.js';
import { modelError } from '../error-codes.js';
import { heedSignalInEmbeddings, modelAround } from '../heed-signal.js';
import { connect } from '../providers/connect.js';
import type { AiSdkProvider } from '../providers/load-provider-package.js';
import { parseModelName } from '../providers/parse-model-name.js';
import type { ProviderSettings } from '../providers/provider.js';
import { checkProviderSettings } from '../providers/provider.js';
import type { EmbeddingModel } from './embedding-model.js';
import { type AiSdkEmbeddingModel, fromAiSdkEmbedding } from './from-ai-sdk.js';

/** Whatever names or is an embedding model: one of Mettle, one of the AI SDK, or `provider/model`. */
export type EmbeddingModelSource = EmbeddingModel | AiSdkEmbeddingModel | string;

/**
 * Makes an {@link EmbeddingModel} from a name or a model. Names are those of `openModel`.
 *
 * @example
 * ```ts
 * import { openEmbeddingModel } from 'mettle/models';
 * import { startModelServer } from 'mettle/testing';
 *
 * const server = await startModelServer();
 * const model = openEmbeddingModel(`openai-compatible/test@${server.url}`);
 * const { embeddings } = await model.embed(['a warm day', 'a cold night']);
 * console.log(embeddings.length, embeddings[0]?.length); // → 2 8
 * await server.close();
 * ```
 * @throws {MettleError} `models/unknown_model` for a name of no known provider, `models/no_model` for what is no model.
 */
export function openEmbeddingModel(
  source: EmbeddingModelSource,
  settings: ProviderSettings = {},
): EmbeddingModel {
  checkProviderSettings(settings, 'openEmbeddingModel');
  if (typeof source === 'string') return openByName(source, settings);
  if (has(source, 'doEmbed')) return fromAiSdkEmbedding(source as AiSdkEmbeddingModel);
  if (has(source, 'embed')) return heedSignalInEmbeddings(source as EmbeddingModel);
  throw modelError(
    'no_model',
    'This is not an embedding model. Give a name such as openai/MODEL, one of an AI SDK provider package, or one that Mettle made.',
  );
}

function has(value: unknown, method: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Record<string, unknown>)[method] === 'function'
  );
}

function openByName(name: string, settings: ProviderSettings): EmbeddingModel {
  const parsed = parseModelName(name);
  const provider = parsed.provider.name;
  const { modelId } = parsed;
  let opened: Promise<EmbeddingModel> | undefined;
  return modelAround(
    { provider, modelId },
    {
      async embed(texts, options = {}) {
        opened ??= connect(parsed, settings).then((sdk) =>
          fromAiSdkEmbedding(embeddingModelOf(sdk, provider, modelId), { provider }),
        );
        return (await orAborted(opened, options.signal)).embed(texts, options);
      },
    },
  );
}

function embeddingModelOf(sdk: AiSdkProvider, provider: string, modelId: string): AiSdkEmbeddingModel {
  const make = sdk.embeddingModel ?? sdk.textEmbeddingModel;
  try {
    if (make !== undefined) return make.call(sdk, modelId) as AiSdkEmbeddingModel;
  } catch (error) {
    throw noEmbeddings(provider, error);
  }
  throw noEmbeddings(provider, undefined);
}

function noEmbeddings(provider: string, cause: unknown): MettleError {
  return modelError('no_embeddings', `${provider} has no embedding models; use another provider for them.`, {
    cause,
  });
}
