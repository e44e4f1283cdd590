import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/index.js';
import { deserialize, serialize } from '../data/index.js';
import { Input, Program } from '../programs/index.js';
import { type ScriptedModel, scriptedModel } from '../testing/index.js';
import { tool } from '../tools/index.js';
import { AgentModule, type AgentModuleOptions } from './agent-module.js';
import { DeepAgent } from './deep-agent.js';
import { FunctionCallingAgent, type FunctionCallingAgentOptions } from './function-calling-agent.js';
import { RecursiveLanguageModelAgent } from './recursive-agent.js';
import type { AgentModuleRestoreOptions } from './restore-agent.js';
import { SQLAgent } from './sql-agent.js';

const QUESTION = { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] };
const ANSWER = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const add = tool({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  execute: ({ a, b }) => Number(a) + Number(b),
});
const adds = {
  toolCalls: [{ name: 'add', input: { a: 1, b: 2 } }],
  usage: { inputTokens: 10, outputTokens: 2 },
};
const submits = (input: JsonObject) => ({ toolCalls: [{ name: 'submit', input }] });

const agentOf = (model: ScriptedModel, options: Partial<FunctionCallingAgentOptions> = {}) =>
  new FunctionCallingAgent({ model, tools: [add], ...options });

async function programOf(options: AgentModuleOptions) {
  const input = Input({ schema: QUESTION });
  return new Program({ inputs: input, outputs: await new AgentModule(options).call(input) });
}

