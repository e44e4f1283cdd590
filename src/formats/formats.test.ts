import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { schemaValidator } from '../core/index.js';
import { decodeTrajectories, trajectoryId } from '../trajectories/index.js';
import { finished, unfinished } from './hall.fixture.js';
import { mettleJsonl } from './mettle-jsonl.js';
import { openAIJsonl } from './openai-jsonl.js';
import { type OpenAIMessage, openAIMessages } from './openai-messages.js';

function golden(name: string): string {
  return readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8');
}

describe('Mettle JSON lines', () => {
  it('stay as released', () => {
    expect(mettleJsonl.encode([finished, unfinished]).text).toBe(golden('hall.v1.mettle.jsonl'));
  });

  it('of version 1 stay readable', () => {
    const { trajectories, skipped } = decodeTrajectories(golden('hall.v1.mettle.jsonl'));
    expect(skipped).toEqual([]);
    expect(trajectories).toEqual([finished, unfinished]);
    expect(trajectories.map(trajectoryId)).toEqual([finished.id, unfinished.id]);
  });
});

/** What OpenAI's fine-tuning service asks of a record, as JSON Schema. */
const fineTuningRecord = schemaValidator({
  type: 'object',
  required: ['messages'],
  additionalProperties: false,
  properties: {
    parallel_tool_calls: { type: 'boolean' },
    tools: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['type', 'function'],
        properties: {
          type: { const: 'function' },
          function: {
            type: 'object',
            required: ['name', 'parameters'],
            properties: { name: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' } },
          },
        },
      },
    },
    messages: {
      type: 'array',
      minItems: 2,
      items: {
        oneOf: [
          {
            type: 'object',
            required: ['role', 'content'],
            additionalProperties: false,
            properties: { role: { enum: ['system', 'user'] }, content: { type: 'string', minLength: 1 } },
          },
          {
            type: 'object',
            required: ['role', 'content', 'tool_call_id'],
            additionalProperties: false,
            properties: {
              role: { const: 'tool' },
              content: { type: 'string' },
              tool_call_id: { type: 'string' },
            },
          },
          {
            type: 'object',
            required: ['role', 'content'],
            additionalProperties: false,
            properties: {
              role: { const: 'assistant' },
              content: { type: ['string', 'null'] },
              tool_calls: {
                type: 'array',
                minItems: 1,
                items: {
                  type: 'object',
                  required: ['id', 'type', 'function'],
                  properties: {
                    id: { type: 'string' },
                    type: { const: 'function' },
                    function: {
                      type: 'object',
                      required: ['name', 'arguments'],
                      properties: { name: { type: 'string' }, arguments: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        ],
      },
    },
  },
});

describe('OpenAI JSON lines', () => {
  const encoded = openAIJsonl.encode([finished, unfinished]);

  it('stay as released and leave out what is unfinished', () => {
    expect(encoded.text).toBe(golden('hall.openai.jsonl'));
    expect(encoded.records).toBe(1);
    expect(encoded.skipped).toEqual([
      { id: unfinished.id, reason: 'the episode ended without an answer (call_limit)' },
    ]);
  });

  it('are what the service accepts', () => {
    const record = JSON.parse(encoded.text);
    expect(fineTuningRecord.check(record)).toEqual([]);
    expect(record.messages.at(-1).role).toBe('assistant');
  });

  it('link every tool message to the call before it, with arguments that parse to what was called', () => {
    const messages: readonly OpenAIMessage[] = JSON.parse(encoded.text).messages;
    const calls = messages.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []) : [],
    );
    expect(calls.map(({ function: { arguments: text } }) => JSON.parse(text))).toEqual([
      { hall: 7, who: 'Łódź Jazz' },
      { code: 'print("x")\n250 * 2' },
    ]);
    for (const [index, message] of messages.entries()) {
      if (message.role !== 'tool') continue;
      const previous = messages[index - 1];
      expect(previous?.role === 'assistant' && previous.tool_calls?.[0]?.id).toBe(message.tool_call_id);
    }
  });

  it('put words before the call or answer they belong to', () => {
    expect(
      openAIMessages(finished).flatMap((message) => (message.role === 'assistant' ? [message.content] : [])),
    ).toEqual(['Book, then double.\nHall 7 first.', null, 'That fits.\n500']);
  });

  it('keep words that nothing follows', () => {
    const steps = finished.steps.filter(({ type }) => type !== 'final_answer');
    const last = (more: typeof steps) => openAIMessages({ ...finished, steps: [...steps, ...more] }).at(-1);
    expect(last([])).toEqual({ role: 'assistant', content: 'That fits.' });
    expect(last([{ type: 'critique', content: 'Or does it?' }])).toEqual({
      role: 'assistant',
      content: 'That fits.\nOr does it?',
    });
    const called = steps.slice(0, steps.findLastIndex(({ type }) => type === 'observation') + 1);
    expect(openAIMessages({ ...finished, steps: called }).at(-1)).toMatchObject({ role: 'tool' });
  });
});
