import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../message.js';
import type { Model } from '../model.js';
import { openModel } from '../open-model.js';
import type { ModelRequest } from '../request.js';
import type { ModelStreamEvent } from '../stream-event.js';
import { eventStream, WIRE_FORMATS } from './wire-formats.fixture.js';

const question: ModelMessage = { role: 'user', content: 'What is there?' };
const request: ModelRequest = {
  messages: [{ role: 'system', content: 'Be brief.' }, question],
  tools: [
    {
      name: 'look',
      description: 'Looks.',
      parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    },
  ],
  reasoningEffort: 'low',
};

describe.each(WIRE_FORMATS)('the package of %s', (name, format) => {
  const open = (answers: readonly (() => Response)[]): { readonly model: Model; readonly sent: string[] } => {
    const sent: string[] = [];
    const fetch = (_input: unknown, init?: RequestInit): Promise<Response> => {
      sent.push(String(init?.body));
      return Promise.resolve((answers[sent.length - 1] as () => Response)());
    };
    return { model: openModel(format.model, { environment: { [format.key]: 'k' }, fetch }), sent };
  };
  const json = (body: object, init: ResponseInit = {}) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init });

  const expected = {
    text: 'I look.',
    toolCalls: [{ toolName: 'look', input: { n: 1 } }],
    finishReason: 'tool-calls',
    usage: { inputTokens: 7, outputTokens: 3 },
  };

  it('is understood whole, and goes on with the result of a call', async () => {
    const { model, sent } = open([() => json(format.whole), () => json(format.whole)]);
    const response = await model.call(request);
    expect(response).toMatchObject(expected);
    const [call] = response.toolCalls;
    const output = { type: 'text' as const, value: 'a pen' };
    const result = {
      type: 'tool-result' as const,
      toolCallId: call?.toolCallId ?? '',
      toolName: 'look',
      output,
    };
    await model.call({
      ...request,
      messages: [...request.messages, response.message, { role: 'tool', content: [result] }],
    });
    expect(sent[0]).toContain('Be brief.');
    expect(sent[0]).toContain('"Looks."');
    expect(sent[1]).toContain('a pen');
    for (const [key, value] of Object.entries(format.result))
      expect(sent[1]).toContain(`"${key}":"${value}"`);
  });

  it('is understood as it streams, and a stream that breaks off is no reply', async () => {
    const { model } = open([() => eventStream(format.events), () => eventStream(format.events.slice(0, -1))]);
    const events: ModelStreamEvent[] = [];
    for await (const event of model.stream(request)) events.push(event);
    expect(events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')).toBe('I look.');
    expect(events.at(-1)).toMatchObject({ type: 'finish', response: expected });
    if (name === 'anthropic') return; // Its last event says nothing more.
    const broken = async () => {
      for await (const _event of model.stream(request));
    };
    await expect(broken()).rejects.toMatchObject({ code: 'models/cut_off' });
  });

  it('tells faults of the service apart', async () => {
    const fault =
      (status: number, headers: Record<string, string> = {}) =>
      () =>
        json(
          { type: 'error', error: { type: 'a', message: 'no', code: status, status: 'NO' } },
          { status, headers },
        );
    const { model } = open([fault(429, { 'retry-after': '2' }), fault(500), fault(401)]);
    await expect(model.call(request)).rejects.toMatchObject({
      code: 'models/rate_limited',
      details: { retryAfterSeconds: 2, transient: true },
    });
    await expect(model.call(request)).rejects.toMatchObject({
      code: 'models/server_failed',
      details: { transient: true },
    });
    await expect(model.call(request)).rejects.toMatchObject({
      code: 'models/refused',
      details: { transient: false },
    });
  });
});
