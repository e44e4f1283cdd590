import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { planLandlock, unusedUser } from './confinement.js';
import { CpythonSession } from './cpython-session.js';
import { findPython } from './find-python.js';
import { insideSources } from './inside-sources.js';
import { SupervisorProcess } from './supervisor-process.js';
import { LIMITS, SKIPPED } from './test-engine.fixture.js';

const user = unusedUser();
const skipped = SKIPPED || (user === null ? 'only root gives a session a user of its own' : '');

/** Processes of the session's user, with their parents. */
function processes(): readonly (readonly [pid: number, parent: number])[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || statSync(`/proc/${name}`, { throwIfNoEntry: false })?.uid !== user) return [];
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return [[Number(name), Number(fields[1])] as const];
  });
}

unless(skipped).describe('a supervisor that is killed', () => {
  it('leaves no process of the code, whatever the code has started', async () => {
    const python = await findPython({ environment: process.env, unprivileged: true });
    const { boot } = insideSources();
    const session = new CpythonSession({
      files: createFileTree(),
      limits: LIMITS,
      startProcess: () =>
        SupervisorProcess.start(planLandlock({ python, boot, workspaceBytes: 2 ** 26, user })),
    });
    const code = `import os
if os.fork() == 0:
    os.setsid(); os.fork()
    print("running", flush=True)
while True: pass`;
    const rest = { runNumber: 1, fileName: null, inputs: {}, functions: {}, limits: LIMITS, signal: null };
    const running = await new Promise<{ result: Promise<unknown> }>((resolve) => {
      const result = session.run({ code, ...rest, onOutput: () => resolve({ result }) });
    });
    const supervisor = processes().find(([, parent]) => parent === process.pid);
    process.kill(supervisor?.[0] ?? 0, 'SIGKILL');
    expect(await running.result).toMatchObject({ error: { kind: 'crash' } });
    await session.close();
    await expect.poll(processes, { timeout: 20_000, interval: 20 }).toEqual([]);
  });
});
