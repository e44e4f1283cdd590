import { expect } from 'vitest';
import type { JsonObject } from '../core/index.js';
import { createBudget, type ModelRequest } from '../models/index.js';
import { sharedEngine } from '../sandbox/index.js';
import { type ScriptedModel, scriptedModel } from '../testing/index.js';
import { needs } from '../testing/needs.fixture.js';
import { unless } from '../testing/unless.fixture.js';
import { tool } from '../tools/index.js';
import { type RecursiveAgentOptions, RecursiveLanguageModelAgent } from './recursive-agent.js';

const { describe, it } = await needs('sandbox');

const run = (code: string) => ({ toolCalls: [{ name: 'run_python_code', input: { code } }] });

const agentOf = (model: ScriptedModel, options: Partial<RecursiveAgentOptions> = {}) =>
  new RecursiveLanguageModelAgent({ model, ...options });

it('works on inputs that the model never sees whole, and ends on what the code submits', async () => {
  const pages = Array.from({ length: 1000 }, (_, page) => `page ${page}: ${'x'.repeat(100)}`);
  const model = scriptedModel([
    run('count = len(inputs["pages"])\nprint(count)'),
    run('submit({"pages": count})'),
  ]);
  const schema = { type: 'object', properties: { pages: { type: 'integer' } }, required: ['pages'] } as const;
  const { answer, stopReason } = await agentOf(model, { schema }).call({ pages });
  model.assertDone();
  expect([stopReason, answer]).toEqual(['answered', { pages: 1000 }]);
  expect(JSON.stringify(model.calls).length).toBeLessThan(10_000);
  expect(JSON.stringify(model.calls[1]?.messages.at(-1))).toContain('1000\\n');
});

it('asks models from code, one prompt or many side by side, by position or by name', async () => {
  const model = scriptedModel([
    run('one = llm_query("a")\nmany = llm_query_batched(prompts=["b", "c"])\nsubmit([one] + many)'),
  ]);
  const subModel = scriptedModel(
    Array.from(
      { length: 3 },
      () =>
        ({ messages }) =>
          `about ${String(messages[0]?.content)}`,
    ),
  );
  const { answer } = await agentOf(model, { subModel }).call('text');
  subModel.assertDone();
  expect(answer).toEqual(['about a', 'about b', 'about c']);
});

it('shares one number of prompts between all runs of a call, and starts anew with the next', async () => {
  const code =
    'try:\n    submit(llm_query_batched(["a", "b"]))\nexcept RuntimeError as error:\n    submit(str(error))';
  const model = scriptedModel([run('llm_query("a")'), run(code), run(code)]);
  const subModel = scriptedModel(['1', '2', '3']);
  const agent = agentOf(model, { subModel, maxLlmCalls: 2 });
  expect((await agent.call('text')).answer).toBe("2 prompts can't be asked: 1 of 2 are left.");
  expect((await agent.call('text')).answer).toEqual(['2', '3']);
});

it('raises in the code what is wrong with an answer, and lets the model submit again', async () => {
  const model = scriptedModel([run('submit("many")'), run('submit(3)')]);
  const { answer, messages } = await agentOf(model, { schema: { type: 'integer' } }).call('text');
  expect(answer).toBe(3);
  expect(JSON.stringify(messages[2])).toContain('ValueError: result: must be a whole number');
});

it.each(['submit({"result": 3})', 'submit(result={"result": 3})'])(
  'takes an answer whose one field is called result: %s',
  async (code) => {
    const schema = {
      type: 'object',
      properties: { result: { type: 'integer' } },
      required: ['result'],
    } as const;
    const { answer } = await agentOf(scriptedModel([run(code)]), { schema }).call('text');
    expect(answer).toEqual({ result: 3 });
  },
);

it('gives code its own tools as functions, and keeps them from the model', async () => {
  const add = tool({
    name: 'add',
    description: 'Adds.',
    parameters: {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    execute: ({ a, b }) => Number(a) + Number(b),
  });
  const code =
    'try:\n    add(1, 2, 3)\nexcept TypeError as error:\n    submit([add(1, 2), add(1, b=3), add(a=1, b=4), str(error)])';
  const model = scriptedModel([run(code)]);
  const { answer } = await agentOf(model, { sandboxTools: [add] }).call('text');
  expect(answer).toEqual([3, 4, 5, 'add takes 2 arguments (a, b), not 3']);
  expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual(['run_python_code']);
});

it('counts prompts of code into the budget of the call', async () => {
  const model = scriptedModel([run('submit([llm_query("a"), llm_query("b")])')]);
  const budget = createBudget({ calls: 2 });
  const result = await agentOf(model, { subModel: scriptedModel(['1']) }).call('text', { budget });
  expect(result.stopReason).toBe('budget');
  expect(budget.used().calls).toBe(2);
});

it('cuts output that would fill the conversation', async () => {
  const model = scriptedModel([run('print("x" * 100000)'), 'Done.']);
  const { messages, answer } = await agentOf(model, { maxOutputCharacters: 100 }).call('text');
  expect(answer).toBe('Done.');
  expect(JSON.stringify(messages[2]).length).toBeLessThan(600);
});

const mine = (name: string) => tool({ name, description: 'Mine.', execute: () => null });

it.each([
  [{ timeoutSeconds: 0 }, /timeoutSeconds must be a number above 0/],
  [{ maxLlmCalls: -1 }, /maxLlmCalls must be/],
  [{ sandboxTools: [mine('submit')] }, /submit has the name/],
  [{ tools: [mine('run_python_code')] }, /run_python_code has/],
  [{ sandboxTools: [mine('same'), mine('same')] }, /Two tools are named same/],
])('refuses options that make no sense: %#', (options, message) => {
  expect(() => agentOf(scriptedModel([]), options)).toThrow(message);
});

const calls = (...toolCalls: readonly { readonly name: string; readonly input: JsonObject }[]) => ({
  toolCalls,
});

const engines = await Promise.all(
  (['monty', 'cpython'] as const).map(async (engine) => ({
    engine,
    ...(await sharedEngine(engine).probe()),
  })),
);

describe.each(engines)('subagents on $engine', ({ engine, available, reason }) => {
  const missing = available ? '' : reason;
  unless(missing).it('begin with a copy of the variables, and one can be adopted', async () => {
    /** Answers by what the conversation is about: subagents run side by side. */
    const reply = ({ messages }: ModelRequest) => {
      const task = messages.find(({ role }) => role === 'user')?.content;
      if (task === 'double') return run('total = total * 2\nsubmit(total)');
      if (task === 'fail') return run('total = 0\nsubmit(1 / 0)');
      const turn = messages.filter(({ role }) => role === 'assistant').length;
      if (turn === 0) return run('total = len(inputs)');
      if (turn === 1) return calls({ name: 'spawn_subagents', input: { tasks: ['double', 'fail'] } });
      if (turn === 2) return run('print(total)');
      if (turn === 3) return calls({ name: 'adopt_subagent', input: { handle: 'subagent_0' } });
      return run('submit([total, len(inputs)])');
    };
    const model = scriptedModel(Array.from({ length: 12 }, () => reply));
    const agent = agentOf(model, { engine, maxSubagentDepth: 1, maxIterations: 5 });
    const { answer, messages } = await agent.call('four');
    expect(answer).toEqual([8, 4]);
    const shown = JSON.stringify(messages);
    expect(shown).toContain('"result":8');
    expect(shown).toContain('"error":"stuck');
    expect(shown).toContain('"stdout":"4\\n"');
  });
});
