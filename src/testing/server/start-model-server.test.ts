import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { type Model, type ModelRequest, openModel } from '../../models/index.js';
import { responseOfStream } from '../../models/response-of-stream.fixture.js';
import type { ScriptStep } from '../script-step.js';
import { type ModelServer, startModelServer } from './start-model-server.js';

const ASK: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] };

/** A server and a model that reaches it through the real provider package. */
async function serve(
  steps: readonly ScriptStep<JsonObject>[],
): Promise<{ server: ModelServer; model: Model }> {
  const server = await startModelServer(steps);
  return { server, model: openModel(`openai-compatible/test@${server.url}`, { environment: {} }) };
}

describe('a model behind a server', () => {
  const reply = {
    reasoning: 'Ask the tool.',
    text: 'Let me see.',
    toolCalls: [{ name: 'weather', input: { city: 'Oslo' } }],
    usage: { inputTokens: 12, outputTokens: 5, cachedInputTokens: 4, reasoningTokens: 2 },
  };

  it('gives text, reasoning, tool calls and usage, whole and streamed', async () => {
    const { server, model } = await serve([reply, reply]);
    await using _ = server;
    const called = await model.call(ASK);
    const streamed = await responseOfStream(model.stream(ASK));
    for (const response of [called, streamed]) {
      expect(response).toMatchObject({
        text: 'Let me see.',
        reasoning: 'Ask the tool.',
        toolCalls: [{ toolName: 'weather', input: { city: 'Oslo' } }],
        finishReason: 'tool-calls',
        rawFinishReason: 'tool_calls',
        usage: { inputTokens: 12, outputTokens: 5, cachedInputTokens: 4, reasoningTokens: 2 },
        model: 'openai-compatible/test',
        servedModel: 'test',
      });
    }
    expect(server.requests.map(({ path, body }) => [path, body.stream])).toEqual([
      ['/v1/chat/completions', undefined],
      ['/v1/chat/completions', true],
    ]);
    server.assertDone();
  });

  it('is found where Ollama runs', async () => {
    const { server } = await serve(['From here.']);
    await using _ = server;
    const model = openModel('ollama/small', { environment: { OLLAMA_HOST: new URL(server.url).host } });
    expect((await model.call(ASK)).text).toBe('From here.');
    expect(server.requests[0]).toMatchObject({ path: '/v1/chat/completions', body: { model: 'small' } });
  });

  it('is sent what was asked', async () => {
    const { server, model } = await serve(['{}']);
    await using _ = server;
    await model.call({
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'Hello' },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: { x: 1 } }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c',
              toolName: 'f',
              output: { type: 'json', value: { y: 2 } },
            },
          ],
        },
      ],
      tools: [{ name: 'f', description: 'does it', parameters: { type: 'object' } }],
      toolChoice: 'required',
      responseFormat: { type: 'json', name: 'answer', schema: { type: 'object' } },
      temperature: 0.5,
      maxOutputTokens: 10,
      seed: 7,
      reasoningEffort: 'low',
    });
    expect(server.requests[0]?.body).toMatchObject({
      model: 'test',
      temperature: 0.5,
      max_tokens: 10,
      seed: 7,
      reasoning_effort: 'low',
      tool_choice: 'required',
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user' },
        { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"x":1}' } }] },
        { role: 'tool', tool_call_id: 'c', content: '{"y":2}' },
      ],
    });
  });

  it.each([
    [{ fault: 'rate_limited', retryAfterSeconds: 7 }, 'models/rate_limited', true],
    [{ fault: 'server_failed' }, 'models/server_failed', true],
    [{ fault: 'refused' }, 'models/refused', false],
    [{ fault: 'unreachable' }, 'models/unreachable', true],
  ] as const)('whose server has the fault %o fails with %s', async (fault, code, transient) => {
    const { server, model } = await serve([fault, fault]);
    await using _ = server;
    const retryAfterSeconds = 'retryAfterSeconds' in fault ? fault.retryAfterSeconds : null;
    const failure = { code, details: { transient, retryAfterSeconds } };
    await expect(model.call(ASK)).rejects.toMatchObject(failure);
    await expect(responseOfStream(model.stream(ASK))).rejects.toMatchObject(failure);
  });

  it('whose answer is garbage fails, whole and streamed', async () => {
    const { server, model } = await serve([{ fault: 'invalid_response' }, { fault: 'invalid_response' }]);
    await using _ = server;
    await expect(model.call(ASK)).rejects.toMatchObject({ code: 'models/invalid_response' });
    await expect(responseOfStream(model.stream(ASK))).rejects.toMatchObject({
      code: 'models/invalid_response',
    });
  });

  it('whose answer breaks off fails as one that may succeed later, after the pieces that came', async () => {
    const { server, model } = await serve([
      { fault: 'cut_off', text: 'Half an answer' },
      { fault: 'cut_off', text: 'Half an answer' },
    ]);
    await using _ = server;
    await expect(model.call(ASK)).rejects.toMatchObject({
      code: 'models/unreachable',
      details: { transient: true },
    });
    let text = '';
    const read = async (): Promise<void> => {
      for await (const event of model.stream(ASK)) if (event.type === 'text') text += event.text;
    };
    await expect(read()).rejects.toMatchObject({ code: 'models/cut_off', details: { transient: true } });
    expect(text).toBe('Half an answer');
  });

  it('that never answers is given up with the signal, and the connection is closed', async () => {
    const { server, model } = await serve([{ fault: 'never' }, { fault: 'never' }]);
    await using _ = server;
    for (const ask of [
      (signal: AbortSignal) => model.call(ASK, { signal }),
      (signal: AbortSignal) => responseOfStream(model.stream(ASK, { signal })),
    ]) {
      const controller = new AbortController();
      const before = server.requests.length;
      const pending = ask(controller.signal);
      pending.catch(() => undefined);
      while (server.requests.length === before) await new Promise((resolve) => setImmediate(resolve));
      controller.abort('enough');
      await expect(pending).rejects.toBe('enough');
      expect(await server.requests.at(-1)?.abandoned).toBe(true);
    }
  });

  it('is told of a call too many, and so is the test', async () => {
    const { server, model } = await serve([]);
    await using _ = server;
    await expect(model.call(ASK)).rejects.toThrow('No step of the script is left');
    expect(() => server.assertDone()).toThrow(expect.objectContaining({ code: 'testing/unexpected_call' }));
  });

  it('gives vectors in which texts that share words lie closer', async () => {
    const server = await startModelServer();
    await using _ = server;
    const input = ['a warm day', 'a warm night', 'tax law'];
    const answer = await fetch(`${server.url}/embeddings`, {
      method: 'POST',
      body: JSON.stringify({ model: 'e', input, dimensions: 64 }),
    });
    const { data } = (await answer.json()) as { data: { embedding: number[] }[] };
    const [a = [], b = [], c = []] = data.map(({ embedding }) => embedding);
    const product = (left: readonly number[], right: readonly number[]): number =>
      left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
    expect(a).toHaveLength(64);
    expect(product(a, a)).toBeCloseTo(1);
    expect(product(a, b)).toBeGreaterThan(product(a, c));
  });
});