describe('AgentModule', () => {
  it('gives the answer of the agent, and counts what its models use', async () => {
    const agent = agentOf(scriptedModel([adds, submits({ n: 3 })]), { schema: ANSWER, name: 'adder' });
    const run = await (await programOf({ agent })).run([{ question: '1 + 2?' }]);
    expect(run).toMatchObject({
      outputs: [{ n: 3 }],
      error: null,
      usage: { modelCalls: 2, inputTokens: 10, outputTokens: 2 },
      calls: [{ callId: 'adder#0', variables: ['adder/state_instructions'], outputs: { n: 3 } }],
    });
  });

  it('gives a message where the agent has no schema', async () => {
    const run = await (await programOf({ agent: agentOf(scriptedModel([adds, '3'])) })).run([
      { question: 'q' },
    ]);
    expect(run.outputs).toEqual([{ role: 'assistant', content: '3' }]);
  });

  it('reads a streamed answer whole', async () => {
    const model = scriptedModel([{ text: ['Hello ', 'world.'] }]);
    const run = await (await programOf({ agent: agentOf(model, { streaming: true }) })).run([
      { question: 'q' },
    ]);
    expect([run.outputs, run.usage.modelCalls]).toEqual([
      [{ role: 'assistant', content: 'Hello world.' }],
      1,
    ]);
  });

  it('tells the agent the instructions of the call, and no other call', async () => {
    const model = scriptedModel(
      Array.from(
        { length: 20 },
        () =>
          ({ messages }) =>
            String(messages[0]?.content),
      ),
    );
    const program = await programOf({
      agent: agentOf(model, { instructions: 'Mine.' }),
      seedInstructions: ['Seed.'],
    });
    const [variable] = program.variables;
    expect(variable).toMatchObject({
      key: 'agent_module/state_instructions',
      value: { instructions: 'Mine.' },
      seeds: [{ instructions: 'Seed.' }],
    });
    const runs = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        program.run([{ question: 'q' }], {
          ...(index === 0
            ? {}
            : { values: { [variable?.key ?? '']: { instructions: `candidate ${index}` } } }),
        }),
      ),
    );
    expect(runs.map(({ outputs }) => outputs[0]?.content)).toEqual(
      Array.from({ length: 20 }, (_, index) => (index === 0 ? 'Mine.' : `candidate ${index}`)),
    );
  });

  it('gives nothing where the agent ends without an answer, and the record says why', async () => {
    const agent = agentOf(scriptedModel([{ text: 'I beg', finishReason: 'content-filter' }]));
    const run = await (await programOf({ agent })).run([{ question: 'q' }]);
    expect(run).toMatchObject({
      outputs: [null],
      calls: [{ outputs: { text: 'I beg' }, error: 'The agent ended without an answer: content_filter.' }],
    });
  });

  it("ends the run where the model can't be reached", async () => {
    const program = await programOf({ agent: agentOf(scriptedModel([{ fault: 'unreachable' }])) });
    await expect(program.run([{ question: 'q' }])).rejects.toMatchObject({ code: 'models/unreachable' });
  });

  it('wraps every agent', async () => {
    const model = scriptedModel([]);
    const database = { schema: async () => '', query: async () => ({ columns: [], rows: [] }) };
    const agents = [
      new DeepAgent({ model, engine: 'monty' }),
      new SQLAgent({ model, database }),
      new RecursiveLanguageModelAgent({ model, engine: 'monty' }),
    ];
    for (const agent of agents) {
      const [variable] = new AgentModule({ agent }).variables;
      expect(variable?.value).toEqual({ instructions: agent.instructions });
      expect(agent.instructions).toMatch(/\w/);
    }
  });

  it('comes back from its configuration', () => {
    const model = scriptedModel([]);
    const options: AgentModuleRestoreOptions = { models: { 'scripted/model': model }, tools: [add] };
    for (const agent of [
      agentOf(model, { schema: ANSWER, name: 'adder', instructions: 'Add.' }),
      new DeepAgent({ model, tools: [add] }),
    ]) {
      const module = new AgentModule({
        agent,
        description: 'Adds.',
        seedInstructions: ['a'],
        trainable: false,
      });
      const saved = JSON.parse(JSON.stringify(serialize(module))) as JsonObject;
      const restored = deserialize(saved, { ...options, as: AgentModule });
      expect(serialize(restored)).toEqual(saved);
      expect(restored.nonTrainableVariables.map(({ key, value }) => ({ key, value }))).toEqual(
        module.nonTrainableVariables.map(({ key, value }) => ({ key, value })),
      );
    }
  });

  it('asks for agents that a configuration cannot hold', () => {
    const model = scriptedModel([]);
    const database = { schema: async () => '', query: async () => ({ columns: [], rows: [] }) };
    const agent = new SQLAgent({ model, database });
    const saved = serialize(new AgentModule({ agent }));
    expect(() => deserialize(saved, { as: AgentModule })).toThrow('pass it in agents');
    const options: AgentModuleRestoreOptions = { agents: { sql_agent: agent } };
    expect(serialize(deserialize(saved, { ...options, as: AgentModule }))).toEqual(saved);
    for (const config of [{}, { agent: 1 }, { agent: { type: 'constructor', options: {} } }]) {
      const data = { registered_name: 'mettle>AgentModule', config };
      expect(() => deserialize(data, { as: AgentModule })).toThrow('agent');
    }
  });

  it('lets no file choose folders, engines or addresses', () => {
    const restore = (options: JsonObject) =>
      AgentModule.fromConfig({
        agent: { name: 'x', type: 'DeepAgent', version: 1, options: { model: 'openai/x', ...options } },
      });
    expect(restore({})).toBeInstanceOf(AgentModule);
    for (const options of [{ workdir: '/' }, { skills: '/etc' }, { engine: 'docker' }]) {
      expect(() => restore(options)).toThrow(`with ${Object.keys(options)[0]}`);
    }
    const elsewhere = 'openai-compatible/x@https://example.invalid/v1';
    for (const options of [{ model: elsewhere }, { subagentModel: elsewhere }]) {
      expect(() => restore(options)).toThrow('pass it in models');
    }
  });

  it('refuses what is no agent, and an answer that is not an object', () => {
    expect(() => new AgentModule({ agent: {} as never })).toThrow('agent must be an agent, such as');
    const agent = agentOf(scriptedModel([]));
    expect(() => new AgentModule({ agent, model: 'x' } as never)).toThrow('model');
    const list = agentOf(scriptedModel([]), { schema: { type: 'array' } });
    expect(() => new AgentModule({ agent: list })).toThrow('object');
  });
});
