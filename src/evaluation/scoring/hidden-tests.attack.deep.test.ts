import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, policyOf, shopTask } from '../../environments/episodes/shop.fixture.js';
import { createFileEnvironment, type Environment, playEpisode } from '../../environments/index.js';
import type { Task } from '../../records/index.js';
import { createHiddenTests, scoreOutcomeInSandbox } from './hidden-tests.js';
import { scoreOutcome } from './score-outcome.js';

const tests = createHiddenTests();
/** For what never ends. */
const impatient = createHiddenTests({ timeoutSeconds: 1 });
let environment: Environment;

beforeAll(async () => {
  environment = await openShop();
});
afterAll(() => Promise.all([tests.close(), impatient.close()]));

const check = {
  kind: 'tests_pass',
  fact: null,
  tests: 'def test_small():\n    assert double(2) == 4\n\ndef test_large():\n    assert double(21) == 42\n',
} as const;

async function score(code: string, by = tests): Promise<string> {
  const plain = shopTask(null);
  const task: Task = { ...plain, expected: { ...plain.expected, goals: [check] } };
  const policy = policyOf((actor) => actor.answer(code));
  const { trajectory, ...states } = await playEpisode({ environment, task, policy, seed: 0 });
  expect(scoreOutcome(trajectory, states).verdict).toBe('not_checked');
  return (await scoreOutcomeInSandbox(trajectory, states, by)).verdict;
}

describe('hidden tests', () => {
  it('pass for code that does what they ask', async () => {
    expect(await score('def double(x):\n    return 2 * x')).toBe('pass');
    expect(await score('Here:\n```python\ndef double(x):\n    return 2 * x\n```')).toBe('pass');
  });

  it.each([
    ['nothing', ''],
    ['no code', 'All tests pass.'],
    ['wrong code', 'def double(x):\n    return 4'],
    ['a printed verdict', 'print("ALL_TESTS_PASSED")\nprint("2 passed")\ndef double(x):\n    return 4'],
    ['an early end', 'import sys\nsys.exit(0)'],
    ['an end in the call', 'import os\ndef double(x):\n    os._exit(0)'],
    ['SystemExit in the call', 'def double(x):\n    raise SystemExit(0)'],
    [
      'a patched assert',
      'import builtins\nclass E(Exception):\n    pass\nbuiltins.AssertionError = E\ndef double(x):\n    return 0',
    ],
    [
      'a value equal to everything',
      'class All:\n    def __eq__(self, other):\n        return True\ndef double(x):\n    return All()',
    ],
    [
      'tests of its own',
      'def double(x):\n    return 0\ndef test_small():\n    pass\ndef test_large():\n    pass',
    ],
    [
      'a look for the tests',
      'import sys\ndef double(x):\n    for f in sys._current_frames().values():\n        f.f_globals["test_large"] = lambda: None\n    return 4',
    ],
  ])('never pass for %s', async (_, code) => {
    expect(await score(code)).not.toBe('pass');
  });

  it('never pass for an endless loop', async () => {
    expect(await score('def double(x):\n    while True:\n        pass', impatient)).not.toBe('pass');
  });

  it('are an error where they are no tests', async () => {
    const plain = shopTask(null);
    const goals = [{ ...check, tests: 'x = 1' }];
    const { trajectory, ...states } = await playEpisode({
      environment,
      task: { ...plain, expected: { ...plain.expected, goals } },
      policy: policyOf((actor) => actor.answer('x = 1')),
      seed: 0,
    });
    expect((await scoreOutcomeInSandbox(trajectory, states, tests)).verdict).toBe('error');
  });

  it('judge the text of a fact, and nothing where its state is not known', async () => {
    const plain = shopTask(null);
    const goals = [{ ...check, fact: 'files/double.py' }];
    const { trajectory, ...states } = await playEpisode({
      environment,
      task: { ...plain, expected: { ...plain.expected, goals } },
      policy: policyOf((actor) => actor.answer('done')),
      seed: 0,
    });
    expect(await scoreOutcomeInSandbox(trajectory, states, tests)).toMatchObject({
      verdict: 'fail',
      reason: 'there is no code in files/double.py',
    });
    expect((await scoreOutcomeInSandbox(trajectory, null, tests)).verdict).toBe('not_checked');
  });
});

it('conclude nothing from code that passed before anything was done, as it was or written anew', async () => {
  const right = 'def double(x):\n    return 2 * x\n';
  const files = { 'right.py': right, 'wrong.py': 'def double(x):\n    return 4\n' };
  await using project = await createFileEnvironment({ files });
  const scoreFile = async (name: string, content: string | null): Promise<string> => {
    const plain = shopTask(null);
    const goals = [{ ...check, fact: `files/${name}` }];
    const task: Task = { ...plain, expected: { ...plain.expected, goals } };
    const policy = policyOf(async (actor) => {
      if (content !== null) await actor.call('write_file', { path: name, content });
      actor.answer('done');
    });
    const { trajectory, ...states } = await playEpisode({ environment: project, task, policy, seed: 0 });
    return (await scoreOutcomeInSandbox(trajectory, states, tests)).verdict;
  };
  expect(await scoreFile('right.py', null)).toBe('not_checked');
  expect(await scoreFile('right.py', `# Done.\n${right}`)).toBe('not_checked');
  expect(await scoreFile('wrong.py', null)).toBe('fail');
  expect(await scoreFile('wrong.py', right)).toBe('pass');
});

it('run for no more than fifty checks of a task', async () => {
  const plain = shopTask(null);
  const goals = Array.from({ length: 60 }, () => ({ ...check }));
  const task: Task = { ...plain, expected: { ...plain.expected, goals } };
  const policy = policyOf((actor) => actor.answer(''));
  const { trajectory, ...states } = await playEpisode({ environment, task, policy, seed: 0 });
  const { verdict, checks } = await scoreOutcomeInSandbox(trajectory, states, tests);
  expect(verdict).toBe('fail');
  expect(checks.map((one) => one.verdict)).toEqual([...Array(50).fill('fail'), ...Array(10).fill('error')]);
});
