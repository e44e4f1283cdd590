import { execFileSync } from 'node:child_process';
import { createFileTree } from '../src/filesystem/index.js';
import type { EngineSession, PythonValue } from '../src/sandbox/index.js';
import { createCpythonEngine, DEFAULT_SANDBOX_LIMITS } from '../src/sandbox/index.js';
import type { BenchSuite, Comparison } from './harness.js';

const engine = createCpythonEngine({ environment: process.env });

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
    const records = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `record ${id}`, tags: ['a', 'b'], score: id / 7 }));
    const source = 'sum(i * i for i in range(10))';
    const fresh = { name: 'fresh python3 -I -S -c', run: () => void execFileSync('python3', ['-I', '-S', '-c', source]) };
    return [
      {
        name: `run(${JSON.stringify(source)})`,
        subject: { name: 'confined, warm', run: () => run(session, source) },
        baseline: fresh,
        rounds: 200,
        claim: { medianSeconds: 0.005 },
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
      {
        name: `${Math.round(JSON.stringify(records).length / 1e6)} MB of records in`,
        subject: { name: 'confined, as an input', run: () => run(session, 'len(records)', { records }) },
        baseline: {
          name: 'JSON.stringify and JSON.parse in Node',
          run: () => void JSON.parse(JSON.stringify(records)),
        },
        rounds: 10,
        claim: { medianSeconds: 0.5 },
      },
      {
        name: 'the same records out',
        subject: { name: 'confined, as the value', run: () => run(session, 'records') },
        baseline: {
          name: 'JSON.stringify and JSON.parse in Node',
          run: () => void JSON.parse(JSON.stringify(records)),
        },
        rounds: 10,
        claim: { medianSeconds: 0.5 },
      },
    ];
  },
  close: () => engine.close(),
};

function openSession(): Promise<EngineSession> {
  return engine.openSession({ files: createFileTree(), limits: DEFAULT_SANDBOX_LIMITS });
}

let runNumber = 0;

async function run(
  session: EngineSession,
  code: string,
  inputs: Readonly<Record<string, PythonValue>> = {},
): Promise<void> {
  runNumber += 1;
  const { ok, error } = await session.run({
    code,
    runNumber,
    fileName: null,
    inputs,
    functions: {},
    limits: DEFAULT_SANDBOX_LIMITS,
    signal: null,
    onOutput: null,
  });
  if (!ok) throw new Error(`${error?.type}: ${error?.message}`);
}
