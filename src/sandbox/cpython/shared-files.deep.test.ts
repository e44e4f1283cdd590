import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED, type TestSession, useCpython } from './test-engine.fixture.js';

const isMountable =
  MECHANISMS.includes('bubblewrap') && readFileSync('/proc/filesystems', 'utf8').includes('\toverlay\n');
const skipped = SKIPPED || (isMountable ? '' : 'overlays can be mounted only with bubblewrap and overlayfs');

const LARGE = Object.fromEntries(
  Array.from({ length: 520 }, (_, n) => [`many/${n % 20}/${n}.txt`, `file ${n}\n`]),
);
const FILES = {
  ...LARGE,
  'a.txt': 'one\ntwo\n',
  'b.txt': 'b',
  'package/__init__.py': 'from .inner import value\n',
  'package/inner.py': 'value = 41\n',
  'deep/er/est/leaf.txt': 'leaf',
  'deep/er/side.txt': 'side',
  'flat/one.txt': '1',
};

/** What a tree holds: mode and text of each file, mode of each folder. */
function contentOf(files: FileTree): Readonly<Record<string, readonly [number, string | null]>> {
  const found: Record<string, readonly [number, string | null]> = {};
  const walk = (folder: string): void => {
    for (const name of files.list(folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const { kind, mode } = files.stat(path);
      found[path] = [mode, kind === 'file' ? files.readText(path) : null];
      if (kind === 'directory') walk(path);
    }
  };
  walk('');
  return found;
}

/** Programs that change files in every way; each works on what the one before left. */
const PROGRAMS: readonly (readonly [what: string, code: string])[] = [
  ['reads', 'import package\n(open("a.txt").read(), package.value, len([*__import__("os").walk("many")]))'],
  [
    'appends and writes',
    'open("a.txt", "a").write("three\\n")\nopen("new.txt", "w").write("new")\nopen("a.txt").read()',
  ],
  ['writes what is there already', 'open("b.txt", "w").write("b")'],
  ['removes a file and makes it again', 'import os\nos.remove("b.txt")\nopen("b.txt", "w").write("again")'],
  ['removes a folder', 'import shutil\nshutil.rmtree("many/3")\nsorted(__import__("os").listdir("many"))'],
  [
    'makes a removed folder again',
    'import os\nos.mkdir("many/3")\nopen("many/3/only.txt", "w").write("x")\nos.listdir("many/3")',
  ],
  [
    'removes and makes a folder in one run',
    'import os, shutil\nshutil.rmtree("deep")\nos.makedirs("deep/er")\nopen("deep/er/new.txt", "w").write("n")',
  ],
  [
    'puts a file in the place of a folder',
    'import shutil\nshutil.rmtree("flat")\nopen("flat", "w").write("a file")',
  ],
  [
    'puts a folder in the place of a file',
    'import os\nos.remove("new.txt")\nos.mkdir("new.txt")\nopen("new.txt/inside", "w").write("i")',
  ],
  [
    'moves files',
    'import os\nos.rename("a.txt", "many/0/a.txt")\nos.replace("many/0/0.txt", "many/0/20.txt")',
  ],
  [
    'moves folders',
    'import os, pathlib\nos.rename("many/4", "four")\npathlib.Path("package").rename("packed")\nsorted(os.listdir("packed"))',
  ],
  [
    'exchanges folders',
    'import os\nos.rename("many/5", "tmp")\nos.rename("many/6", "many/5")\nos.rename("tmp", "many/6")',
  ],
  ['changes modes', 'import os\nos.chmod("many/7/7.txt", 0o755)\nos.chmod("many/8", 0o700)'],
  [
    'makes links',
    'import os\nos.link("many/9/9.txt", "linked.txt")\nos.symlink("a.txt", "soft")\nopen("linked.txt").read()',
  ],
  ['writes and fails', 'open("failed.txt", "w").write("kept all the same")\n1 / 0'],
];

/** The command line and the parent of a process; empty where it is gone. */
function processOf(pid: string): { readonly command: string; readonly parent: number } {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return { command, parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) };
  } catch {
    return { command: '', parent: 0 };
  }
}

