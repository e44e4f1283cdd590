import { existsSync, readdirSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { RunResult, Sandbox } from '../contract.js';
import { createSandbox } from '../create-sandbox.js';
import { MontyEngine } from './monty-engine.js';

const { available, reason } = await new MontyEngine().probe();
const skipped = available ? (existsSync('/proc/self/fd') ? null : 'there is no /proc') : reason;

const engines: MontyEngine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

/** A run during which a worker of the engine may be killed. */
async function killedRun(
  sandbox: Sandbox,
  code: string,
  engine: MontyEngine,
  random: RandomStream,
): Promise<RunResult> {
  const when = random.chance(1 / 30) ? random.pick(['before', 'during', 'in a call']) : 'never';
  const kill = (): void => {
    const pids = engine.workerPids();
    if (pids.length > 0) process.kill(random.pick(pids), 'SIGKILL');
  };
  const one = (): number => {
    if (when === 'in a call') kill();
    return 1;
  };
  if (when === 'before') kill();
  const running = sandbox.run(code, { functions: { one } });
  if (when === 'during') kill();
  const result = await running;
  expect([undefined, 'crash', 'infrastructure', 'runtime']).toContain(result.error?.kind);
  return result;
}

/** Counts in one namespace; every run either counts, or says that the namespace is lost. */
async function count(
  sandbox: Sandbox,
  runs: number,
  engine: MontyEngine,
  random: RandomStream,
): Promise<void> {
  let expected = 0;
  await sandbox.run('n = 0');
  for (let run = 0; run < runs; run++) {
    const code = random.pick([
      'n += 1',
      'n += one()',
      'n += await one()',
      `open('a', 'w').write('x' * ${run})\nn += 1`,
    ]);
    const { ok, error } = await killedRun(sandbox, code, engine, random);
    if (ok) expected++;
    else if (error?.hint?.includes('variables') === true || error?.type === 'NameError') {
      if ((await sandbox.run('n = 0')).ok) expected = 0;
    }
  }
  const { value, error } = await sandbox.run('n');
  if (error === null) expect(value).toBe(expected);
}

/** So many runs in Monty, half of them in one session, while workers are killed. */
export function soak(runs: number): void {
  unless(skipped).describe('a soak of Monty', () => {
    it('counts right, in one long session and many short ones, and leaves nothing, whatever is killed', async () => {
      const engine = new MontyEngine({ maxWorkers: 2 });
      engines.push(engine);
      await engine.probe();
      const descriptors = openDescriptors();
      const random = new RandomStream(11, 'soak');
      const long = await createSandbox({ engine });
      const shorts = async (): Promise<void> => {
        const stream = random.child('short');
        for (let left = runs / 2; left > 0; ) {
          const batch = Math.min(left, stream.integer(1, 20));
          await using sandbox = await createSandbox({ engine });
          await count(sandbox, batch, engine, stream);
          left -= batch;
        }
      };
      await Promise.all([count(long, runs / 2, engine, random.child('long')), shorts()]);
      await long.close();
      const pids = engine.workerPids();
      expect(pids.length).toBeLessThanOrEqual(2);
      await engine.close();
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
      expect(openDescriptors()).toBeLessThanOrEqual(descriptors);
    }, 300_000);
  });
}
