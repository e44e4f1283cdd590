/** What a hundred subagents on a large tree cost: time of fork and spawn, and memory beside what they write. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DeepAgent } from 'mettle/agents';
import { openModel } from 'mettle/models';
import { createSandbox } from 'mettle/sandbox';
import type { BenchSuite, Figure } from './harness.js';
import { quantile } from './harness.js';
import { type Asked, instantModel, type NextCall } from './instant-model.js';

const SUBAGENTS = 100;
const FILES = 20_000;
const ROUNDS = 3;
const SMALL = 20_000;
const LARGE = 100_000;

type EngineName = 'monty' | 'cpython';

/** What a spawn of all subagents took. */
interface Spawned {
  /** Milliseconds for one, from the call of `spawn_subagents` to its answer. */
  readonly milliseconds: number;
  /** Bytes of this process's memory for one, held when all have ended and none is merged. */
  readonly bytes: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function heldBytes(): Promise<number> {
  // Buffers are given back some turns after the objects that hold them.
  for (let round = 0; round < 3; round++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Runs subagents that each run this code, or answer at once where there is none, on forks of one large tree. */
async function spawn(engine: EngineName, code: string | null): Promise<Spawned> {
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, n) => [`src/${n % 100}/${n}.py`, 'pass\n']),
  );
  await using sandbox = await createSandbox({ engine, files });
  const spawned = { start: 0, milliseconds: 0, before: 0, bytes: 0 };
  const next = async ({ prompt }: Asked): Promise<NextCall> => {
    const isFirst = prompt.length === 2;
    if (!JSON.stringify(prompt[1]).includes('"Go."'))
      return isFirst && code !== null ? { name: 'run_python_code', input: { code } } : null;
    if (!isFirst) {
      spawned.milliseconds = (performance.now() - spawned.start) / SUBAGENTS;
      spawned.bytes = ((await heldBytes()) - spawned.before) / SUBAGENTS;
      return null;
    }
    spawned.before = await heldBytes();
    spawned.start = performance.now();
    const tasks = Array.from({ length: SUBAGENTS }, (_, n) => `task ${n}`);
    return { name: 'spawn_subagents', input: { tasks } };
  };
  const model = openModel(instantModel(next) as never);
  const { stopReason, messages } = await new DeepAgent({ model, sandbox, maxSubagentDepth: 1 }).call('Go.');
  if (stopReason !== 'answered') throw new Error(`the call ended with ${stopReason}`);
  const answer = JSON.stringify(messages);
  if (answer.includes('error')) throw new Error(`a subagent failed: ${answer.slice(0, 2_000)}`);
  return spawned;
}

async function figuresOf(engine: EngineName, name: string, limit: number): Promise<readonly Figure[]> {
  const what = `subagent of ${SUBAGENTS} on ${FILES.toLocaleString('en')} files, ${name}`;
  const write = (bytes: number) =>
    `with open("out.txt", "w") as file:\n    size = file.write("x" * ${bytes})`;
  const median = async (code: string | null): Promise<number> => {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push((await spawn(engine, code)).milliseconds);
    return quantile(rounds, 0.5);
  };
  const still = await spawn(engine, 'x = 1');
  const [small, large] = [await spawn(engine, write(SMALL)), await spawn(engine, write(LARGE))];
  return [
    { name: `${what}: forked`, value: await median(null), unit: 'ms' },
    {
      name: `${what}: forked, runs Python`,
      value: await median('x = 1'),
      unit: 'ms',
      claim: `≤ ${limit} ms`,
    },
    { name: `${what}: memory held, writes nothing`, value: still.bytes / 1000, unit: 'KB' },
    {
      name: `${what}: memory held for each byte more that it writes`,
      value: (large.bytes - small.bytes) / (LARGE - SMALL),
      unit: 'bytes',
      claim: '≤ 1.1 bytes',
    },
  ];
}

export const suite: BenchSuite = {
  name: 'subagents',
  figures: async () => [
    ...(await figuresOf('monty', 'Monty', 5)),
    ...(await figuresOf('cpython', 'CPython', 50)),
  ],
};
