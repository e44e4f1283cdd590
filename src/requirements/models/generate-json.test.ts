import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Model } from '../../models/index.js';
import { createBudget, withBudget } from '../../models/index.js';
import { scriptedModel, startModelServer } from '../../testing/index.js';
import { demand } from '../repair/loop.fixture.js';
import { generateJson } from './generate-json.js';

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' }, celsius: { type: 'number' } },
  required: ['city', 'celsius'],
  additionalProperties: false,
} as const;

const task = 'How warm is it in Oslo?';

describe('generateJson', () => {
  it('repairs an answer that is not JSON, or does not meet the schema, and says what was wrong', async () => {
    const model = scriptedModel([
      'It is cold.',
      '{"city": "Oslo", "celsius": "4"}',
      '```json\n{"city": "Oslo", "celsius": 4}\n```',
    ]);
    const outcome = await generateJson({ model, task, schema: CITY });
    expect([outcome.ok, outcome.value]).toEqual([true, { city: 'Oslo', celsius: 4 }]);
    expect(model.calls[0]?.responseFormat).toEqual({ type: 'json', name: 'answer', schema: CITY });
    const told = model.calls.map(({ messages }) => String(messages.at(-1)?.content));
    expect(told[0]).toContain(JSON.stringify(CITY));
    expect(told[1]).toContain('not JSON');
    expect(told[2]).toContain('celsius');
    model.assertDone();
  });

  it('gives what a Standard Schema makes of the answer, with its type', async () => {
    const schema = z.object({
      city: z.string().transform((name) => name.toUpperCase()),
      at: z.coerce.date(),
    });
    const input = z.object({ city: z.string(), at: z.string() });
    const model = scriptedModel(['{"city": "Oslo"}', '{"city": "Oslo", "at": "2026-01-02"}']);
    const outcome = await generateJson({
      model,
      task,
      schema: { '~standard': { ...schema['~standard'], jsonSchema: input['~standard'].jsonSchema } },
    });
    const value: { city: string; at: Date } | null = outcome.value;
    expect(value).toEqual({ city: 'OSLO', at: new Date('2026-01-02') });
    expect(String(model.calls[1]?.messages.at(-1)?.content)).toContain('$.at');
  });

  it('never hands back an answer that is no good', async () => {
    const model = scriptedModel(['{}', '{"city": 1}', '[]']);
    const outcome = await generateJson({ model, task, schema: CITY });
    expect(outcome).toMatchObject({ ok: false, value: null, text: null, status: 'budget_exhausted' });
    expect(outcome.attempts).toHaveLength(3);
  });

  it('holds the answer to other requirements too', async () => {
    const model = scriptedModel(['{"a": 1}', '{"a": 42}']);
    const requirements = [demand('the answer', (text) => text.includes('42'))];
    const outcome = await generateJson({ model, task, schema: { type: 'object' }, requirements });
    expect(outcome.value).toEqual({ a: 42 });
  });

  it('goes through a real provider, with the schema, the effort and the temperature', async () => {
    await using server = await startModelServer(['{"city": "Oslo", "celsius": 4}']);
    const outcome = await generateJson({
      model: `openai-compatible/test@${server.url}`,
      task,
      schema: CITY,
      settings: { temperature: 0, reasoningEffort: 'low' },
    });
    expect(outcome.value).toEqual({ city: 'Oslo', celsius: 4 });
    expect(server.requests[0]?.body).toMatchObject({
      temperature: 0,
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: CITY } },
    });
  });

  it('leaves the provider alone where it is told to', async () => {
    const model = scriptedModel(['{"city": "Oslo", "celsius": 4}']);
    await generateJson({ model, task, schema: CITY, tellProvider: false });
    expect(model.calls[0]).not.toHaveProperty('responseFormat');
  });

  it('refuses options and schemas that are none', async () => {
    const model = scriptedModel([]);
    await expect(generateJson({ model, task, schema: CITY, atempts: 2 } as never)).rejects.toThrow(
      'generateJson has no option atempts',
    );
    await expect(generateJson({ model, task, schema: { type: 'objekt' } })).rejects.toMatchObject({
      code: 'requirements/invalid_schema',
    });
  });
});

describe('a model in a repair loop', () => {
  const json = (model: Model, waits: number[] = []): ReturnType<typeof generateJson> =>
    generateJson({
      model,
      task,
      schema: { type: 'object' },
      wait: async (milliseconds) => void waits.push(milliseconds),
    });

  it('is asked again after what it asks to wait, where the failure may pass', async () => {
    const waits: number[] = [];
    const model = scriptedModel([
      { fault: 'rate_limited', retryAfterSeconds: 7 },
      { fault: 'server_failed' },
      '{"a": 1}',
    ]);
    const outcome = await json(model, waits);
    expect([outcome.value, waits]).toEqual([{ a: 1 }, [7000, 2000]]);
    expect(outcome.failedCalls).toHaveLength(2);
  });

  it('is not asked again where the failure stays, or the wait is too long', async () => {
    for (const fault of [{ fault: 'refused' }, { fault: 'rate_limited', retryAfterSeconds: 61 }] as const) {
      const model = scriptedModel([fault]);
      expect(await json(model)).toMatchObject({ status: 'infra_error', value: null });
      model.assertDone();
    }
  });

  it('ends the loop with its budget', async () => {
    const model = withBudget(scriptedModel(['no']), createBudget({ calls: 1 }));
    expect(await json(model)).toMatchObject({
      status: 'budget_exhausted',
      reason: 'The budget of 1 model calls is used up.',
    });
  });
});
