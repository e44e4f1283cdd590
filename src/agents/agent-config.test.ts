import { expect, it } from 'vitest';
import { z } from 'zod';
import { scriptedModel } from '../testing/index.js';
import { tool } from '../tools/index.js';
import { DeepAgent } from './deep-agent.js';
import { FunctionCallingAgent } from './function-calling-agent.js';

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
    engine: 'monty',
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

it('holds no key and no password', () => {
  const model = 'openai-compatible/local@http://user:secret@127.0.0.1:1/v1';
  const config = new FunctionCallingAgent({
    model: 'openai-compatible/local@http://127.0.0.1:1/v1',
    tools: [look],
  });
  expect(config.getConfig().options.model).toBe('openai-compatible/local@http://127.0.0.1:1/v1');
  const deep = new DeepAgent({ model: scriptedModel([]), subagentModel: 'openai/x' }).getConfig();
  expect(deep.options).toMatchObject({ model: 'scripted/model', subagentModel: 'openai/x' });
  let text = '';
  try {
    text = JSON.stringify(new FunctionCallingAgent({ model, tools: [look] }).getConfig());
  } catch {
    text = ''; // an address with a password may be refused from the start
  }
  expect(text).not.toContain('secret');
});

it.each([
  [null, {}, /no configuration of a FunctionCallingAgent/],
  [{ type: 'DeepAgent', version: 1, options: {} }, {}, /no configuration of a FunctionCallingAgent/],
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
