import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { createBudget, type ModelMessage, withBudget } from '../../models/index.js';
import { gate, type ScriptedAnswer, scriptedModel } from '../../testing/index.js';
import { type Answer, askForAnswer } from './ask-for-answer.js';

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { colour: { enum: ['red', 'green'] }, certainty: { type: 'number', maximum: 1 } },
  required: ['colour'],
  additionalProperties: false,
};

const QUESTION: ModelMessage[] = [{ role: 'user', content: 'Which colour?' }];

async function ask(
  steps: readonly ScriptedAnswer[],
  options: { readonly schema?: JsonObject | null; readonly messages?: readonly ModelMessage[] } = {},
): Promise<{ readonly answer: Answer; readonly model: ReturnType<typeof scriptedModel> }> {
  const model = scriptedModel(steps);
  const answer = await askForAnswer({
    model,
    messages: QUESTION,
    schema: SCHEMA,
    settings: { temperature: 0 },
    attempts: 3,
    retries: 0,
    signal: undefined,
    ...options,
  });
  return { answer, model };
}

describe('askForAnswer', () => {
  it('gives the answer, and tells the provider the schema and the settings', async () => {
    const { answer, model } = await ask(['{"colour": "red"}']);
    expect(answer).toEqual({ ok: true, json: { colour: 'red' } });
    expect(model.calls).toMatchObject([
      { messages: QUESTION, temperature: 0, responseFormat: { type: 'json', schema: SCHEMA } },
    ]);
  });

  it('tells the model what is wrong with its answer', async () => {
    const { answer, model } = await ask(['{"colour": "blue"}', '{"colour": "green"}']);
    expect(answer).toEqual({ ok: true, json: { colour: 'green' } });
    expect(model.calls[1]?.messages.at(-1)?.content).toContain('colour');
  });

  it.each([
    ['garbage', '%PDF-1.4 \u0000\u0001'],
    ['a refusal', "I'm sorry, but I can't help with that."],
    ['nothing', ''],
    ['JSON that is cut off', '{"colour": "re'],
    ['a label that does not exist', '{"colour": "ultraviolet"}'],
    ['a list', '["red"]'],
    ['a bare word', '"red"'],
    ['null', 'null'],
    ['a member too many', '{"colour": "red", "__proto__": {"admin": true}}'],
    ['a number that is none', '{"colour": "red", "certainty": 1e999}'],
  ])('%s is no answer, however often it comes', async (_what, text) => {
    const { answer } = await ask([text, text, text]);
    expect(answer).toMatchObject({ ok: false, error: expect.stringMatching(/\w/) });
  });

  it('a call that is refused or gives garbage is no answer either', async () => {
    for (const fault of ['refused', 'invalid_response'] as const) {
      const { answer } = await ask([{ fault }]);
      expect(answer).toMatchObject({ ok: false, error: expect.stringContaining('could not be made') });
    }
  });

  it("rejects with what is nobody's mistake", async () => {
    for (const fault of ['unreachable', 'server_failed'] as const) {
      await expect(ask([{ fault }])).rejects.toMatchObject({ code: `models/${fault}` });
    }
    const model = withBudget(scriptedModel(['{"colour": "blue"}']), createBudget({ calls: 1 }));
    const request = { model, messages: QUESTION, schema: SCHEMA, settings: {}, attempts: 3, retries: 0 };
    await expect(askForAnswer({ ...request, signal: undefined })).rejects.toMatchObject({
      code: 'models/budget_exhausted',
    });
  });

  it('rejects with the reason of the signal', async () => {
    const waiting = gate();
    const controller = new AbortController();
    const answer = askForAnswer({
      model: scriptedModel([{ text: '{}', after: waiting.opened }]),
      messages: QUESTION,
      schema: SCHEMA,
      settings: {},
      attempts: 1,
      retries: 0,
      signal: controller.signal,
    });
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  it('text is an answer where there is no schema, but not an empty one', async () => {
    const { answer, model } = await ask([' \n', 'Red.'], { schema: null });
    expect(answer).toEqual({ ok: true, json: { role: 'assistant', content: 'Red.' } });
    expect(model.calls).toHaveLength(2);
    expect(model.calls[0]?.responseFormat).toBeUndefined();
    expect((await ask(['', '', ''], { schema: null })).answer.ok).toBe(false);
  });

  it('hands on pictures and results of tools as they are', async () => {
    const picture: ModelMessage = {
      role: 'user',
      content: [
        { type: 'text', text: 'Which colour?' },
        { type: 'file', mediaType: 'image/png', data: 'AAAA' },
      ],
    };
    const system: ModelMessage = { role: 'system', content: 'Name colours.' };
    const first = await ask(['{"colour": "blue"}', '{"colour": "red"}'], { messages: [system, picture] });
    expect(first.answer).toEqual({ ok: true, json: { colour: 'red' } });
    for (const { messages } of first.model.calls) expect(messages.slice(0, 2)).toEqual([system, picture]);
    const last = await ask(['{"colour": "red"}'], { messages: [picture, ...QUESTION] });
    expect(last.model.calls[0]?.messages).toEqual([picture, ...QUESTION]);
  });
});
