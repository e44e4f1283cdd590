import { expect } from 'vitest';
import { z } from 'zod';
import { scriptedModel } from '../testing/index.js';
import { needs } from '../testing/needs.fixture.js';
import { tool } from '../tools/index.js';
import { DeepAgent } from './deep-agent.js';
import { FunctionCallingAgent } from './function-calling-agent.js';
import { RecursiveLanguageModelAgent } from './recursive-agent.js';
import { SQLAgent } from './sql-agent.js';

const { it } = await needs('sandbox');

const look = tool({ name: 'look', description: 'Looks.', execute: () => 'seen' });

it('writes every option down and reads it back, time after time', async () => {
  const agent = new DeepAgent({
    model: scriptedModel([]),
    tools: [look],
    dataModel: z.object({ n: z.number() }),
    instructions: 'Look.',
    examples: [{ inputs: 'a', outputs: { n: 1 } }],
    temperature: 0.3,
    maxSubagentDepth: 2,
    timeout: 12,
    engine: 'auto',
    subagentModel: 'openai/small',
    name: 'looker',
  });
  const config = agent.getConfig();
  expect(JSON.parse(JSON.stringify(config))).toEqual(config);
  const model = scriptedModel([{ toolCalls: [{ name: 'submit', input: { n: 1 } }] }]);
  const again = DeepAgent.fromConfig(config, { model, tools: [look] });
  expect(again.getConfig()).toEqual(config);
  const { answer } = await again.call('Go.');
  expect(answer).toEqual({ n: 1 });
  const [request] = model.calls;
  expect(request?.temperature).toBe(0.3);
  const system = String(request?.messages[0]?.content);
  expect(system.split('spawn_subagents runs').length).toBe(2);
  expect(system).toMatch(/^Look\./);
});

it('takes a model for subagents in place of the one that a configuration names', async () => {
  const config = new DeepAgent({ model: 'openai/large', maxSubagentDepth: 1 }).getConfig();
  const subagentModel = scriptedModel(['Part done.']);
  const model = scriptedModel([
    { toolCalls: [{ name: 'spawn_subagents', input: { tasks: ['Do a part.'] } }] },
    'Done.',
  ]);
  const { answer } = await DeepAgent.fromConfig(config, { model, subagentModel }).call('Go.');
  expect(answer).toBe('Done.');
  expect(subagentModel.calls).toHaveLength(1);
});

(await needs('cpython')).it(
  'does the same for an agent whose code calls tools and another model',
  async () => {
    const agent = new RecursiveLanguageModelAgent({
      model: scriptedModel([]),
      subModel: 'openai-compatible/local@http://127.0.0.1:1/v1',
      sandboxTools: [look],
      schema: { type: 'string' },
      maxLlmCalls: 1,
      timeoutSeconds: 12,
      engine: 'cpython',
    });
    const config = agent.getConfig();
    expect(JSON.parse(JSON.stringify(config))).toEqual(config);
    const code = 'submit(look() + llm_query("go on"))';
    const model = scriptedModel([{ toolCalls: [{ name: 'run_python_code', input: { code } }] }]);
    const parts = { model, sandboxTools: [look] };
    expect(RecursiveLanguageModelAgent.fromConfig(config, parts).getConfig()).toEqual(config);
    expect(() => RecursiveLanguageModelAgent.fromConfig(config, { model })).toThrow(/needs the tools look/);
    const subModel = scriptedModel([' twice']);
    const again = RecursiveLanguageModelAgent.fromConfig(config, { ...parts, subModel });
    expect((await again.call('')).answer).toBe('seen twice');
  },
);

it('does the same for an agent of a database, which is given again', async () => {
  const database = {
    schema: async () => 'CREATE TABLE t (a TEXT, b TEXT)',
    query: async () => ({ columns: ['a'], rows: [['one'], ['two']] }),
  };
  const agent = new SQLAgent({
    model: scriptedModel([]),
    database,
    maxRows: 1,
    outputFormat: 'json',
    tools: [look],
  });
  const config = agent.getConfig();
  expect(JSON.parse(JSON.stringify(config))).toEqual(config);
  const query = { name: 'run_sql_query', input: { query: 'SELECT a FROM t' } };
  const model = scriptedModel([{ toolCalls: [query, { name: 'look' }] }, 'One.']);
  const again = SQLAgent.fromConfig(config, { model, tools: [look], database });
  expect(again.getConfig()).toEqual(config);
  const { messages } = await again.call('What is there?');
  expect(messages[2]?.content).toMatchObject([
    { output: { value: { rows: [{ a: 'one' }], may_have_more: true } } },
    { output: { value: 'seen' } },
  ]);
  const without = { model, tools: [look] } as unknown as { database: typeof database };
  expect(() => SQLAgent.fromConfig(config, without)).toThrow(
    /database must be an object with the functions schema and query/,
  );
});

it('holds no key and no password', () => {
  const model = 'openai-compatible/local@http://user:secret@127.0.0.1:1/v1';
  const config = new FunctionCallingAgent({
    model: 'openai-compatible/local@http://127.0.0.1:1/v1',
    tools: [look],
  });
  expect(config.getConfig().options.model).toBe('openai-compatible/local@http://127.0.0.1:1/v1');
  const deep = new DeepAgent({ model: scriptedModel([]), subagentModel: 'openai/x' }).getConfig();
  expect(deep.options).toMatchObject({ model: 'scripted/model', subagentModel: 'openai/x' });
  const database = { schema: async () => '', query: async () => ({ columns: [], rows: [] }) };
  const sql = new SQLAgent({ model: scriptedModel([]), database });
  expect(sql.getConfig().options).toEqual({ model: 'scripted/model', tools: [] });
  let text = '';
  try {
    text = JSON.stringify(new FunctionCallingAgent({ model, tools: [look] }).getConfig());
  } catch {
    text = ''; // an address with a password may be refused from the start
  }
  expect(text).not.toContain('secret');
});

it.each([
  [null, {}, /not a configuration of a FunctionCallingAgent/],
  [{ type: 'DeepAgent', version: 1, options: {} }, {}, /not a configuration of a FunctionCallingAgent/],
  [{ type: 'FunctionCallingAgent', version: 2, options: {} }, {}, /version 1/],
  [
    { type: 'FunctionCallingAgent', version: 1, options: { model: 'openai/x', tools: ['look'] } },
    {},
    /needs the tools look/,
  ],
  [
    { type: 'FunctionCallingAgent', version: 1, options: { model: 'openai/x', tools: [] } },
    { tools: [look] },
    /has no tool look/,
  ],
  [
    { type: 'FunctionCallingAgent', version: 1, options: { model: 'openai/x', tools: ['look'], key: 'x' } },
    { tools: [look] },
    /no option key/,
  ],
])('refuses what is no configuration: %#', (config, parts, message) => {
  expect(() => FunctionCallingAgent.fromConfig(config, parts)).toThrow(message);
});
