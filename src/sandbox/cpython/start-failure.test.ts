import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MettleError } from '../../core/index.js';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { DEFAULT_SANDBOX_LIMITS } from '../limits.js';
import { findBubblewrap, planBubblewrap } from './confinement.js';
import { CpythonSession } from './cpython-session.js';
import { findPython } from './find-python.js';
import { insideSources } from './inside-sources.js';
import { SupervisorProcess } from './supervisor-process.js';
import { MECHANISMS, SKIPPED } from './test-engine.fixture.js';

describe('a session whose process ends before the code runs', () => {
  const killed = new MettleError({
    code: 'sandbox/no_confinement',
    message: 'The confined Python process did not start: it was ended by SIGKILL',
  });
  const run = (session: CpythonSession): ReturnType<CpythonSession['run']> =>
    session.run({
      code: '1',
      runNumber: 1,
      fileName: null,
      inputs: {},
      functions: {},
      limits: DEFAULT_SANDBOX_LIMITS,
      signal: null,
      onOutput: null,
    });
  const open = (startProcess: () => Promise<SupervisorProcess>, files = createFileTree()): CpythonSession =>
    new CpythonSession({ files, limits: DEFAULT_SANDBOX_LIMITS, startProcess });

  /** A process that is killed at the first frame it gets: no real one can be killed at that moment for sure. */
  function dying(): SupervisorProcess {
    let onEnd: (why: string) => void = () => {};
    const process = {
      ended: null as string | null,
      hold: () => {},
      detach: () => {},
      attach: (_onFrame: unknown, end: typeof onEnd) => {
        onEnd = end;
      },
      send: () => {
        process.ended = 'it was ended by SIGKILL';
        onEnd(process.ended);
      },
      close: () => Promise.resolve(),
    };
    return process as unknown as SupervisorProcess;
  }

  it.each([
    killed,
    new MettleError({ code: 'sandbox/no_container', message: 'podman run failed: Command failed' }),
  ])('says so in the result, for each run anew: $code', async (failure) => {
    const session = open(() => Promise.reject(failure));
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await run(session)).toMatchObject({
        ok: false,
        error: { kind: 'infrastructure', message: failure.message },
      });
    }
    await session.close();
  });

  it('blames the machine, and no limit, when it ends while it is given files', async () => {
    const files = createFileTree({ files: { 'a.txt': 'text' } });
    const session = open(() => Promise.resolve(dying()), files);
    const { error } = await run(session);
    expect(error).toMatchObject({ kind: 'infrastructure' });
    expect(error?.message).toContain('it was ended by SIGKILL');
    await session.close();
  });

  it('rejects for what is no failure of the machine', async () => {
    const session = open(() => Promise.reject(new TypeError('a mistake')));
    await expect(run(session)).rejects.toThrow('a mistake');
    await session.close();
  });
});

/** The processes that were started under a name. */
function named(name: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(name);
    } catch {
      return false;
    }
  });
}

const skipped = SKIPPED || (MECHANISMS.includes('bubblewrap') ? '' : 'no bubblewrap');

unless(skipped).describe('bubblewrap that is killed while it starts', () => {
  it('leaves no fork that waits for it', async () => {
    const python = await findPython({ environment: process.env, unprivileged: false });
    const bubblewrap = findBubblewrap(process.env.PATH) ?? '';
    const { boot } = insideSources();
    const plan = planBubblewrap({ python, boot, bubblewrap, workspaceBytes: 2 ** 20, user: null });
    // No signal meets bubblewrap between its fork and its word to it for sure: a shell does the same in its place.
    const args = ['-c', '(kill -STOP $BASHPID) & kill -KILL $$'];
    await expect(SupervisorProcess.start({ ...plan, command: '/bin/bash', args })).rejects.toMatchObject({
      message: expect.stringContaining('SIGKILL'),
    });
    await expect.poll(() => named(plan.name ?? '')).toEqual([]);
  });
});
