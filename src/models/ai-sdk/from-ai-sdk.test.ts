import type {
  LanguageModelV2,
  LanguageModelV2StreamPart,
  LanguageModelV3,
  LanguageModelV3StreamPart,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../message.js';
import type { Model } from '../model.js';
import { type ModelSource, openModel } from '../open-model.js';
import { type ModelStreamEvent, responseOfStream } from '../stream-event.js';

/** The real types of the SDK are assignable to what is accepted: this file does not compile otherwise. */
const sources: readonly ((model: LanguageModelV2 | LanguageModelV3 | LanguageModelV4) => ModelSource)[] = [
  (model) => model,
];

const MESSAGES: readonly ModelMessage[] = [{ role: 'user', content: 'How warm is it in Oslo?' }];

const V3_USAGE = {
  inputTokens: { total: 7, noCache: 5, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: 4, text: 1, reasoning: 3 },
};

function streamOf<T>(parts: readonly T[]): ReadableStream<T> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** A model of version 3 that gives one stream, and whatever it was asked last. */
function v3(parts: readonly LanguageModelV3StreamPart[]): { model: LanguageModelV3; asked: unknown[] } {
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

async function events(model: Model): Promise<readonly ModelStreamEvent[]> {
  const seen: ModelStreamEvent[] = [];
  for await (const event of model.stream({ messages: MESSAGES })) seen.push(event);
  return seen;
}

describe('a model of the AI SDK', () => {
  it('is accepted in every version', () => {
    expect(sources).toHaveLength(1);
  });

  it('gives text, reasoning, tool calls, usage, warnings and the turn to append', async () => {
    const response = await openModel(v3([]).model).call({ messages: MESSAGES });
    const { raw, ...rest } = response;
    expect(raw).toBeTypeOf('object');
    expect(rest).toEqual({
      text: 'Let me see.',
      reasoning: 'Ask the tool.',
      toolCalls: [
        { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Oslo' } },
        { type: 'tool-call', toolCallId: 'c2', toolName: 'weather', input: {}, invalidInput: '{"city":' },
      ],
      finishReason: 'tool-calls',
      rawFinishReason: 'tool_use',
      usage: {
        inputTokens: 7,
        outputTokens: 4,
        cachedInputTokens: 2,
        cacheWriteTokens: null,
        reasoningTokens: 3,
      },
      warnings: ['seed: not sent'],
      message: {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Ask the tool.', providerOptions: { test: { signature: 's1' } } },
          { type: 'text', text: 'Let me ' },
          { type: 'text', text: 'see.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Oslo' } },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'weather', input: {}, invalidInput: '{"city":' },
        ],
      },
      model: 'test.chat/m',
      servedModel: 'm-2026',
    });
  });

  it('gives the same reply as a stream, piece by piece', async () => {
    const parts: readonly LanguageModelV3StreamPart[] = [
      { type: 'stream-start', warnings: [] },
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'Ask.' },
      { type: 'reasoning-end', id: '0', providerMetadata: { test: { signature: 's1' } } },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'Let me ' },
      { type: 'text-delta', id: '0', delta: 'see.' },
      { type: 'text-end', id: '0' },
      { type: 'tool-input-start', id: 'c1', toolName: 'weather' },
      { type: 'tool-input-delta', id: 'c1', delta: '{"city":' },
      { type: 'tool-input-delta', id: 'c1', delta: '"Oslo"}' },
      { type: 'tool-input-end', id: 'c1' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Oslo"}' },
      { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage: V3_USAGE },
    ];
    const seen = await events(openModel(v3(parts).model));
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Oslo' } };
    expect(seen.slice(0, -1)).toEqual([
      { type: 'reasoning', text: 'Ask.' },
      { type: 'text', text: 'Let me ' },
      { type: 'text', text: 'see.' },
      { type: 'tool-input', toolCallId: 'c1', toolName: 'weather', text: '{"city":' },
      { type: 'tool-input', toolCallId: 'c1', toolName: 'weather', text: '"Oslo"}' },
      { type: 'tool-call', call },
    ]);
    const last = seen.at(-1);
    expect(last?.type === 'finish' && last.response.message.content).toEqual([
      { type: 'reasoning', text: 'Ask.', providerOptions: { test: { signature: 's1' } } },
      { type: 'text', text: 'Let me see.' },
      call,
    ]);
  });

  it('is asked in the words of the SDK', async () => {
    const { model, asked } = v3([]);
    await openModel(model).call({
      messages: [
        { role: 'system', content: 'Be short.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See' },
            { type: 'file', mediaType: 'image/png', data: 'AAAA' },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {}, invalidInput: '{' }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c',
              toolName: 't',
              output: {
                type: 'content',
                value: [{ type: 'file', mediaType: 'image/png', data: 'https://example.org/a.png' }],
              },
            },
          ],
        },
      ],
      tools: [{ name: 't', parameters: { type: 'object' } }],
      toolChoice: { tool: 't' },
      responseFormat: { type: 'json', schema: { type: 'object' } },
      temperature: 0,
      maxOutputTokens: 9,
      stopSequences: ['END'],
      seed: 3,
      reasoningEffort: 'low',
      providerOptions: { test: { user: 'u' } },
    });
    expect(asked[0]).toEqual({
      prompt: [
        { role: 'system', content: 'Be short.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See' },
            { type: 'file', mediaType: 'image/png', data: 'AAAA' },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c',
              toolName: 't',
              output: { type: 'content', value: [{ type: 'image-url', url: 'https://example.org/a.png' }] },
            },
          ],
        },
      ],
      tools: [{ type: 'function', name: 't', inputSchema: { type: 'object' } }],
      toolChoice: { type: 'tool', toolName: 't' },
      responseFormat: { type: 'json', schema: { type: 'object' } },
      temperature: 0,
      maxOutputTokens: 9,
      stopSequences: ['END'],
      seed: 3,
      providerOptions: { test: { user: 'u', reasoningEffort: 'low' } },
    });
  });

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
});

