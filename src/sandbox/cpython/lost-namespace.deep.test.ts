import { afterEach, describe, expect, it } from 'vitest';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { EngineOutcome } from '../engine.js';
import { findBubblewrap, type LaunchPlan, planBubblewrap, planLandlock, unusedUser } from './confinement.js';
import { CpythonSession } from './cpython-session.js';
import { findPython } from './find-python.js';
import { insideSources } from './inside-sources.js';
import { frame, fromCode, startLying } from './lying-supervisor.fixture.js';
import { SupervisorProcess } from './supervisor-process.js';
import { LIMITS, MECHANISMS, SKIPPED } from './test-engine.fixture.js';

/** A session, and the processes that it has been given so far. */
interface Opened {
  readonly session: CpythonSession;
  readonly files: FileTree;
  readonly processes: readonly SupervisorProcess[];
  readonly run: (code: string) => Promise<EngineOutcome>;
}

const opened: CpythonSession[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
});

function open(start: () => Promise<SupervisorProcess>): Opened {
  const files = createFileTree();
  const processes: SupervisorProcess[] = [];
  const startProcess = async (): Promise<SupervisorProcess> => {
    const process = await start();
    processes.push(process);
    return process;
  };
  const session = new CpythonSession({ files, limits: LIMITS, startProcess });
  opened.push(session);
  const rest = { fileName: null, inputs: {}, functions: {}, limits: LIMITS, signal: null, onOutput: null };
  return {
    session,
    files,
    processes,
    run: (code) => session.run({ code, runNumber: 1, ...rest }),
  };
}

async function planOf(
  mechanism: 'bubblewrap' | 'landlock',
  workspaceBytes = 2 ** 26,
): Promise<() => LaunchPlan> {
  const user = unusedUser();
  const python = await findPython({ environment: process.env, unprivileged: user !== null });
  const { boot } = insideSources();
  const options = { python, boot, workspaceBytes, user };
  const bubblewrap = findBubblewrap(process.env.PATH);
  return () =>
    mechanism === 'bubblewrap' && bubblewrap !== null
      ? planBubblewrap({ ...options, bubblewrap })
      : planLandlock(options);
}

const LOST = { ok: false, error: { kind: 'infrastructure' }, namespaceLost: true };
const UNDEFINED = { error: { type: 'NameError' }, namespaceLost: false };

unless(SKIPPED).describe.each(MECHANISMS)('a session whose process ends, in %s', (mechanism) => {
  const used = async (): Promise<Opened> => {
    const plan = await planOf(mechanism);
    const made = open(() => SupervisorProcess.start(plan()));
    expect((await made.run('n = 1')).ok).toBe(true);
    return made;
  };

  it('between two runs says so once, and runs nothing in the empty namespace', async () => {
    const { run, files, processes } = await used();
    await processes[0]?.close();
    expect(await run('open("ran", "w")\n"n" in globals()')).toMatchObject(LOST);
    expect(files.exists('ran')).toBe(false);
    expect(await run('n')).toMatchObject(UNDEFINED);
  });

  it('between two runs is not copied as if it were empty', async () => {
    const { run, session, processes } = await used();
    await processes[0]?.close();
    const refused = { code: 'sandbox/cannot_dump', message: expect.stringContaining('lost') };
    await expect(session.dump()).rejects.toMatchObject(refused);
    await expect(session.dump()).rejects.toMatchObject(refused);
    expect(await run('n')).toMatchObject(LOST);
    await session.dump();
  });

  it('after a copy was loaded and before its first run says so', async () => {
    const plan = await planOf(mechanism);
    const state = await (await used()).session.dump();
    const { run, session, processes } = open(() => SupervisorProcess.start(plan()));
    await session.load(state);
    await processes[0]?.close();
    expect(await run('n')).toMatchObject(LOST);
  });

  it('while files are put into its workspace says so', async () => {
    const { run, files, processes } = await used();
    files.writeText('data.txt', 'a');
    const running = run('n');
    await processes[0]?.close();
    expect(await running).toMatchObject(LOST);
  });

  it('after a reset has nothing to say', async () => {
    const { run, session, processes } = await used();
    await session.reset();
    await processes.at(-1)?.close();
    expect(await run('1 + 1')).toMatchObject({ value: 2, namespaceLost: false });
  });
});

unless(SKIPPED || (MECHANISMS.includes('bubblewrap') ? '' : 'there is no bubblewrap')).describe(
  'a session in bubblewrap',
  () => {
    it('whose workspace is too small for the files of its tree loses its variables, and says so', async () => {
      const plan = await planOf('bubblewrap', 2 ** 20);
      const { run, files } = open(() => SupervisorProcess.start(plan()));
      expect((await run('n = 1')).ok).toBe(true);
      files.writeBytes('large', new Uint8Array(2 ** 21));
      expect(await run('n')).toMatchObject({ error: { kind: 'limit' }, namespaceLost: true });
      files.removeFile('large');
      expect(await run('n')).toMatchObject(UNDEFINED);
    });
  },
);

describe('a session', () => {
  const RESULT = { bytes: fromCode('V', { ok: true, value: 1, error: null, seconds: 0 }) };
  const LOSING = {
    bytes: frame('x', { reason: 'result', status: 0, seconds: 0, lost: true, files: null, held: 0 }),
  };

  it('whose process ends between a result and the files that belong to it gives no result', async () => {
    const { run } = open(() => startLying([RESULT], true));
    expect(await run('1')).toMatchObject({ ok: false, error: { kind: 'crash' }, namespaceLost: true });
  });

  it('whose namespace ends with a result gives the result, and the next run says so', async () => {
    const { run } = open(() => startLying([RESULT, LOSING]));
    expect(await run('n = 1\nn')).toMatchObject({ ok: true, value: 1, namespaceLost: false });
    expect(await run('n')).toMatchObject({ ok: false, error: { kind: 'crash' }, namespaceLost: true });
  });

  it('whose namespace ends with the loading of a copy says so', async () => {
    const { run, session } = open(() => startLying([RESULT, LOSING]));
    await session.load(new Uint8Array());
    expect(await run('n')).toMatchObject({ ok: false, error: { kind: 'crash' }, namespaceLost: true });
  });
});
