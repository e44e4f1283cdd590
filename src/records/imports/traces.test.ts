import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importTraceLines, importTraces } from '../import-traces.js';
import type { Trajectory } from '../trajectory.js';

const stepsOf = (trajectory: Trajectory | undefined) =>
  trajectory?.steps.map((step) =>
    step.type === 'tool_call'
      ? `call ${step.tool} ${JSON.stringify(step.arguments)}`
      : step.type === 'observation'
        ? `${step.status} ${step.content}`
        : `${step.type} ${'content' in step ? step.content : ''}`,
  );
const WEATHER = [
  'thought I look.',
  'call weather {"city":"Oslo"}',
  'ok 4 degrees',
  'final_answer It is cold.',
];

describe('spans of OpenTelemetry', () => {
  const user = { role: 'user', parts: [{ type: 'text', content: 'How warm is it?' }] };
  const asks = {
    role: 'assistant',
    parts: [
      { type: 'text', content: 'I look.' },
      { type: 'tool_call', id: 'k', name: 'weather', arguments: { city: 'Oslo' } },
    ],
    finish_reason: 'tool_call',
  };
  const gave = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'k', response: '4 degrees' }] };
  const says = {
    role: 'assistant',
    parts: [{ type: 'text', content: 'It is cold.' }],
    finish_reason: 'stop',
  };
  const chat = (
    spanId: string,
    start: number,
    input: readonly object[],
    output: object,
    more: object = {},
  ) => ({
    traceId: 't',
    spanId,
    name: 'chat m',
    startTimeUnixNano: String(start),
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 7,
      'gen_ai.usage.output_tokens': 2,
      'gen_ai.input.messages': JSON.stringify(input),
      'gen_ai.output.messages': JSON.stringify([output]),
      ...more,
    },
  });
  const tool = {
    traceId: 't',
    spanId: 'x',
    name: 'execute_tool weather',
    startTimeUnixNano: '15',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.call.id': 'k',
      'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
      'gen_ai.tool.call.result': '4 degrees',
    },
  };
  const spans = [
    chat('b', 20, [user, asks, gave], says),
    tool,
    chat('a', 10, [user], asks),
    // Around both, with all of it again.
    { ...chat('r', 5, [user], says, { 'gen_ai.operation.name': 'invoke_agent' }), name: 'invoke_agent' },
  ];
  const typed = (attributes: Readonly<Record<string, unknown>>) =>
    Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    }));

  it.each<[string, unknown]>([
    ['a list', spans],
    ['lines', spans.map((span) => JSON.stringify(span)).join('\n')],
    ['an object', { spans }],
    [
      'OTLP',
      {
        resourceSpans: [
          { scopeSpans: [{ spans: spans.map((span) => ({ ...span, attributes: typed(span.attributes) })) }] },
        ],
      },
    ],
  ])('counts a call once that several spans have, in %s', async (_, given) => {
    const { trajectories, losses, skipped } = await importTraces(given as object);
    expect([skipped, losses]).toEqual([[], []]);
    expect(trajectories).toHaveLength(1);
    expect(stepsOf(trajectories[0])).toEqual(WEATHER);
    expect(trajectories[0]).toMatchObject({
      task: { prompt: 'How warm is it?', metadata: { imported: { format: 'otel', id: 't' } } },
      usage: { modelCalls: 2, inputTokens: 14, outputTokens: 4 },
    });
  });

  it('takes the result of a call from the span of its tool where no message has it', async () => {
    const { trajectories } = await importTraces([chat('a', 10, [user], asks), tool]);
    expect(stepsOf(trajectories[0])).toEqual(WEATHER.slice(0, 3));
  });

  it('reads calls where no messages were kept, and keeps other conversations apart', async () => {
    expect(stepsOf((await importTraces([tool])).trajectories[0])).toEqual(WEATHER.slice(1, 3));
    const other = { role: 'user', parts: [{ type: 'text', content: 'Another thing.' }] };
    const { trajectories } = await importTraces([chat('a', 10, [user], says), chat('b', 20, [other], says)]);
    expect(trajectories.map(({ task }) => task.prompt)).toEqual(['How warm is it?', 'Another thing.']);
  });

  it.each<[string, object]>([
    [
      'flattened names',
      {
        attributes: {
          'gen_ai.prompt.0.role': 'user',
          'gen_ai.prompt.0.content': 'How warm is it?',
          'gen_ai.prompt.1.role': 'assistant',
          'gen_ai.prompt.1.content': 'I look.',
          'gen_ai.prompt.1.tool_calls.0.id': 'k',
          'gen_ai.prompt.1.tool_calls.0.name': 'weather',
          'gen_ai.prompt.1.tool_calls.0.arguments': '{"city":"Oslo"}',
          'gen_ai.prompt.2.role': 'tool',
          'gen_ai.prompt.2.tool_call_id': 'k',
          'gen_ai.prompt.2.content': '4 degrees',
          'gen_ai.completion.0.role': 'assistant',
          'gen_ai.completion.0.content': 'It is cold.',
        },
      },
    ],
    [
      'events',
      {
        attributes: { 'gen_ai.system': 'openai' },
        events: [
          { name: 'gen_ai.user.message', attributes: { content: 'How warm is it?' } },
          {
            name: 'gen_ai.assistant.message',
            attributes: {
              content: 'I look.',
              tool_calls:
                '[{"id":"k","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Oslo\\"}"}}]',
            },
          },
          { name: 'gen_ai.tool.message', attributes: { content: '4 degrees', id: 'k' } },
          {
            name: 'gen_ai.choice',
            attributes: { message: '{"content":"It is cold."}', finish_reason: 'stop' },
          },
        ],
      },
    ],
    [
      'the AI SDK',
      {
        attributes: {
          'ai.operationId': 'ai.generateText.doGenerate',
          'ai.prompt.messages': JSON.stringify([
            { role: 'user', content: [{ type: 'text', text: 'How warm is it?' }] },
            {
              role: 'assistant',
              content: [
                { type: 'text', text: 'I look.' },
                { type: 'tool-call', toolCallId: 'k', toolName: 'weather', input: { city: 'Oslo' } },
              ],
            },
            {
              role: 'tool',
              content: [
                { type: 'tool-result', toolCallId: 'k', output: { type: 'text', value: '4 degrees' } },
              ],
            },
          ]),
          'ai.response.text': 'It is cold.',
        },
      },
    ],
  ])('reads older forms: %s', async (_, span) => {
    const { trajectories } = await importTraces([{ name: 'chat', traceId: 't', spanId: 's', ...span }]);
    expect(stepsOf(trajectories[0])).toEqual(WEATHER);
  });

  it('says of a trace without messages that it has none', async () => {
    const { skipped } = await importTraces([
      { ...tool, attributes: { 'gen_ai.operation.name': 'embeddings' } },
    ]);
    expect(skipped[0]?.reason).toContain('the trace t has no messages');
  });
});

