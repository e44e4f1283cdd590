import type { EmbeddingModel, Model, ModelResponse } from '../../models/index.js';
import { plainResponse, UNKNOWN_USAGE } from '../../models/internal.js';
import type { OptimizerContext } from '../../training/index.js';

/** Makes a vector for each text. */
export type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;

/**
 * An embedding model whose vectors are kept for a resume, as a training keeps the replies of language models: it is asked as one,
 * with the texts as the message and the vectors as the reply, so that no vector is paid for twice or differs after a resume.
 */
export function keptEmbeddings(model: EmbeddingModel, context: Pick<OptimizerContext, 'model'>): Embed {
  const kept = context.model(asLanguageModel(model), 'embeddings');
  return async (texts) => {
    const { text } = await kept.call({ messages: [{ role: 'user', content: JSON.stringify(texts) }] });
    return JSON.parse(text) as readonly (readonly number[])[];
  };
}

function asLanguageModel(model: EmbeddingModel): Model {
  const { provider, modelId } = model;
  return {
    provider,
    modelId,
    async call({ messages }, options): Promise<ModelResponse> {
      const content = messages[0]?.content;
      const texts = JSON.parse(typeof content === 'string' ? content : '[]') as readonly string[];
      const signal = options?.signal;
      const { embeddings, inputTokens, warnings } = await model.embed(
        texts,
        signal === undefined ? {} : { signal },
      );
      return plainResponse(`${provider}/${modelId}`, JSON.stringify(embeddings), {
        usage: { ...UNKNOWN_USAGE, inputTokens, outputTokens: 0 },
        warnings,
      });
    },
    // biome-ignore lint/correctness/useYield: vectors come all at once.
    async *stream() {
      throw new Error('embeddings are not streamed');
    },
  };
}
