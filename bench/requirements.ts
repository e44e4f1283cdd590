import { spawnSync } from 'node:child_process';
import { createFileTree } from 'mettle/filesystem';
import {
  type Checker,
  checkReply,
  createChecker,
  PythonCodeExtraction,
  PythonSyntaxValid,
  pythonCodeGenerationRequirements,
  TestsPass,
} from 'mettle/requirements';
import { createCpythonEngine, DEFAULT_SANDBOX_LIMITS, type EngineChoice } from 'mettle/sandbox';
import { type BenchSuite, type Comparison, type Figure, quantile } from './harness.js';

/** A reply with ten lines of code; each number makes another text, so that nothing is remembered. */
function replyNumber(number: number): string {
  return [
    'Here is the program.',
    '',
    '```python',
    'import json',
    'import math',
    '',
    `def area${number}(radius):`,
    '    if radius < 0:',
    '        raise ValueError("negative")',
    '    return math.pi * radius ** 2',
    '',
    'for radius in range(3):',
    `    print(json.dumps({"radius": radius, "area": area${number}(radius)}))`,
    '```',
    '',
    'It prints one line for each radius.',
    '',
  ].join('\n');
}

/** 160,000 characters that look like the beginning of code again and again. */
const hostile: Readonly<Record<string, string>> = {
  'fences that never close': '``python\n```python\n'.repeat(8_421),
  'openings alone': '```python\n'.repeat(16_000),
  brackets: `\`\`\`python\n${'('.repeat(160_000)}\n\`\`\``,
  'open strings': `\`\`\`python\n${'x = "'.repeat(32_000)}\n\`\`\``,
  quotes: '> '.repeat(80_000),
};

let counter = 0;
const open: Checker[] = [];

function checkerOf(engine: EngineChoice | 'none'): Checker {
  const checker = createChecker({
    requirements: pythonCodeGenerationRequirements({ allowedImports: ['json', 'math'], engine }),
  });
  open.push(checker);
  return checker;
}

async function mustHold(checker: Checker, text: string): Promise<void> {
  const report = await checker.check(text);
  if (!report.ok) throw new Error(report.results.map(({ key, reason }) => `${key}: ${reason}`).join('; '));
}

async function comparisons(): Promise<readonly Comparison[]> {
  const bundle = checkerOf('none');
  const alone = pythonCodeGenerationRequirements({ allowedImports: ['json', 'math'] });
  const list: Comparison[] = [
    {
      name: 'static bundle on a reply of ten lines',
      subject: {
        name: 'one artefact for all',
        run: async () => {
          for (let i = 0; i < 50; i++) await mustHold(bundle, replyNumber(counter++));
          return 50;
        },
      },
      baseline: {
        name: 'each requirement alone',
        run: async () => {
          for (let i = 0; i < 10; i++) {
            for (const [at, requirement] of alone.entries()) {
              await checkReply(replyNumber(counter * 4 + at), [requirement]);
            }
            counter++;
          }
          return 10;
        },
      },
      rounds: 60,
      warmup: 40,
      claim: { medianSeconds: 0.15e-3 },
    },
  ];
  for (const [engine, seconds] of [
    ['monty', 1e-3],
    ['cpython', 8e-3],
  ] as const) {
    const checker = checkerOf(engine);
    if ((await checker.check(replyNumber(counter++))).verdict === 'error') continue;
    list.push({
      name: `executed bundle, ${engine}, one reply at a time, warm`,
      subject: {
        name: engine,
        run: () => checkWarm(checker),
      },
      baseline: {
        name: 'a fresh python3 -I -S -c',
        run: () => void spawnSync('python3', ['-I', '-S', '-c', 'print(1)']),
      },
      rounds: 40,
      warmup: 20,
      claim: { medianSeconds: seconds },
    });
    if (engine !== 'cpython') continue;
    const tested = createChecker({ requirements: [TestsPass({ tests: TESTS, engine })] });
    open.push(tested);
    list.push({
      name: 'tests that run in one process and reach the code in another, warm',
      subject: { name: 'TestsPass', run: () => checkTested(tested) },
      baseline: {
        name: 'a fresh python3 -I -S -c',
        run: () => void spawnSync('python3', ['-I', '-S', '-c', 'print(1)']),
      },
      rounds: 40,
      warmup: 10,
    });
    list.push({
      name: 'the same, with a confined process that is used again or a new one for each reply',
      subject: { name: 'brought back to its beginning', run: () => checkWarm(checker) },
      baseline: {
        name: 'started anew, one print',
        run: async () => {
          const session = await fresh.openSession({
            files: createFileTree(),
            limits: DEFAULT_SANDBOX_LIMITS,
          });
          await session.run({ ...PRINT, limits: DEFAULT_SANDBOX_LIMITS });
          await session.close();
        },
      },
      rounds: 15,
    });
  }
  for (const [name, text] of Object.entries(hostile)) {
    list.push({
      name: `hostile reply of 160,000 characters: ${name}`,
      subject: { name: 'static bundle', run: async () => void (await bundle.check(`${text}${counter++}`)) },
      baseline: {
        name: 'a lazy regular expression, on a sixteenth of it',
        run: () => void text.slice(0, 10_000).match(/```?python\s*\n(.*?)\n```?/gs),
      },
      rounds: 9,
      warmup: 1,
      claim: { medianSeconds: 10e-3 },
    });
  }
  return list;
}

