import { expect } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import { makeCodeRewardFn } from '../make-code-reward-fn.js';
import { requirementsOfRow } from './requirements-of-row.js';
import { serveRewards } from './serve-rewards.js';

const { it } = await needs('python3');

/** Replies to the task to add a number, and what each is to earn: what breaks off, hangs or lies earns 0, and only the machine's failures null. */
const KINDS: readonly (readonly [number, (n: number) => string])[] = [
  [1, (n) => `def f(x):\n    return x + ${n}`],
  [1, (n) => `import math\ndef f(x):\n    return math.floor(x) + ${n}`],
  [1, (n) => `print("some words")\ndef f(x):\n    for _ in range(${n}):\n        x += 1\n    return x`],
  [0, (n) => `def f(x):\n    return x + ${n + 1}`],
  [0, (n) => `def g(x):\n    return x + ${n}`],
  [0, (n) => `def f(x):\n    return x + ${n}\nimport os\nos._exit(0)`],
  [0, (n) => `def f(x):\n    raise SystemExit(${n})`],
  [0, (n) => `def f(x) return x + ${n}`],
  [0, (n) => `class Same:\n    def __eq__(self, other): return ${n}\ndef f(x):\n    return Same()`],
  [0, (n) => `def f(x):\n    return f(x) + ${n}`],
];
const HANGS = 'def f(x):\n    while True:\n        pass';
const COUNT = 1000;
/** Completions in one request: a client that hears nothing for five minutes gives up. */
const AT_ONCE = 50;

it('1,000 completions are scored, with 0 for whatever the code does, and null for nothing of it', async () => {
  const reward = makeCodeRewardFn({ requirements: requirementsOfRow({ timeoutSeconds: 2 }), concurrency: 4 });
  await using serving = await serveRewards({ reward });
  const rows = Array.from({ length: COUNT }, (_, index) => {
    const n = index % 40;
    const tests = [`assert f(1) == ${1 + n}`, `assert f(10) == ${10 + n}`];
    if (index % 250 === 249) return { code: HANGS, tests, wanted: 0 };
    if (index % 250 === 248) return { code: null, tests, wanted: 0 };
    const [wanted, write] = KINDS[index % KINDS.length] ?? [0, () => ''];
    return { code: `${write(n)}\n# ${index}`, tests, wanted };
  });
  const rewards: (number | null)[] = [];
  const unscored: unknown[] = [];
  for (let start = 0; start < COUNT; start += AT_ONCE) {
    const some = rows.slice(start, start + AT_ONCE);
    const body = JSON.stringify({
      completions: some.map(({ code }) =>
        code === null ? 'I would add it.' : `\`\`\`python\n${code}\n\`\`\``,
      ),
      columns: { tests: some.map(({ tests }) => tests) },
    });
    const reply = await fetch(`${serving.url}/score`, { method: 'POST', body });
    const scored = (await reply.json()) as { rewards: (number | null)[]; unscored: unknown[] };
    rewards.push(...scored.rewards);
    unscored.push(...scored.unscored);
  }
  // A run that gets too little of a busy machine says nothing of its code.
  for (const each of unscored) expect(each).toMatchObject({ reason: expect.stringContaining('overloaded') });
  const wrong = rows.flatMap(({ wanted, code }, index) =>
    rewards[index] === wanted || rewards[index] === null
      ? []
      : [{ index, code, wanted, given: rewards[index] }],
  );
  expect(wrong).toEqual([]);
  expect(unscored.length).toBeLessThan(COUNT / 20);
}, 1_800_000);
