import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import type { Sandbox } from '../contract.js';
import { createSandbox } from '../create-sandbox.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'mettle-shell-attack-'));
const secret = join(folder, 'secret.txt');
const TEXT = 'a secret of the host';

beforeAll(() => {
  chmodSync(folder, 0o777);
  writeFileSync(secret, TEXT, { mode: 0o666 });
  process.env.METTLE_SHELL_SECRET = TEXT;
});
afterAll(() => {
  delete process.env.METTLE_SHELL_SECRET;
  rmSync(folder, { recursive: true, force: true });
});

/** Lines that try to reach the host. What they print must not hold what only the host has. */
const REACHING: readonly (readonly [name: string, line: string])[] = [
  ['a secret by its path', 'cat "$SECRET"'],
  ['a secret by redirection', 'read line < "$SECRET"; echo "$line"'],
  ['a secret through a link', 'ln -s "$SECRET" link; cat link; cp link copy; cat copy'],
  [
    'a secret through a link to its folder',
    'ln -s "$(dirname "$SECRET")" up; cat up/secret.txt; cd up && cat secret.txt',
  ],
  ['a secret through a hard link', 'ln "$SECRET" hard; cat hard'],
  ['a secret by climbing', 'cat "../../../../../..$SECRET"'],
  ['a secret by an archive', 'tar -cf - "$SECRET" | tar -xOf -'],
  ['a secret by the loader', 'for l in /lib*/ld-* /lib/*/ld-*; do "$l" /bin/cat "$SECRET"; done'],
  [
    'a secret by a preloaded library',
    'LD_PRELOAD="$SECRET" cat < /dev/null; LD_DEBUG=all cat < /dev/null 2>&1 | grep "a secret of"',
  ],
  [
    'a secret by a file that the shell reads first',
    'ENV="$SECRET" BASH_ENV="$SECRET" bash -c :; . "$SECRET"; sh "$SECRET"',
  ],
  [
    'a secret by options of programs',
    'sort --files0-from="$SECRET"; grep -f "$SECRET" /dev/null; diff "$SECRET" /dev/null; od -c "$SECRET"; find "$SECRET" -exec cat {} +',
  ],
  [
    'a secret by descriptors of the parent',
    'for f in 3 4 5 6 7 8 9; do cat <&$f; done; cat /proc/$PPID/fd/* /proc/1/fd/*',
  ],
  [
    'the environment of other processes',
    'cat /proc/*/environ /proc/1/environ "/proc/$HOST/environ" | tr "\\0" "\\n"',
  ],
  [
    'the memory of other processes',
    'dd if="/proc/$HOST/mem" bs=1 count=9; cat "/proc/$HOST/maps" "/proc/$HOST/cmdline"',
  ],
  [
    'users and passwords',
    'cat /etc/passwd /etc/shadow /etc/group; cat ~root/.ssh/* /root/.*; ls /root /home/*',
  ],
  [
    'names and addresses of the host',
    'cat /etc/hostname /etc/hosts /etc/resolv.conf /etc/machine-id /sys/class/net/*/address',
  ],
  [
    'programs that change the user',
    'for p in su sudo passwd mount umount newgrp chsh; do "/usr/bin/$p" --help; "/bin/$p" --version; done',
  ],
  [
    'writing what the host has',
    'echo x > "$SECRET"; : > "$SECRET"; rm -f "$SECRET"; mv "$SECRET" mine; chmod 777 "$SECRET"; touch -d 2001-01-01 "$SECRET"; echo x > "$(dirname "$SECRET")/made"',
  ],
  [
    'writing programs and libraries',
    'for f in /bin/sh /bin/made /usr/bin/made "$(command -v cat)" "$PATH/made" /etc/ld.so.preload /lib/made; do echo x > "$f"; rm -f "$f"; done; rm -rf "$PATH"',
  ],
  ['ending the host', 'kill -9 "$HOST"; kill -STOP "$HOST"; kill -0 "$HOST" && echo "a secret of the host"'],
  [
    'the network',
    'exec 3<> "/dev/tcp/127.0.0.1/1" && echo "a secret of the host"; bash -c "exec 3<>/dev/tcp/127.0.0.1/22 && echo a secret of the host"',
  ],
];

