import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { EngineOutcome } from '../engine.js';
import { DEFAULT_SANDBOX_LIMITS } from '../limits.js';
import { planLandlock } from './confinement.js';
import { CpythonSession } from './cpython-session.js';
import { findPython } from './find-python.js';
import { insideSources } from './inside-sources.js';
import { attestConfinement } from './self-test.js';
import { SupervisorProcess } from './supervisor-process.js';
import { LIMITS, SKIPPED } from './test-engine.fixture.js';

/**
 * The host's user here: its processes and files are what the code shares a user with. Root plays another one for it.
 */
const USER = process.getuid?.() || 54_321;
const AS_USER = process.getuid?.() === 0 ? { uid: USER, gid: USER } : {};

/** Python's own files belong to that user too, as in a virtual environment or an installation of the user's own. */
let runtime = '';

/** Confinement as a host user without privileges and without bubblewrap has it. */
async function start(): Promise<SupervisorProcess> {
  const python = await findPython({ environment: process.env, unprivileged: true });
  const { boot } = insideSources();
  const readable = [...python.readable, runtime];
  const plan = planLandlock({ python: { ...python, readable }, boot, workspaceBytes: 2 ** 26, user: null });
  return SupervisorProcess.start({ ...plan, user: AS_USER.uid ?? null });
}

/** State letter and parent of a process; nothing where it is gone. */
function stateOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(0, 2) ?? [];
  } catch {
    return [];
  }
}

function lives(pid: number): boolean {
  return !['Z', 'X', undefined].includes(stateOf(pid)[0]);
}

