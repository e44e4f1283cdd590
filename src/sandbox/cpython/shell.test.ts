import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import type { Sandbox } from '../contract.js';
import { type CreateSandboxOptions, createSandbox } from '../create-sandbox.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

unless(SKIPPED).describe.each(MECHANISMS)('a shell in %s', (mechanism) => {
  const { engine } = useCpython(mechanism);
  const opened: Sandbox[] = [];
  let packages = '';
  const open = async (options: Omit<CreateSandboxOptions, 'engine'> = {}): Promise<Sandbox> => {
    const sandbox = await createSandbox({ ...options, engine: engine() });
    opened.push(sandbox);
    return sandbox;
  };
  beforeAll(() => {
    packages = mkdtempSync(join(tmpdir(), 'mettle-shell-packages-'));
    chmodSync(packages, 0o755);
    writeFileSync(join(packages, 'lent.py'), 'value = "lent"\n', { mode: 0o644 });
  });
  afterAll(async () => {
    await Promise.all(opened.map((sandbox) => sandbox.close()));
    rmSync(packages, { recursive: true, force: true });
  });

  it('has the packages of the sandbox in its Python, and so has a program that Python starts', async () => {
    const sandbox = await open({ packages });
    const line = "python3 -c 'import lent; print(lent.value)'";
    expect((await sandbox.shell(line)).stdout).toBe('lent\n');
    const code = `import subprocess, sys
[subprocess.run([name, "-c", "import lent; print(lent.value)"], capture_output=True, text=True).stdout for name in ("python3", sys.executable)]`;
    expect((await sandbox.run(code)).value).toEqual(['lent\n', 'lent\n']);
  });

  it('runs a script of the tree that says which program is for it', async () => {
    const script = {
      'a.py': '#!/usr/bin/env python3\nimport sys\nprint(sys.argv[1])\n',
      'b.sh': '#!/bin/sh\necho b\n',
    };
    const sandbox = await open({ files: script });
    const result = await sandbox.shell(
      'cat a.py > made.py; cat b.sh > made.sh; chmod +x made.py made.sh; ./made.py a; ./made.sh',
    );
    expect(result).toMatchObject(
      process.getuid?.() === 0 || mechanism === 'bubblewrap' ? { stdout: 'a\nb\n' } : { ok: false },
    );
  });

  it('is a new process each time, before and after Python has run', async () => {
    const sandbox = await open();
    await sandbox.shell('cd /; export LEFT=1; echo 1 > kept 2> /dev/null || echo 1 > "$HOME/kept"');
    expect((await sandbox.shell('echo "$LEFT"; cat kept; pwd')).stdout).toMatch(/^\n1\n\/.*workspace\n$/);
    await sandbox.run(
      'import os, signal\nos.umask(0o777)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nos.environ["PATH"] = ""',
    );
    const { stdout } = await sandbox.shell(
      'umask; (trap); yes | head -1; sh -c "kill -TERM \\$\\$"; echo $?',
    );
    expect(stdout).toBe('0022\ny\n143\n');
    expect((await sandbox.run('os.environ["PATH"]')).value).toBe('');
  });

  it('keeps the variables of Python over lines that end badly', async () => {
    const sandbox = await open();
    await sandbox.run('import threading\nkept = []\nlock = threading.Lock()');
    for (const line of ['kill -9 $PPID', 'kill -9 -1', 'exit 3', 'sleep 60']) {
      await sandbox.shell(line, { timeoutSeconds: 0.3 });
      expect((await sandbox.run('kept.append(1)\nlen(kept)')).error).toBeNull();
    }
    expect((await sandbox.run('len(kept)')).value).toBe(4);
  });

  it('finds the content of a tree that is too large to be sent whole', async () => {
    const part = 'x'.repeat(2 ** 20);
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`d/${index}.txt`, `${index}${part}\n`]),
    );
    const sandbox = await open({ files });
    const line = 'cut -c1 d/*.txt | tr -d "\\n"';
    expect((await sandbox.shell(line)).stdout).toBe('012345678');
    await sandbox.run('open("d/0.txt", "w").write("9")');
    expect((await sandbox.shell(line)).stdout).toBe('912345678');
    expect(sandbox.files.changes().written).toEqual(['d/0.txt']);
    expect((await sandbox.run('open("d/8.txt").read(1)')).value).toBe('8');
  });

  it('hands over standard input as it comes', async () => {
    const sandbox = await open();
    async function* parts(): AsyncGenerator<Uint8Array> {
      for (const part of ['one\n', 'two\n']) yield Buffer.from(part);
    }
    expect((await sandbox.shell('read first; echo "$first"; wc -l', { stdin: parts() })).stdout).toMatch(
      /^one\n\s*1\n$/,
    );
    const endless = (async function* () {
      while (true) yield Buffer.alloc(65_536);
    })();
    expect((await sandbox.shell('head -c 3 | wc -c', { stdin: endless })).stdout.trim()).toBe('3');
  });

  it('has the time zone and the hashes of a sandbox with a stopped clock', async () => {
    const sandbox = await open({ deterministic: { timezone: 'Europe/Berlin' } });
    const line = `echo "$TZ"; python3 -c 'print(hash("a"))'; python3 -c 'print(hash("a"))'`;
    const [zone, first, second] = (await sandbox.shell(line)).stdout.split('\n');
    expect([zone, first]).toEqual(['Europe/Berlin', second]);
    expect((await sandbox.run('hash("a")')).value?.toString()).toBe(first);
  });

  it('refuses programs that can’t be had when the sandbox opens', async () => {
    await expect(open({ programs: ['no-such-program'] })).rejects.toMatchObject({
      code: 'sandbox/no_program',
    });
  });
});
