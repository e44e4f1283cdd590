import { execFileSync } from 'node:child_process';
import { createSandbox, MontyEngine, type Sandbox } from 'mettle/sandbox';
import type { BenchSuite, Comparison, Figure } from './harness.js';

const engine = new MontyEngine({ maxWorkers: 2 });
const RUNS = 20_000;
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
    return [{ name: 'runs per second, 2 workers', value: rate, unit: '/s', claim: '≥ 15,000' }];
  },
  close: () => engine.close(),
};
