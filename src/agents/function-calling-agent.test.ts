import { expect, it } from 'vitest';
import { scriptedModel } from '../testing/index.js';
import { tool } from '../tools/index.js';
import type { AgentEvent } from './agent-event.js';
import { FunctionCallingAgent } from './function-calling-agent.js';

const add = tool({
  name: 'add',
  description: 'Adds two whole numbers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  execute: ({ a, b }) => Number(a) + Number(b),
});

const fail = tool({
  name: 'fail',
  description: 'Always fails.',
  execute: () => {
    throw new Error('the disk is full');
  },
});

it('runs the tools that the model calls, and ends on its own text without another call', async () => {
  const model = scriptedModel([
    { text: 'I add.', toolCalls: [{ name: 'add', input: { a: 152648, b: 485 } }], usage: { inputTokens: 5 } },
    { text: 'It is 153133.', usage: { inputTokens: 7, outputTokens: 2 } },
  ]);
  const agent = new FunctionCallingAgent({ model, tools: [add] });
  const result = await agent.call('What is 152648 + 485?');
  model.assertDone();
  expect(result).toMatchObject({
    stopReason: 'answered',
    answer: 'It is 153133.',
    error: null,
    usage: { modelCalls: 2, toolCalls: 1, inputTokens: 12, outputTokens: 2 },
  });
  expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(result.messages[2]?.content).toEqual([
    { type: 'tool-result', toolCallId: 'call_1', toolName: 'add', output: { type: 'json', value: 153133 } },
  ]);
  expect(model.calls[0]).toMatchObject({ toolChoice: 'auto', tools: [{ name: 'add' }] });
  expect(model.calls[0]).not.toHaveProperty('temperature');
});

it('sends its settings with each request, and says whether tools must be called in each but the last', async () => {
  const settings = {
    temperature: 1,
    topP: 0.9,
    topK: 40,
    maxOutputTokens: 500,
    stopSequences: ['END'],
    seed: 7,
    providerOptions: { anthropic: { thinking: { type: 'disabled' } } },
  };
  const call = { toolCalls: [{ name: 'add', input: { a: 1, b: 2 } }] };
  const model = scriptedModel([call, 'Three.']);
  const agent = new FunctionCallingAgent({
    model,
    tools: [add],
    maxIterations: 1,
    toolChoice: 'required',
    ...settings,
  });
  await agent.call('1 + 2?');
  expect(model.calls).toMatchObject([
    { ...settings, toolChoice: 'required' },
    { ...settings, toolChoice: 'none' },
  ]);
  expect(() => new FunctionCallingAgent({ model, toolChoice: 'always' as never })).toThrow(
    /toolChoice must be 'auto'/,
  );
  expect(() => new FunctionCallingAgent({ model, maxOutputTokens: 0 })).toThrow(/maxOutputTokens must be/);
});

it('keeps what every request was made from', async () => {
  const model = scriptedModel([{ toolCalls: [{ name: 'add', input: { a: 1, b: 2 } }] }, '3']);
  const agent = new FunctionCallingAgent({ model, tools: [add], temperature: 0.5, reasoningEffort: 'low' });
  const { record } = await agent.call('1 + 2?');
  const rebuilt = record.exchanges.map(({ messageCount, toolChoice }) => ({
    ...record.settings,
    messages: [{ role: 'system', content: record.system }, ...record.messages.slice(0, messageCount)],
    tools: record.tools,
    toolChoice,
  }));
  expect(rebuilt).toEqual(model.calls);
  expect(JSON.parse(JSON.stringify(record))).toEqual(record);
});

