import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { schemaValidator } from '../../core/index.js';
import type { OpenAIMessage } from '../openai-message.js';
import { finished, sampleTrajectories, shared, unfinished } from '../testing/sample-trajectories.js';
import { toMessages } from '../to-messages.js';
import type { Trajectory } from '../trajectory.js';
import { trajectoryId } from '../trajectory-id.js';
import { decodeTrajectories } from '../trajectory-jsonl.js';
import { mettleJsonl } from './mettle-jsonl.js';
import { openAIJsonl } from './openai-jsonl.js';

function golden(name: string): string {
  return readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8');
}

/** The record as an older version wrote it. */
function inVersion(version: 1 | 2, trajectory: Trajectory): Trajectory {
  const old = { ...trajectory, version } as const;
  return { ...old, id: trajectoryId(old) };
}

describe('Mettle JSON lines', () => {
  it('stay as released', () => {
    expect(mettleJsonl.encode(sampleTrajectories).text).toBe(golden('hall.v3.mettle.jsonl'));
  });

  it('come back as they were', async () => {
    const { trajectories, skipped } = await decodeTrajectories(golden('hall.v3.mettle.jsonl'));
    expect(skipped).toEqual([]);
    expect(trajectories).toEqual(sampleTrajectories);
    expect(trajectories.map(trajectoryId)).toEqual(sampleTrajectories.map(({ id }) => id));
  });

  it('of version 2 stay readable', async () => {
    const { trajectories, skipped } = await decodeTrajectories(golden('hall.v2.mettle.jsonl'));
    expect(skipped).toEqual([]);
    const old = [finished, unfinished, shared].map((trajectory) => inVersion(2, trajectory));
    expect(trajectories).toEqual(old);
    expect(trajectories.map(({ id }) => id.slice(0, 8))).toEqual(['9ace927f', 'bd86501b', '15615086']);
    expect(mettleJsonl.encode(trajectories).text).toBe(golden('hall.v2.mettle.jsonl'));
  });

  it('of an older version hold no call that it did not have', async () => {
    const [line = ''] = golden('hall.v3.mettle.jsonl').split('\n').slice(3);
    expect(line).toContain('"invalid_arguments"');
    const { skipped } = await decodeTrajectories(`${line.replace('"version":3', '"version":2')}\n`);
    expect(skipped).toMatchObject([{ reason: expect.stringContaining('steps') }]);
  });

  it('of version 1 stay readable', async () => {
    const { trajectories, skipped } = await decodeTrajectories(golden('hall.v1.mettle.jsonl'));
    expect(skipped).toEqual([]);
    const old = [finished, unfinished].map((trajectory) => inVersion(1, trajectory));
    expect(trajectories).toEqual(old);
    expect(trajectories.map(trajectoryId)).toEqual(old.map(({ id }) => id));
    expect(trajectories.map(({ id }) => id.slice(0, 8))).toEqual(['3a07e89d', 'fd671db8']);
    expect(mettleJsonl.encode(trajectories).text).toBe(golden('hall.v1.mettle.jsonl'));
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
      toMessages(finished).flatMap((message) => (message.role === 'assistant' ? [message.content] : [])),
    ).toEqual(['Book, then double.\nHall 7 first.', null, 'That fits.\n500']);
  });

  it('make one message of calls made at once', () => {
    const record = JSON.parse(openAIJsonl.encode([shared]).text);
    expect(record.parallel_tool_calls).toBe(true);
    expect(fineTuningRecord.check(record)).toEqual([]);
    const [, asking, ...rest] = record.messages as readonly OpenAIMessage[];
    expect(asking).toMatchObject({
      content: 'Let the clerk do it.',
      tool_calls: [{ id: 'call_1' }, { id: 'call_2' }],
    });
    expect(rest).toMatchObject([
      { role: 'tool', tool_call_id: 'call_1' },
      { role: 'tool', tool_call_id: 'call_2' },
      { role: 'assistant', content: 'clerk: {"price":250}\n500' },
    ]);
  });

  it('keep words that nothing follows', () => {
    const steps = finished.steps.filter(({ type }) => type !== 'final_answer');
    const last = (more: typeof steps) => toMessages({ ...finished, steps: [...steps, ...more] }).at(-1);
    expect(last([])).toEqual({ role: 'assistant', content: 'That fits.' });
    expect(last([{ type: 'critique', content: 'Or does it?' }])).toEqual({
      role: 'assistant',
      content: 'That fits.\nOr does it?',
    });
    const called = steps.slice(0, steps.findLastIndex(({ type }) => type === 'observation') + 1);
    expect(toMessages({ ...finished, steps: called }).at(-1)).toMatchObject({ role: 'tool' });
  });
});
