import { execFileSync } from 'node:child_process';
import { createFileTree } from 'mettle/filesystem';
import type { EngineSession } from 'mettle/sandbox';
import { createCpythonEngine, createSandbox, DEFAULT_SANDBOX_LIMITS } from 'mettle/sandbox';
import { evaluateScript, makeExamples } from 'mettle/training';
import { type BenchSuite, type Comparison, type Figure, quantile } from './harness.js';

const engine = createCpythonEngine({ environment: process.env });

/** Runs that are timed together: one alone, after the baseline, would time how the machine wakes up. */
const RUNS_IN_A_ROW = 20;

/** Confined CPython, warm, beside a fresh interpreter without any confinement. */
export const suite: BenchSuite = {
  name: 'cpython',
  async comparisons(): Promise<readonly Comparison[]> {
    const { available, reason } = await engine.probe();
    if (!available) {
      process.stderr.write(`cpython: skipped, ${reason}\n`);
      return [];
    }
    const session = await openSession();
    const reused = await openSession();
    const fresh = { name: 'fresh python3 -I -S -c', run: freshPython() };
    const sandbox = await createSandbox({ engine });
    return [
      {
        name: 'evaluateScript on ten examples, each time another script',
        subject: {
          name: 'in a warm fork of the sandbox',
          run: async () => {
            const script = `def transform(value):\n    return value * 2 # ${scripts++}\n`;
            await evaluateScript({ script, examples: TEN, sandbox });
          },
        },
        baseline: fresh,
        rounds: 50,
        claim: { medianSeconds: 0.006 },
      },
      {
        name: `run(${JSON.stringify(SOURCE)})`,
        subject: {
          name: 'confined, warm',
          run: async () => {
            for (let done = 0; done < RUNS_IN_A_ROW; done++) await run(session, SOURCE);
            return RUNS_IN_A_ROW;
          },
        },
        baseline: fresh,
        rounds: 50,
        claim: { medianSeconds: 0.003 },
      },
      {
        name: 'one-shot: reset, then one run',
        subject: { name: 'confined, brought back to its beginning', run: () => oneShot(reused) },
        baseline: fresh,
        rounds: 100,
        claim: { medianSeconds: 0.003 },
      },
      {
        name: 'a session opened, one run, closed, in a row',
        subject: {
          name: 'confined',
          run: async () => void (await opened().then((session) => session.close())),
        },
        baseline: fresh,
      },
    ];
  },
  async figures(): Promise<readonly Figure[]> {
    if (!(await engine.probe()).available) return [];
    const from: number[] = [];
    const beside: number[] = [];
    const fresh = freshPython();
    for (let round = 0; round < 10; round++) {
      await new Promise((resolve) => setTimeout(resolve, SPARE_MILLISECONDS));
      const session = await timed(opened, from);
      await session.close();
      await timed(fresh, beside);
    }
    return [
      {
        name: 'session opened from a spare, one run',
        value: quantile(from, 0.5),
        unit: 'ms',
        claim: '≤ 40 ms',
      },
      { name: 'fresh python3 -I -S -c beside it', value: quantile(beside, 0.5), unit: 'ms' },
      {
        name: 'one-shot runs of two sessions at once',
        value: await oneShotsPerSecond(),
        unit: 'runs/s',
        claim: '≥ 400 runs/s on 2 cores',
      },
    ];
  },
  close: () => engine.close(),
};

const SOURCE = 'print(1)';
const TEN = makeExamples(Array.from({ length: 10 }, (_, input) => ({ input, output: input * 2 })));
let scripts = 0;

/** Long enough for a process to start while nothing else is asked for. */
const SPARE_MILLISECONDS = 1000;

function freshPython(): () => void {
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    encoding: 'utf8',
  }).trim();
  return () => void execFileSync(python, ['-I', '-S', '-c', SOURCE]);
}

async function opened(): Promise<EngineSession> {
  const session = await openSession();
  await run(session, SOURCE);
  return session;
}

async function oneShot(session: EngineSession): Promise<void> {
  await session.reset();
  await run(session, SOURCE);
}

async function oneShotsPerSecond(): Promise<number> {
  const sessions = await Promise.all([opened(), opened()]);
  const started = performance.now();
  await Promise.all(
    sessions.map(async (session) => {
      for (let done = 0; done < 300; done++) await oneShot(session);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(sessions.map((session) => session.close()));
  return 600 / seconds;
}

async function timed<Result>(work: () => Promise<Result> | Result, milliseconds: number[]): Promise<Result> {
  const started = performance.now();
  const result = await work();
  milliseconds.push(performance.now() - started);
  return result;
}

function openSession(): Promise<EngineSession> {
  return engine.openSession({ files: createFileTree(), limits: DEFAULT_SANDBOX_LIMITS });
}

let runNumber = 0;

async function run(session: EngineSession, code: string): Promise<void> {
  runNumber += 1;
  const { ok, error } = await session.run({
    code,
    runNumber,
    fileName: null,
    inputs: {},
    functions: {},
    limits: DEFAULT_SANDBOX_LIMITS,
    signal: null,
    onOutput: null,
  });
  if (!ok) throw new Error(`${error?.type}: ${error?.message}`);
}
