import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

const LIMITS = { memoryMegabytes: 64, maxFileBytes: 16 << 20, maxProcesses: 12, timeoutSeconds: 20 };

/** The C library, and what stays held until the run is ended. */
const BEGIN = `import ctypes, mmap, os, signal, socket, tempfile, threading, time
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
libc.clone.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
block = b"x" * (4 << 20)
held = []
def nameless():
    file = os.open("gone", os.O_RDWR | os.O_CREAT); os.unlink("gone"); os.write(file, block)
    return file
def touched(size):
    memory = bytearray(size)
    for place in range(0, size, 4096): memory[place] = 1
    return memory
`;

/** Ways to write more than `maxFileBytes`. The names of 40 files of 4 MB are of no use to find them by. */
const FILES: readonly (readonly [name: string, code: string])[] = [
  [
    'in the folder for temporary files',
    'for i in range(40): open(f"{tempfile.gettempdir()}/{i}", "wb").write(block)',
  ],
  ['in files that lost their name', 'for i in range(40): held.append(nameless())'],
  [
    'in files that never had a name',
    'for i in range(40): held.append(tempfile.TemporaryFile()); held[-1].write(block); held[-1].flush()',
  ],
  [
    'in files that are only mapped',
    'for i in range(40): file = nameless(); libc.mmap(None, 4096, 3, 1, file, 0); os.close(file)',
  ],
  [
    'in descriptors of a thread alone',
    'for i in range(40): held.append(nameless())\nstack = libc.mmap(None, 1 << 20, 3, 0x22, -1, 0) + (1 << 20) - 64\nlibc.clone(ctypes.cast(libc.sleep, ctypes.c_void_p), stack, 0x10b00, 60)\nfor file in held: os.close(file)',
  ],
  [
    'in descriptors of a process whose first thread has ended',
    'if os.fork() == 0:\n    def hold(): held.extend(nameless() for _ in range(40)); time.sleep(60)\n    threading.Thread(target=hold).start(); libc.syscall(60 if os.uname().machine == "x86_64" else 93, 0)',
  ],
];

/** Ways to hold more memory than `memoryMegabytes`, each far beyond it and the slack of the watch. */
const MEMORY: readonly (readonly [name: string, code: string])[] = [
  [
    'in shared maps over forks',
    'for _ in range(8):\n    for _ in range(40): shared = mmap.mmap(-1, 1 << 20); shared.write(block[:1 << 20]); held.append(shared)\n    if os.fork(): held.clear()\n    else: time.sleep(60)',
  ],
  [
    'in shared maps of which one page is left',
    'for _ in range(400): place = libc.mmap(None, 1 << 20, 3, 0x21, -1, 0); ctypes.memset(place, 1, 1 << 20); libc.munmap(place + 4096, (1 << 20) - 4096)',
  ],
  [
    'in shared maps that are not resident',
    'for _ in range(8):\n    for _ in range(40): shared = mmap.mmap(-1, 1 << 20); shared.write(block[:1 << 20]); shared.madvise(mmap.MADV_DONTNEED); held.append(shared)\n    if os.fork(): held.clear()\n    else: time.sleep(60)',
  ],
  [
    'in sockets',
    'for _ in range(8):\n    if os.fork() == 0:\n        for _ in range(230):\n            for end in socket.socketpair():\n                end.setblocking(False); held.append(end)\n                try:\n                    while True: end.send(block)\n                except OSError: pass\n        time.sleep(60)',
  ],
  [
    'in daemons',
    'for _ in range(8):\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork(): os._exit(0)\n        held.append(touched(40 << 20)); time.sleep(60)\n    os.wait()',
  ],
  [
    'in processes whose first thread has ended',
    'for _ in range(5):\n    if os.fork() == 0:\n        def hold(): held.append(touched(40 << 20)); time.sleep(60)\n        threading.stack_size(1 << 20); threading.Thread(target=hold).start(); libc.syscall(60 if os.uname().machine == "x86_64" else 93, 0)',
  ],
  [
    'in processes that may not be looked into',
    'for _ in range(8):\n    if os.fork() == 0:\n        libc.prctl(4, 0, 0, 0, 0); held.append(touched(40 << 20)); time.sleep(60)',
  ],
];

