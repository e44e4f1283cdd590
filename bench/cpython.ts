import { execFileSync } from 'node:child_process';
import { createFileTree } from 'mettle/filesystem';
import type { EngineSession } from 'mettle/sandbox';
import { createCpythonEngine, DEFAULT_SANDBOX_LIMITS } from 'mettle/sandbox';
import type { BenchSuite, Comparison } from './harness.js';

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
    const source = 'sum(i * i for i in range(10))';
    const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
      encoding: 'utf8',
    }).trim();
    const fresh = {
      name: 'fresh python3 -I -S -c',
      run: () => void execFileSync(python, ['-I', '-S', '-c', source]),
    };
    return [
      {
        name: `run(${JSON.stringify(source)})`,
        subject: {
          name: 'confined, warm',
          run: async () => {
            for (let done = 0; done < RUNS_IN_A_ROW; done++) await run(session, source);
            return RUNS_IN_A_ROW;
          },
        },
        baseline: fresh,
        rounds: 50,
        claim: { medianSeconds: 0.005 },
      },
      {
        name: 'reset, then one run',
        subject: {
          name: 'confined, brought back to its beginning',
          run: async () => {
            await reused.reset();
            await run(reused, source);
          },
        },
        baseline: fresh,
        rounds: 100,
      },
      {
        name: 'a session opened, one run, closed',
        subject: {
          name: 'confined, from a spare process',
          run: async () => {
            const opened = await openSession();
            await run(opened, source);
            await opened.close();
          },
        },
        baseline: fresh,
      },
    ];
  },
  close: () => engine.close(),
};

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
