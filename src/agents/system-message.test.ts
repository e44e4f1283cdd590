import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../testing/index.js';
import { tool } from '../tools/index.js';
import type { AgentOptions } from './agent-options.js';
import { DeepAgent } from './deep-agent.js';
import { FunctionCallingAgent } from './function-calling-agent.js';
import { subagentToolsGuidance } from './instructions.js';

const tools = [tool({ name: 'look', description: 'Looks.', execute: () => 'seen' })];
const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;

/** What an agent tells its model. */
async function systemOf(options: Partial<AgentOptions>): Promise<string> {
  const model = scriptedModel(['{"n": 1}']);
  await new FunctionCallingAgent({ model, tools, instructions: 'Count.', ...options }).call('Go.');
  const [first] = model.calls[0]?.messages ?? [];
  if (first?.role !== 'system') throw new Error('there is no system message');
  return first.content;
}

describe('the system message', () => {
  it('holds the instructions, and what is asked for beside them', async () => {
    expect(await systemOf({})).toBe('Count.');
    expect(await systemOf({ finalInstructions: 'In one word.' })).toBe(
      'Count.\n\nYour final answer:\nIn one word.',
    );
    expect(await systemOf({ useChainOfThought: true })).toMatch(/^Count\.\n\nBefore you call tools, write/);
    expect(await systemOf({ examples: [{ inputs: 'a', outputs: 1 }] })).toBe(
      'Count.\n\nExamples:\nInputs: "a"\nAnswer: 1',
    );
    expect(await systemOf({ schema })).toBe('Count.');
    expect(await systemOf({ schema, useOutputsSchema: true })).toBe(
      `Count.\n\nJSON Schema of the answer:\n${JSON.stringify(schema)}`,
    );
    expect(await systemOf({ useInputsSchema: true })).toContain(
      'JSON Schema of the inputs:\n{"type":"object"',
    );
  });

  it('follows a template', async () => {
    const promptTemplate = '# {{ examples }}\n# {{instructions}}';
    expect(await systemOf({ promptTemplate, examples: [{ inputs: 1, outputs: 2 }] })).toBe(
      '# Inputs: 1\nAnswer: 2\n# Count.',
    );
  });

  it('guides the use of subagents only where there are some, once', async () => {
    for (const maxSubagentDepth of [0, 1]) {
      const model = scriptedModel(['Done.']);
      await new DeepAgent({ model, maxSubagentDepth }).call('Go.');
      const system = String(model.calls[0]?.messages[0]?.content);
      expect(system.split(subagentToolsGuidance()).length - 1).toBe(maxSubagentDepth);
    }
  });
});

it('what the model thought is in the record, and is given back to it', async () => {
  const model = scriptedModel([{ reasoning: 'I would look.', text: 'Once' }, 'Twice']);
  const agent = new FunctionCallingAgent({ model, tools, reasoningEffort: 'high', temperature: null });
  const first = await agent.call('Go.');
  expect(model.calls[0]).toMatchObject({ reasoningEffort: 'high' });
  expect(model.calls[0]).not.toHaveProperty('temperature');
  expect(first.record.exchanges[0]?.response?.reasoning).toBe('I would look.');
  await agent.call({ messages: [...first.messages, { role: 'user', content: 'Again.' }] });
  expect(JSON.stringify(model.calls[1]?.messages)).toContain('I would look.');
});
