import { expect, it } from 'vitest';
import { scriptedModel } from '../../testing/index.js';
import { JsonOutput } from '../output/json-output.js';
import { word } from '../repair/loop.fixture.js';
import { multiTurn } from '../repair/presets/multi-turn.js';
import { repairLoop } from '../repair/repair-loop.js';
import { UsesTool } from '../tools/uses-tool.js';
import { generateWith } from './generate-with.js';

const usage = { inputTokens: 1000, outputTokens: 100 };
const prices = { 'scripted/model': { input: 10, output: 100 } };

it('asks with the settings, a seed for each attempt, and tells tokens and cost', async () => {
  const model = scriptedModel([
    { text: 'no', usage },
    { text: 'good', usage },
  ]);
  const outcome = await repairLoop({
    generate: generateWith(model, { temperature: 0.5, prices }),
    task: 'Say it.',
    requirements: [word('good')],
    strategy: multiTurn(),
    seed: 5,
  });
  expect(outcome).toMatchObject({ text: 'good', usage: { modelCalls: 2, tokens: 2200, cost: 0.04 } });
  expect(model.calls.map(({ seed, temperature }) => [seed, temperature])).toEqual([
    [5, 0.5],
    [6, 0.5],
  ]);
  expect(model.calls[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
});

it('ends a streamed reply that can no longer become good', async () => {
  const model = scriptedModel([{ text: ['{"a"', ' is', ' never read'] }, '{"a": 1}']);
  const outcome = await repairLoop({
    generate: generateWith(model, { streaming: true }),
    task: 'Say it.',
    requirements: [JsonOutput()],
  });
  expect([outcome.text, outcome.attempts[0]?.reply.text]).toEqual(['{"a": 1}', '{"a" is']);
});

it('hands on tool calls, with what the tools say of themselves', async () => {
  const tool = { name: 'look', description: 'looks', parameters: { type: 'object' } };
  const model = scriptedModel([
    {
      toolCalls: [
        { name: 'look', inputText: '{"at"' },
        { name: 'look', input: { at: 1 } },
      ],
    },
  ]);
  const outcome = await repairLoop({
    generate: generateWith(model, { tools: [tool] }),
    task: 'Look.',
    requirements: [UsesTool({ name: 'look' })],
  });
  expect(outcome.attempt?.reply.toolCalls).toEqual([
    {
      name: 'look',
      arguments: {},
      invalidArguments: '{"at"',
      description: 'looks',
      parameters: { type: 'object' },
    },
    { name: 'look', arguments: { at: 1 }, description: 'looks', parameters: { type: 'object' } },
  ]);
});

it('refuses an option that does not exist, and a price that is no amount', () => {
  expect(() => generateWith(scriptedModel([]), { temprature: 1 } as never)).toThrow(
    'has no option temprature',
  );
  const wrong = { 'scripted/model': { input: Number.NaN, output: 1 } };
  expect(() => generateWith(scriptedModel([]), { prices: wrong })).toThrow('.input must be a number from 0');
});
