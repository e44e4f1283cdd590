import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { LIMITS, useEngine } from '../cpython/test-engine.fixture.js';
import { resolveDeterministic } from '../deterministic.js';
import type { EngineShellOutcome } from '../engine.js';
import { createDockerEngine } from './docker-engine.js';
import { IMAGE_PROGRAMS, makeLocalImage } from './local-image.fixture.js';

const image = makeLocalImage('image');
afterAll(image.remove);

/** What a host may reach the network by; Podman and Docker hand it to containers. */
const PROXIES = {
  http_proxy: 'http://user:of the host@proxy:1',
  HTTPS_PROXY: 'http://user:of the host@proxy:2',
};

unless(image.skipped).describe('CPython in a container by Podman', () => {
  const { engine, open } = useEngine(() =>
    createDockerEngine({ ...image.options, environment: { ...image.options.environment, ...PROXIES } }),
  );

  it('attests what it claims', async () => {
    const capabilities = await engine().probe();
    expect(capabilities).toMatchObject({ available: true, dumpNamespace: true });
    expect(Object.values(capabilities.isolation).every((how) => typeof how === 'string')).toBe(true);
  });

  it('runs, keeps its namespace, serves functions, and moves files both ways', async () => {
    const files = createFileTree({ files: { 'in.txt': 'input' } });
    const { run, session } = await open(files);
    expect((await run('x = 20\nopen("out.txt", "w").write(open("in.txt").read() * 2)\nx')).value).toBe(20);
    expect(files.readText('out.txt')).toBe('inputinput');
    const functions = { add: (a: unknown, b: unknown) => Number(a) + Number(b) };
    expect((await run('await add(x, 1)', { functions })).value).toBe(21);
    expect((await run('while True: pass', {}, { timeoutSeconds: 0.3 })).error?.kind).toBe('timeout');
    expect((await run('x')).value).toBe(20);
    const other = await open();
    await other.session.load(await session.dump());
    expect((await other.run('x + 1')).value).toBe(21);
  });

  it('runs lines of the shell with the programs of the image, and has no others', async () => {
    const files = createFileTree({ files: { 'in.txt': 'b\na\n' } });
    const { run, session } = await open(files);
    expect((await engine().probe()).programs).toEqual([...IMAGE_PROGRAMS, 'python3'].sort());
    const shell = async (command: string, timeoutSeconds = 30): Promise<EngineShellOutcome | undefined> =>
      session.shell?.({
        command,
        folder: '',
        environment: { NEW: 'n' },
        limits: { ...LIMITS, timeoutSeconds },
        signal: null,
        onOutput: null,
      });
    await run('kept = 1');
    const line = 'sort in.txt > out.txt; echo "$NEW $HOME"; python3 -c "print(6 * 7)"; sleep 600 & exit 3';
    expect(await shell(line)).toMatchObject({
      exitCode: 3,
      stdout: 'n /workspace\n42\n',
      stderr: '',
      error: null,
    });
    expect(files.readText('out.txt')).toBe('a\nb\n');
    expect((await shell('sleep 600', 0.3))?.error?.kind).toBe('timeout');
    expect(await shell('cat /etc/hosts /etc/hostname /proc/1/environ')).toMatchObject({
      stdout: '',
      error: null,
    });
    expect((await run('kept, open("out.txt").read()')).value).toEqual([1, 'a\nb\n']);
    await expect(open(files, {}, { programs: ['grep'] })).rejects.toMatchObject({
      code: 'sandbox/no_program',
    });
  });

  it('holds against what must not work', async () => {
    const { run } = await open();
    expect((await run('import socket; socket.socket()')).error?.type).toBe('PermissionError');
    expect((await run('open("/usr/made", "w")')).ok).toBe(false);
    expect((await run('bytearray(10**9)', {}, { memoryMegabytes: 100 })).error?.kind).toBe('memory');
    const bomb = 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass';
    expect((await run(bomb, {}, { timeoutSeconds: 0.5 })).error?.kind).toMatch(/timeout|limit/);
    expect((await run('import os; [os.getuid() >= 20000, sorted(os.environ)]')).value).toEqual([
      true,
      ['HOME', 'LANG', 'PATH', 'PYTHONDONTWRITEBYTECODE', 'TMPDIR'],
    ]);
  });

  it('shows nothing of the host that container programs put into containers by themselves', async () => {
    const { run } = await open();
    const code = `import ctypes, os
libc = ctypes.CDLL(None)
start = ctypes.cast(ctypes.c_char_p.in_dll(libc, "program_invocation_name"), ctypes.c_void_p).value
reader, writer = os.pipe()
if os.fork() == 0:
    # To the end of the stack, where it crashes: arguments, then the environment that the process was started with.
    for place in range(start, start + 60_000, 8): os.write(writer, ctypes.string_at(place, 8))
os.close(writer)
text = b""
while part := os.read(reader, 65536): text += part
seen = []
for path in ("/etc/hosts", "/etc/resolv.conf", "/etc/hostname", "/proc/self/environ", "/run/.containerenv", "/etc/mtab"):
    try: seen.append((path, open(path).read()))
    except OSError: pass
[b"of the host" in text, seen]`;
    expect((await run(code)).value).toEqual([false, []]);
  });

  it('counts what is written to shared memory', async () => {
    const { run } = await open(createFileTree(), { maxFileBytes: 4 << 20 });
    const code =
      'import time\nfor n in range(60): open(f"/dev/shm/{n}", "wb").write(bytes(1 << 20))\ntime.sleep(9)';
    expect((await run(code)).error).toMatchObject({ kind: 'limit' });
  });

  it('lends packages, and keeps a session with a stopped clock', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mettle-packages-'));
    try {
      chmodSync(folder, 0o755);
      writeFileSync(join(folder, 'lent.py'), 'n = 5');
      const deterministic = resolveDeterministic({ timezone: 'Europe/Berlin', seed: 42 });
      const { run } = await open(createFileTree(), {}, { packages: [folder], deterministic });
      const code =
        'import lent, os, random, time\ntry:\n    open(lent.__file__, "w")\nexcept OSError:\n    refused = True\n' +
        '[lent.n, refused, time.time(), time.localtime().tm_hour, random.random(), hash("text")]';
      const { value } = await run(code);
      expect(value).toEqual([5, true, 946_684_800, 1, 0.6394267984578837, expect.anything()]);
      const other = await open(createFileTree(), {}, { deterministic });
      expect((await other.run('hash("text")')).value).toEqual((value as unknown[])[5]);
      expect((await other.run('import lent')).error?.type).toBe('ModuleNotFoundError');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('leaves no container behind', async () => {
    await engine().close();
    const { program, globalFlags } = image.options;
    const listed = spawnSync(program, [...globalFlags, 'ps', '--all', '--quiet'], { encoding: 'utf8' });
    expect([listed.status, listed.stdout.trim()]).toEqual([0, '']);
  });
});

describe('the docker engine where it cannot run', () => {
  it('says what is missing', async () => {
    const engine = createDockerEngine({ program: 'no-such-container-program', environment: {} });
    const { available, reason: why, isolation } = await engine.probe();
    expect([available, why]).toEqual([false, expect.stringContaining('no-such-container-program')]);
    expect(Object.values(isolation)).toEqual([null, null, null, null, null]);
    await expect(
      engine.openSession({
        files: createFileTree(),
        limits: (await import('../limits.js')).DEFAULT_SANDBOX_LIMITS,
      }),
    ).rejects.toMatchObject({ code: 'sandbox/no_container' });
    await engine.close();
  });

  it('removes what a killed command line may have started, also when that is killed too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mettle-killed-'));
    const program = join(folder, 'program');
    const calls = join(folder, 'calls');
    const script = [
      '#!/bin/sh',
      `echo "$1" >> '${calls}'`,
      `case $(tail -n 2 '${calls}' | tr '\\n' ' ') in *'run ' | 'run rm ') kill -KILL $$ ;; esac`,
    ];
    writeFileSync(program, `${script.join('\n')}\n`, { mode: 0o755 });
    const engine = createDockerEngine({ program, environment: process.env });
    const { available, reason: why } = await engine.probe();
    expect([available, why]).toEqual([false, expect.stringContaining('run failed')]);
    expect(readFileSync(calls, 'utf8')).toBe('image\nrun\nrm\nrm\n');
    await engine.close();
    rmSync(folder, { recursive: true });
  });
});