unless(skipped).describe('files that sessions share', () => {
  const { open } = useCpython('bubblewrap');

  /** A first session, which gets a workspace of its own, and one on another fork, which begins with shared files. */
  async function family(files: FileTree): Promise<readonly [TestSession, TestSession]> {
    const first = await open(files.fork());
    await first.run('0');
    return [first, await open(files.fork())];
  }

  /** Files of another file system than the folder they lie in. */
  const isShared = 'import os\nos.stat("many/19/19.txt").st_dev != os.stat(".").st_dev';

  it('do not show in what programs do', async () => {
    const files = createFileTree({ files: FILES });
    const [plain, sharing] = await family(files);
    expect([(await plain.run(isShared)).value, (await sharing.run(isShared)).value]).toEqual([false, true]);
    for (const [what, code] of PROGRAMS) {
      const [expected, found] = [await plain.run(code), await sharing.run(code)];
      expect({ what, value: found.value, error: found.error?.message }).toEqual({
        what,
        value: expected.value,
        error: expected.error?.message,
      });
      expect(found.error?.kind, what).toBe(what === 'writes and fails' ? 'runtime' : undefined);
      expect(contentOf(sharing.files), what).toEqual(contentOf(plain.files));
      expect(sharing.files.diff().deleted, what).toEqual(plain.files.diff().deleted);
    }
    await Promise.all([plain.session.reset(), sharing.session.reset()]);
    const again = 'import os\nsorted(path for path, _, names in os.walk(".") for name in names)';
    expect((await sharing.run(again)).value).toEqual((await plain.run(again)).value);
  });

  it('are brought up to date with what the tree holds', async () => {
    const files = createFileTree({ files: FILES });
    const [, early] = await family(files);
    const all =
      'import os\nsorted((os.path.join(path, name), open(os.path.join(path, name)).read()) for path, _, names in os.walk(".") for name in names)';
    await early.run('0');
    const changed = files.fork();
    changed.removeDirectory('many/1', { recursive: true });
    changed.makeDirectory('many/1');
    changed.writeText('many/1/21.txt', 'other');
    changed.removeFile('b.txt');
    changed.writeText('b.txt/now-a-folder.txt', 'yes', { parents: true });
    changed.removeDirectory('flat', { recursive: true });
    changed.writeText('flat', 'now a file');
    changed.rename('package', 'many/package');
    const late = await open(changed);
    expect((await late.run(isShared)).value).toBe(true);
    const expected = Object.entries(contentOf(changed)).flatMap(([path, [, text]]) =>
      text === null ? [] : [[`./${path}`, text]],
    );
    const sorted = expected.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
    expect((await late.run(all)).value).toEqual(sorted);
    // Between runs as well, also of what the code itself removed, and looks afterwards find nothing that nobody did.
    await late.run('import os, shutil\nshutil.rmtree("many/2")');
    changed.writeText('many/2/22.txt', 'file 22\n', { parents: true });
    changed.removeDirectory('many/1', { recursive: true });
    changed.makeDirectory('many/1');
    changed.writeText('many/1/1.txt', 'one');
    const before = contentOf(changed);
    const seen = await late.run('(open("many/2/22.txt").read(), os.listdir("many/2"), os.listdir("many/1"))');
    expect([seen.error, seen.value]).toEqual([null, ['file 22\n', ['22.txt'], ['1.txt']]]);
    expect(contentOf(changed)).toEqual(before);
  });

  it('are the same for every session, whatever one does with them', async () => {
    const files = createFileTree({ files: FILES });
    const [, one] = await family(files);
    const other = await open(files.fork());
    const code =
      'import os\nfor path in ["a.txt", "many/0/0.txt"]: open(path, "w").write("spoilt")\nos.remove("b.txt")';
    expect((await one.run(code)).error).toBeNull();
    expect(
      (await other.run('(open("a.txt").read(), open("many/0/0.txt").read(), open("b.txt").read())')).value,
    ).toEqual(['one\ntwo\n', 'file 0\n', 'b']);
    expect(other.files.changes()).toEqual({ written: [], deleted: [] });
    const large = 'with open("big.bin", "wb") as file:\n    for _ in range(64): file.write(bytes(1 << 20))';
    const outcome = await other.run(large, {}, { maxFileBytes: 8 * 2 ** 20 });
    expect(outcome.error).toMatchObject({ kind: 'limit' });
    expect((await other.run('open("a.txt").read()')).value).toBe('one\ntwo\n');
  });

  it('are reached by no other way, and what a tree has lost is not there', async () => {
    const files = createFileTree({ files: { ...FILES, 'secret.txt': 'the answer is 42' } });
    await (await open(files.fork())).run('0');
    const without = files.fork();
    without.removeFile('secret.txt');
    const session = await open(without);
    // The folder holds what this one has: the secret too.
    await (await open(files.fork())).run('0');
    const look = `
import os, subprocess
found = []
for top in ["/shared", "/changes", *["/proc/%s/%s" % (pid, what) for pid in ["1", "self"] for what in ["root", "cwd", "fd"]]]:
    for path, folders, names in os.walk(top, followlinks=False):
        for name in names:
            try:
                if b"answer" in open(os.path.join(path, name), "rb").read(1000): found.append(path + name)
            except OSError: pass
        if len(path) > 60: folders.clear()
        folders[:] = [name for name in folders if name not in ("proc", "sys", "usr", "lib")]
import ctypes, struct
held = ctypes.create_string_buffer(24)
ctypes.CDLL(None).capget(ctypes.create_string_buffer(struct.pack("=Ii", 0x20080522, 0)), held)
bound = [number for number in range(40) if ctypes.CDLL(None).prctl(23, number, 0, 0, 0) == 1]
def tries(work):
    try: return work()
    except OSError as error: return type(error).__name__
shown = [tries(lambda: os.listdir(path)) for path in ("/shared", "/changes")]
(found, held.raw == bytes(24) and bound == [], shown, os.path.exists("secret.txt"))`;
    const { value, error } = await session.run(look);
    expect(error).toBeNull();
    expect(value).toEqual([[], true, ['PermissionError', 'PermissionError'], false]);
    expect((await session.run(isShared)).value).toBe(true);
    const umount = 'import ctypes\nctypes.CDLL(None, use_errno=True).umount2(b"/workspace", 2)';
    expect((await session.run(umount)).value).toBe(-1);
  });

  it('are those of a host folder, as long as it stays as it was', async () => {
    const base = mkdtempSync(join(tmpdir(), 'mettle-shared-'));
    try {
      for (const [path, text] of Object.entries(FILES)) {
        mkdirSync(dirname(join(base, path)), { recursive: true });
        writeFileSync(join(base, path), text);
      }
      const files = createFileTree({ base });
      const [, sharing] = await family(files);
      expect((await sharing.run(isShared)).value).toBe(true);
      expect((await sharing.run('open("a.txt").read()')).value).toBe('one\ntwo\n');
      writeFileSync(join(base, 'a.txt'), 'changed by its owner');
      const late = await open(files.fork());
      expect((await late.run('open("a.txt").read()')).value).toBe('changed by its owner');
      expect((await late.run(isShared)).value).toBe(false);
    } finally {
      rmSync(base, { recursive: true });
    }
  });

  it('are gone with the last session', async () => {
    const kept = (): readonly string[] =>
      [tmpdir(), '/tmp', '/dev/shm']
        .flatMap((path) => readdirSync(path))
        .filter((name) => name.startsWith('mettle-session-') && name.includes(`-${process.pid}-`));
    const before = kept();
    const files = createFileTree({ files: FILES });
    const sessions = await family(files);
    for (const { run } of sessions) await run('0');
    expect(new Set(kept()).size).toBe(new Set(before).size + 1);
    for (const { session } of sessions) await session.close();
    expect(kept()).toEqual(before);
  });

  it('are given to each session where the process that keeps them was killed', async () => {
    const keepers = (): readonly string[] =>
      readdirSync('/proc').filter((pid) => {
        const { command, parent } = processOf(pid);
        return parent === process.pid && command.includes('/mettle-session-');
      });
    const others = keepers();
    const files = createFileTree({ files: FILES });
    const [, sharing] = await family(files);
    expect((await sharing.run(isShared)).value).toBe(true);
    const [keeper] = keepers().filter((pid) => !others.includes(pid));
    process.kill(Number(keeper), 'SIGKILL');
    await vi.waitFor(() => expect(processOf(String(keeper)).parent).not.toBe(process.pid), 60_000);
    const late = await open(files.fork());
    expect((await late.run('open("a.txt").read()')).value).toBe('one\ntwo\n');
    expect((await late.run(isShared)).value).toBe(false);
  });
});
