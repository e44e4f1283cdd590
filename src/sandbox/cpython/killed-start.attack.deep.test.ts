import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { foldersOf, parentsOfAll, processesBelow } from './host-processes.fixture.js';
import { MECHANISMS, SKIPPED } from './test-engine.fixture.js';

const cli = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const skipped = SKIPPED || (existsSync(cli) ? '' : 'the package is not built');

/** When a host is killed: as soon as this holds of it. */
const MOMENTS = {
  'before it has done anything': () => true,
  'with its first process': (pid: number) => processesBelow(pid).length > 0,
  'with its first folder': (pid: number) => foldersOf(pid).length > 0,
  'with its third process': (pid: number) => processesBelow(pid).length > 2,
};
const cases = MECHANISMS.flatMap((mechanism) =>
  Object.entries(MOMENTS).map(([moment, isReached]) => ({ mechanism, moment, isReached })),
);

unless(skipped).describe.each(cases)('mettle run that is killed $moment, with $mechanism', (one) => {
  let folder: string;
  /** A `PATH` with all programs of the usual one but bubblewrap. */
  let path: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-killed-start-'));
    // Code runs as a user of its own where the host is root.
    chmodSync(folder, 0o755);
    path = process.env.PATH ?? '';
    if (one.mechanism === 'bubblewrap') return;
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    for (const from of path.split(':').filter(existsSync))
      for (const name of readdirSync(from))
        if (name !== 'bwrap' && !existsSync(join(programs, name)))
          symlinkSync(join(from, name), join(programs, name));
    path = programs;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A cache of its own, so that the self-test is done each time. */
  const run = (cache: string): ChildProcess =>
    spawn(process.execPath, [cli, 'run', '-c', '6 * 7'], {
      cwd: folder,
      env: { PATH: path, HOME: folder, XDG_CACHE_HOME: join(folder, cache) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });

  it('leaves no process, and no folder that the next start does not remove', async () => {
    const killed = run('first');
    const pid = killed.pid ?? 0;
    const started = new Set<number>();
    while (killed.exitCode === null && !one.isReached(pid)) {
      for (const each of processesBelow(pid)) started.add(each);
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const each of processesBelow(pid)) started.add(each);
    expect(killed.exitCode).toBe(null);
    killed.kill('SIGKILL');
    await expect
      .poll(() => [...started].filter((each) => parentsOfAll().has(each)), { timeout: 30_000, interval: 50 })
      .toEqual([]);
    const next = run('second');
    expect(await once(next, 'exit')).toEqual([0, null]);
    expect([...foldersOf(pid), ...foldersOf(next.pid ?? 0)]).toEqual([]);
  });
});