unless(SKIPPED).describe.each(MECHANISMS)('what only counting bounds, in %s', (mechanism) => {
  const { open } = useCpython(mechanism);

  it.each(FILES)('are bytes %s', async (_name, code) => {
    const { run } = await open(undefined, LIMITS);
    const { error } = await run(`${BEGIN}${code}\ntime.sleep(60)`);
    expect(error).toMatchObject({ kind: 'limit', type: 'OSError' });
    expect((await run('import os, tempfile\nos.listdir(tempfile.gettempdir())')).value).toEqual([]);
  });

  it.each(MEMORY)('is memory %s', async (_name, code) => {
    const { run } = await open(undefined, LIMITS);
    const { error } = await run(`${BEGIN}${code}\ntime.sleep(60)`);
    expect(error).toMatchObject({ kind: 'memory' });
    expect((await run('1 + 1')).value).toBe(2);
  });

  unless(mechanism === 'bubblewrap' ? 'a tmpfs of fixed size bounds it there' : null).it(
    'is what a quick run leaves in the folder for temporary files',
    async () => {
      const { run } = await open(undefined, LIMITS);
      const quick = `import tempfile\nopen(tempfile.mkstemp()[1], "wb").write(b"x" * (6 << 20))`;
      const ended = [];
      for (let time = 0; time < 4; time++) ended.push((await run(quick)).error?.kind);
      expect(ended).toContain('limit');
    },
  );

  it.each([
    ['a large shared map', 'import mmap; mmap.mmap(-1, 2 << 20)', /OSError/],
    [
      'memory by way of a device',
      'import mmap, os; mmap.mmap(os.open("/dev/zero", os.O_RDWR), 4096)',
      /PermissionError/,
    ],
    [
      'room on the disk beyond the length',
      `${BEGIN}if libc.fallocate(os.open("x", 66), 1, 0, 1 << 30): raise OSError`,
      /OSError/,
    ],
    ['larger buffers', 'import socket; socket.socketpair()[0].setsockopt(1, 7, 1 << 20)', /PermissionError/],
  ])('refuses %s', async (_name, code, type) => {
    const { run } = await open(undefined, LIMITS);
    expect((await run(code)).error?.type).toMatch(type);
  });

  it('leaves room for as many threads as ordinary code starts', async () => {
    const { run } = await open(undefined, { memoryMegabytes: 256 });
    const code = `import threading
together = threading.Barrier(13)
def work(): held = [bytearray(700) for _ in range(200)]; together.wait(20)
threads = [threading.Thread(target=work) for _ in range(12)]
for thread in threads: thread.start()
together.wait(20)
for thread in threads: thread.join()
len(threads)`;
    expect((await run(code)).value).toBe(12);
  });

  it('leaves a file alone that is called as the kernel calls one without a name', async () => {
    const { run } = await open(undefined, LIMITS);
    const code = `import mmap, time
open("x (deleted)", "wb").write(b"abc")
with open("x (deleted)", "r+b") as file: mapped = mmap.mmap(file.fileno(), 0)
time.sleep(0.3)
mapped[:].decode()`;
    expect((await run(code)).value).toBe('abc');
  });

  it('leaves what ordinary code does alone', async () => {
    const { run } = await open(undefined, LIMITS);
    const code = `${BEGIN}import sys
shared = mmap.mmap(-1, 4096)
if os.fork() == 0: shared[:2] = b"ok"; os._exit(0)
os.wait()
with tempfile.TemporaryFile() as file:
    os.posix_fallocate(file.fileno(), 0, 1 << 16); size = os.fstat(file.fileno()).st_size
[bytes(shared[:2]).decode(), size, sys.stdout.isatty()]`;
    const { value, error } = await run(code);
    expect([value, error]).toEqual([['ok', 65536, false], null]);
  });
});
