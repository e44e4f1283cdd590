import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { readTrajectoryFile } from '../../records/index.js';
import { createSandbox } from '../../sandbox/index.js';
import { NOT_BUILT } from '../../testing/run-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { keptBytes } from '../generate/killed-run.fixture.js';
import type { Recipe } from '../recipe/recipe.js';
import type { FlywheelOptions } from './flywheel-options.js';
import { runFlywheel } from './run-flywheel.js';

const base = await mkdtemp(join(tmpdir(), 'mettle-flywheel-'));
afterAll(() => rm(base, { recursive: true }));
const why = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);

const shop: Recipe = { environment: 'rest', policy: 'mixed', evaluate: false, exportFormat: 'sharegpt' };
const small = { benchmarkTasks: 16, practiceTasks: 120, margin: 0.1 };

/** All that a flywheel came to but where it lies. */
async function foundIn(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, 'flywheel.json'), 'utf8');
  return JSON.parse(text.replaceAll(folder, ''));
}

unless(why).it(
  'gets better, from practice alone, and goes on after a stop with the same result',
  async () => {
    const [whole, stopped] = [join(base, 'whole'), join(base, 'stopped')];
    const made = await runFlywheel(shop, { folder: whole, ...small });
    const [before, after] = made.rounds;
    expect(made.rounds).toHaveLength(2);
    expect(after?.pass?.rate).toBeGreaterThan(before?.pass?.rate ?? 1);
    expect(made.comparison?.worse).toBe(0);
    expect(after?.skills).toEqual(
      (before?.learned?.skills ?? [])
        .filter(({ rejected }) => rejected === null)
        .map(({ name }) => name)
        .sort(),
    );
    const { trajectories: data } = await readTrajectoryFile(String(made.dataset));
    expect(data.length).toBe(made.records);
    const measured = await readTrajectoryFile(join(whole, 'round-1', 'benchmark', 'trajectories.jsonl'));
    const heldOut = new Set(measured.trajectories.map(({ task }) => task.prompt));
    expect(data.filter(({ task }) => heldOut.has(task.prompt))).toEqual([]);
    expect(made.exports).toEqual([
      { format: 'sharegpt', path: join(whole, 'dataset.sharegpt.jsonl'), records: made.records },
    ]);
    const page = await readFile(made.report, 'utf8');
    expect(page).toContain('Held-out tasks that passed');

    const stop = new AbortController();
    const onProgress: FlywheelOptions['onProgress'] = ({ stage, done }) => {
      if (stage === 'round 1: practise' && done > 4) stop.abort();
    };
    const early = await runFlywheel(shop, { folder: stopped, ...small, stop: stop.signal, onProgress });
    expect([early.stopReason, early.rounds.length, early.improved]).toEqual(['aborted', 1, false]);
    await expect(runFlywheel(shop, { folder: stopped, ...small })).rejects.toMatchObject({
      code: 'pipelines/output_exists',
    });
    await expect(
      runFlywheel(shop, { folder: stopped, ...small, practiceTasks: 121, resume: true }),
    ).rejects.toThrow(/practice_tasks was 120, is 121/);
    await runFlywheel(shop, { folder: stopped, ...small, resume: true });
    expect(await foundIn(stopped)).toEqual(await foundIn(whole));
    const bytes = (folder: string) => readFile(join(folder, 'dataset.sharegpt.jsonl'), 'utf8');
    expect(await bytes(stopped)).toBe(await bytes(whole));
  },
);

unless(why ?? NOT_BUILT).it('comes to the same result where it is killed again and again', async () => {
  const [whole, killed] = [join(base, 'undisturbed'), join(base, 'killed')];
  const recipe = join(base, 'recipe.json');
  await writeFile(recipe, JSON.stringify(shop));
  const start = (out: string) => {
    const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
    const sizes = ['--tasks', '16', '--practice', '120', '--margin', '0.1'];
    return spawn(
      process.execPath,
      [main, 'flywheel', recipe, '--out', out, '--resume', '--quiet', ...sizes],
      { stdio: 'ignore' },
    );
  };
  const begun = performance.now();
  // Whether it got better is another test's: few tasks prove little.
  expect([0, 1]).toContain((await once(start(whole), 'exit'))[0]);
  const took = performance.now() - begun;
  const chance = new RandomStream(3, 'kill');
  let met = 0;
  for (let kill = 0; kill < 10; kill++) {
    const child = start(killed);
    const exited = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), chance.next() * took * 0.7);
    const [, signal] = (await exited) as [number | null, string | null];
    clearTimeout(timer);
    if (signal === 'SIGKILL') met += 1;
  }
  expect(met).toBeGreaterThan(3);
  expect([0, 1]).toContain((await once(start(killed), 'exit'))[0]);
  expect(await foundIn(killed)).toEqual(await foundIn(whole));
  for (const round of ['round-1', 'round-2']) {
    const runs = (folder: string) => readFile(join(folder, round, 'benchmark', 'trajectories.jsonl'), 'utf8');
    expect(await runs(killed)).toBe(await runs(whole));
  }
  expect(await keptBytes(join(killed, 'round-1', 'practice'))).toBeGreaterThan(0);
});
