import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { planLandlock, unusedUser } from './confinement.js';
import { CpythonSession } from './cpython-session.js';
import { findPython } from './find-python.js';
import { insideSources } from './inside-sources.js';
import { SupervisorProcess } from './supervisor-process.js';
import { LIMITS, SKIPPED, useCpython } from './test-engine.fixture.js';

/** How deep calls go from the first line of a program, as python3 and a run tell. */
const DEPTH = `
def depth(n=0):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
`;

unless(SKIPPED).describe('the end of a run', () => {
  const { open } = useCpython('landlock');

  it('waits for threads, then calls what was registered with atexit, the last first', async () => {
    const { run } = await open();
    const code = `
import atexit, threading
atexit.register(print, "second")
@atexit.register
def first(): print("first")
gate = threading.Event()
threading.Thread(target=lambda: (gate.wait(), print("thread"))).start()
threading.Thread(target=threading.Event().wait, daemon=True).start()
print("main")
gate.set()
`;
    expect(await run(code)).toMatchObject({ ok: true, stdout: 'main\nthread\nfirst\nsecond\n', stderr: '' });
    expect(await run('print("again")')).toMatchObject({ stdout: 'again\n' });
  });

  it('keeps a folder that the code has closed to itself, with its mode, and counts what is in it', async () => {
    const { run } = await open(undefined, { maxFileBytes: 1_000_000 });
    const close = `
import os, tempfile
def closed(size):
    inner = tempfile.mkdtemp(dir=tempfile.mkdtemp())
    with open(inner + "/x", "wb") as file: file.write(bytes(size))
    for folder in (inner, os.path.dirname(inner)): os.chmod(folder, 0)
    return os.path.dirname(inner)
folder = closed(10)
`;
    expect(await run(close)).toMatchObject({ ok: true });
    expect((await run('oct(os.stat(folder).st_mode & 0o777)')).value).toBe('0o0');
    expect((await run('closed(600_000)')).error).toBeNull();
    expect((await run('closed(600_000)')).error?.message).toContain('more than 1000000 bytes');
  });

  it('does so after an exception and after SystemExit, whose text comes first', async () => {
    const { run } = await open();
    const code = (end: string): string =>
      `import atexit, sys\natexit.register(print, "bye", file=sys.stderr)\n${end}`;
    expect(await run(code('1 / 0'))).toMatchObject({
      stderr: 'bye\n',
      error: { type: 'ZeroDivisionError' },
    });
    const left = await run(code('sys.exit("no input")'));
    expect(left).toMatchObject({ stderr: 'no input\nbye\n', error: { type: 'SystemExit', exitStatus: 1 } });
    const failing = await run(
      '@atexit.register\ndef bad(): raise KeyError("why")\natexit.register(print, 1)',
    );
    expect(failing).toMatchObject({ ok: true, stdout: '1\n', stderr: expect.stringContaining("'why'") });
  });

  it('calls finalizers where python3 does, and leaves those of libraries alone', async () => {
    const { run } = await open();
    const code = `
import atexit, tempfile, weakref
class Box: pass
a, b = Box(), Box()
atexit.register(print, "before")
def broken(): raise KeyError("why")
weakref.finalize(a, print, "a")
weakref.finalize(b, broken)
weakref.finalize(a, print, "kept").atexit = False
atexit.register(print, "after")
folder = tempfile.TemporaryDirectory()
`;
    const ended = await run(code);
    expect(ended).toMatchObject({ ok: true, stdout: 'after\na\nbefore\n' });
    expect(ended.stderr).toContain("KeyError: 'why'");
    expect(await run('import os; print(os.path.isdir(folder.name))')).toMatchObject({ stdout: 'True\n' });
    expect(await run('c = Box(); weakref.finalize(c, print, "c"); print(1)')).toMatchObject({
      stdout: '1\nc\n',
    });
  });

  it('leaves alone what was unregistered and what libraries register', async () => {
    const { run } = await open();
    const code =
      'import atexit, tempfile, os\natexit.register(print, 1)\natexit.unregister(print)\n' +
      'kept = tempfile.TemporaryDirectory()';
    expect((await run(code)).stdout).toBe('');
    expect((await run('os.path.isdir(kept.name)')).value).toBe(true);
  });

  it('ends the workers of a pool that was not shut down, and keeps what they print', async () => {
    const { run } = await open();
    const code = `
from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(2)
for n in range(3): pool.submit(print, n)
`;
    const { ok, stdout } = await run(code);
    expect([ok, stdout.split('\n').sort()]).toEqual([true, ['', '0', '1', '2']]);
    const again = 'with ThreadPoolExecutor(1) as other: other.submit(print, "new")';
    expect((await run(again)).stdout).toBe('new\n');
  });

  it('waits for processes of multiprocessing', async () => {
    const { run } = await open();
    const code =
      'import multiprocessing, os\nreader, writer = os.pipe()\n' +
      'p = multiprocessing.Process(target=lambda: (os.read(reader, 1), print("child", flush=True)))\n' +
      'p.start()\nos.write(writer, b"x")\nprint("main", flush=True)';
    expect((await run(code)).stdout.split('\n').sort()).toEqual(['', 'child', 'main']);
  });

  it('comes within the time limit', async () => {
    const { run } = await open();
    const code = 'import threading\nthreading.Thread(target=threading.Event().wait).start()';
    expect((await run(code, {}, { timeoutSeconds: 0.5 })).error?.kind).toBe('timeout');
  });

  it('keeps the status of os._exit and of forks', async () => {
    const { run } = await open();
    expect((await run('import os; print(1, flush=True); os._exit(7)')).error).toMatchObject({
      kind: 'crash',
      exitStatus: 7,
    });
    await run('x = 1');
    expect(await run('import os; os._exit(9)')).toMatchObject({ error: { exitStatus: 9 } });
    expect((await run('import sys\nsys.exit(-1)')).error?.exitStatus).toBe(255);
    const forks = (code: string): string =>
      `import os, sys\nif (pid := os.fork()) == 0:\n    ${code}\nos.waitpid(pid, 0)[1] >> 8`;
    expect((await run(forks('sys.exit(3)'))).value).toBe(3);
    expect((await run(forks('1 / 0'))).value).toBe(1);
    expect((await run(forks('sys.exit()'))).value).toBe(0);
  });
});

