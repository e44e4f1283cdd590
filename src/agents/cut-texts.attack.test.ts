import { expect, it } from 'vitest';
import { startModelServer } from '../testing/index.js';
import { tool } from '../tools/index.js';
import { DeepAgent } from './deep-agent.js';
import { FunctionCallingAgent } from './function-calling-agent.js';

/** Long enough to be cut, with a character of two units on one of two neighbouring places. */
const LONG = '😀'.repeat(600);
const HALF = '\ud83d';

it.each([
  ['result', (at: number) => () => 'x'.repeat(at) + LONG],
  ['JSON result', (at: number) => () => ({ text: 'x'.repeat(at) + LONG })],
  [
    'error',
    (at: number) => () => {
      throw new Error('x'.repeat(at) + LONG);
    },
  ],
])('a provider that refuses half characters takes a tool %s cut at any offset', async (_, executeAt) => {
  for (let at = 0; at < 4; at++) {
    await using server = await startModelServer([{ toolCalls: [{ name: 'flood' }] }, 'Done.']);
    const flood = tool({ name: 'flood', description: 'Answers at length.', execute: executeAt(at) });
    const agent = new FunctionCallingAgent({
      model: `openai-compatible/test@${server.url}`,
      tools: [flood],
      maxResultCharacters: 500,
    });
    const { answer, error } = await agent.call('Go.');
    expect({ answer, error }).toEqual({ answer: 'Done.', error: null });
    server.assertDone();
  }
});

it('a provider that refuses half characters takes a half that the task, instructions and tools hold', async () => {
  await using server = await startModelServer([
    { toolCalls: [{ name: 'half', inputText: JSON.stringify({ [HALF]: HALF }) }] },
    { toolCalls: [{ name: HALF, input: {} }] },
    'Done.',
  ]);
  const half = tool({
    name: 'half',
    description: HALF,
    parameters: { type: 'object', properties: { [HALF]: { type: 'string', description: HALF } } },
    execute: () => HALF,
  });
  const agent = new DeepAgent({
    model: `openai-compatible/test@${server.url}`,
    instructions: HALF,
    tools: [half],
  });
  const { answer, error } = await agent.call(HALF);
  expect({ answer, error }).toEqual({ answer: 'Done.', error: null });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('\ufffd');
});
