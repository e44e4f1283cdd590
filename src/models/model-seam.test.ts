import { expect, it } from 'vitest';
import { scriptedModel } from '../testing/index.js';
import { fromFunction } from './from-function.js';
import { type ModelAttempt, openModel, withFallback, withRetry } from './index.js';

const MESSAGES = [{ role: 'user' as const, content: 'Hello' }];
const clock = { now: () => 0, wait: async () => undefined };

it('takes thinking in tags from the text of every model, and leaves the turn as it was written', async () => {
  const written = '<think>Politely.</think>\nHi';
  for (const model of [fromFunction(() => written), openModel(scriptedModel([written, written]))]) {
    const response = await model.call({ messages: MESSAGES });
    expect(response).toMatchObject({ text: 'Hi', reasoning: 'Politely.' });
    expect(JSON.stringify(response.message)).toContain('<think>');
    for await (const event of model.stream({ messages: MESSAGES })) {
      if (event.type === 'finish')
        expect(event.response).toMatchObject({ text: 'Hi', reasoning: 'Politely.' });
    }
  }
});

it('tells of each attempt once, through retries and fallbacks', async () => {
  const failing = scriptedModel([{ fault: 'rate_limited' }, { fault: 'rate_limited' }], { modelId: 'first' });
  const answering = scriptedModel(['Hi'], { modelId: 'second' });
  const model = withFallback([withRetry(failing, { retries: 1, clock }), answering]);
  const attempts: ModelAttempt[] = [];
  await model.call({ messages: MESSAGES }, { onAttempt: (attempt) => attempts.push(attempt) });
  expect(attempts.map(({ model: name, response }) => [name, response?.text ?? null])).toEqual([
    ['scripted/first', null],
    ['scripted/first', null],
    ['scripted/second', 'Hi'],
  ]);
});
