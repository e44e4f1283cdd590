import { readdirSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { planLandlock, unusedUser } from './confinement.js';
import { CpythonSession } from './cpython-session.js';
import { findPython } from './find-python.js';
import { insideSources } from './inside-sources.js';
import { SupervisorProcess } from './supervisor-process.js';
import { LIMITS, MECHANISMS, SKIPPED } from './test-engine.fixture.js';

const user = unusedUser();
const skipped =
  SKIPPED ||
  (MECHANISMS.includes('landlock') ? '' : 'no Landlock') ||
  (user === null ? 'only root gives a session a user of its own' : '');

/** The living processes of the session, but for the supervisor and its zygote. */
function started(): readonly number[] {
  const found = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || statSync(`/proc/${name}`, { throwIfNoEntry: false })?.uid !== user) return [];
    const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent) }];
  });
  const supervisor = found.find(({ parent }) => parent === process.pid)?.pid;
  const zygote = Math.min(...found.filter(({ parent }) => parent === supervisor).map(({ pid }) => pid));
  return found.map(({ pid }) => pid).filter((pid) => pid !== supervisor && pid !== zygote);
}

/** Kills them, and waits until they have ended. */
async function killAll(): Promise<void> {
  const pids = started();
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => started().filter((pid) => pids.includes(pid)), { timeout: 20_000, interval: 5 })
    .toEqual([]);
}

unless(skipped).describe('a session process that is killed between runs', () => {
  let session: CpythonSession;
  beforeEach(async () => {
    const python = await findPython({ environment: process.env, unprivileged: true });
    const { boot } = insideSources();
    session = new CpythonSession({
      files: createFileTree(),
      limits: LIMITS,
      startProcess: () =>
        SupervisorProcess.start(planLandlock({ python, boot, workspaceBytes: 2 ** 26, user })),
    });
  });
  afterEach(() => session.close());

  const run = (code: string, runNumber: number) =>
    session.run({
      code,
      runNumber,
      fileName: null,
      inputs: {},
      functions: {},
      limits: LIMITS,
      signal: null,
      onOutput: () => {},
    });

  it('is replaced, and its spare too, where it has run nothing', async () => {
    expect(await run('x = 1', 1)).toMatchObject({ error: null });
    await session.reset();
    await killAll();
    expect(await run('2 + 2', 1)).toMatchObject({ error: null, value: 4 });
    await session.reset();
    expect(await run('3 + 3', 1)).toMatchObject({ error: null, value: 6 });
  });

  it('fails the run that needs its names, and no later one', async () => {
    expect(await run('x = 1', 1)).toMatchObject({ error: null });
    await killAll();
    expect(await run('x', 2)).toMatchObject({ error: { kind: 'crash' } });
    expect(await run('4 + 4', 3)).toMatchObject({ error: null, value: 8 });
  });
});
