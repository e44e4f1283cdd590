import type {
  LanguageModelV2,
  LanguageModelV2StreamPart,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { openModel } from '../open-model.js';
import { responseOfStream } from '../response-of-stream.fixture.js';
import { MESSAGES, streamOf, V3_USAGE } from './sdk-models.fixture.js';

it('is read in version 2, whose reasons and counts are flat', async () => {
  const parts: readonly LanguageModelV2StreamPart[] = [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Hi' },
    { type: 'text-end', id: '0' },
    {
      type: 'finish',
      finishReason: 'stop',
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3, cachedInputTokens: 1 },
    },
  ];
  const model: LanguageModelV2 = {
    specificationVersion: 'v2',
    provider: 'old',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not asked')),
    doStream: () => Promise.resolve({ stream: streamOf(parts) }),
  };
  const response = await responseOfStream(openModel(model).stream({ messages: MESSAGES }));
  expect(response).toMatchObject({
    text: 'Hi',
    finishReason: 'stop',
    usage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 1, reasoningTokens: null },
  });
});

it('is asked and read in version 4', async () => {
  const asked: LanguageModelV4CallOptions[] = [];
  const parts: readonly LanguageModelV4StreamPart[] = [
    { type: 'ping' },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Hi' },
    { type: 'custom', kind: 'test.note' },
    { type: 'finish', finishReason: { unified: 'interrupted', raw: 'paused' }, usage: V3_USAGE },
  ];
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'new',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () =>
      Promise.resolve({
        content: [
          { type: 'text', text: 'Let me think. ' },
          { type: 'text', text: '{"a":1}' },
        ],
        structuredOutputText: '{"a":1}',
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: V3_USAGE,
        warnings: [],
      }),
    doStream(options) {
      asked.push(options);
      return Promise.resolve({ stream: streamOf(parts) });
    },
  };
  expect((await openModel(model).call({ messages: MESSAGES })).text).toBe('{"a":1}');
  const request = {
    messages: [
      {
        role: 'user' as const,
        content: [{ type: 'file' as const, mediaType: 'image/png', data: 'https://example.org/a.png' }],
      },
    ],
    reasoningEffort: 'max' as const,
  };
  const response = await responseOfStream(openModel(model).stream(request));
  expect(asked[0]?.reasoning).toBe('max');
  expect(asked[0]?.prompt[0]?.content[0]).toMatchObject({
    data: { type: 'url', url: new URL('https://example.org/a.png') },
  });
  expect(response).toMatchObject({ text: 'Hi', finishReason: 'other', rawFinishReason: 'paused' });
  expect(response.warnings).toEqual([
    'The reply held a part of the kind custom; the conversation does not keep it.',
  ]);
});
