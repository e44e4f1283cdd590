import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { ordinaryUserEngine } from '../attacks/battery/ordinary-user.fixture.js';
import { createSandbox } from '../create-sandbox.js';
import type { Engine } from '../engine.js';
import { createCpythonEngine } from './cpython-engine.js';
import { MECHANISMS, SKIPPED } from './test-engine.fixture.js';

/** Every way to start a process or thread, each of which ends at once. The value names those that worked. */
const STARTS = `import ctypes, os, subprocess, sys, threading
libc = ctypes.CDLL(None, use_errno=True)
CLONE, CLONE3 = (56, 435) if os.uname().machine == "x86_64" else (220, 435)
started = []
def check(name, start):
    try:
        start()
    except (BlockingIOError, RuntimeError):
        return
    started.append(name)
def child(pid):
    if pid == 0:
        os._exit(0)
    if pid < 0:
        raise BlockingIOError
def thread():
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
for attempt in range(40):
    check("thread", thread)
    check("fork", lambda: child(os.fork()))
    check("subprocess", lambda: subprocess.run([sys.executable, "-c", ""]))
    check("shell", lambda: os.system("true") and child(-1))
    check("spawn", lambda: os.posix_spawn(sys.executable, ["python3"], {}))
    check("clone", lambda: child(libc.syscall(CLONE, 17, 0, 0, 0, 0)))
    check("clone3", lambda: child(libc.syscall(CLONE3, (ctypes.c_uint64 * 8)(0, 0, 0, 0, 17), 64)))
    if os.uname().machine == "x86_64":
        check("fork by number", lambda: child(libc.syscall(57)))
sorted(set(started))`;

const LONE = { limits: { maxProcesses: 1 } };

const engines: readonly (readonly [name: string, make: () => Engine])[] = [
  ...MECHANISMS.map(
    (mechanism) => [mechanism, () => createCpythonEngine({ mechanism, environment: process.env })] as const,
  ),
  ['landlock as an ordinary user', ordinaryUserEngine],
];

unless(SKIPPED).describe.each(engines)('code that may start nothing, with %s', (_name, make) => {
  const engine = make();
  afterAll(() => engine.close());

  it('starts no process and no thread, not even one that ends at once, in any run', async () => {
    await using sandbox = await createSandbox({ engine, ...LONE });
    for (let run = 0; run < 3; run++) {
      expect(await sandbox.run(STARTS)).toMatchObject({ error: null, value: [] });
    }
    expect(await sandbox.run('import threading\nthreading.Thread(target=int).start()')).toMatchObject({
      error: { type: 'RuntimeError', hint: expect.stringContaining('maxProcesses') },
    });
    expect(await sandbox.shell('echo built in; ls')).toMatchObject({ ok: false, stdout: 'built in\n' });
  });

  it('keeps its names from run to run, through errors, dumps and forks', async () => {
    await using sandbox = await createSandbox({ engine, ...LONE });
    await sandbox.run('kept = [1]');
    expect(await sandbox.run('kept.append(2)\n1 / 0')).toMatchObject({
      error: { type: 'ZeroDivisionError' },
    });
    await sandbox.shell('echo 3');
    await using copy = await sandbox.fork({ copyNamespace: true });
    expect(await copy.run('kept')).toMatchObject({ value: [1, 2] });
    expect(await sandbox.run('kept')).toMatchObject({ value: [1, 2] });
    expect(await sandbox.run('import os\nos._exit(3)')).toMatchObject({ error: { exitStatus: 3 } });
    await sandbox.reset();
    expect(await sandbox.run('"kept" in globals()')).toMatchObject({ error: null, value: false });
  });

  it('is as any other after a reset', async () => {
    await using sandbox = await createSandbox({ engine });
    const start = 'import subprocess\nsubprocess.run(["true"]).returncode';
    expect(await sandbox.run(start, LONE)).toMatchObject({ error: { type: 'BlockingIOError' } });
    await sandbox.reset();
    expect(await sandbox.run(start)).toMatchObject({ error: null, value: 0 });
  });
});