it('reads spans of OpenInference', async () => {
  const message = 'llm.input_messages.';
  const { trajectories, formats } = await importTraces([
    {
      name: 'llm',
      traceId: 't',
      spanId: 's',
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'm',
        [`${message}0.message.role`]: 'user',
        [`${message}0.message.content`]: 'How warm is it?',
        [`${message}1.message.role`]: 'assistant',
        [`${message}1.message.contents.0.message_content.type`]: 'text',
        [`${message}1.message.contents.0.message_content.text`]: 'I look.',
        [`${message}1.message.tool_calls.0.tool_call.id`]: 'k',
        [`${message}1.message.tool_calls.0.tool_call.function.name`]: 'weather',
        [`${message}1.message.tool_calls.0.tool_call.function.arguments`]: '{"city":"Oslo"}',
        [`${message}2.message.role`]: 'tool',
        [`${message}2.message.tool_call_id`]: 'k',
        [`${message}2.message.content`]: '4 degrees',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.content': 'It is cold.',
        'llm.token_count.prompt': 9,
      },
    },
  ]);
  expect([formats[0]?.format, stepsOf(trajectories[0])]).toEqual(['openinference', WEATHER]);
  expect(trajectories[0]?.provenance?.model).toBe('m');
});

it('reads traces of Langfuse, whose scores are claims', async () => {
  const calls = [{ id: 'k', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }];
  const asks = { role: 'assistant', content: 'I look.', tool_calls: calls };
  const user = { role: 'user', content: 'How warm is it?' };
  const { trajectories, formats } = await importTraces({
    id: 't',
    name: 'weather',
    scores: [{ name: 'good', value: 1 }],
    observations: [
      {
        type: 'GENERATION',
        traceId: 't',
        startTime: '2',
        input: [user, asks, { role: 'tool', tool_call_id: 'k', content: '4 degrees' }],
        output: { role: 'assistant', content: 'It is cold.' },
        model: 'm',
        usageDetails: { input: 3, output: 1 },
      },
      { type: 'GENERATION', traceId: 't', startTime: '1', input: { messages: [user] }, output: asks },
      { type: 'SPAN', traceId: 't', startTime: '0', name: 'outer' },
    ],
  });
  expect([formats[0]?.format, stepsOf(trajectories[0])]).toEqual(['langfuse', WEATHER]);
  expect(trajectories[0]).toMatchObject({
    outcome: null,
    task: { metadata: { imported: { scores: [{ name: 'good', value: 1 }] } } },
  });
});

