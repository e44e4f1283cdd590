import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import type { Model } from '../model.js';
import { openModel } from '../open-model.js';
import { events, MESSAGES, v3 } from './sdk-models.fixture.js';

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