it('makes an unknown tool, wrong arguments, text that is not JSON and a failing tool observations', async () => {
  const model = scriptedModel([
    {
      toolCalls: [
        { name: 'ad', input: {} },
        { name: 'add', input: { a: 1 } },
        { name: 'add', inputText: '{"a": 1,' },
        { name: 'fail' },
        { name: 'add', input: { a: 1, b: 1 } },
      ],
    },
    'Done.',
  ]);
  const { messages, stopReason } = await new FunctionCallingAgent({ model, tools: [add, fail] }).call('Go.');
  model.assertDone();
  expect(stopReason).toBe('answered');
  const content = messages[2]?.content;
  if (typeof content !== 'object') throw new Error('there are no results');
  const outputs = content.map((part) => ('output' in part ? part.output : null));
  expect(outputs).toEqual([
    { type: 'error-text', value: expect.stringMatching(/no tool "ad"\. Did you mean add\?/) },
    { type: 'error-text', value: expect.stringMatching(/arguments.*"b"|arguments.*\bb\b/) },
    { type: 'error-text', value: expect.stringMatching(/not JSON/) },
    { type: 'error-text', value: expect.stringMatching(/the disk is full/) },
    { type: 'json', value: 2 },
  ]);
});

it('stops after the rounds it was given: the model can then only answer', async () => {
  const again = { toolCalls: [{ name: 'add', input: { a: 1, b: 1 } }] };
  const willing = scriptedModel([again, again, 'Two.']);
  const agent = (model: typeof willing) =>
    new FunctionCallingAgent({ model, tools: [add], maxIterations: 2 });
  expect(await agent(willing).call('Go.')).toMatchObject({
    stopReason: 'iteration_limit',
    answer: 'Two.',
  });
  expect(willing.calls.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'auto', 'none']);
  const stubborn = scriptedModel([again, again, again]);
  const { stopReason, answer, usage, messages } = await agent(stubborn).call('Go.');
  expect({ stopReason, answer, toolCalls: usage.toolCalls }).toEqual({
    stopReason: 'iteration_limit',
    answer: null,
    toolCalls: 2,
  });
  expect(messages.at(-1)).toMatchObject({ role: 'tool', content: [{ output: { type: 'error-text' } }] });
});

it('asks once more after a reply that says nothing, and gives up after the second', async () => {
  const model = scriptedModel(['', 'Here.']);
  expect(await new FunctionCallingAgent({ model, tools: [add] }).call('Go.')).toMatchObject({
    answer: 'Here.',
  });
  const silent = scriptedModel(['', '']);
  const result = await new FunctionCallingAgent({ model: silent, tools: [add] }).call('Go.');
  expect(result).toMatchObject({ stopReason: 'no_answer', answer: null });
});

it('never runs calls of a reply that was cut off', async () => {
  const model = scriptedModel([
    { toolCalls: [{ name: 'fail' }], finishReason: 'length' },
    { text: 'Half an ans', finishReason: 'length' },
  ]);
  const result = await new FunctionCallingAgent({ model, tools: [fail] }).call('Go.');
  expect(result).toMatchObject({
    stopReason: 'length',
    answer: null,
    text: 'Half an ans',
    usage: { toolCalls: 0 },
  });
  expect(JSON.stringify(result.messages[2])).toContain('cut off');
});

const FLIGHT = {
  type: 'object',
  properties: { city: { type: 'string' }, day: { type: 'integer' } },
  required: ['city', 'day'],
  additionalProperties: false,
} as const;

it('takes an answer with a schema by submit, and has it repaired', async () => {
  const model = scriptedModel([
    { toolCalls: [{ name: 'submit', input: { city: 'Oslo', day: 'one' } }] },
    { toolCalls: [{ name: 'fail' }, { name: 'submit', input: { city: 'Oslo', day: 1 } }] },
    { toolCalls: [{ name: 'submit', input: { city: 'Oslo', day: 1 } }] },
  ]);
  const agent = new FunctionCallingAgent({ model, tools: [fail], schema: FLIGHT });
  const result = await agent.call('Book.');
  model.assertDone();
  expect(result).toMatchObject({ stopReason: 'answered', answer: { city: 'Oslo', day: 1 } });
  expect(JSON.stringify(result.messages[2])).toContain('answer.day: must be a whole number');
  expect(JSON.stringify(result.messages[4])).toContain('another call of this turn failed');
});

it('takes the same answer as text that is JSON, and asks for submit when it is not', async () => {
  const model = scriptedModel(['On the first, to Oslo.', '```json\n{"city": "Oslo", "day": 1}\n```']);
  const result = await new FunctionCallingAgent({ model, tools: [add], schema: FLIGHT }).call('Book.');
  expect(result.answer).toEqual({ city: 'Oslo', day: 1 });
  expect(result.messages[2]).toEqual({ role: 'user', content: expect.stringMatching(/calling submit/) });
});

