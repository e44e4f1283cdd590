import { expect, it } from 'vitest';
import { isJsonObject, type Json, RandomStream } from '../../core/index.js';
import { importTraces } from '../import-traces.js';
import { parseTrajectory } from '../parse-trajectory.js';
import { trajectoryRecord } from '../trajectory-record.js';

const call = { id: 'k', type: 'function', function: { name: 'f', arguments: '{"a": 5.0}' } };
const openai = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'x', tool_calls: [call] },
  { role: 'tool', tool_call_id: 'k', content: '1' },
  { role: 'assistant', content: 'y' },
];
const anthropic = [
  { role: 'user', content: 'Hi' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'x' },
      { type: 'tool_use', id: 'k', name: 'f', input: { a: 5 } },
    ],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'k', content: [{ type: 'text', text: '1' }] }],
  },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 't' },
      { type: 'text', text: 'y' },
    ],
  },
];

/** A record of every form that holds a run by itself. */
const RECORDS = [
  {
    messages: openai,
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
  },
  {
    request: { messages: openai.slice(0, 1), model: 'm' },
    response: { choices: [{ message: openai[3], finish_reason: 'stop' }], usage: { prompt_tokens: 1 } },
  },
  { system: 's', messages: anthropic },
  [
    { role: 'user', content: 'Hi' },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 't' }] },
    { type: 'function_call', call_id: 'k', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'k', output: '1' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'y' }] },
  ],
  {
    conversations: [
      { from: 'human', value: 'Hi' },
      { from: 'function_call', value: '{"name":"f","arguments":{"a":1}}' },
      { from: 'observation', value: '1' },
      { from: 'gpt', value: 'y' },
    ],
    tools: '[{"name":"f"}]',
  },
  {
    conversations: [
      { from: 'system', value: '<tools>[{"name":"f"}]</tools>' },
      { from: 'gpt', value: '<think>t</think><tool_call>{"name":"f","arguments":{}}</tool_call>' },
      { from: 'tool', value: '<tool_response>{"name":"f","content":1}</tool_response>' },
      { from: 'gpt', value: 'y' },
    ],
  },
  [
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'tool-f', toolCallId: 'k', state: 'output-available', input: {}, output: 1 },
        { type: 'text', text: 'y' },
      ],
    },
  ],
  {
    schema_version: 'ATIF-v1.7',
    agent: { name: 'a' },
    steps: [
      { source: 'user', message: 'Hi' },
      {
        source: 'agent',
        message: 'y',
        tool_calls: [{ tool_call_id: 'k', function_name: 'f', arguments: {} }],
        observation: { results: [{ source_call_id: 'k', content: '1' }] },
      },
    ],
  },
  {
    id: 1,
    epoch: 1,
    input: 'Hi',
    messages: openai.map((each) => ({ ...each, tool_calls: [{ id: 'k', function: 'f', arguments: {} }] })),
    output: { choices: [] },
    scores: { a: { value: 1 } },
  },
] as unknown as readonly Json[];

/** Lines of sessions and traces. */
const SESSIONS: readonly Json[] = [
  { type: 'user', sessionId: 's', uuid: '1', parentUuid: null, message: { role: 'user', content: 'Hi' } },
  { type: 'assistant', sessionId: 's', uuid: '2', parentUuid: '1', message: { id: 'm', ...anthropic[1] } },
  { type: 'session_meta', payload: { id: 'c', cwd: '/' } },
  {
    type: 'response_item',
    payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'y' }] },
  },
  { type: 'session', id: 'p', cwd: '/' },
  {
    type: 'message',
    id: '1',
    parentId: null,
    message: { role: 'assistant', content: [{ type: 'toolCall', id: 'k', name: 'f', arguments: {} }] },
  },
  {
    name: 'chat',
    traceId: 't',
    spanId: 's',
    attributes: {
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]',
      'gen_ai.output.messages': '[{"role":"assistant","parts":[]}]',
    },
  },
  {
    name: 'llm',
    traceId: 't',
    spanId: 'u',
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.input_messages.0.message.role': 'user',
      'llm.output_messages.0.message.role': 'assistant',
    },
  },
  {
    type: 'GENERATION',
    traceId: 't',
    startTime: '1',
    input: openai.slice(0, 1),
    output: openai[3],
  } as unknown as Json,
];

const ODD: readonly Json[] = [
  ...[null, true, 0, -1, 1e308, '', 'x', '\ud800', '__proto__', '{', '[]'],
  ...[[], {}, [null], [[]], { role: 'assistant' }, { type: 'text' }, [{ type: 'tool_use' }], { length: 3 }],
];

function garble(value: Json, chance: RandomStream): Json {
  if (chance.next() < 0.04) return ODD[Math.floor(chance.next() * ODD.length)] ?? null;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).flatMap((item) =>
      chance.next() < 0.04 ? [] : [garble(item, chance)],
    );
    return chance.next() < 0.04 ? [...items, ...items] : items;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      chance.next() < 0.04 ? [] : [[chance.next() < 0.03 ? `${name}x` : name, garble(member, chance)]],
    ),
  );
}

const COUNT = 100_000;
const BATCH = 1_000;

it(`accounts for each of ${COUNT} garbled records: a run that can be read again, or a reason`, async () => {
  const chance = new RandomStream(1, 'garbled');
  let runs = 0;
  for (let done = 0; done < COUNT; done += BATCH) {
    const records = Array.from({ length: BATCH }, (_, index) =>
      garble(RECORDS[index % RECORDS.length] ?? null, chance),
    );
    const lines = records.map((record) => {
      const text = JSON.stringify(record);
      return chance.next() < 0.05 ? text.slice(0, Math.floor(chance.next() * text.length) + 1) : text;
    });
    const { trajectories, skipped } = await importTraces(lines.join('\n'));
    // A list of records counts as many; a list that is empty as one.
    expect(trajectories.length + skipped.length).toBeGreaterThanOrEqual(BATCH);
    expect(skipped.every(({ line, reason }) => line >= 1 && line <= BATCH && reason !== '')).toBe(true);
    for (const trajectory of trajectories.slice(0, 20)) {
      parseTrajectory(JSON.parse(JSON.stringify(trajectoryRecord(trajectory))) as Json);
    }
    runs += trajectories.length;
  }
  expect(runs).toBeGreaterThan(COUNT / 10);
  expect(runs).toBeLessThan(COUNT * 1.5);
});

it('reads garbled sessions and traces to their end', async () => {
  const chance = new RandomStream(2, 'garbled');
  for (let round = 0; round < 1_000; round += 1) {
    const lines = Array.from({ length: 20 }, () =>
      JSON.stringify(garble(SESSIONS[Math.floor(chance.next() * SESSIONS.length)] ?? null, chance)),
    );
    const { trajectories, skipped } = await importTraces(lines.join('\n'));
    expect(trajectories.length + skipped.length).toBeGreaterThan(0);
    expect(skipped.every(({ reason }) => reason !== '' && !/undefined|Cannot read/.test(reason))).toBe(true);
  }
});
