import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createCpythonEngine, createMontyEngine, createSandbox, type Sandbox } from 'mettle/sandbox';
import { type BenchSuite, type Comparison, type Figure, quantile } from './harness.js';

const engine = createMontyEngine({ maxWorkers: 2 });
const cpython = createCpythonEngine({ environment: process.env });
const RUNS = 20_000;
/** Runs of records in and out in one session. */
const STEADY_RUNS = 20;
/** Of the processor times that Linux shows. */
const TICKS_PER_SECOND = 100;
/** Warm runs that are timed together: one alone would time how the machine wakes up. */
const WARM_RUNS = 100;

function python(): string | null {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** Runs per second of sandboxes that all have work at once. */
async function throughput(sandboxes: readonly Sandbox[], runs: number): Promise<number> {
  const each = Math.floor(runs / sandboxes.length);
  const before = performance.now();
  await Promise.all(
    sandboxes.map(async (sandbox) => {
      for (let run = 0; run < each; run++) await sandbox.run('1+1');
    }),
  );
  return (each * sandboxes.length) / ((performance.now() - before) / 1000);
}

const ROWS = 108_000;
const rows = Array.from({ length: ROWS }, (_, id) => ({
  id,
  name: `record number ${id}`,
  tags: ['first', 'second'],
  score: id / 7,
}));
const megabytes = (JSON.stringify(rows).length / 1e6).toFixed(1);
const LIMITS = { memoryMegabytes: 1024 };
const READ_IN_PYTHON = 'import json, sys\njson.load(sys.stdin)';
const WRITE_IN_PYTHON =
  `import json\nprint(json.dumps([{"id": i, "name": f"record number {i}", "tags": ["first", "second"], ` +
  `"score": i / 7} for i in range(${ROWS})]))`;

/** Records in and out of each engine that is here, beside JSON text to and from a fresh python3. */
async function valueComparisons(interpreter: string | null): Promise<readonly Comparison[]> {
  if (interpreter === null) return [];
  const comparisons: Comparison[] = [];
  for (const valued of [engine, cpython]) {
    if (!(await valued.probe()).available) {
      process.stderr.write(`sandbox: ${valued.name} is not available, its values are skipped\n`);
      continue;
    }
    const sandbox = await createSandbox({ engine: valued, limits: LIMITS });
    await sandbox.run('rows', { inputs: { rows } });
    comparisons.push(
      {
        name: `${megabytes} MB of records in`,
        subject: {
          name: `as an input of ${valued.name}`,
          run: async () => void (await sandbox.run('None', { inputs: { rows } })),
        },
        baseline: {
          name: 'as JSON text to a fresh python3 -I -S -c',
          run: () =>
            void execFileSync(interpreter, ['-I', '-S', '-c', READ_IN_PYTHON], {
              input: JSON.stringify(rows),
            }),
        },
        rounds: 7,
        claim: { medianSeconds: 0.5 },
      },
      {
        name: `${megabytes} MB of records out`,
        subject: { name: `as a value of ${valued.name}`, run: async () => void (await sandbox.run('rows')) },
        baseline: {
          name: 'as JSON text of a fresh python3 -I -S -c that makes them',
          run: () =>
            void JSON.parse(
              execFileSync(interpreter, ['-I', '-S', '-c', WRITE_IN_PYTHON], {
                encoding: 'utf8',
                maxBuffer: 2 ** 26,
              }),
            ),
        },
        rounds: 7,
        claim: { medianSeconds: 0.5 },
      },
    );
  }
  return comparisons;
}

/** What records in and out take of the processor over twenty runs in one session, and whether it grows. */
async function steadiness(): Promise<readonly Figure[]> {
  const sandbox = await createSandbox({ engine, limits: LIMITS });
  const seconds: Record<'in' | 'out', number[]> = { in: [], out: [] };
  for (let run = 0; run < STEADY_RUNS; run++) {
    const before = processorSeconds();
    await sandbox.run('None', { inputs: { rows } });
    const between = processorSeconds();
    await sandbox.run('rows');
    seconds.in.push(between - before);
    seconds.out.push(processorSeconds() - between);
  }
  await sandbox.close();
  return (['in', 'out'] as const).flatMap((way) => {
    const [first, last] = [seconds[way].slice(0, STEADY_RUNS / 4), seconds[way].slice(-STEADY_RUNS / 4)];
    return [
      { name: `records ${way}: processor time, median`, value: quantile(seconds[way], 0.5), unit: 's' },
      {
        name: `records ${way}: last of ${STEADY_RUNS} runs over first`,
        value: quantile(last, 0.5) / quantile(first, 0.5),
        unit: '×',
        claim: '≤ 1.25',
      },
    ];
  });
}

/** Processor seconds that this process and the workers of Monty have used. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  let seconds = (user + system) / 1e6;
  for (const pid of engine.workerPids()) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    seconds += (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }
  return seconds;
}

/** Warm runs in Monty beside a fresh CPython, values in and out beside JSON text, and rates. */
export const suite: BenchSuite = {
  name: 'sandbox',
  async comparisons(): Promise<readonly Comparison[]> {
    const interpreter = python();
    const values = await valueComparisons(interpreter);
    if (interpreter === null) {
      process.stderr.write('sandbox: no python3, its baseline is skipped\n');
      return values;
    }
    const warm = await createSandbox({ engine });
    return [
      {
        name: "run('1+1')",
        subject: {
          name: 'Monty, warm',
          run: async () => {
            for (let run = 0; run < WARM_RUNS; run++) await warm.run('1+1');
            return WARM_RUNS;
          },
        },
        baseline: {
          name: 'fresh python3 -I -S -c',
          run: () => void execFileSync(interpreter, ['-I', '-S', '-c', '1+1']),
        },
        rounds: 50,
        warmup: 10,
        claim: { medianSeconds: 0.000_15, ratio: 80 },
      },
      ...values,
    ];
  },
  async figures(): Promise<readonly Figure[]> {
    const sandboxes = await Promise.all([0, 1].map(() => createSandbox({ engine })));
    await throughput(sandboxes, 2000);
    const rate = await throughput(sandboxes, RUNS);
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    return [
      { name: 'runs per second, 2 workers', value: rate, unit: '/s', claim: '≥ 15,000' },
      ...(await steadiness()),
    ];
  },
  close: async () => {
    await engine.close();
    await cpython.close();
  },
};