it('forces submit when the rounds are used up, and wraps a schema that is not an object', async () => {
  const model = scriptedModel([
    { toolCalls: [{ name: 'add', input: { a: 1, b: 1 } }] },
    { toolCalls: [{ name: 'submit', input: { answer: [2] } }] },
  ]);
  const schema = { type: 'array', items: { type: 'integer' } } as const;
  const agent = new FunctionCallingAgent({ model, tools: [add], schema, maxIterations: 1 });
  expect((await agent.call('Go.')).answer).toEqual([2]);
  expect(model.calls[1]?.toolChoice).toEqual({ tool: 'submit' });
});

it('gives one reply a call when it is not autonomous, and runs the calls when they come back', async () => {
  const model = scriptedModel([
    { toolCalls: [{ name: 'add', input: { a: 1, b: 2 } }, { name: 'fail' }] },
    'Three.',
  ]);
  const agent = new FunctionCallingAgent({
    model,
    tools: [add, fail],
    autonomous: false,
    returnInputsWithTrajectory: false,
  });
  const first = await agent.call('1 + 2?');
  expect(first).toMatchObject({ stopReason: 'step', answer: null, usage: { toolCalls: 0 } });
  expect(first.messages.map(({ role }) => role)).toEqual(['assistant']);
  const refused = {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call_2',
        toolName: 'fail',
        output: { type: 'error-text', value: 'No.' },
      },
    ],
  } as const;
  const messages = [{ role: 'user', content: '1 + 2?' } as const, ...first.messages, refused];
  const second = await agent.call({ messages });
  expect(second).toMatchObject({ stopReason: 'answered', answer: 'Three.', usage: { toolCalls: 1 } });
  expect(second.messages.map(({ role }) => role)).toEqual(['tool', 'assistant']);
});

it('answers after as many single steps as it takes, each fed with what came before', async () => {
  const adds = (a: number, b: number) => ({ toolCalls: [{ name: 'add', input: { a, b } }] });
  const model = scriptedModel([adds(1, 2), adds(3, 3), adds(6, 4), 'Ten.']);
  const agent = new FunctionCallingAgent({ model, tools: [add], autonomous: false });
  let result = await agent.call('1 + 2, plus 3, plus 4?');
  const reasons = [result.stopReason];
  for (let step = 0; step < 3; step++) {
    result = await agent.call({ messages: result.messages });
    reasons.push(result.stopReason);
  }
  model.assertDone();
  expect([reasons, result.answer]).toEqual([['step', 'step', 'step', 'answered'], 'Ten.']);
  expect(result.messages.map(({ role }) => role)).toEqual([
    ...['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant', 'tool', 'assistant'],
  ]);
});

it('asks no more after a reply that was cut off before it said anything', async () => {
  const model = scriptedModel([{ text: '', finishReason: 'length' }]);
  const result = await new FunctionCallingAgent({ model, tools: [add] }).call('Go.');
  expect(result).toMatchObject({ stopReason: 'length', answer: null, usage: { modelCalls: 1 } });
});

it('streams text as it comes, in order, to whoever reads the events', async () => {
  const model = scriptedModel([{ text: ['Hello ', 'world.'] }]);
  const run = new FunctionCallingAgent({ model, tools: [add], streaming: true }).start('Greet.');
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  expect(events.map((event) => (event.type === 'text' ? event.text : event.type))).toEqual([
    'model-request',
    'Hello ',
    'world.',
    'model-reply',
    'end',
  ]);
  expect((await run.result).answer).toBe('Hello world.');
});

it('serves a hundred calls at once that do not see each other', async () => {
  const model = scriptedModel(
    Array.from({ length: 200 }, () => (request) => {
      const task = String(request.messages[1]?.content);
      const input = { a: Number(task), b: 1 };
      return request.messages.length === 2 ? { toolCalls: [{ name: 'add', input }] } : `${task} is done`;
    }),
  );
  const agent = new FunctionCallingAgent({ model, tools: [add] });
  const results = await Promise.all(Array.from({ length: 100 }, (_, i) => agent.call(`${i}`)));
  expect(results.map(({ answer }) => answer)).toEqual(Array.from({ length: 100 }, (_, i) => `${i} is done`));
  for (const [i, { messages }] of results.entries()) {
    expect(messages[2]).toMatchObject({ content: [{ output: { value: i + 1 } }] });
  }
});

