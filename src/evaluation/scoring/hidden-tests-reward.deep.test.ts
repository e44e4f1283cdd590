import { afterAll, expect, it } from 'vitest';
import { openShop, policyOf, shopTask } from '../../environments/episodes/shop.fixture.js';
import { recordTrajectory } from '../../environments/index.js';
import type { Task } from '../../records/index.js';
import { rescore } from '../rescore.js';
import { createHiddenTests, scoreOutcomeInSandbox } from './hidden-tests.js';

const hidden = createHiddenTests();
afterAll(() => hidden.close());

const LARGE = 'def make(n):\n    return "ab" * 5_000_000\nclass Base:\n    pass\n';

it.each([
  ['right code', 'assert make(2) == "abab"', 'def make(n):\n    return "ab" * n', 1],
  ['wrong code', 'assert make(2) == "abab"', 'def make(n):\n    return "ab"', 0],
  ['code whose result is too large to be checked', 'assert make(2) == "abab"', LARGE, 0],
  ['tests that expect what is too large to be checked', 'assert make(2) == "ab" * 5_000_000', LARGE, null],
  ["tests that need the code's process", 'class Sub(Base): pass\nassert Sub()', LARGE, null],
  ['tests whose module is not there', 'import not_there\nassert make(2) == "abab"', LARGE, null],
])('hidden tests lead to the reward of %s', async (_name, tests, code, reward) => {
  await using environment = await openShop();
  const plain = shopTask(null);
  const goals = [{ kind: 'tests_pass', fact: null, tests }] as const;
  const task: Task = { ...plain, expected: { ...plain.expected, goals } };
  const policy = policyOf((actor) => actor.answer(code));
  const trajectory = await recordTrajectory({ environment, policy, task, seed: 0 });
  const { rescored } = await rescore([trajectory], {
    environment,
    score: (episode, states) => scoreOutcomeInSandbox(episode, states, hidden),
  });
  expect(rescored.map((one) => one.reward)).toEqual([reward]);
});
