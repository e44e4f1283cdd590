/**
 * Mettle beside Mellea 0.8 and beside plain Python, on the same replies, in one run: `METTLE_MELLEA_PYTHON` names a Python
 * that has Mellea. Mellea executes code unconfined, as a new `python3` for each reply.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createChecker, pythonCodeGenerationRequirements, TestsPass } from 'mettle/requirements';
import { type BenchSuite, type Figure, quantile } from './harness.js';

const MELLEA_PYTHON = process.env.METTLE_MELLEA_PYTHON;

/** Rounds of each figure; each has both sides, so that a slow machine slows both. */
const ROUNDS = 5;
const EXECUTED = 20;
const TESTED = 10;
/** The replies of a process that are counted: after the first twenty, up to a thousand. */
const FIRST = 20;
const LAST = 1000;

const TESTS = 'def test_area():\n    assert area(2) == 12\ndef test_nothing():\n    assert area(0) == 0';

function codeNumber(number: number): string {
  return `number = ${number}\ndef area(radius):\n    return 3 * radius ** 2\n`;
}

/** A reply with ten lines of code; each number makes another text, so that nothing is remembered. */
function replyNumber(number: number): string {
  return [
    'Here is the program.\n\n```python\nimport json\nimport math\n',
    `def area${number}(radius):\n    if radius < 0:\n        raise ValueError("negative")`,
    '    return math.pi * radius ** 2\n',
    `for radius in range(3):\n    print(json.dumps({"radius": radius, "area": area${number}(radius)}))\n\`\`\`\n`,
  ].join('\n');
}

let next = 0;
const take = (count: number): readonly number[] => Array.from({ length: count }, () => next++);

/** Milliseconds of each of some replies. */
async function milliseconds(count: number, work: () => Promise<unknown> | unknown): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / count;
}

/** Mellea in a process of its own, which times itself. */
async function startMellea(python: string) {
  const script = fileURLToPath(new URL('../../bench/beside-mellea.py', import.meta.url));
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async judge(tier: 'static' | 'local_unsafe', replies: readonly string[]): Promise<number> {
      child.stdin.write(`${JSON.stringify({ tier, replies })}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('Mellea ended');
      return (Number(value) * 1000) / replies.length;
    },
    async close(): Promise<void> {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

type Pair = readonly [mettle: number, other: number];

function ratioOf(name: string, pairs: readonly Pair[], claim: string): readonly Figure[] {
  const median = (side: 0 | 1): number =>
    quantile(
      pairs.map((pair) => pair[side]),
      0.5,
    );
  const ratios = pairs.map(([mettle, other]) => mettle / other);
  return [
    { name: `${name}, Mettle`, value: median(0), unit: 'ms' },
    { name: `${name}, the other`, value: median(1), unit: 'ms' },
    { name: `${name}, ratio`, value: quantile(ratios, 0.5), unit: '×', claim },
  ];
}

/** The static bundle: in each round, a new process on either side. */
async function staticPairs(python: string): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'static'], {
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    const mellea = await startMellea(python);
    await mellea.judge('static', take(FIRST).map(replyNumber));
    pairs.push([Number(stdout), await mellea.judge('static', take(LAST - FIRST).map(replyNumber))]);
    await mellea.close();
  }
  return pairs;
}

async function executedPairs(python: string): Promise<readonly Pair[]> {
  const requirements = pythonCodeGenerationRequirements({
    allowedImports: ['json', 'math'],
    engine: 'cpython',
  });
  await using checker = createChecker({ requirements });
  const check = async (): Promise<void> => {
    for (const number of take(EXECUTED)) {
      const { ok } = await checker.check(replyNumber(number));
      if (!ok) throw new Error('a reply that holds fails');
    }
  };
  const mellea = await startMellea(python);
  await check();
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const mettle = await milliseconds(EXECUTED, check);
    pairs.push([mettle, await mellea.judge('local_unsafe', take(EXECUTED).map(replyNumber))]);
  }
  await mellea.close();
  return pairs;
}

/** `TestsPass`, and a plain run of a file with the same code and tests. */
async function testedPairs(): Promise<readonly Pair[]> {
  await using checker = createChecker({ requirements: [TestsPass({ tests: TESTS, engine: 'cpython' })] });
  const check = async (): Promise<void> => {
    for (const number of take(TESTED)) {
      const { ok } = await checker.checkCode(codeNumber(number));
      if (!ok) throw new Error('tests that hold fail');
    }
  };
  // The interpreter that Mettle uses, where PATH may have another one or a script that looks for it.
  const usual = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
  const python = process.env.METTLE_PYTHON ?? usual;
  const folder = mkdtempSync(join(tmpdir(), 'mettle-bench-'));
  const file = join(folder, 'tested.py');
  const runPlain = (): void => {
    for (const number of take(TESTED)) {
      writeFileSync(file, `${codeNumber(number)}${TESTS}\ntest_area()\ntest_nothing()\n`);
      if (spawnSync(python, [file]).status !== 0) throw new Error('the file does not run');
    }
  };
  await check();
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push([await milliseconds(TESTED, check), await milliseconds(TESTED, runPlain)]);
  }
  rmSync(folder, { recursive: true });
  return pairs;
}

async function figures(): Promise<readonly Figure[]> {
  const tested = ratioOf('TestsPass beside a plain run of the file', await testedPairs(), '≤ 0.25×');
  if (MELLEA_PYTHON === undefined) {
    process.stderr.write('beside-mellea: METTLE_MELLEA_PYTHON names no Python with Mellea\n');
    return tested;
  }
  return [
    ...ratioOf(
      `static bundle, replies ${FIRST} to ${LAST} of a process`,
      await staticPairs(MELLEA_PYTHON),
      '≤ 1.5×',
    ),
    ...ratioOf(
      'executed bundle, confined, beside Mellea unconfined',
      await executedPairs(MELLEA_PYTHON),
      '≤ 0.5×',
    ),
    ...tested,
  ];
}

export const suite: BenchSuite = { name: 'beside Mellea', figures };

if (process.argv[2] === 'static') {
  await using checker = createChecker({
    requirements: pythonCodeGenerationRequirements({ allowedImports: ['json', 'math'] }),
  });
  const check = async (count: number): Promise<void> => {
    for (const number of take(count)) await checker.check(replyNumber(number));
  };
  await check(FIRST);
  process.stdout.write(String(await milliseconds(LAST - FIRST, () => check(LAST - FIRST))));
}