it.each([
  [{ tools: [] }, /needs at least one tool/],
  [{ schema: FLIGHT, dataModel: FLIGHT }, /takes one of schema and dataModel, not both/],
  [{ tools: [{ ...add, name: '_add' }] }, /begins with _/],
  [{ tools: [{ ...add, name: 'submit' }], schema: FLIGHT }, /submit has the name/],
  [{ tools: [add, add] }, /Two tools are named add/],
  [{ maxIterations: 0 }, /maxIterations must be a whole number from 1/],
  [{ temperature: -1 }, /temperature must be a number from 0/],
  [{ promptTemplate: '{{instruction}}' }, /has \{\{instruction\}\}/],
  [{ promptTemplate: 'Hello' }, /has to have \{\{instructions\}\}/],
  [{ maxIteration: 3 }, /no option maxIteration/],
])('refuses options that make no sense: %#', (options, message) => {
  expect(() => new FunctionCallingAgent({ model: scriptedModel([]), tools: [add], ...options })).toThrow(
    message,
  );
});

it('takes no call that is written as text for an answer: the model is told to make it', async () => {
  const written = '```json\n{"name": "add", "arguments": {"a": 1, "b": 1}}\n```';
  const model = scriptedModel([written, { toolCalls: [{ name: 'add', input: { a: 1, b: 1 } }] }, 'Two.']);
  const { stopReason, answer, messages, usage } = await new FunctionCallingAgent({
    model,
    tools: [add],
  }).call('Go.');
  expect([stopReason, answer, usage.toolCalls]).toEqual(['answered', 'Two.', 1]);
  expect(messages[2]).toMatchObject({
    role: 'user',
    content: expect.stringContaining('You wrote a call of add as text'),
  });
  const stubborn = new FunctionCallingAgent({ model: scriptedModel([written, written]), tools: [add] });
  expect(await stubborn.call('Go.')).toMatchObject({ stopReason: 'no_answer', answer: null, text: written });
  const again = { toolCalls: [{ name: 'add', input: { a: 1, b: 1 } }] };
  const late = new FunctionCallingAgent({
    model: scriptedModel([again, written]),
    tools: [add],
    maxIterations: 1,
  });
  expect(await late.call('Go.')).toMatchObject({
    stopReason: 'iteration_limit',
    answer: null,
    text: written,
  });
});

it('tells a model that repeats itself, and stops one that goes on', async () => {
  const one = { toolCalls: [{ name: 'add', input: { a: 1, b: 1 } }] };
  const other = { toolCalls: [{ name: 'add', input: { a: 2, b: 1 } }] };
  const agentOf = (replies: Parameters<typeof scriptedModel>[0]) =>
    new FunctionCallingAgent({ model: scriptedModel(replies), tools: [add], maxIterations: 9 });
  const stuck = await agentOf([one, one, one, 'Never asked.']).call('Go.');
  expect([stuck.stopReason, stuck.answer, stuck.usage.toolCalls]).toEqual(['stuck', null, 3]);
  expect(stuck.messages.filter(({ role }) => role === 'user').at(-1)).toMatchObject({
    content: expect.stringContaining('the same call as before and got the same result'),
  });
  const told = await agentOf([one, one, other, one, one, 'Done.']).call('Go.');
  expect([told.stopReason, told.answer]).toEqual(['answered', 'Done.']);
  let count = 0;
  const counting = tool({ name: 'count', description: 'Counts.', execute: () => ++count });
  const again = { toolCalls: [{ name: 'count', input: {} }] };
  const counted = await new FunctionCallingAgent({
    model: scriptedModel([again, again, again, again, 'Four.']),
    tools: [counting],
  }).call('Go.');
  expect([counted.stopReason, count]).toEqual(['answered', 4]);
});
