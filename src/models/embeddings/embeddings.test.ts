import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddingModelV2, EmbeddingModelV3, EmbeddingModelV4 } from '@ai-sdk/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startModelServer } from '../../testing/index.js';
import { createMeter } from '../wrappers/meter.js';
import { replayEmbeddings, withEmbeddingCache } from './embedding-cache.js';
import { withEmbeddingMeter } from './embedding-meter.js';
import { type EmbeddingModelSource, openEmbeddingModel } from './open-embedding-model.js';

/** The real types of the SDK are assignable to what is accepted: this file does not compile otherwise. */
const asSource = (
  model: EmbeddingModelV2<string> | EmbeddingModelV3 | EmbeddingModelV4,
): EmbeddingModelSource => model;

/** A model whose vector of a text is its length; it takes two texts a call. */
function lengths(): { readonly model: EmbeddingModelV3; readonly asked: (readonly string[])[] } {
  const asked: (readonly string[])[] = [];
  const model: EmbeddingModelV3 = {
    specificationVersion: 'v3',
    provider: 'test.embedding',
    modelId: 'm',
    maxEmbeddingsPerCall: 2,
    supportsParallelCalls: true,
    doEmbed({ values }) {
      asked.push(values);
      const embeddings = values.map((text) => [text.length, 1]);
      return Promise.resolve({ embeddings, usage: { tokens: values.length }, warnings: [] });
    },
  };
  return { model, asked };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-embeddings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('an embedding model', () => {
  it('of the AI SDK is asked in batches, and gives the vectors in order', async () => {
    const { model, asked } = lengths();
    const response = await openEmbeddingModel(asSource(model)).embed(['a', 'bb', 'ccc', 'dddd', 'e']);
    expect(response).toEqual({
      embeddings: [
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 1],
        [1, 1],
      ],
      inputTokens: 5,
      warnings: [],
      model: 'test.embedding/m',
    });
    expect(asked).toEqual([['a', 'bb'], ['ccc', 'dddd'], ['e']]);
    expect((await openEmbeddingModel(model).embed([])).embeddings).toEqual([]);
  });

  it('by its name goes through the real package', async () => {
    await using server = await startModelServer();
    const model = openEmbeddingModel(`openai-compatible/small@${server.url}`, { environment: {} });
    const { embeddings, inputTokens } = await model.embed(['a warm day', 'b'], { dimensions: 4 });
    expect([embeddings.length, embeddings[0]?.length, inputTokens]).toEqual([2, 4, 4]);
    expect(server.requests[0]).toMatchObject({ path: '/v1/embeddings', body: { model: 'small' } });
    expect(() => openEmbeddingModel('nobody/x')).toThrow('There is no model');
    expect(() => openEmbeddingModel({} as never)).toThrow('This is not an embedding model');
    const claude = openEmbeddingModel('anthropic/x', { environment: { ANTHROPIC_API_KEY: 'k' } });
    await expect(claude.embed(['a'])).rejects.toThrow('anthropic has no embedding models');
  });

  it.each([
    [{ embeddings: [[1]] }],
    [{ embeddings: [[1], [2, 3]] }],
    [{ embeddings: [[1], ['x']] }],
    [{ embeddings: [[1], []] }],
    [null],
  ])('whose answer is not what was asked for fails: %j', async (answer) => {
    const broken = { ...lengths().model, doEmbed: () => Promise.resolve(answer) } as never;
    const call = openEmbeddingModel(broken).embed(['a', 'b']);
    await expect(call).rejects.toMatchObject({ code: 'models/invalid_response' });
  });

  it('fails as a model does, asks for no further batch then, and gives up with the signal', async () => {
    const { model, asked } = lengths();
    const failing: EmbeddingModelV3 = {
      ...model,
      supportsParallelCalls: false,
      doEmbed: async (options) => {
        await model.doEmbed(options);
        throw Object.assign(new Error('slow down'), { statusCode: 429 });
      },
    };
    await expect(openEmbeddingModel(failing).embed(['a', 'b', 'c'])).rejects.toMatchObject({
      code: 'models/rate_limited',
    });
    expect(asked).toHaveLength(1);
    const deaf: EmbeddingModelV3 = { ...model, doEmbed: () => new Promise(() => undefined) };
    const controller = new AbortController();
    const pending = openEmbeddingModel(deaf).embed(['a'], { signal: controller.signal });
    controller.abort('enough');
    await expect(pending).rejects.toBe('enough');
  });
});

describe('an embedding cache', () => {
  it('asks for each new text once, keeps no text, and is a recording', async () => {
    const { model, asked } = lengths();
    const meter = createMeter({ prices: { 'test.embedding/m': { input: 1_000_000, output: 0 } } });
    const cached = withEmbeddingCache(withEmbeddingMeter(openEmbeddingModel(model), meter), { folder });
    const first = await cached.embed(['secret', 'bb', 'secret']);
    const second = await cached.embed(['bb', 'ccc']);
    expect(first.embeddings).toEqual([
      [6, 1],
      [2, 1],
      [6, 1],
    ]);
    expect(second.embeddings).toEqual([
      [2, 1],
      [3, 1],
    ]);
    expect(asked).toEqual([['secret', 'bb'], ['ccc']]);
    expect(meter.total()).toMatchObject({ calls: 2, inputTokens: 3, cost: 3, unpricedCalls: 0 });
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(files.join()).not.toContain('secret');

    const replayed = replayEmbeddings({ folder, provider: 'test.embedding', modelId: 'm' });
    expect((await replayed.embed(['ccc', 'secret'])).embeddings).toEqual([
      [3, 1],
      [6, 1],
    ]);
    await expect(replayed.embed(['new'])).rejects.toThrow('There is no vector of test.embedding/m for "new"');
    await expect(cached.embed(['bb'], { dimensions: 9 })).resolves.toBeDefined();
    expect(asked).toHaveLength(3);
  });
});
