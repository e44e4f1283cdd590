import { contentHash, defineOptions, type Json, type OptionKinds, option } from '../../core/index.js';
import { quoted } from '../../core/internal.js';
import { modelError } from '../error-codes.js';
import { modelAround } from '../heed-signal.js';
import { modelName } from '../model.js';
import { openRecordFolder, type RecordFolder } from '../records/record-folder.js';
import type { EmbeddingModel, EmbeddingResponse, EmbedOptions } from './embedding-model.js';
import { openEmbeddingModel } from './open-embedding-model.js';

/** Where vectors are kept. */
export interface EmbeddingCacheOptions {
  /** A folder on the host; made when first needed. It holds vectors under hashes, and no text. */
  readonly folder: string;
}

/** The kinds of {@link EmbeddingCacheOptions}. */
const EMBEDDING_CACHE_OPTIONS: OptionKinds<EmbeddingCacheOptions> = {
  folder: option.required(option.string),
};

const checkEmbeddingCacheOptions = defineOptions<EmbeddingCacheOptions>()(
  'withEmbeddingCache',
  EMBEDDING_CACHE_OPTIONS,
);

/**
 * Keeps the vector of each text in a folder, and asks the model only for texts that are new, each once. The folder is also a
 * recording: {@link replayEmbeddings} gives its vectors again without a network.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function withEmbeddingCache(source: EmbeddingModel, options: EmbeddingCacheOptions): EmbeddingModel {
  checkEmbeddingCacheOptions(options);
  const model = openEmbeddingModel(source);
  const folder = openRecordFolder(options.folder);
  const name = modelName(model);
  return modelAround(model, {
    embed: (texts, embedOptions = {}) =>
      embedThrough(folder, name, texts, embedOptions, async (missing) => {
        const response = await model.embed(missing, embedOptions);
        for (const [index, text] of missing.entries()) {
          await folder.write(keyOf(name, text, embedOptions), {
            embedding: response.embeddings[index] ?? [],
          });
        }
        return response;
      }),
  });
}

/** What {@link replayEmbeddings} takes. */
export interface ReplayEmbeddingsOptions extends EmbeddingCacheOptions {
  /** The model whose vectors were kept. */
  readonly provider: string;
  readonly modelId: string;
}

const checkReplayEmbeddingsOptions = defineOptions<ReplayEmbeddingsOptions>()('replayEmbeddings', {
  ...EMBEDDING_CACHE_OPTIONS,
  provider: option.required(option.string),
  modelId: option.required(option.string),
});

/**
 * An embedding model that only has the vectors that `withEmbeddingCache` kept. For any other text it rejects with
 * `models/not_recorded`.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function replayEmbeddings(options: ReplayEmbeddingsOptions): EmbeddingModel {
  checkReplayEmbeddingsOptions(options);
  const { provider, modelId } = options;
  const folder = openRecordFolder(options.folder);
  const name = modelName(options);
  return {
    provider,
    modelId,
    embed: (texts, embedOptions = {}) =>
      embedThrough(folder, name, texts, embedOptions, async ([text = '']) => {
        throw modelError(
          'not_recorded',
          `There is no vector of ${name} for ${quoted(text, 80)}. Record the run again.`,
        );
      }),
  };
}

/** Vectors from a folder, and those that are missing from elsewhere. */
async function embedThrough(
  folder: RecordFolder,
  model: string,
  texts: readonly string[],
  options: EmbedOptions,
  fill: (missing: readonly string[]) => Promise<EmbeddingResponse>,
): Promise<EmbeddingResponse> {
  options.signal?.throwIfAborted();
  const vectors = new Map<string, readonly number[]>();
  const missing: string[] = [];
  for (const text of new Set(texts)) {
    const vector = vectorOf((await folder.read(keyOf(model, text, options)))?.embedding);
    if (vector === null) missing.push(text);
    else vectors.set(text, vector);
  }
  const filled = missing.length === 0 ? null : await fill(missing);
  for (const [index, text] of missing.entries()) vectors.set(text, filled?.embeddings[index] ?? []);
  return {
    embeddings: texts.map((text) => vectors.get(text) ?? []),
    inputTokens: filled === null ? 0 : filled.inputTokens,
    warnings: filled?.warnings ?? [],
    model,
  };
}

function keyOf(model: string, text: string, { dimensions }: EmbedOptions): string {
  return contentHash({ embed: text, model, dimensions });
}

function vectorOf(value: Json | undefined): readonly number[] | null {
  const isVector = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number');
  return isVector ? (value as readonly number[]) : null;
}
