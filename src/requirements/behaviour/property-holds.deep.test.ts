import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { ADDING, FORGED_PROPERTIES, PROPERTY_PROBLEMS, type PropertyProblem } from './properties.fixture.js';
import { PropertyHolds } from './property-holds.js';

const why = await whyUnavailable('cpython');
const RUNS = 25;
const options = { engine: 'cpython', timeoutSeconds: 10 } as const;

function ask({ name, holds, generate }: PropertyProblem) {
  return PropertyHolds({ ...options, functionName: name, property: holds, generate, holds, runs: RUNS });
}

/** Whether the property holds of the same inputs in plain Python, without a judge. */
function holdsInPython({ name, holds, generate }: PropertyProblem, code: string): boolean {
  const random = new RandomStream(0, `property/${name}`);
  const inputs = Array.from({ length: RUNS }, (_, run) => generate(random, run / (RUNS - 1)));
  const program = `import asyncio, copy, inspect, json, sys
space = {"__name__": "solution"}
exec(${JSON.stringify(code)}, space)
function = eval(${JSON.stringify(name)}, space)
for given in json.loads(sys.stdin.read()):
    try: result = function(*copy.deepcopy(given))
    except Exception: print("no"); sys.exit()
    if inspect.iscoroutine(result): result = asyncio.run(result)
    if inspect.isgenerator(result): result = list(result)
    result = copy.deepcopy(result)
    if not eval(${JSON.stringify(holds)}, {"arguments": given, "result": result}): print("no"); sys.exit()
print("yes")`;
  const cwd = mkdtempSync(join(tmpdir(), 'mettle-plain-'));
  const { stdout, stderr } = spawnSync('python3', ['-I', '-c', program], {
    cwd,
    input: JSON.stringify(inputs),
    encoding: 'utf8',
  });
  rmSync(cwd, { recursive: true });
  expect(stderr).toBe('');
  return stdout === 'yes\n';
}

unless(why).describe('PropertyHolds', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());

  it.each(PROPERTY_PROBLEMS)('says of $name what plain Python says', async (problem) => {
    const requirement = ask(problem);
    for (const code of [problem.right, problem.wrong]) {
      const { verdict, reason } = await judge(code, requirement);
      const expected = holdsInPython(problem, code);
      expect([verdict === 'pass', code === problem.right, reason]).toEqual([
        expected,
        expected,
        expect.anything(),
      ]);
      if (!expected) expect([verdict, reason]).toEqual(['fail', expect.stringContaining(problem.name)]);
    }
  });

  const add = PropertyHolds({
    ...options,
    functionName: 'add',
    property: 'it adds one to the sum',
    generate: (random, size) => [
      Array.from({ length: 1 + Math.round(size * 6) }, () => random.integer(1, 9)),
    ],
    holds: 'result == sum(arguments[0]) + 1',
    runs: 12,
  });
  const addByFunction = PropertyHolds({
    ...options,
    functionName: 'add',
    property: 'it adds one to the sum',
    generate: (random, size) => [
      Array.from({ length: 1 + Math.round(size * 6) }, () => random.integer(1, 9)),
    ],
    holds: ([xs], result) => result === (xs as number[]).reduce((sum, x) => sum + x, 1),
    runs: 12,
  });

  it.each(Object.entries(FORGED_PROPERTIES))('is not satisfied by %s', async (_name, code) => {
    expect((await judge(code, add)).verdict).toMatch(/^(?:fail|not_checked)$/);
    expect((await judge(code, addByFunction)).verdict).toMatch(/^(?:fail|not_checked)$/);
  });

  it.each(Object.entries(ADDING))('accepts %s', async (_name, code) => {
    expect(await judge(code, add)).toMatchObject({ verdict: 'pass' });
    expect(await judge(code, addByFunction)).toMatchObject({ verdict: 'pass' });
  });

  it('judges results of NumPy as numbers and lists', async (context) => {
    const requirement = PropertyHolds({
      ...options,
      functionName: 'double',
      property: 'each is doubled',
      generate: (random) => [[random.integer(0, 9), random.integer(0, 9)]],
      holds: 'list(result) == [2 * x for x in arguments[0]]',
      runs: 5,
    });
    const right = await judge(
      'import numpy as np\ndef double(xs):\n    return np.array(xs) * 2\n',
      requirement,
    );
    if (right.reason.includes('No module named')) context.skip('NumPy is not installed here');
    expect(right.verdict).toBe('pass');
    const wrong = await judge(
      'import numpy as np\ndef double(xs):\n    return np.array(xs) + 2\n',
      requirement,
    );
    expect(wrong.verdict).toBe('fail');
  });
});
