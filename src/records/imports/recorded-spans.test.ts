import { expect, it } from 'vitest';
import { importTraces } from '../import-traces.js';
import type { Trajectory } from '../trajectory.js';
import { isCallStep } from '../trajectory-step.js';

/** Spans as the SDKs of OpenTelemetry print them, as real clients made them; attributes that no test needs are left out. */
const span = (name: string, id: string, second: number, attributes: object) => ({
  name,
  context: { trace_id: '0x307c92d9', span_id: id },
  start_time: `2026-11-30T09:00:0${second}.000000Z`,
  status: { status_code: 'UNSET' },
  attributes,
});
const jsonLines = (spans: readonly object[]) => spans.map((each) => `${JSON.stringify(each)}\n`).join('');
const callsOf = ({ steps }: Trajectory) =>
  steps.flatMap((step) => (isCallStep(step) ? [`${step.tool} ${step.callId}`] : []));
const resultsOf = ({ steps }: Trajectory) =>
  steps.flatMap((step) => (step.type === 'observation' ? [`${step.callId}: ${step.content}`] : []));

/** The reply of a client of Anthropic, whose blocks hold the calls that `tool_calls` has. */
const called = (place: string) => ({
  [`${place}.message.role`]: 'assistant',
  [`${place}.message.contents.0.message_content.type`]: 'text',
  [`${place}.message.contents.0.message_content.text`]: 'I look.',
  [`${place}.message.contents.1.message_content.type`]: 'tool_use',
  [`${place}.message.tool_calls.0.tool_call.id`]: 'toolu_1',
  [`${place}.message.tool_calls.0.tool_call.function.name`]: 'weather',
  [`${place}.message.tool_calls.0.tool_call.function.arguments`]: '{"city": "Oslo", "ratio": 5.0}',
});
const asked = {
  'openinference.span.kind': 'LLM',
  'llm.input_messages.0.message.role': 'user',
  'llm.input_messages.0.message.content': 'How warm is it in Oslo?',
};

it('keeps a trace whole in which a client writes spans of its own beside those of OpenInference', async () => {
  const own = (id: string, second: number) =>
    span('anthropic.messages.create', id, second, { 'gen_ai.provider.name': 'anthropic' });
  const { trajectories, skipped, losses } = await importTraces(
    jsonLines([
      own('0x1', 1),
      span('messages.create', '0x2', 0, { ...asked, ...called('llm.output_messages.0') }),
      own('0x3', 3),
      span('messages.create', '0x4', 2, {
        ...asked,
        ...called('llm.input_messages.1'),
        'llm.input_messages.2.message.role': 'tool',
        'llm.input_messages.2.message.tool_call_id': 'toolu_1',
        'llm.input_messages.2.message.content': '4 degrees',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.contents.0.message_content.type': 'text',
        'llm.output_messages.0.message.contents.0.message_content.text': 'It is 4 degrees.',
      }),
    ]),
  );
  expect([skipped, losses]).toEqual([[], []]);
  expect(trajectories).toHaveLength(1);
  const [run] = trajectories as [Trajectory];
  expect([callsOf(run), resultsOf(run), run.finalAnswer]).toEqual([
    ['weather toolu_1'],
    ['toolu_1: 4 degrees'],
    'It is 4 degrees.',
  ]);
  expect(run.turns?.[0]?.parts).toEqual([
    { text: 'I look.' },
    { call: 0, arguments: '{"city": "Oslo", "ratio": 5.0}' },
  ]);
});

const generation = (id: string, second: number, input: unknown, output: unknown) =>
  span('OpenAI-generation', id, second, {
    'langfuse.observation.type': 'generation',
    'langfuse.observation.input': JSON.stringify(input),
    'langfuse.observation.output': JSON.stringify(output),
    'langfuse.observation.model.name': 'gpt-x',
    'langfuse.observation.usage_details': '{"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}',
  });

it('reads chats that the SDK of Langfuse sent as spans', async () => {
  const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }];
  const call = (id: string) => ({
    id,
    type: 'function',
    function: { name: 'weather', arguments: '{"a": 5.0}' },
  });
  const reply = { role: 'assistant', content: null, tool_calls: [call('call_1'), call('call_2')] };
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'How warm?' },
  ];
  const results = ['call_1', 'call_2'].map((id) => ({ role: 'tool', tool_call_id: id, content: `of ${id}` }));
  const log = [
    generation('0x1', 0, { tools, messages }, reply),
    generation(
      '0x2',
      1,
      { tools, messages: [...messages, reply, ...results] },
      { role: 'assistant', content: '4 degrees' },
    ),
    span('chat', '0x3', 0, {}),
  ];
  for (const text of [jsonLines(log), JSON.stringify(log)]) {
    const { trajectories, skipped, formats } = await importTraces(text);
    expect(skipped).toEqual([]);
    expect(formats).toEqual([
      { format: 'langfuse', records: 1, because: 'it has spans with langfuse.observation.type' },
    ]);
    const [run] = trajectories as [Trajectory];
    expect([callsOf(run), resultsOf(run), run.finalAnswer]).toEqual([
      ['weather call_1', 'weather call_2'],
      ['call_1: of call_1', 'call_2: of call_2'],
      '4 degrees',
    ]);
    expect([run.task.instructions, run.provenance?.model, run.tools.map(({ name }) => name)]).toEqual([
      'Be brief.',
      'gpt-x',
      ['weather'],
    ]);
    expect(run.turns?.[0]?.usage).toMatchObject({ inputTokens: 3, outputTokens: 4 });
  }
});

it('reads responses that the SDK of Langfuse sent as spans, whose output is one bare item', async () => {
  const question = { role: 'user', content: 'How warm?' };
  const call = { type: 'function_call', call_id: 'call_r1', name: 'weather', arguments: '{"a": 5.0}' };
  const result = { type: 'function_call_output', call_id: 'call_r1', output: '4 degrees' };
  const answer = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is 4.' }] };
  const { trajectories, skipped } = await importTraces(
    jsonLines([
      generation('0x1', 0, { input: [question], tools: [] }, call),
      generation('0x2', 1, [question, call, result], answer),
    ]),
  );
  expect(skipped).toEqual([]);
  expect(trajectories).toHaveLength(1);
  const [run] = trajectories as [Trajectory];
  expect([callsOf(run), resultsOf(run), run.finalAnswer]).toEqual([
    ['weather call_r1'],
    ['call_r1: 4 degrees'],
    'It is 4.',
  ]);
});
