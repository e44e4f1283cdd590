import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { HostFunctions } from '../contract.js';
import { MECHANISMS, SKIPPED, type TestSession, useCpython } from './test-engine.fixture.js';

let folder: string;
let secret: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-attack-'));
  secret = join(folder, 'secret.txt');
  writeFileSync(secret, 'the secret', { mode: 0o666 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A session that harmed itself may lose one more run, to a typed error, and then works again. */
async function expectRecovery(run: TestSession['run']): Promise<void> {
  const next = await run('1 + 1');
  if (!next.ok) expect(next.error?.kind).toMatch(/crash|runtime/);
  expect(next.ok ? next.value : (await run('1 + 1')).value).toBe(2);
}

unless(SKIPPED).describe.each(MECHANISMS)('attacks on a session in %s', (mechanism) => {
  const { open } = useCpython(mechanism);
  const inputs = () => ({ secret });

  it('bounds a fork bomb and leaves nothing of it', async () => {
    const { run } = await open();
    const bomb = await run(
      'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass',
      {},
      { timeoutSeconds: 0.5 },
    );
    expect(bomb.error?.kind).toMatch(/timeout|limit/);
    expect((await run('1 + 1')).value).toBe(2);
  });

  it('bounds threads', async () => {
    const { run } = await open();
    const code =
      'import threading, time\nfor _ in range(500): threading.Thread(target=time.sleep, args=(9,), daemon=True).start()';
    const { error } = await run(code, {}, { maxProcesses: 8, timeoutSeconds: 2 });
    expect(['RuntimeError', 'BlockingIOError', 'MemoryError']).toContain(error?.type);
  });

  it('ends daemons that left their session, after the run and at its limit', async () => {
    const { run } = await open();
    const daemon = `import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            with open("alive", "a") as file: file.write("x")
            time.sleep(0.005)
    os._exit(0)
os.wait()
while not os.path.exists("alive"): time.sleep(0.001)`;
    const size =
      'import os, time\nbefore = os.path.getsize("alive"); time.sleep(0.05); os.path.getsize("alive") - before';
    expect((await run(daemon)).ok).toBe(true);
    expect((await run(size)).value).toBe(0);
    await run(`${daemon}\nwhile True: pass`, {}, { timeoutSeconds: 0.3 });
    expect((await run(size)).value).toBe(0);
  });

  it('catches a process that forks and exits without end', async () => {
    const { run } = await open();
    const runner = `import os
if os.fork() == 0:
    while True:
        try:
            if os.fork(): os._exit(0)
        except OSError: pass`;
    expect((await run(runner)).ok).toBe(true);
    expect((await run('import os\nsorted(os.listdir("."))')).value).toEqual([]);
  });

  it('holds the memory limit in one process and over several', async () => {
    const { run } = await open();
    expect((await run('x = bytearray(10**9)', {}, { memoryMegabytes: 100 })).error?.kind).toBe('memory');
    const many = `import os, time
for _ in range(6):
    if os.fork() == 0:
        held = bytearray(90 << 20)
        for i in range(0, len(held), 4096): held[i] = 1
        time.sleep(5)
        os._exit(0)
time.sleep(5)`;
    expect((await run(many, {}, { memoryMegabytes: 100 })).error?.kind).toBe('memory');
    expect((await run('1')).ok).toBe(true);
  });

  it('holds the file limits: one file, many files, many names', async () => {
    const { run } = await open();
    const big = await run('open("big", "wb").write(b"x" * (8 << 20))', {}, { maxFileBytes: 4 << 20 });
    expect(big.error).toMatchObject({ kind: 'limit', type: 'OSError' });
    const many = `for i in range(2000): open(f"f{i}", "wb").write(b"x" * (1 << 20))`;
    expect((await run(many, {}, { maxFileBytes: 8 << 20 })).error?.kind).toBe('limit');
  });

  it('cuts a flood of output from many processes', async () => {
    const { run } = await open();
    const code = 'import os\nos.fork(); os.fork()\nwhile True: os.write(1, b"y" * 65536)';
    const { error, stdout } = await run(code, {}, { maxOutputChars: 100_000 });
    expect(error?.kind).toBe('output');
    expect(stdout).toHaveLength(100_000);
  });

  it('serves one call at a time, whatever the code writes to its channel', async () => {
    const { run } = await open();
    let called = 0;
    const wait = (): Promise<null> => {
      called++;
      return new Promise(() => {});
    };
    const forge = `import gc, marshal
channel = next(found for found in gc.get_objects() if type(found).__name__ == "Channel")
body = marshal.dumps(("wait", [bytes(1 << 20)], {}), 2)
while True: channel.send(b"H", body)`;
    const { error, usage } = await run(forge, { functions: { wait } });
    expect(error).toMatchObject({ kind: 'crash', type: 'ProtocolError' });
    expect(usage.hostCalls).toBe(1);
    expect(called).toBeLessThanOrEqual(1);
    expect((await run('1 + 1')).value).toBe(2);
  });

  it('survives every descriptor being closed, written to, read from and shut down', async () => {
    const { run, session } = await open();
    await run('kept = 1');
    for (const code of [
      'import os; os.closerange(0, 600)',
      'import os\nfor fd in range(600):\n    try: os.write(fd, b"\\xff" * 70000)\n    except OSError: pass',
      'import os\nfor fd in range(600):\n    try: os.write(fd, b"\\x00\\x00\\x00\\x05V" + b"N" * 4)\n    except OSError: pass',
      'import socket\nfor fd in range(3, 600):\n    try: socket.socket(fileno=fd).shutdown(2)\n    except OSError: pass',
      'import os\nfor fd in range(3, 600):\n    try: os.set_blocking(fd, False); os.read(fd, 1 << 20)\n    except OSError: pass',
      'import os\nfor fd in range(3, 600):\n    try: os.dup2(1, fd)\n    except OSError: pass',
    ]) {
      const { error } = await run(code, {}, { timeoutSeconds: 2 });
      expect(['crash', 'limit', 'timeout', 'runtime', undefined]).toContain(error?.kind);
      await expectRecovery(run);
    }
    await session.close();
  });

  it('takes a forged result as the code’s own word and nothing more', async () => {
    const { run } = await open();
    const forge = (seconds: string): string => `import marshal, socket
body = marshal.dumps({"ok": True, "value": "forged", "error": None, "seconds": float("${seconds}")}, 2)
for fd in range(3, 64):
    try:
        s = socket.socket(fileno=fd)
        s.sendall((len(body) + 1).to_bytes(4, "big") + b"V" + body)
    except OSError:
        pass
import time; time.sleep(5)`;
    for (const seconds of ['-1e9', 'inf', 'nan']) {
      const { error, value, usage } = await run(forge(seconds), {}, { timeoutSeconds: 2 });
      expect([null, 'forged']).toContain(value);
      expect(['timeout', 'crash', undefined]).toContain(error?.kind);
      expect(usage.executionSeconds).toBeGreaterThanOrEqual(0);
      expect(usage.executionSeconds).toBeLessThanOrEqual(usage.wallSeconds);
      await expectRecovery(run);
    }
  });

  it.each([
    ['a huge frame', 'b"\\xff\\xff\\xff\\xff" + b"V"'],
    ['an empty frame', 'b"\\0\\0\\0\\0"'],
    ['an unknown kind', 'b"\\0\\0\\0\\x01?"'],
    ['deep nesting', '(100001).to_bytes(4, "big") + b"H" + b"[\\x01\\0\\0\\0" * 20000'],
    ['a list of 2^31 items', '(6).to_bytes(4, "big") + b"H[\\xff\\xff\\xff\\x7f"'],
    [
      'five million values',
      '(5000006).to_bytes(4, "big") + b"V[" + (5000000).to_bytes(4, "little") + b"N" * 5000000',
    ],
    ['a code object', '(6).to_bytes(4, "big") + b"Hc\\0\\0\\0\\0"'],
    ['a call of no function', '(2).to_bytes(4, "big") + b"HN"'],
  ])('decodes %s from the channel defensively', async (_name, bytes) => {
    const { run } = await open();
    const code = `import socket, time
for fd in range(3, 64):
    try: s = socket.socket(fileno=fd)
    except OSError: continue
    try: s.sendall(${bytes})
    except OSError: pass
time.sleep(5)`;
    const { ok, error } = await run(code, {}, { timeoutSeconds: 2 });
    expect([ok, error?.kind]).toEqual([false, expect.stringMatching(/crash|limit|timeout/)]);
    await expectRecovery(run);
  });

  it('takes no more host calls than allowed, whatever is sent at once', async () => {
    const { run } = await open();
    let calls = 0;
    const functions = {
      tick: () => {
        calls += 1;
        return null;
      },
    };
    const flood = `import marshal, socket, time
body = b"H" + marshal.dumps(("tick", [], {}), 2)
frame = len(body).to_bytes(4, "big") + body
for fd in range(3, 64):
    try: s = socket.socket(fileno=fd)
    except OSError: continue
    try: s.sendall(frame * 1000)
    except OSError: pass
time.sleep(5)`;
    const { error } = await run(flood, { functions }, { maxHostCalls: 50, timeoutSeconds: 3 });
    expect(error?.kind).toMatch(/limit|crash/);
    expect(calls).toBeLessThanOrEqual(50);
  });

  it('reaches no function of the host that was not handed over', async () => {
    const { run } = await open();
    const code = `import marshal, socket
seen = []
for name in ("constructor", "__proto__", "toString", "exec"):
    body = b"H" + marshal.dumps((name, [], {}), 2)
    for fd in range(4, 64):
        try: s = socket.socket(fileno=fd)
        except OSError: continue
        try:
            s.settimeout(1)
            s.sendall(len(body).to_bytes(4, "big") + body)
            head = s.recv(5)
            if len(head) == 5: seen.append(marshal.loads(s.recv(65536))[:2])
        except OSError: pass
        s.detach()
seen`;
    const { value } = await run(code, { functions: { allowed: () => 1 } });
    expect(value).toEqual(Array(4).fill([false, 'NameError']));
  });

  it('recovers when the code kills what keeps its namespace', async () => {
    const { run } = await open();
    await run('kept = 1');
    const { error } = await run('import os, time; os.kill(os.getppid(), 9); time.sleep(1)');
    expect(error?.kind).toBe('crash');
    expect((await run('1 + 1')).value).toBe(2);
  });

  it('keeps time for code that ignores every signal and hooks everything', async () => {
    const { run } = await open();
    const code = `import signal, sys, gc, atexit
for n in range(1, 65):
    try: signal.signal(n, signal.SIG_IGN)
    except (OSError, ValueError): pass
sys.settrace(lambda *a: None)
atexit.register(lambda: exec("while True: pass"))
try:
    while True: pass
finally:
    while True: pass`;
    expect((await run(code, {}, { timeoutSeconds: 0.3 })).error?.kind).toBe('timeout');
    const held = 'class A(Exception):\n    def __repr__(self):\n        while True: pass\nA()';
    expect((await run(held, {}, { timeoutSeconds: 0.3 })).error?.kind).toBe('timeout');
    expect((await run('5')).value).toBe(5);
  });

  it('does not run code between runs', async () => {
    const { run } = await open();
    await run(`import threading, signal, time
count = [0]
def tick(*_):
    count[0] += 1
signal.signal(signal.SIGALRM, tick); signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
def loop():
    while True: tick(); time.sleep(0.001)
threading.Thread(target=loop, daemon=True).start()`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { value } = await run('count[0]');
    // About 1800 if it ran all the time. Where the machine is slow, it goes on for a while until it is stopped.
    expect(value).toBeLessThan(400);
  });

  it('keeps extended attributes of host files, and the writing out of its disks, from the code', async () => {
    // Not every file system has such attributes.
    spawnSync('python3', ['-c', `import os; os.setxattr(${JSON.stringify(secret)}, "user.secret", b"told")`]);
    const { run } = await open();
    const code = `import ctypes, os, shutil
libc = ctypes.CDLL(None)
found = []
for ask in (lambda: os.listxattr(secret), lambda: os.getxattr(secret, "user.secret"),
            lambda: os.getxattr(secret, "user.secret", follow_symlinks=False)):
    try: found.append(repr(ask()))
    except OSError: pass
open("a", "w").close(); shutil.copy2("a", "b"); os.sync()
[found, os.path.exists("b"), libc.syncfs(-1)]`;
    expect((await run(code, { inputs: inputs() })).value).toEqual([[], true, 0]);
  });

  it('never follows links that the code left in the workspace', async () => {
    const files = createFileTree({ files: { 'data/a.txt': 'a' } });
    const { run } = await open(files);
    await run(
      `import os, shutil
shutil.rmtree("data"); os.symlink(os.path.dirname(secret), "data"); os.symlink(secret, "link.txt")
os.mkfifo("fifo"); os.symlink("link.txt", "again"); os.symlink(".", "loop")`,
      { inputs: inputs() },
    );
    expect(files.files()).toEqual([]);
    files.writeText('data/secret.txt', 'from the tree', { parents: true });
    files.writeText('link.txt', 'from the tree');
    expect((await run('open("data/secret.txt").read() + open("link.txt").read()')).value).toBe(
      'from the treefrom the tree',
    );
    expect(readFileSync(secret, 'utf8')).toBe('the secret');
    expect(existsSync(join(folder, 'a.txt'))).toBe(false);
  });

  it('is not misled by modules of the tree that are named like its own', async () => {
    const evil = 'raise RuntimeError("hijacked")';
    const names = [
      'marshal',
      'socket',
      'os',
      'json',
      'mettle_session',
      'mettle_values',
      'sitecustomize',
      'usercustomize',
      'encodings',
      'traceback',
      'linecache',
      'asyncio',
    ];
    const files = createFileTree({ files: Object.fromEntries(names.map((name) => [`${name}.py`, evil])) });
    const { run, session } = await open(files);
    const functions: HostFunctions = { give: (value) => value ?? null };
    expect((await run('x = await give([1])\nx', { functions })).value).toEqual([1]);
    const hijacked = await run('import json', { functions });
    expect(hijacked.error).toMatchObject({ type: 'RuntimeError', message: 'hijacked', line: 1 });
    const other = await open(files);
    await other.session.load(await session.dump());
    expect((await other.run('x.append(await give(2))\nx', { functions })).value).toEqual([1, 2]);
    expect((await run('1/0')).error?.type).toBe('ZeroDivisionError');
  });

  it('ends only its own run when the code breaks the functions that the runner uses', async () => {
    const { run } = await open();
    for (const code of [
      'import marshal; marshal.dumps = None',
      'import os; os.getpid = os.dup2 = os.close = lambda *a: 1 / 0',
      'import sys; sys.stdout = None; sys.stderr = 5; sys.modules.clear()',
      'import builtins\nfor name in list(vars(builtins)): delattr(builtins, name)',
      'import sys; sys.setrecursionlimit(10**9)\ndef f(): f()\nf()',
      'import gc\nfor o in gc.get_objects():\n    if isinstance(o, dict):\n        try: o.clear()\n        except Exception: pass',
    ]) {
      await run(code, {}, { timeoutSeconds: 2 });
      await expectRecovery(run);
    }
  });
});
