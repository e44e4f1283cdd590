import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

const ENDINGS = [
  ['an exit', 'import os; os._exit(3)', 'crash', 'exit code 3'],
  [
    'an exit that leaves a process behind',
    'import os\nif os.fork(): os._exit(3)\nwhile True: pass',
    'crash',
    'exit code 3',
  ],
  ['a signal', 'import os; os.kill(os.getpid(), 9)', 'crash', 'SIGKILL'],
  ['a bad memory access', 'import ctypes; ctypes.string_at(1)', 'crash', 'SIGSEGV'],
  ['a time limit', 'while True: pass', 'timeout', '0.4'],
  ['a memory limit', 'x = bytearray(10**9)', 'memory', ''],
] as const;

/** The first run of a process is done by the very process that keeps the namespace, later ones by forks of it. */
unless(SKIPPED).describe.each(MECHANISMS)('the first run in %s', (mechanism) => {
  const { open } = useCpython(mechanism);

  it.each(ENDINGS)(
    'ends by %s as a later one does, and loses nothing',
    async (_name, code, kind, message) => {
      const { run, session } = await open(undefined, { timeoutSeconds: 10, memoryMegabytes: 100 });
      const limits = kind === 'timeout' ? { timeoutSeconds: 0.4 } : {};
      for (const _ of ['the first', 'the first after a failed one']) {
        const ended = await run(code, {}, limits);
        expect(ended.error).toMatchObject({ kind, message: expect.stringContaining(message) });
        expect(ended.namespaceLost).toBe(false);
      }
      expect((await run('kept = 1\nprint("said")')).stdout).toBe('said\n');
      const later = await run(code, {}, limits);
      expect(later.error).toMatchObject({ kind, message: expect.stringContaining(message) });
      expect((await run('kept')).value).toBe(1);
      await session.reset();
      expect((await run(code, {}, limits)).error?.kind).toBe(kind);
      expect((await run('1 + 1')).value).toBe(2);
    },
  );

  it('that leaves more in files than it may loses nothing, since there was nothing', async () => {
    const { run } = await open(undefined, { maxFileBytes: 2 ** 20 });
    const ended = await run('for name in "ab": open(name, "wb").write(bytes(700_000))');
    expect(ended).toMatchObject({ error: { kind: 'limit' }, namespaceLost: false });
  });

  it('keeps its names, also those of code that raises, and the threads that it left do not outlast it', async () => {
    const { run } = await open();
    await run(
      'import threading, time\ncount = 0\ndef loop():\n    global count\n    while True: count += 1; time.sleep(0.001)\nthreading.Thread(target=loop, daemon=True).start()\nkept = 1\n1 / 0',
    );
    const before = await run('[kept, count]');
    expect(before.value).toEqual([1, expect.any(Number)]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await run('[kept, count]')).value).toEqual(before.value);
  });

  it('draws other numbers than a fork of the code and than the next session process', async () => {
    const { run, session } = await open();
    const drawn = `import os, random
reading, writing = os.pipe()
child = os.fork()
if child == 0:
    os.write(writing, str(random.random()).encode())
    os._exit(0)
os.waitpid(child, 0)
[random.random(), float(os.read(reading, 100))]`;
    const numbers: unknown[] = [];
    for (const again of [true, false]) {
      for (const _ of ['the first', 'a later one']) numbers.push((await run(drawn)).value);
      if (again) await session.reset();
    }
    expect(new Set(numbers.flat()).size).toBe(8);
  });

  it('dumps and loads a namespace that nothing has run in', async () => {
    const { session } = await open();
    const empty = await session.dump();
    const other = await open();
    await other.session.load(empty);
    expect((await other.run('x = 1\nx')).value).toBe(1);
    await expect((await open()).session.load(new Uint8Array([1]))).rejects.toMatchObject({
      code: 'sandbox/invalid_dump',
    });
  });
});
