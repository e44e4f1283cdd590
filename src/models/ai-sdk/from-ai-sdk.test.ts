import type {
  LanguageModelV2,
  LanguageModelV3,
  LanguageModelV3StreamPart,
  LanguageModelV4,
} from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { type ModelSource, openModel } from '../open-model.js';
import { events, MESSAGES, V3_USAGE, v3 } from './sdk-models.fixture.js';

/** The real types of the SDK are assignable to what is accepted: this file does not compile otherwise. */
const sources: readonly ((model: LanguageModelV2 | LanguageModelV3 | LanguageModelV4) => ModelSource)[] = [
  (model) => model,
];

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