describe('a call that fails', () => {
  const failing = (error: unknown): Model =>
    openModel({ ...v3([]).model, doGenerate: () => Promise.reject(error) } as LanguageModelV3);
  const status = (statusCode: number, responseHeaders = {}): Error =>
    Object.assign(new Error('no'), { statusCode, responseHeaders });

  it.each([
    [status(429, { 'retry-after': '7' }), 'models/rate_limited', true, 7],
    [status(429, { 'retry-after-ms': '250' }), 'models/rate_limited', true, 0.25],
    [status(503), 'models/server_failed', true, null],
    [status(401), 'models/refused', false, null],
    [
      new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
      'models/unreachable',
      true,
      null,
    ],
    [new Error('Invalid JSON response'), 'models/invalid_response', false, null],
  ])('%s is %s', async (error, code, transient, retryAfterSeconds) => {
    await expect(failing(error).call({ messages: MESSAGES })).rejects.toMatchObject({
      code,
      details: { transient, retryAfterSeconds, model: 'test.chat/m' },
    });
  });

  it('reads a date in Retry-After against the date of the answer', async () => {
    const headers = {
      'retry-after': 'Sun, 22 Nov 2026 10:00:09 GMT',
      date: 'Sun, 22 Nov 2026 10:00:00 GMT',
    };
    await expect(failing(status(429, headers)).call({ messages: MESSAGES })).rejects.toMatchObject({
      details: { retryAfterSeconds: 9 },
    });
  });

  it('ends with an error where the stream reports one, or ends without an end', async () => {
    const finish: LanguageModelV3StreamPart = {
      type: 'finish',
      finishReason: { unified: 'other', raw: undefined },
      usage: {
        inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: undefined, text: undefined, reasoning: undefined },
      },
    };
    const delta: LanguageModelV3StreamPart = { type: 'text-delta', id: '0', delta: 'Hal' };
    for (const parts of [[delta], [delta, finish]]) {
      await expect(events(openModel(v3(parts).model))).rejects.toMatchObject({ code: 'models/cut_off' });
    }
    const reported: LanguageModelV3StreamPart = { type: 'error', error: status(500) };
    await expect(events(openModel(v3([delta, reported]).model))).rejects.toMatchObject({
      code: 'models/server_failed',
    });
  });

  it('ends a stream without end, of text or of anything else', async () => {
    const delta = 'a'.repeat(1024 * 1024);
    for (const part of [
      { type: 'text-delta', id: '0', delta },
      { type: 'tool-input-delta', id: '0', delta },
    ] as const) {
      let pulled = 0;
      const endless = new ReadableStream<LanguageModelV3StreamPart>({
        pull(controller) {
          pulled++;
          controller.enqueue(part);
        },
      });
      const model: LanguageModelV3 = {
        ...v3([]).model,
        doStream: () => Promise.resolve({ stream: endless }),
      };
      await expect(events(openModel(model))).rejects.toThrow('sent more than 16777216 characters');
      expect(pulled).toBeLessThan(20);
    }
  });

  it('is given up with its signal, even by a model that does not listen, and before the model is asked', async () => {
    const { model, asked } = v3([]);
    const deaf: LanguageModelV3 = { ...model, doGenerate: () => new Promise(() => undefined) };
    const controller = new AbortController();
    const pending = openModel(deaf).call({ messages: MESSAGES }, { signal: controller.signal });
    controller.abort('enough');
    await expect(pending).rejects.toBe('enough');
    const late = openModel(model).call({ messages: MESSAGES }, { signal: controller.signal });
    await expect(late).rejects.toBe('enough');
    expect(asked).toHaveLength(0);
  });

  it('cancels the stream of a reader that leaves early or gives up', async () => {
    let cancelled = 0;
    const endless = (): ReadableStream<LanguageModelV3StreamPart> =>
      new ReadableStream({
        start: (controller) => controller.enqueue({ type: 'text-delta', id: '0', delta: 'a' }),
        cancel: () => void cancelled++,
      });
    const model: LanguageModelV3 = {
      ...v3([]).model,
      doStream: () => Promise.resolve({ stream: endless() }),
    };
    for await (const event of openModel(model).stream({ messages: MESSAGES })) {
      expect(event).toEqual({ type: 'text', text: 'a' });
      break;
    }
    expect(cancelled).toBe(1);
    const controller = new AbortController();
    const read = async (): Promise<void> => {
      const stream = openModel(model).stream({ messages: MESSAGES }, { signal: controller.signal });
      for await (const _ of stream) controller.abort('enough');
    };
    await expect(read()).rejects.toBe('enough');
    expect(cancelled).toBe(2);
  });
});

describe('openModel', () => {
  it('gives back a model of its own, and refuses what is none', () => {
    const model = openModel(v3([]).model);
    expect(openModel(model)).toBe(model);
    expect(() => openModel({} as never)).toThrow(expect.objectContaining({ code: 'models/no_model' }));
    const future = { ...v3([]).model, specificationVersion: 'v9' } as never;
    expect(() => openModel(future)).toThrow(
      expect.objectContaining({ code: 'models/unknown_specification' }),
    );
  });
});
