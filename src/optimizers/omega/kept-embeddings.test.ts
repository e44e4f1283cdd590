import { expect, it } from 'vitest';
import type { EmbeddingModel, Model, ModelResponse } from '../../models/index.js';
import { keptEmbeddings } from './kept-embeddings.js';

it('takes vectors from what a training kept, and asks for each only once', async () => {
  let calls = 0;
  const model: EmbeddingModel = {
    provider: 'test',
    modelId: 'embedding',
    embed: async (texts) => {
      calls++;
      return {
        embeddings: texts.map((text) => [text.length, -0.1, 1e-9]),
        inputTokens: null,
        warnings: [],
        model: 'test/embedding',
      };
    },
  };
  const kept = new Map<string, ModelResponse>();
  const context = {
    model: (inner: Model, id: string): Model => ({
      ...inner,
      call: async (request) => {
        const key = `${id} ${JSON.stringify(request)}`;
        const reply = kept.get(key) ?? (await inner.call(request));
        kept.set(key, JSON.parse(JSON.stringify(reply)) as ModelResponse);
        return reply;
      },
    }),
  };
  const texts = ['a', 'bcd'];
  const vectors = [
    [1, -0.1, 1e-9],
    [3, -0.1, 1e-9],
  ];
  expect(await keptEmbeddings(model, context)(texts)).toEqual(vectors);
  expect(await keptEmbeddings(model, context)(texts)).toEqual(vectors);
  expect(calls).toBe(1);
});
