import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { ModelMessage } from '../message.js';
import type { Model } from '../model.js';
import type { ModelStreamEvent } from '../stream-event.js';

/** A conversation of one question. */
export const MESSAGES: readonly ModelMessage[] = [{ role: 'user', content: 'How warm is it in Oslo?' }];

/** Counts of tokens as version 3 has them. */
export const V3_USAGE = {
  inputTokens: { total: 7, noCache: 5, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: 4, text: 1, reasoning: 3 },
};

/** A stream of parts. */
export function streamOf<T>(parts: readonly T[]): ReadableStream<T> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** A model of version 3 that gives one stream, and whatever it was asked last. */
export function v3(parts: readonly LanguageModelV3StreamPart[]): {
  model: LanguageModelV3;
  asked: unknown[];
} {
  const asked: unknown[] = [];
  const model: LanguageModelV3 = {
    specificationVersion: 'v3',
    provider: 'test.chat',
    modelId: 'm',
    supportedUrls: {},
    doGenerate(options) {
      asked.push(options);
      return Promise.resolve({
        content: [
          { type: 'reasoning', text: 'Ask the tool.', providerMetadata: { test: { signature: 's1' } } },
          { type: 'text', text: 'Let me ' },
          { type: 'text', text: 'see.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Oslo"}' },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'weather', input: '{"city":' },
          { type: 'source', sourceType: 'url', id: 's', url: 'https://example.org' },
        ],
        finishReason: { unified: 'tool-calls', raw: 'tool_use' },
        usage: V3_USAGE,
        warnings: [{ type: 'unsupported', feature: 'seed', details: 'not sent' }],
        response: { modelId: 'm-2026' },
      });
    },
    doStream(options) {
      asked.push(options);
      return Promise.resolve({ stream: streamOf(parts) });
    },
  };
  return { model, asked };
}

/** All events of a stream. */
export async function events(model: Model): Promise<readonly ModelStreamEvent[]> {
  const seen: ModelStreamEvent[] = [];
  for await (const event of model.stream({ messages: MESSAGES })) seen.push(event);
  return seen;
}