unless(SKIPPED).describe('the error of a run', () => {
  const { open } = useCpython('landlock');

  it('names the line that raised, when the exception passes a finally', async () => {
    const { run } = await open();
    const code = 'def f():\n  try:\n    1 / 0\n  finally:\n    x = 1\n    y = 2\nf()';
    const { error } = await run(code);
    expect(error?.frames.map(({ line, function: name }) => [line, name])).toEqual([
      [7, '<module>'],
      [3, 'f'],
    ]);
    expect(error?.line).toBe(3);
    const top = await run('try:\n  [][0]\nfinally:\n  for z in range(3):\n    pass\n');
    expect(top.error).toMatchObject({ type: 'IndexError', line: 2 });
  });
});

unless(SKIPPED).describe('the recursion limit of a run', () => {
  const { open } = useCpython('landlock');

  it('is counted as python3 counts it', async () => {
    const { run } = await open();
    const python3 = (code: string): string =>
      execFileSync('python3', ['-I', '-S', '-c', code], { encoding: 'utf8' });
    for (const limit of [1000, 150]) {
      const expected = python3(`import sys\nsys.setrecursionlimit(${limit})${DEPTH}print(depth())`);
      const { stdout } = await run(`${DEPTH}print(depth())`, {}, { maxRecursionDepth: limit });
      expect(stdout).toBe(expected);
    }
  });

  it('is counted so in the first run of a process that has loaded nothing ahead, too', async () => {
    const user = unusedUser();
    const python = await findPython({ environment: process.env, unprivileged: user !== null });
    const plan = planLandlock({ python, boot: insideSources().boot, workspaceBytes: 2 ** 20, user });
    const session = new CpythonSession({
      files: createFileTree(),
      limits: LIMITS,
      startProcess: () =>
        SupervisorProcess.start({ ...plan, settings: { ...plan.settings, loadsAhead: false } }),
    });
    const expected = execFileSync(python.executable, ['-I', '-S', '-c', `${DEPTH}print(depth())`], {
      encoding: 'utf8',
    });
    const rest = { fileName: null, inputs: {}, functions: {}, limits: LIMITS, signal: null, onOutput: null };
    for (const runNumber of [1, 2]) {
      const { stdout } = await session.run({ code: `${DEPTH}print(depth())`, runNumber, ...rest });
      expect([runNumber, stdout]).toEqual([runNumber, expected]);
    }
    await session.close();
  });

  it('is what the code reads and sets', async () => {
    const { run } = await open();
    expect((await run('import sys\nsys.getrecursionlimit()')).value).toBe(1000);
    const set = await run(`sys.setrecursionlimit(300)${DEPTH}(depth(), sys.getrecursionlimit())`);
    expect(set.value).toEqual([298, 300]);
    expect((await run('sys.setrecursionlimit(2**31 - 1)\n1')).value).toBe(1);
    expect((await run('sys.setrecursionlimit(0)')).error?.type).toBe('ValueError');
    expect((await run('sys.setrecursionlimit("5")')).error?.type).toBe('TypeError');
    expect((await run('sys.getrecursionlimit()')).value).toBe(1000);
  });
});