describe('logs of Inspect', () => {
  const sample = {
    id: 1,
    epoch: 1,
    input: 'How warm is it?',
    messages: [
      { role: 'user', content: 'attachment://long' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: 'k', function: 'weather', arguments: { city: 'Oslo' } }],
      },
      { role: 'tool', tool_call_id: 'k', function: 'weather', content: '4 degrees' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', reasoning: 'Cold.' },
          { type: 'text', text: 'It is cold.' },
        ],
      },
    ],
    output: { model: 'm', choices: [{ stop_reason: 'stop' }] },
    scores: { match: { value: 'C', answer: 'cold' } },
    attachments: { long: 'How warm is it?' },
  };
  const about = { version: 2, status: 'success', eval: { task: 'weather', model: 'openai/m' }, plan: {} };
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-inspect-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = async (file: string) => {
    const found = [];
    for await (const each of importTraceLines(join(folder, file))) found.push(each);
    return found;
  };

  it('reads JSON, also with the NaN of Python', async () => {
    const text = JSON.stringify({ ...about, samples: [sample, { ...sample, epoch: 2 }] }, null, 2);
    writeFileSync(join(folder, 'log.json'), text.replace('"value": "C"', '"value": NaN'));
    const runs = await read('log.json');
    expect(runs).toHaveLength(2);
    const [first] = runs;
    if (first === undefined || 'reason' in first) throw new Error('no run');
    expect(stepsOf(first.trajectory)).toEqual([...WEATHER.slice(0, 3), 'thought Cold.', WEATHER[3]]);
    expect(first.trajectory).toMatchObject({
      outcome: null,
      task: {
        prompt: 'How warm is it?',
        metadata: { imported: { task: 'weather', scores: { match: 'NaN' } } },
      },
      provenance: { model: 'openai/m' },
    });
  });

  it('reads .eval archives, and names samples that are broken', async () => {
    const bytes = (value: unknown) =>
      new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
    writeFileSync(
      join(folder, 'log.eval'),
      zipSync({
        'header.json': bytes(about),
        'samples/1_epoch_1.json': bytes(sample),
        'samples/2_epoch_1.json': bytes('{"torn'),
        'reductions.json': bytes([]),
      }),
    );
    const runs = await read('log.eval');
    expect(runs.map((run) => ('reason' in run ? run.line : run.format))).toEqual(['inspect', 2]);
    writeFileSync(join(folder, 'torn.eval'), Buffer.from('PK\u0003\u0004rest'));
    expect(await read('torn.eval')).toEqual([
      { line: 1, reason: "the archive can't be read: its end is missing; it may be cut off" },
    ]);
  });
});

describe('trajectories of ATIF', () => {
  const atif = {
    schema_version: 'ATIF-v1.8',
    session_id: 's',
    agent: { name: 'a', version: '1', model_name: 'm', tool_definitions: [] },
    steps: [
      { step_id: 1, source: 'user', message: 'How warm is it?' },
      {
        step_id: 2,
        source: 'agent',
        message: 'I look.',
        tool_calls: [{ tool_call_id: 'k', function_name: 'weather', arguments: { city: 'Oslo' } }],
        observation: { results: [{ source_call_id: 'k', content: '4 degrees' }] },
        metrics: { prompt_tokens: 5, completion_tokens: 2 },
      },
      { step_id: 3, source: 'agent', message: [{ type: 'text', text: 'It is cold.' }] },
    ],
  };

  it('reads steps with their calls, and subagents as runs of their own', async () => {
    const { trajectories, formats } = await importTraces({
      ...atif,
      subagent_trajectories: [{ ...atif, session_id: 'u' }],
    });
    expect([formats[0]?.format, trajectories.length]).toEqual(['atif', 2]);
    expect(stepsOf(trajectories[0])).toEqual(WEATHER);
  });

  it('refuses a version that it does not know', async () => {
    const { skipped } = await importTraces({ ...atif, schema_version: 'ATIF-v1.9' });
    expect(skipped[0]?.reason).toBe('its version is "ATIF-v1.9"; up to ATIF-v1.8 is read');
  });
});
