import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

let folder: string;
let secret: string;
let server: Server;
let port = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-attack-'));
  secret = join(folder, 'secret.txt');
  chmodSync(folder, 0o777);
  writeFileSync(secret, 'the secret', { mode: 0o666 });
  server = createServer((socket) => socket.end('reached'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Attempts by name; each must end in the named exception, or give the harmless value. */
const REFUSED: readonly (readonly [name: string, code: string, type: RegExp])[] = [
  ['reading /etc/passwd', 'open("/etc/passwd").read()', /NotFound|Permission/],
  ['reading a secret', 'open(secret).read()', /NotFound|Permission/],
  ['reading through os.open', 'import os; os.read(os.open(secret, os.O_RDONLY), 10)', /NotFound|Permission/],
  [
    'reading through mmap',
    'import mmap; mmap.mmap(open(secret).fileno(), 0, prot=mmap.PROT_READ)',
    /NotFound|Permission/,
  ],
  ['reading through a link', 'import os; os.symlink(secret, "l1"); open("l1").read()', /NotFound|Permission/],
  [
    'reading through a hard link',
    'import os; os.link(secret, "l2"); open("l2").read()',
    /NotFound|Permission|OSError/,
  ],
  ['climbing out', 'open("../../../../../../etc/passwd").read()', /NotFound|Permission/],
  ['writing beside', 'open("/made", "w")', /OSError|Permission|NotFound/],
  ['writing a secret', 'open(secret, "w").write("x")', /NotFound|Permission/],
  ['removing a secret', 'import os; os.unlink(secret)', /NotFound|Permission/],
  ['renaming a secret', 'import os; os.rename(secret, "mine")', /NotFound|Permission|OSError/],
  ['truncating a secret', 'import os; os.truncate(secret, 0)', /NotFound|Permission/],
  ['changing a mode', 'import os; os.chmod(secret, 0)', /NotFound|Permission/],
  ['changing a time', 'import os; os.utime(secret, (0, 0))', /NotFound|Permission/],
  ['listing the root of users', 'import os; os.listdir("/root")', /NotFound|Permission/],
  [
    'executing a program that nobody named',
    'import subprocess; subprocess.run(["/usr/bin/passwd", "--status"], check=True)',
    /NotFound|Permission/,
  ],
  [
    'executing the loader with such a program',
    'import glob, subprocess; subprocess.run([glob.glob("/lib*/ld-linux*")[0], "/usr/bin/passwd"], check=True, capture_output=True)',
    /CalledProcessError|IndexError|Permission/,
  ],
  [
    'reading a secret by a shell',
    'import subprocess; subprocess.run(["/bin/sh", "-c", "cat $0", secret], check=True)',
    /CalledProcessError/,
  ],
  ['writing the runtime', 'import os; open(os.__file__, "a")', /OSError|Permission/],
  ['connecting', 'import socket; socket.create_connection(("127.0.0.1", port), 1)', /Permission/],
  ['resolving a name', 'import socket; socket.getaddrinfo("example.com", 80)', /gaierror|Permission/],
  ['a raw socket', 'import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)', /Permission/],
  ['a unix socket', 'import socket; socket.socket(socket.AF_UNIX)', /Permission/],
  ['a netlink socket', 'import socket; socket.socket(socket.AF_NETLINK)', /Permission/],
  [
    'an event loop connection',
    'import asyncio\nasync def f(): await asyncio.open_connection("127.0.0.1", port)\nasyncio.run(f())',
    /Permission|OSError/,
  ],
  ['opening a URL', 'import urllib.request; urllib.request.urlopen(f"http://127.0.0.1:{port}/")', /URLError/],
  ['signalling the host', 'import os; os.kill(host, 9)', /ProcessLookup|Permission/],
  [
    'signalling process 1',
    'import os; os.kill(1, 15)\nraise PermissionError("ignored by the first process")',
    /Permission/,
  ],
  [
    'raising a limit',
    'import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))',
    /Permission|ValueError/,
  ],
  [
    'raising the process limit',
    'import resource; resource.prlimit(0, resource.RLIMIT_NPROC, (-1, -1))',
    /Permission|ValueError/,
  ],
  ['becoming root', 'import os; os.setuid(0)', /Permission/],
  ['changing root', 'import os; os.chroot(".")', /Permission/],
  ['raising the priority', 'import os; os.nice(-5)', /Permission/],
  ['memory outside of any limit', 'import os; os.memfd_create("x")', /Permission/],
  [
    'making a device',
    'import os, stat; os.mknod("d", stat.S_IFBLK | 0o666, os.makedev(8, 0))',
    /Permission|OSError/,
  ],
];

/** System calls by number on x86_64, made directly; each must be refused with EPERM (1) or ENOSYS (38). */
const CALLS: readonly (readonly [string, number, string])[] = [
  ['ptrace', 101, '16, 1, 0, 0'],
  ['process_vm_readv', 310, '1, 0, 0, 0, 0, 0'],
  ['unshare', 272, '0x10000000'],
  ['setns', 308, '0, 0'],
  ['mount', 165, '0, 0, 0, 0, 0'],
  ['clone into a namespace', 56, '0x10000011, 0, 0, 0, 0'],
  ['clone3', 435, '0, 0'],
  ['bpf', 321, '0, 0, 0'],
  ['io_uring_setup', 425, '1, 0'],
  ['userfaultfd', 323, '0'],
  ['perf_event_open', 298, '0, 0, 0, 0, 0'],
  ['keyctl', 250, '0, 0'],
  ['add_key', 248, '0, 0, 0, 0, 0'],
  ['kexec_load', 246, '0, 0, 0, 0'],
  ['init_module', 175, '0, 0, 0'],
  ['open_by_handle_at', 304, '0, 0, 0'],
  ['pidfd_getfd', 438, '0, 0, 0'],
  ['process_madvise', 440, '0, 0, 0, 0, 0'],
  ['memfd_secret', 447, '0'],
  ['landlock_restrict_self', 446, '0, 0'],
  ['seccomp', 317, '1, 0, 0'],
  ['personality', 135, '0x40000'],
  ['shmget', 29, '0, 4096, 0o1600'],
  ['mq_open', 240, '0, 0, 0, 0'],
  ['fsopen', 430, '0, 0'],
  ['an unknown call', 999, '0'],
];

unless(SKIPPED).describe.each(MECHANISMS)('attacks on %s', (mechanism) => {
  const { open } = useCpython(mechanism);
  let shared: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    shared = await open();
  });
  const inputs = () => ({ secret, port, host: process.pid });

  it.each(REFUSED)('refuses %s', async (_name, code, type) => {
    const { ok, error } = await shared.run(code, { inputs: inputs() });
    expect([ok, error?.type]).toEqual([false, expect.stringMatching(type)]);
    expect(readFileSync(secret, 'utf8')).toBe('the secret');
    expect(statSync(secret).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  unless(process.arch === 'x64' ? null : 'its numbers of system calls are those of x64').it.each(CALLS)(
    'refuses the system call %s',
    async (_name, number, args) => {
      const code = `import ctypes
libc = ctypes.CDLL(None, use_errno=True)
result = libc.syscall(${number}, ${args})
[result, ctypes.get_errno()]`;
      const { value } = await shared.run(code);
      expect([
        [-1, 1],
        [-1, 38],
      ]).toContainEqual(value);
    },
  );

  unless(process.arch === 'x64' ? null : 'its numbers of system calls are those of x64').it(
    'ends code that calls by the x32 table',
    async () => {
      const { error } = await shared.run(
        'import ctypes; ctypes.CDLL(None).syscall(0x40000000 | 41, 2, 1, 0)',
      );
      expect(error).toMatchObject({ kind: 'crash', message: expect.stringContaining('SIGSYS') });
    },
  );

  it('shows no process but its own, and no environment but what says where the code is', async () => {
    const code = `import os
def seen(pid):
    try:
        return open(f"/proc/{pid}/cmdline", "rb").read() != b""
    except OSError:
        return False
[[pid for pid in range(1, 70000, 7) if pid not in (os.getpid(), os.getppid()) and seen(pid)], seen(host), sorted(os.environ), os.environ["HOME"] == os.getcwd()]`;
    expect((await shared.run(code, { inputs: inputs() })).value).toEqual([
      [],
      false,
      ['HOME', 'LANG', 'PATH', 'PYTHONDONTWRITEBYTECODE', 'TMPDIR'],
      true,
    ]);
  });
});
