import type { LanguageModelV3 } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { type ModelRequest, type ModelStreamEvent, openModel } from '../models/index.js';
import { responseOfStream } from '../models/response-of-stream.fixture.js';
import { gate } from './gate.js';
import { scriptedModel } from './scripted-model.js';

const ASK: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] };

/** The scripted object is one that the SDK's functions take: this file does not compile otherwise. */
const asSdk = (model: LanguageModelV3): LanguageModelV3 => model;

describe('scriptedModel', () => {
  it('gives the steps in order, and records what it was asked, frozen', async () => {
    const model = scriptedModel([
      'Hi there.',
      {
        reasoning: 'Hm.',
        toolCalls: [
          { name: 'look', input: { at: 1 } },
          { name: 'look', inputText: '{' },
        ],
      },
      ({ messages }) => `You said ${JSON.stringify(messages[0]?.content)}.`,
    ]);
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    expect(await model.call({ messages })).toMatchObject({ text: 'Hi there.', finishReason: 'stop' });
    messages[0] = { role: 'user', content: 'changed' };
    expect(await model.call(ASK)).toMatchObject({
      reasoning: 'Hm.',
      finishReason: 'tool-calls',
      toolCalls: [
        { toolCallId: 'call_1', toolName: 'look', input: { at: 1 } },
        { toolCallId: 'call_2', toolName: 'look', input: {}, invalidInput: '{' },
      ],
    });
    expect((await model.call(ASK)).text).toBe('You said "Hello".');
    expect(model.calls[0]).toEqual(ASK);
    expect(Object.isFrozen(model.calls[0]?.messages)).toBe(true);
    model.assertDone();
  });

  it('streams words or the pieces of the script', async () => {
    const model = scriptedModel(['one two', { text: ['on', 'e'], toolCalls: [{ name: 'f' }] }]);
    const seen: ModelStreamEvent[] = [];
    for (let call = 0; call < 2; call++) for await (const event of model.stream(ASK)) seen.push(event);
    expect(seen.map((event) => (event.type === 'text' ? event.text : event.type))).toEqual([
      'one',
      ' two',
      'finish',
      'on',
      'e',
      'tool-input',
      'tool-call',
      'finish',
    ]);
  });

  it('refuses a condition without an answer', () => {
    const step = { when: () => true, text: 'Hello' };
    expect(() => scriptedModel(['Hi.', step as never])).toThrow(
      'Step 2 of the script has when, and no answer',
    );
  });

  it('fails on a call too many, and on steps that were not used', async () => {
    const model = scriptedModel(['a', 'b']);
    await model.call(ASK);
    expect(() => model.assertDone()).toThrow('these were not used: 2');
    await model.call(ASK);
    model.assertDone();
    await expect(model.call(ASK)).rejects.toMatchObject({ code: 'testing/unexpected_call' });
    expect(() => model.assertDone()).toThrow('No step of the script is left for the call of 1 messages');
  });

  it('gives a step with a condition to the calls it is for, in whatever order they come', async () => {
    const says =
      (text: string) =>
      ({ messages }: ModelRequest): boolean =>
        messages.at(-1)?.content === text;
    const model = scriptedModel([
      { when: says('a'), answer: 'for a' },
      { when: says('b'), answer: () => 'for b' },
    ]);
    const ask = async (content: string): Promise<string> =>
      (await model.call({ messages: [{ role: 'user', content }] })).text;
    expect([await ask('b'), await ask('a')]).toEqual(['for b', 'for a']);
    await expect(ask('c')).rejects.toMatchObject({ code: 'testing/unexpected_call' });
  });

  it('fails as the script has it, with the errors of a real model', async () => {
    const model = scriptedModel([
      { fault: 'rate_limited', retryAfterSeconds: 3 },
      { fault: 'refused' },
      { fault: 'cut_off', text: 'Half a' },
    ]);
    await expect(model.call(ASK)).rejects.toMatchObject({
      code: 'models/rate_limited',
      details: { transient: true, status: 429, retryAfterSeconds: 3 },
    });
    await expect(model.call(ASK)).rejects.toMatchObject({ details: { transient: false, status: 400 } });
    let text = '';
    const read = async (): Promise<void> => {
      for await (const event of model.stream(ASK)) if (event.type === 'text') text += event.text;
    };
    await expect(read()).rejects.toMatchObject({ code: 'models/cut_off' });
    expect(text).toBe('Half a');
  });

  it('waits without a clock, and gives up with the signal', async () => {
    const wait = gate();
    const model = scriptedModel([{ text: 'late', after: wait.opened }, { fault: 'never' }]);
    let answered = false;
    const late = model.call(ASK).finally(() => {
      answered = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    wait.open();
    expect((await late).text).toBe('late');
    const controller = new AbortController();
    const never = model.call(ASK, { signal: controller.signal });
    controller.abort('enough');
    await expect(never).rejects.toBe('enough');
  });

  it('is an object of the AI SDK too, and comes back the same through it', async () => {
    const reply = {
      reasoning: 'Hm.',
      text: 'See.',
      toolCalls: [{ name: 'f', input: { x: 1 }, id: 'c' }],
      usage: { inputTokens: 3, outputTokens: 2 },
    };
    const direct = await scriptedModel([reply]).call(ASK);
    const scripted = scriptedModel([reply, reply]);
    const model = openModel(asSdk(scripted.aiSdkModel));
    const { raw: _, ...called } = await model.call({ ...ASK, tools: [{ name: 'f', parameters: {} }] });
    const { raw: __, ...streamed } = await responseOfStream(model.stream(ASK));
    expect(called).toEqual({ ...direct, raw: undefined });
    expect(streamed).toEqual(called);
    expect(scripted.calls[0]).toEqual({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      tools: [{ name: 'f', parameters: {} }],
    });
  });
});