const TESTS = 'def test_area():\n    assert area(2) == 12\ndef test_nothing():\n    assert area(0) == 0';

async function checkTested(checker: Checker): Promise<number> {
  for (let reply = 0; reply < TESTED_REPLIES; reply++) {
    const { ok } = await checker.checkCode(
      `number = ${counter++}\ndef area(radius):\n    return 3 * radius ** 2`,
    );
    if (!ok) throw new Error('tests that hold fail');
  }
  return TESTED_REPLIES;
}

const TESTED_REPLIES = 10;

/** Replies that are timed together: one alone would time how the machine wakes up. */
const WARM_REPLIES = 100;

/** Starts a confined process for each session, and keeps none ready. */
const fresh = createCpythonEngine({ environment: process.env, spares: 0 });

const PRINT = {
  code: 'print(1)',
  runNumber: 1,
  fileName: null,
  inputs: {},
  functions: {},
  signal: null,
  onOutput: null,
} as const;

async function checkWarm(checker: Checker): Promise<number> {
  for (let reply = 0; reply < WARM_REPLIES; reply++) await mustHold(checker, replyNumber(counter++));
  return WARM_REPLIES;
}

async function figures(): Promise<readonly Figure[]> {
  const checker = createChecker({ requirements: [PythonCodeExtraction(), PythonSyntaxValid()] });
  open.push(checker);
  await checker.check(replyNumber(counter++));
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < HOLD_ROUNDS; round++) {
    const longest = await longestHold(() =>
      Promise.all(Array.from({ length: 100 }, () => mustHold(checker, replyNumber(counter++)))),
    );
    wall.push(longest.wall);
    cpu.push(longest.cpu);
  }
  const what = 'hold of the event loop under 100 checks at the same time';
  return [
    {
      name: `longest ${what}, median of ${HOLD_ROUNDS} rounds`,
      value: quantile(wall, 0.5),
      unit: 'ms',
      claim: '≤ 20 ms',
    },
    { name: `longest ${what}, of all rounds`, value: Math.max(...wall), unit: 'ms' },
    {
      name: `longest ${what} in processor time, median of rounds`,
      value: quantile(cpu, 0.5),
      unit: 'ms',
      claim: '≤ 20 ms',
    },
    { name: `longest ${what} in processor time, of all rounds`, value: Math.max(...cpu), unit: 'ms' },
  ];
}

const HOLD_ROUNDS = 25;

/** Milliseconds of the longest turn of the event loop while work is done; on a busy machine wall-clock time holds others' work too. */
async function longestHold(
  work: () => Promise<unknown>,
): Promise<{ readonly wall: number; readonly cpu: number }> {
  let wall = 0;
  let cpu = 0;
  let isDone = false;
  const ticks = (async () => {
    let at = performance.now();
    let used = process.cpuUsage();
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = performance.now();
      const { user, system } = process.cpuUsage(used);
      wall = Math.max(wall, now - at);
      cpu = Math.max(cpu, (user + system) / 1000);
      at = now;
      used = process.cpuUsage();
    }
  })();
  await work();
  isDone = true;
  await ticks;
  return { wall, cpu };
}

/** The requirements: the bundle without and with execution, hostile replies, and many checks at once. */
export const suite: BenchSuite = {
  name: 'requirements',
  comparisons,
  figures,
  close: async () => {
    for (const checker of open) await checker.close();
    await fresh.close();
  },
};