unless(SKIPPED).describe.each(MECHANISMS)('attacks by a shell on %s', (mechanism) => {
  const { engine } = useCpython(mechanism);
  let sandbox: Sandbox;
  const shell = (line: string, more = {}) => sandbox.shell(line, { timeoutSeconds: 60, ...more });
  beforeAll(async () => {
    const environment = { SECRET: secret, HOST: String(process.pid) };
    sandbox = await createSandbox({
      engine: engine(),
      environment,
      limits: { maxFileBytes: 2 ** 23, maxProcesses: 24 },
    });
  });
  afterAll(() => sandbox?.close());

  it.each(REACHING)('reaches nothing: %s', async (_name, line) => {
    const before = statSync(secret);
    const { stdout, stderr, error } = await shell(line);
    const shown = `${stdout}${stderr}`.replaceAll(line, '');
    expect(shown).not.toContain(TEXT);
    expect(shown).not.toMatch(/^root:/m);
    expect(error).toBeNull();
    const after = statSync(secret);
    expect([readFileSync(secret, 'utf8'), after.mode, after.mtimeMs, after.ino]).toEqual([
      TEXT,
      before.mode,
      before.mtimeMs,
      before.ino,
    ]);
    expect(existsSync(join(folder, 'made'))).toBe(false);
    expect(await shell('printf %s fine; cat /dev/null')).toMatchObject({ ok: true, stdout: 'fine' });
  });

  it('shows programs by name alone, and of the root only what code needs', async () => {
    const python = `import os, stat
found = []
for root in ("/", "/usr", "/usr/bin", "/usr/sbin", "/usr/local", "/usr/share", "/bin", "/sbin", "/etc", "/var", "/opt", "/home", "/root", "/run", "/sys", "/srv", "/mnt", "/boot"):
    try: found += [os.path.join(root, name) for name in os.listdir(root)]
    except OSError: pass
found`;
    const seen = (await sandbox.run(python)).value as string[];
    const inside = new Set([
      'bin',
      'lib',
      'lib64',
      'usr',
      'workspace',
      'tmp',
      'packages',
      'programs',
      'proc',
      'dev',
    ]);
    const strange = seen.filter((path) => !/^\/(?:[^/]+|usr\/(?:lib|lib64|bin|share|local))$/.test(path));
    expect(strange.filter((path) => !path.startsWith('/usr/share/zoneinfo'))).toEqual([]);
    expect(seen.filter((path) => /^\/[^/]+$/.test(path) && !inside.has(path.slice(1)))).toEqual([]);
    const { stdout } = await shell(
      'for p in "$PATH"/*; do [ -u "$p" ] || [ -g "$p" ] || [ -w "$p" ] && echo "$p"; done; :',
    );
    expect(stdout).toBe('');
  });

  it('takes variables of the caller into the confined shell alone', async () => {
    const marker = join(folder, 'made');
    const files = { 'start.sh': `echo started; echo x > ${marker}\n`, 'fake/cat': '#!/bin/sh\necho fake\n' };
    for (const [path, text] of Object.entries(files)) sandbox.files.writeText(path, text, { parents: true });
    const { stdout: home } = await shell('pwd');
    const at = (path: string): string => `${home.trim()}/${path}`;
    const environment = {
      BASH_ENV: at('start.sh'),
      ENV: at('start.sh'),
      LD_PRELOAD: at('fake/cat'),
      LD_LIBRARY_PATH: at('fake'),
      PATH: at('fake'),
      PYTHONSTARTUP: at('start.sh'),
      SHELLOPTS: 'xtrace',
      IFS: 'a',
    };
    const { stdout } = await shell('/bin/bash -c :; echo end', { environment });
    expect(stdout).toBe('started\nend\n');
    expect(existsSync(marker)).toBe(false);
    expect((await shell('echo plain; cat start.sh | head -c 4')).stdout).toBe('plain\necho');
  });

  it.each([
    ['in the background', 'BEAT &'],
    ['in the background of a group', '(BEAT &) &'],
    ['without a signal to hang up', 'trap "" HUP INT TERM; BEAT & disown 2> /dev/null'],
    ['by nohup', 'nohup sh -c "BEAT" > /dev/null 2>&1 &'],
    [
      'in a session of its own',
      `python3 -c 'import os; os.fork() or (os.setsid(), os.fork() or os.execvp("sh", ["sh", "-c", "BEAT"]))'`,
    ],
    ['with its output closed', 'BEAT > /dev/null 2>&1 <&- &'],
    ['at the end of the shell', 'trap "BEAT &" EXIT'],
  ])('leaves nothing that runs %s', async (_name, line) => {
    await shell(': > log');
    const beat = 'while :; do echo x >> log; sleep 0.01; done';
    await shell(
      `${line.replace('BEAT', beat)}\nuntil [ -s log ] || [ "$((n += 1))" -gt 500 ]; do sleep 0.01; done`,
    );
    const sizes =
      'import os, time\nbefore = os.path.getsize("log")\ntime.sleep(0.05)\n(before, os.path.getsize("log"))';
    const [before, after] = (await sandbox.run(sizes)).value as number[];
    expect(after).toBe(before);
  });

  it.each<[string, string, RegExp]>([
    ['processes without end', 'bomb() { bomb | bomb & }; bomb; wait', /limit|timeout|exit/],
    ['children that wait', 'while :; do sleep 600 & done', /limit|timeout|exit/],
    ['a file without end', 'cat /dev/zero > big', /limit|exit/],
    [
      'files without end',
      'while :; do n=$((n + 1)); head -c 100000 /dev/zero > "f$n" || exit 9; done',
      /limit|exit/,
    ],
    [
      'temporary files without end',
      'while :; do head -c 1000000 /dev/zero > "$(mktemp)" || exit 9; done',
      /limit|exit/,
    ],
    ['a folder in a folder without end', 'while :; do mkdir d && cd d || exit 9; done', /limit|exit|timeout/],
    ['a text without end', 'a=x; while :; do a=$a$a; done', /memory|exit/],
    ['output without end', 'yes', /output/],
    ['a line of a million words', 'echo $(seq 1000000) | wc -w', /exit|memory|limit/],
  ])('is ended at its limits: %s', async (_name, line, kind) => {
    const result = await sandbox.shell(line, { timeoutSeconds: 3 });
    expect(result.error?.kind ?? 'exit').toMatch(kind);
    await sandbox.reset();
    expect(await shell('ls; ls "$TMPDIR" | wc -l')).toMatchObject({ ok: true, stdout: '0\n' });
  });

  it('is not changed by what Python code has done to its own process', async () => {
    const code = `import os, shutil, sys
os.execve = lambda *_: os._exit(0)
shutil.which = lambda *_, **__: "/nothing"
for name in list(sys.modules):
    if name.startswith("mettle_shell"): sys.modules[name].become = lambda *_: {"ok": True, "value": None, "error": None}
os.environ["PATH"] = os.environ["HOME"] = "/nothing"`;
    expect((await sandbox.run(code)).error).toBeNull();
    expect(await shell('echo true; exit 4')).toMatchObject({ exitCode: 4, stdout: 'true\n' });
  });

  it('wakes no variables of Python while they are put by', async () => {
    const code = `import os, signal
def woken(*_):
    for n in range(1000):
        if os.fork() == 0:
            while True: open("woken", "a").write("x")
signal.signal(signal.SIGUSR1, woken)
os.getpid()`;
    await sandbox.run(code);
    await shell(
      'n=1; while [ $n -lt 200 ]; do kill -USR1 $n; kill -CONT $n; n=$((n + 1)); done 2> /dev/null; sleep 0.1',
    );
    await sandbox.run('0');
    const sizes =
      'import os, time\nsize = lambda: os.path.exists("woken") and os.path.getsize("woken")\nbefore = size()\ntime.sleep(0.05)\n(before, size())';
    const [before, after] = (await sandbox.run(sizes)).value as unknown[];
    expect(after).toBe(before);
    await sandbox.reset();
  });

  it('starts in no folder outside of the tree', async () => {
    await shell('ln -s / out; ln -s .. up; mkdir -p real; ln -s real inner');
    for (const cwd of ['out', 'up', 'out/usr', 'inner', 'none']) {
      await expect(shell('pwd', { cwd })).rejects.toMatchObject({ code: 'sandbox/invalid_argument' });
    }
    // The tree has a folder there, and the workspace a link in its place by the time the shell starts.
    sandbox.files.makeDirectory('swap');
    const line = 'rmdir swap && ln -s / swap';
    const [, second] = await Promise.all([
      shell(line),
      shell('pwd', { cwd: 'swap' }).catch(({ code }) => code),
    ]);
    expect(typeof second === 'string' ? second : second.error?.type).toMatch(
      /invalid_argument|NotADirectoryError/,
    );
  });
});
