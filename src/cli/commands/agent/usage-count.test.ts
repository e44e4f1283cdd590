import { expect, it } from 'vitest';
import { scriptedModel } from '../../../testing/index.js';
import { readPrices } from './read-prices.js';
import { AgentUsageCount } from './usage-count.js';

const request = { messages: [{ role: 'user', content: 'Go.' }] } as const;
const usage = { inputTokens: 1_000_000, outputTokens: 100_000 };

it('adds up what is known, and names the models whose cost is not', async () => {
  const count = new AgentUsageCount({ 'scripted/model': { input: 1, output: 5 } });
  expect([count.line(), count.spent()]).toEqual(['0 model calls, 0 tool calls', '']);
  const response = await scriptedModel([{ text: 'Done.', usage }]).call(request);
  count.countReply(response);
  count.countToolCall();
  expect(count.line()).toBe('1 model call, 1 tool call, 1,100,000 tokens, cost 1.50');
  expect(count.spent()).toBe('1,100,000 tokens, cost 1.50');
  expect(count.document()).toMatchObject({ model_calls: 1, cost: 1.5 });
  count.countReply({ ...response, model: 'other/model' });
  expect(count.line()).toContain('2,200,000 tokens, cost at least 1.50 (not known for other/model)');
  expect(count.document()).toMatchObject({ model_calls: 2, cost: null });
});

it.each([
  ['[]', /wrong: prices/],
  ['{"a/b": {"input": 1}}', /output/],
  ['{"a/b": {"input": -1, "output": 1}}', /input/],
  ['{"a/b": {"input": 1, "output": 1, "ouput": 1}}', /ouput/],
])('refuses prices that are none: %s', async (text, message) => {
  const io = { cwd: '/', readStdin: async () => Buffer.from(text) };
  await expect(readPrices('-', io)).rejects.toThrow(message);
});
