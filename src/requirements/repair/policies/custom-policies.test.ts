import { expect, it } from 'vitest';
import type { Attempt } from '../attempt.js';
import { createStrategy } from '../create-strategy.js';
import { always, script, word } from '../loop.fixture.js';
import { multiTurn } from '../presets/multi-turn.js';
import { repairLoop } from '../repair-loop.js';

const votesOf = (attempts: readonly Attempt[], text: string): number =>
  attempts.filter(({ report, reply }) => report.ok && reply.text === text).length;

/** Settles when the first text has more votes than the second can still get. */
const vote = (first: string, second: string) =>
  createStrategy({
    name: 'vote',
    attempts: 1,
    lanes: 5,
    concurrency: 1,
    select: {
      isSettled: (attempts, lanesLeft) => votesOf(attempts, first) > votesOf(attempts, second) + lanesLeft,
      select: (attempts) => attempts.find(({ reply }) => reply.text === first) ?? null,
    },
  });

it.each([
  [['fox', 'fox', 'fox', 'a fox', 'a fox'], 3],
  [['fox', 'a fox', 'fox', 'a fox', 'fox'], 5],
  [['hen', 'fox', 'hen', 'fox', 'a fox'], 4],
])('a select policy ends the loop as soon as it is settled: %j', async (replies, calls) => {
  const outcome = await repairLoop({
    generate: script(...replies).generate,
    task: 't',
    requirements: [word('fox')],
    strategy: vote('fox', 'a fox'),
  });
  expect(outcome).toMatchObject({ status: 'ok', text: 'fox', usage: { modelCalls: calls } });
});

it('a select policy that chooses nothing leaves the task unmet', async () => {
  const outcome = await repairLoop({
    generate: script('hen').generate,
    task: 't',
    requirements: [word('fox')],
    strategy: vote('fox', 'a fox'),
  });
  expect(outcome).toMatchObject({ ok: false, text: null, attempts: { length: 5 } });
});

it('a repair policy may bring another model, and end the lane', async () => {
  const multi = multiTurn();
  const outcome = await repairLoop({
    generate: script('1', '2', '3').generate,
    task: 't',
    requirements: [always('fox')],
    strategy: createStrategy({
      name: 'escalate',
      attempts: 9,
      stop: () => null,
      repair(state) {
        if (state.attempts.length < 2) return multi.repair(state);
        const model = { name: 'stronger', generate: () => 'still a hen' };
        return state.attempts.length === 2 ? { messages: state.task, model } : null;
      },
    }),
  });
  expect(outcome.status).toBe('unmet');
  expect(outcome.attempts.map(({ model, reply }) => [model, reply.text])).toEqual([
    ['primary', '1'],
    ['primary', '2'],
    ['stronger', 'still a hen'],
  ]);
});

it('a generate policy may ask several times, and its last word alone is judged', async () => {
  const model = script('a hen', 'a fox');
  const outcome = await repairLoop({
    generate: model.generate,
    task: 't',
    requirements: [word('fox')],
    strategy: createStrategy({
      name: 'think',
      attempts: 1,
      async generate(messages, ask) {
        const thought = await ask(messages, { maxTokens: 7, stop: ['</think>'] });
        return ask([...messages, { role: 'assistant', content: thought.text }]);
      },
    }),
  });
  expect(outcome).toMatchObject({ status: 'ok', text: 'a fox', attempts: { length: 1 } });
  expect(outcome.usage.modelCalls).toBe(2);
  expect(model.options[0]).toMatchObject({ maxTokens: 7, stop: ['</think>'] });
  expect(model.asked[1]?.at(-1)).toEqual({ role: 'assistant', content: 'a hen' });
});