unless(SKIPPED).describe('attacks on a user without privileges', () => {
  let folder: string;
  let secret: string;
  let neighbour: ChildProcess;
  const session = new CpythonSession({
    files: createFileTree(),
    limits: DEFAULT_SANDBOX_LIMITS,
    startProcess: start,
  });
  let runNumber = 0;
  const run = (code: string): Promise<EngineOutcome> => {
    runNumber += 1;
    const inputs = { secret, neighbour: neighbour.pid ?? 0 };
    const rest = { fileName: null, functions: {}, signal: null, onOutput: null };
    return session.run({ code, runNumber, inputs, limits: DEFAULT_SANDBOX_LIMITS, ...rest });
  };

  beforeAll(() => {
    runtime = mkdtempSync(join(tmpdir(), 'mettle-runtime-'));
    folder = mkdtempSync(join(tmpdir(), 'mettle-same-user-'));
    secret = join(folder, 'secret.txt');
    neighbour = spawn('/usr/bin/sleep', ['600'], { ...AS_USER, stdio: 'ignore' });
    writeFileSync(secret, 'the secret', { mode: 0o600 });
    writeFileSync(join(runtime, 'module.py'), 'the module', { mode: 0o644 });
    for (const path of [folder, secret, runtime, join(runtime, 'module.py')])
      chownSync(path, USER, AS_USER.gid ?? process.getgid?.() ?? USER);
  });
  afterAll(async () => {
    neighbour.kill('SIGKILL');
    await session.close();
    for (const path of [folder, runtime]) rmSync(path, { recursive: true, force: true });
  });

  it('attests what it claims', async () => {
    await expect(attestConfinement(start)).resolves.toBeUndefined();
  });

  it.each([
    ['read', 'open(secret).read()'],
    ['write', 'open(secret, "w")'],
    ['remove', 'import os; os.unlink(secret)'],
    ['change the mode of', 'import os; os.chmod(secret, 0)'],
    [
      'change the mode by the system call of',
      'import ctypes, os\nif ctypes.CDLL(None).chmod(secret.encode(), 0): raise PermissionError',
    ],
    ['change the owner of', 'import os; os.chown(secret, -1, -1)'],
    ['change the times of', 'import os; os.utime(secret, (0, 0))'],
    [
      'change the times by the system call of',
      'import ctypes\nif ctypes.CDLL(None).utimes(secret.encode(), None): raise PermissionError',
    ],
    ['truncate', 'import os; os.truncate(secret, 0)'],
    ['set an attribute of', 'import os; os.setxattr(secret, "user.x", b"1")'],
    ['link', 'import os; os.link(secret, "here")'],
    ['move', 'import os; os.rename(secret, "here")'],
    ['watch', 'import ctypes\nif ctypes.CDLL(None).inotify_init() < 0: raise PermissionError'],
  ])('cannot %s a file of the user', async (_name, code) => {
    const before = statSync(secret);
    expect((await run(code)).error?.type).toMatch(/PermissionError|OSError/);
    expect(readFileSync(secret, 'utf8')).toBe('the secret');
    expect([statSync(secret).mode, statSync(secret).mtimeMs]).toEqual([before.mode, before.mtimeMs]);
  });

  it.each([
    ['the mode', 'os.chmod(path, 0)'],
    ['the mode, opened,', 'os.fchmod(os.open(path, 0), 0)'],
    ['the times', 'os.utime(path, (1, 1))'],
    ['the times, opened,', 'if ctypes.CDLL(None).futimens(os.open(path, 0), None): raise PermissionError'],
    ['an attribute, opened,', 'os.setxattr(os.open(path, 0), "user.x", b"1")'],
    ['the flags', 'fcntl.ioctl(os.open(path, 0), 0x40086602, bytes(8))'],
    ['the lease', 'fcntl.fcntl(os.open(path, 0), fcntl.F_SETLEASE, fcntl.F_RDLCK)'],
    ['the owner, opened,', 'os.fchown(os.open(path, 0), -1, -1)'],
    [
      'the mode, asking as the functions of Python do,',
      'import struct\nif not os.path.exists("l"): os.symlink(path, "l")\nchannel = os.chmod.__closure__[0].cell_contents["channel"]\nchannel._ask(b"T", struct.pack(">iqq", 0, 0, 0) + os.path.abspath("l").encode())',
    ],
    [
      'the mode, asking for the way up,',
      'import struct\nchannel = os.chmod.__closure__[0].cell_contents["channel"]\nchannel._ask(b"T", struct.pack(">iqq", 0, 0, 0) + (os.getcwd() + "/../.." + path).encode())',
    ],
  ])('cannot change %s of a file of the interpreter that is the user’s', async (_name, code) => {
    const path = join(runtime, 'module.py');
    const before = statSync(path);
    const named = `import ctypes, fcntl, os\npath = ${JSON.stringify(path)}\n`;
    expect((await run(`${named}open(path).read()`)).value).toBe('the module');
    expect((await run(named + code)).error?.type).toMatch(/PermissionError|OSError/);
    const after = statSync(path);
    expect([after.mode, after.mtimeMs, after.ctimeMs]).toEqual([before.mode, before.mtimeMs, before.ctimeMs]);
  });

  it.each([
    ['signal', 'import os; os.kill(neighbour, 9)'],
    ['signal by group', 'import os; os.killpg(os.getpgid(neighbour), 9)'],
    ['see the memory of', 'open(f"/proc/{neighbour}/mem", "rb")'],
    ['see the environment of', 'open(f"/proc/{neighbour}/environ", "rb").read()'],
    ['change the limits of', 'import resource; resource.prlimit(neighbour, resource.RLIMIT_NOFILE, (0, 0))'],
    ['change the priority of', 'import os; os.setpriority(os.PRIO_PROCESS, neighbour, 19)'],
    ['move between processors', 'import os; os.sched_setaffinity(neighbour, {0})'],
  ])('cannot %s another process of the user', async (_name, code) => {
    expect((await run(code)).error?.type).toMatch(/PermissionError|ProcessLookupError/);
    expect(neighbour.exitCode ?? neighbour.signalCode).toBeNull();
  });

  it('leaves the supervisor alone and still changes modes and times of its own files', async () => {
    await run('import os; os.kill(-1, 9)');
    // It ends the process that keeps the variables, with the run or right after it: then the next run says so.
    const next = await run('1 + 1');
    expect(next.error?.type ?? 'none').toMatch(/^(none|ProcessEnded)$/);
    expect((await run('1 + 1')).value).toBe(2);
    const own = await run(`import os, shutil, tempfile
open("a", "w").write("1"); os.chmod("a", 0o755); os.utime("a", (5, 5)); shutil.copy2("a", "b")
made = tempfile.mkdtemp(); os.chmod(made, 0o500); os.symlink("a", "m"); os.chmod("m", 0o700); os.chmod("b", 0); os.chmod("b", 0o640)
shutil.copytree(".", tempfile.mkdtemp() + "/copy", symlinks=True)
[oct(os.stat(path).st_mode & 0o777) for path in ("a", "b", made)] + [os.stat("b").st_mtime]`);
    expect(own.error).toBeNull();
    expect(own.value).toEqual(['0o700', '0o640', '0o500', 5]);
  });

  it('ends daemons and fork bombs without a namespace or a user to end them by', async () => {
    const daemon = `import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True: open("alive", "a").write("x"); time.sleep(0.005)
    os._exit(0)
os.wait()
while not os.path.exists("alive"): time.sleep(0.001)`;
    expect((await run(daemon)).ok).toBe(true);
    const grown =
      'import os, time\nbefore = os.path.getsize("alive"); time.sleep(0.05); os.path.getsize("alive") - before';
    expect((await run(grown)).value).toBe(0);
    const bomb = await run('import os\nwhile True:\n    try: os.fork()\n    except OSError: pass');
    expect(bomb.error?.kind).toMatch(/limit|timeout/);
    expect((await run('1 + 1')).value).toBe(2);
  });

  it('leaves nothing of the code when the supervisor is killed', async () => {
    const code = `import os, time
first = os.getpid()
if os.fork() == 0:
    os.setsid(); os.environ.clear()
    if os.fork(): os._exit(0)
    print(first, os.getpid(), flush=True)
while True: time.sleep(0.01)`;
    const other = new CpythonSession({ files: createFileTree(), limits: LIMITS, startProcess: start });
    const rest = { runNumber: 1, fileName: null, inputs: {}, functions: {}, limits: LIMITS, signal: null };
    const running = await new Promise<{ result: Promise<unknown>; pids: readonly number[] }>((resolve) => {
      const onOutput = ({ text }: { text: string }): void =>
        resolve({ result, pids: text.trim().split(' ').map(Number) });
      const result = other.run({ code, ...rest, onOutput });
    });
    const { pids } = running;
    expect(pids.filter(lives)).toHaveLength(2);
    const [zygote] = pids.map((pid) => Number(stateOf(pid)[1]));
    process.kill(Number(stateOf(zygote ?? 0)[1]), 'SIGKILL');
    expect(await running.result).toMatchObject({ error: { kind: 'crash' } });
    await other.close();
    await expect.poll(() => pids.filter(lives), { timeout: 20_000, interval: 20 }).toEqual([]);
  });
});
