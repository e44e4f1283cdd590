import type { MettleError } from '../../core/index.js';
import { inParallel, orAborted } from '../../core/internal.js';
import type { ModelNames } from '../ai-sdk/from-ai-sdk.js';
import { isRecord } from '../ai-sdk/from-content.js';
import { countOrNull, fromWarnings } from '../ai-sdk/from-result.js';
import { modelError } from '../error-codes.js';
import { modelAround } from '../heed-signal.js';
import { modelName } from '../model.js';
import { modelFailure } from '../model-error.js';
import type { EmbeddingModel, EmbeddingResponse, EmbedOptions } from './embedding-model.js';

/**
 * An embedding model of the AI SDK (`EmbeddingModelV2`, `V3` or `V4`), described by its shape, so that no version of the
 * SDK need be installed.
 */
export interface AiSdkEmbeddingModel {
  readonly specificationVersion: 'v2' | 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  doEmbed(options: never): PromiseLike<unknown>;
}

/** Calls that are under way at the same time, where the provider allows more than one. */
const PARALLEL = 4;

/** An embedding model of the AI SDK as an {@link EmbeddingModel}. */
export function fromAiSdkEmbedding(model: AiSdkEmbeddingModel, names: ModelNames = {}): EmbeddingModel {
  const provider = names.provider ?? model.provider;
  const { modelId } = model;
  const name = modelName({ provider, modelId });
  const embedBatch = async (texts: readonly string[], options: EmbedOptions): Promise<EmbeddingResponse> => {
    options.signal?.throwIfAborted();
    try {
      const result = await orAborted(
        Promise.resolve(model.doEmbed(toCallOptions(texts, options, model) as never)),
        options.signal,
      );
      return fromResult(result, texts.length, name);
    } catch (error) {
      options.signal?.throwIfAborted();
      throw modelFailure(error, name);
    }
  };
  return modelAround(
    { provider, modelId },
    {
      async embed(texts, options = {}) {
        const size = (await model.maxEmbeddingsPerCall) ?? texts.length;
        const parallel = (await model.supportsParallelCalls) ? PARALLEL : 1;
        const batches = batchesOf(texts, Math.max(1, size));
        const ask = (batch: readonly string[]) => embedBatch(batch, options);
        return joined(await inParallel(parallel, batches, ask, options.signal), name);
      },
    },
  );
}

function batchesOf(texts: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, index) =>
    texts.slice(index * size, (index + 1) * size),
  );
}

function toCallOptions(texts: readonly string[], options: EmbedOptions, model: AiSdkEmbeddingModel): object {
  const { dimensions, signal, headers } = options;
  const name = model.provider.split('.')[0] ?? model.provider;
  const isNew = model.specificationVersion === 'v4';
  return {
    values: texts.map((text) => text.toWellFormed()),
    ...(dimensions === undefined
      ? {}
      : isNew
        ? { dimensions }
        : { providerOptions: { [name]: { dimensions, outputDimensionality: dimensions } } }),
    ...(signal === undefined ? {} : { abortSignal: signal }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  };
}

function fromResult(result: unknown, count: number, name: string): EmbeddingResponse {
  const embeddings = isRecord(result) ? result.embeddings : undefined;
  if (!Array.isArray(embeddings) || embeddings.length !== count || !embeddings.every(isVector)) {
    throw invalidResponse(
      name,
      `${count} vectors were requested, and the reply holds none or another number`,
    );
  }
  const { usage, warnings } = result as Readonly<Record<string, unknown>>;
  return {
    embeddings,
    inputTokens: countOrNull(isRecord(usage) ? usage.tokens : undefined),
    warnings: fromWarnings(warnings),
    model: name,
  };
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((number) => Number.isFinite(number));
}

function joined(responses: readonly EmbeddingResponse[], model: string): EmbeddingResponse {
  const embeddings = responses.flatMap((response) => response.embeddings);
  if (embeddings.some(({ length }) => length !== embeddings[0]?.length)) {
    throw invalidResponse(model, 'the vectors differ in length');
  }
  const told = responses.map(({ inputTokens }) => inputTokens);
  return {
    embeddings,
    inputTokens: told.includes(null) ? null : told.reduce<number>((sum, tokens) => sum + (tokens ?? 0), 0),
    warnings: [...new Set(responses.flatMap(({ warnings }) => warnings))],
    model,
  };
}

function invalidResponse(model: string, why: string): MettleError {
  return modelError('invalid_response', `${model} gave an answer that cannot be read: ${why}.`, {
    details: { model, transient: false, status: null, retryAfterSeconds: null },
  });
}
