import { afterEach, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { EngineRun } from '../engine.js';
import { DEFAULT_SANDBOX_LIMITS } from '../limits.js';
import { findMontyBinary } from './find-binary.js';
import { launchCommand } from './launch-command.js';
import { MontyEngine } from './monty-engine.js';
import { MontySession } from './monty-session.js';
import { residentMegabytes } from './resident-memory.js';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

const { available, reason } = await new MontyEngine().probe();

const pools: WorkerPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function poolWith(options: Partial<WorkerPoolOptions>): Promise<WorkerPool> {
  const limits = { cpuSeconds: 60, addressSpaceMegabytes: 4096 };
  const pool = new WorkerPool({
    launch: launchCommand(await findMontyBinary(null), limits),
    maxWorkers: 1,
    maxRunsPerWorker: 1000,
    maxExecutedMicros: 1e9,
    maxResidentMegabytes: 64,
    ...options,
  });
  pools.push(pool);
  return pool;
}

function sessionIn(pool: WorkerPool): (code: string) => Promise<unknown> {
  const limits = { ...DEFAULT_SANDBOX_LIMITS, timeoutSeconds: 30 };
  const session = new MontySession({
    files: createFileTree(),
    limits,
    pool,
  });
  let runNumber = 0;
  return async (code) => {
    runNumber++;
    if (code === 'reset') return session.reset();
    const request: EngineRun = {
      code,
      runNumber,
      fileName: null,
      inputs: {},
      functions: {},
      limits,
      signal: null,
      onOutput: null,
    };
    const { value, error } = await session.run(request);
    return error === null ? value : error;
  };
}

unless(available ? null : reason).describe('WorkerPool', () => {
  it('replaces the worker of a lasting session after so many runs, and keeps the namespace', async () => {
    const pool = await poolWith({ maxRunsPerWorker: 10 });
    const run = sessionIn(pool);
    const workers = new Set<number>();
    await run('n = 0\ndef add(): return n + 1');
    for (let count = 1; count <= 50; count++) {
      expect(await run('n = add()\nn')).toBe(count);
      expect(pool.pids().length).toBe(1);
      for (const pid of pool.pids()) workers.add(pid);
    }
    expect(workers.size).toBeGreaterThanOrEqual(4);
    expect(workers.size).toBeLessThanOrEqual(6);
  });

  unless(residentMegabytes(process.pid) === 0 ? 'the memory of a process cannot be read here' : null).it(
    'replaces a worker that kept much memory of a session that is over (needs /proc)',
    async () => {
      const pool = await poolWith({ maxResidentMegabytes: 64 });
      const run = sessionIn(pool);
      expect(await run('1')).toBe(1);
      const [light] = pool.pids();
      await run('reset');
      expect(await run('[str(n) * 9 for n in range(400_000)][7]')).toBe('7'.repeat(9));
      expect(pool.pids()).toEqual([light]);
      await run('reset');
      expect(await run('2')).toBe(2);
      expect(pool.pids()).not.toEqual([light]);
    },
  );
});
