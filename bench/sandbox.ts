import { execFileSync } from 'node:child_process';
import { createSandbox, MontyEngine, type Sandbox } from 'mettle/sandbox';
import type { BenchSuite, Comparison, Figure } from './harness.js';

const engine = new MontyEngine({ maxWorkers: 2 });
const RUNS = 20_000;
/** Warm runs that are timed together: one alone would time how the machine wakes up. */
const WARM_RUNS = 100;
const KILLED_RUNS = Number(process.env.METTLE_SOAK_RUNS ?? 5_000);

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

/** Runs with a worker killed every 50th time: what is left in memory and processes, and whether state was kept. */
async function soak(): Promise<readonly Figure[]> {
  const sandbox = await createSandbox({ engine });
  await sandbox.run('total = 0');
  for (let run = 0; run < 500; run++) await sandbox.run('total += 0');
  const before = process.memoryUsage().rss;
  for (let run = 0; run < KILLED_RUNS; run++) {
    if (run % 50 === 49) for (const pid of engine.workerPids()) process.kill(pid, 'SIGKILL');
    await sandbox.run('total += 1');
  }
  const { value } = await sandbox.run('total');
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  await sandbox.close();
  return [
    { name: `soak: runs kept of ${KILLED_RUNS} with kills`, value: Number(value), unit: 'runs' },
    { name: 'soak: memory grown', value: grown, unit: 'MB' },
    { name: 'soak: workers left', value: engine.workerPids().length, unit: 'processes', claim: '≤ 2' },
  ];
}

/** Warm runs in Monty beside a fresh CPython, values in and out beside JSON text, and rates. */
export const suite: BenchSuite = {
  name: 'sandbox',
  async comparisons(): Promise<readonly Comparison[]> {
    const interpreter = python();
    const sandbox = await createSandbox({ engine, limits: { memoryMegabytes: 1024 } });
    const rows = Array.from({ length: 108_000 }, (_, id) => ({
      id,
      name: `record number ${id}`,
      tags: ['first', 'second'],
      score: id / 7,
    }));
    await sandbox.run('rows', { inputs: { rows } });
    const text = JSON.stringify(rows);
    const megabytes = (text.length / 1e6).toFixed(1);
    const values: Comparison[] = [
      {
        name: `${megabytes} MB of records in`,
        subject: {
          name: 'as an input',
          run: async () => void (await sandbox.run('None', { inputs: { rows } })),
        },
        baseline: {
          name: 'as JSON text, parsed inside',
          run: async () =>
            void (await sandbox.run('import json\nparsed = json.loads(text)\nNone', { inputs: { text } })),
        },
        rounds: 5,
        claim: { medianSeconds: 0.5 },
      },
      {
        name: `${megabytes} MB of records out`,
        subject: { name: 'as a value', run: async () => void (await sandbox.run('rows')) },
        baseline: {
          name: 'as JSON text, parsed outside',
          run: async () =>
            void JSON.parse(String((await sandbox.run('import json\njson.dumps(rows)')).value)),
        },
        rounds: 5,
        claim: { medianSeconds: 0.5 },
      },
    ];
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
      ...(await soak()),
    ];
  },
  close: () => engine.close(),
};
