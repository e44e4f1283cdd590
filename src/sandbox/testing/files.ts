import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../../core/internal.js';
import type { DefineCase } from './define-case.js';

/** The tree as the code sees it, and the host, which must never change. */
export function fileCases(it: DefineCase): void {
  it('reads the folder and writes over it without touching the host', async ({ open, folder }) => {
    const host = hostFolder(folder());
    const sandbox = await open({ workdir: host });
    const code =
      'with open("base.txt") as f: old = f.read()\n' +
      'with open("base.txt", "w") as f: f.write("new")\n' +
      'with open("made.txt", "w") as f: f.write("made")\n' +
      '(old, open("./base.txt").read(), open("made.txt").read())';
    expect((await sandbox.run(code)).value).toEqual(['base\n', 'new', 'made']);
    expect(sandbox.files.changes()).toEqual({ written: ['base.txt', 'made.txt'], deleted: [] });
    expect(readFileSync(join(host, 'base.txt'), 'utf8')).toBe('base\n');
    expect(existsSync(join(host, 'made.txt'))).toBe(false);
  });

  it('sees what the host program writes to the tree, and the other way round', async ({ open }) => {
    const sandbox = await open();
    sandbox.files.writeText('in.txt', 'from the host');
    expect((await sandbox.run('open("in.txt").read()')).value).toBe('from the host');
    await sandbox.run('with open("out.bin", "wb") as f: f.write(b"\\x00\\xff")');
    expect(sandbox.files.readBytes('out.bin')).toEqual(new Uint8Array([0, 255]));
  });

  it('appends, renames, deletes, makes and lists', async ({ open }) => {
    const sandbox = await open();
    const code =
      'import os\n' +
      'from pathlib import Path\n' +
      'os.makedirs("d/e")\n' +
      'with open("d/a.txt", "w") as f: f.write("1")\n' +
      'with open("d/a.txt", "a") as f: f.write("2")\n' +
      'os.rename("d/a.txt", "d/b.txt")\n' +
      'Path("d/c.txt").write_text("gone")\n' +
      'os.remove("d/c.txt")\n' +
      '(sorted(os.listdir("d")), Path("d/b.txt").read_text(), Path("d/a.txt").exists(), Path("d/e").is_dir(), os.stat("d/b.txt").st_size)';
    expect((await sandbox.run(code)).value).toEqual([['b.txt', 'e'], '12', false, true, 2]);
    expect(sandbox.files.readText('d/b.txt')).toBe('12');
  });

  it('deletes a file of the folder and makes it anew, in the tree alone', async ({ open, folder }) => {
    const host = hostFolder(folder());
    const sandbox = await open({ workdir: host });
    await sandbox.run('import os\nos.remove("base.txt")');
    expect(sandbox.files.changes().deleted).toEqual(['base.txt']);
    expect((await sandbox.run('open("base.txt")')).error?.type).toBe('FileNotFoundError');
    await sandbox.run('with open("base.txt", "w") as f: f.write("again")');
    expect(sandbox.files.changes()).toEqual({ written: ['base.txt'], deleted: [] });
    expect(readFileSync(join(host, 'base.txt'), 'utf8')).toBe('base\n');
  });

  it('raises the errors of Python for what cannot be done', async ({ open }) => {
    const sandbox = await open({ files: { 'f.txt': 'x', 'd/in.txt': 'y' } });
    for (const [code, type] of [
      ['open("nothing")', 'FileNotFoundError'],
      ['open("d")', 'IsADirectoryError'],
      ['open("f.txt/x")', 'NotADirectoryError'],
      ['import os\nos.mkdir("d")', 'FileExistsError'],
      ['import os\nos.rmdir("d")', 'OSError'],
      ['import os\nos.remove("nothing")', 'FileNotFoundError'],
      ['open("nothing/x", "w")', 'FileNotFoundError'],
    ] as const) {
      expect([code, (await sandbox.run(code)).error?.type]).toEqual([code, type]);
    }
  });

  it('leads nowhere out of the folder', async ({ open, folder }) => {
    const host = hostFolder(folder());
    const sandbox = await open({ workdir: host });
    const secret = join(host, '..', 'secret.txt');
    const climbing = `/../../..${secret}`;
    for (const path of [secret, climbing, '../secret.txt', 'sub/../../secret.txt', 'link.txt']) {
      const { error, value } = await sandbox.run(`open(${JSON.stringify(path)}).read()`);
      expect([path, error === null ? value : 'refused']).toEqual([path, 'refused']);
    }
    const passwords = await sandbox.run('open("/../../../etc/passwd").read()');
    expect(passwords.value).not.toBe(readFileSync('/etc/passwd', 'utf8'));
  });

  it('forgets what was written on reset and keeps the folder', async ({ open, folder }) => {
    const host = hostFolder(folder());
    const sandbox = await open({ workdir: host });
    await sandbox.run('with open("base.txt", "w") as f: f.write("new")');
    await sandbox.reset();
    expect((await sandbox.run('open("base.txt").read()')).value).toBe('base\n');
    expect(sandbox.files.changes()).toEqual({ written: [], deleted: [] });
  });

  it('writes and reads a hundred files', async ({ open }) => {
    const sandbox = await open();
    const code =
      'for i in range(100):\n  with open(f"f{i}.txt", "w") as f: f.write(str(i))\n' +
      'total = 0\nfor i in range(100):\n  total += int(open(f"f{i}.txt").read())\ntotal';
    expect((await sandbox.run(code)).value).toBe(4950);
    expect(sandbox.files.changes().written).toHaveLength(100);
  });

  it('ends at the bytes that files may hold', async ({ open }) => {
    const sandbox = await open({ limits: { maxFileBytes: 100_000 } });
    const result = await sandbox.run('with open("big", "w") as f: f.write("x" * 200_000)');
    expect(result.ok).toBe(false);
    expect((await sandbox.run('1 + 1')).value).toBe(2);
  });

  it('names the file that runs, from the root of the tree', async ({ open }) => {
    const sandbox = await open({ files: { 'data.txt': 'root', 'lib/data.txt': 'beside' } });
    expect((await sandbox.run('__file__')).error?.type).toBe('NameError');
    const code =
      'import os.path\n' +
      'from pathlib import Path\n' +
      'beside = os.path.join(os.path.dirname(__file__), "data.txt")\n' +
      'def again(): return open(beside).read(), __file__\n' +
      '(__file__, open(beside).read(), (Path(__file__).parent / "data.txt").read_text())';
    const deep = await sandbox.run(code, { file: 'lib/main.py' });
    expect(deep.value).toEqual(['./lib/main.py', 'beside', 'beside']);
    expect((await sandbox.run('again()')).value).toEqual(['beside', './lib/main.py']);
    const top = await sandbox.run(code, { file: '/main.py' });
    expect(top.value).toEqual(['./main.py', 'root', 'root']);
  });

  it('reads line ends as newline says', async ({ open }) => {
    const sandbox = await open();
    const code =
      'import csv\n' +
      'with open("a.csv", "w", newline="") as f: csv.writer(f).writerow([1, "b\\r\\nc"])\n' +
      'whole = [open("a.csv", newline="").read(), open("a.csv", newline=None).read(), open("a.csv").read()]\n' +
      'with open("a.csv", "r", newline="", encoding="utf-8") as f: lines = [line for line in f]\n' +
      'with open("a.csv", mode="r", newline="\\n") as f: first = f.readline()\n' +
      'with open("a.csv", newline="") as f: rows = list(csv.reader(f))\n' +
      '(whole, lines, first, rows)';
    const read = ['1,"b\r\nc"\r\n', '1,"b\nc"\n', '1,"b\nc"\n'];
    expect((await sandbox.run(code)).value).toEqual([
      read,
      ['1,"b\r\n', 'c"\r\n'],
      '1,"b\r\n',
      [['1', 'b\r\nc']],
    ]);
  });

  it('keeps text as UTF-8 and line ends as they are written', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('with open("t.txt", "w") as f: f.write("é😀\\r\\nx")');
    expect(sandbox.files.readText('t.txt')).toBe('é😀\r\nx');
  });
}

/** A folder with a link that leads out of it, beside a secret. */
function hostFolder(outer: string): string {
  writeFileSync(join(outer, 'secret.txt'), 'secret');
  const host = join(outer, 'work');
  mkdirSync(join(host, 'sub'), { recursive: true });
  writeFileSync(join(host, 'base.txt'), 'base\n');
  writeFileSync(join(host, 'sub', 'deep.txt'), 'deep');
  symlinkSync('../secret.txt', join(host, 'link.txt'));
  return host;
}
