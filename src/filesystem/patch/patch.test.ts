import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { createFileTree } from '../create-file-tree.js';
import type { FileTree } from '../file-tree.js';
import { steps, takeStep } from '../naive-tree.fixture.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });
const hasGit = spawnSync('git', ['--version']).status === 0;

/** Files with content and executable bit: what a patch speaks of. */
function filesOf(tree: FileTree): Record<string, string> {
  return Object.fromEntries(
    tree
      .files()
      .map((path) => [
        path,
        `${tree.stat(path).mode & 0o100 ? 'x' : '-'}${Buffer.from(tree.readBytes(path)).toString('base64')}`,
      ]),
  );
}

const content = fc.oneof(
  fc
    .array(
      fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd', '\\ No newline at end of file\n', '--- a/x\n', '+'),
      {
        maxLength: 30,
      },
    )
    .map((parts) => new TextEncoder().encode(parts.join(''))),
  fc.uint8Array({ maxLength: 200 }),
);
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'with space',
    'b c.txt',
    'quo"te',
    'back\\slash',
    'tab\tname',
    'ü😀',
    '-dash',
    '\u0001',
    'new\nline',
    '\u007f',
  ),
  fc.stringMatching(/^[a-z ]{1,8}$/),
);
const path = fc.array(name, { minLength: 1, maxLength: 2 }).map((names) => names.join('/'));
const edits = fc.array(fc.tuple(path, fc.option(content), fc.boolean()), { maxLength: 8 });

function edit(tree: FileTree, list: readonly [string, Uint8Array | null, boolean][]): FileTree {
  for (const [where, bytes, executable] of list) {
    try {
      if (bytes === null) tree.removeFile(where);
      else tree.writeBytes(where, bytes);
      if (bytes !== null) tree.setMode(where, executable ? 0o755 : 0o644);
    } catch {
      // The place is taken by a directory or a file, or nothing is there to remove.
    }
  }
  return tree;
}

describe('patch', () => {
  it('looks as git makes it', async () => {
    const tree = createFileTree({ files: { 'a.txt': 'one\ntwo\nthree\n', gone: 'x', same: 's' } });
    tree.edit('a.txt', 'two', 'TWO');
    tree.removeFile('gone');
    tree.writeBytes('new.bin', Uint8Array.of(0, 1, 2));
    tree.setMode('same', 0o755);
    expect(await tree.patch()).toBe(`diff --git a/a.txt b/a.txt
index 4cb29ea38f70d7c61b2a3a25b02e3bdf44905402..ddc897f039f57aa91e16efa6dfde386c4255206f 100644
--- a/a.txt
+++ b/a.txt
@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
diff --git a/gone b/gone
deleted file mode 100644
index c1b0730e0133447badcfd47fd144e254807b06e1..0000000000000000000000000000000000000000
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-x
\\ No newline at end of file
diff --git a/new.bin b/new.bin
new file mode 100644
index 0000000000000000000000000000000000000000..8352675d67aed6625ece79af41c27fdb4ee2e867
GIT binary patch
literal 3
Kc\${NkWC8#H2LJ>B

literal 0
Hc$@<O00001

diff --git a/same b/same
old mode 100644
new mode 100755
`);
  });

  it('keeps to the paths that are asked for', async () => {
    const tree = createFileTree();
    for (const name of ['a', 'b', 'c/d']) tree.writeText(name, 'x\n');
    const patch = await tree.patch({ paths: ['/b', 'c/d', 'none'] });
    expect(patch.match(/^diff --git .*$/gm)).toEqual(['diff --git a/b b/b', 'diff --git a/c/d b/c/d']);
    expect(await tree.patch({ paths: [] })).toBe('');
  });

  it('applied to what it was made from gives what it was made of', async () => {
    await fc.assert(
      fc.asyncProperty(edits, edits, async (before, after) => {
        const start = edit(createFileTree(), before);
        const changed = edit(start.fork(), after);
        const patch = await changed.patch();
        const again = start.fork();
        if (patch !== '') await again.applyPatch(patch);
        expect(filesOf(again)).toEqual(filesOf(changed));
      }),
    );
  });

  it('survives files and directories that take each other’s place', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, after) => {
        const start = createFileTree();
        for (const step of before) takeStep(start, step);
        const changed = start.fork();
        for (const step of after) takeStep(changed, step);
        const patch = await changed.patch();
        const fresh = createFileTree();
        for (const file of start.files()) {
          fresh.writeBytes(file, start.readBytes(file));
          fresh.setMode(file, start.stat(file).mode);
        }
        if (patch !== '') await fresh.applyPatch(patch);
        expect(filesOf(fresh)).toEqual(filesOf(changed));
      }),
    );
  });

  it('replaces the middle whole when a smallest difference would take too long', async () => {
    const many = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word} ${index}\n`).join('');
    const start = createFileTree({ files: { f: `head\n${many('old')}tail\n` } });
    const changed = start.fork();
    changed.writeText('f', `head\n${many('new')}tail\n`);
    await start.applyPatch(await changed.patch());
    expect(start.readText('f')).toBe(changed.readText('f'));
  });
});

unless(hasGit ? null : 'there is no git').describe('git apply', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-git-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', args, {
      cwd: folder,
      encoding: 'latin1',
      env: GIT_ENVIRONMENT,
    });
    expect([args, status, stderr]).toEqual([args, 0, stderr]);
    return stdout;
  };

  function lay(tree: FileTree): void {
    for (const path of tree.files()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), tree.readBytes(path), { mode: tree.stat(path).mode });
    }
  }

  function read(at = ''): Record<string, string> {
    const found: Record<string, string> = {};
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.name === '.git' || entry.name === 'the.patch') continue;
      if (entry.isDirectory()) Object.assign(found, read(path));
      else {
        const executable = statSync(join(folder, path)).mode & 0o100 ? 'x' : '-';
        found[path] = executable + readFileSync(join(folder, path)).toString('base64');
      }
    }
    return found;
  }

  it('takes our patches', async () => {
    await fc.assert(
      fc.asyncProperty(edits, edits, async (before, after) => {
        const start = edit(createFileTree(), before);
        const changed = edit(start.fork(), after);
        const patch = await changed.patch();
        if (patch === '') return;
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        lay(start);
        writeFileSync(join(folder, 'the.patch'), patch);
        git('apply', '--whitespace=nowarn', 'the.patch');
        expect(read()).toEqual(filesOf(changed));
      }),
      { numRuns: 40 },
    );
  });

  it('makes patches that we take: renames, copies, deltas, modes', async () => {
    const big = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251);
    const start = createFileTree({
      files: { 'old name': 'one\ntwo\nthree\nfour\nfive\n', 'quo"te': 'q\n', bin: big, 'd/x': 'x', ü: 'u\n' },
    });
    lay(start);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'start');
    const changed = start.fork();
    changed.rename('old name', 'd/new name');
    changed.edit('d/new name', 'three', '3');
    changed.writeText('copy', 'one\ntwo\nthree\nfour\nfive\n');
    const other = Uint8Array.from(big);
    other[2500] = 0;
    changed.writeBytes('bin', other);
    changed.writeText('quo"te', 'Q\n');
    changed.writeText('ü', 'U\n');
    changed.setMode('d/x', 0o755);
    for (const path of start.files()) rmSync(join(folder, path));
    lay(changed);
    git('add', '-A');
    const patch = git('diff', '--cached', '--binary', '-M', '-C', '--find-copies-harder', 'HEAD');
    expect(patch).toMatch(/^rename from old name$/m);
    expect(patch).toMatch(/^copy from /m);
    expect(patch).toMatch(/^delta /m);
    await start.applyPatch(patch);
    expect(filesOf(start)).toEqual(filesOf(changed));
    expect(existsSync(join(folder, '.git'))).toBe(true);
  });
});

const GIT_ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

describe('applyPatch', () => {
  const start = () => createFileTree({ files: { f: 'a\nb\nc\nd\ne\nf\ng\n', 'd/only': 'x' } });

  it('takes plain unified hunks, with or without prefixes, and words around them', async () => {
    const tree = start();
    await tree.applyPatch('Here it is:\n\n--- f\n+++ f\n@@ -2,2 +2,2 @@\n b\n-c\n+C\nThat was it.\n');
    await tree.applyPatch('--- a/f\t2026-01-01\n+++ b/f\t2026-01-01\n@@ -1 +1 @@\n-a\n+A\n');
    await tree.applyPatch('--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+new\n');
    expect(tree.readText('f')).toBe('A\nb\nC\nd\ne\nf\ng\n');
    expect(tree.readText('n')).toBe('new\n');
  });

  it('finds lines that have moved', async () => {
    const tree = start();
    tree.writeText('f', `0\n0\n0\n${tree.readText('f')}`);
    await tree.applyPatch('--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n@@ -6,2 +6,1 @@\n-f\n g\n');
    expect(tree.readText('f')).toBe('0\n0\n0\na\nb\nC\nd\ne\ng\n');
  });

  it('removes the directories that it empties', async () => {
    const tree = start();
    await tree.applyPatch('--- a/d/only\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n');
    expect(tree.list('')).toEqual(['f']);
  });

  it.each([
    ['other lines', '--- a/f\n+++ b/f\n@@ -2,2 +2,2 @@\n b\n-X\n+C\n'],
    ['a missing file', '--- a/none\n+++ b/none\n@@ -1 +1 @@\n-a\n+A\n'],
    ['a file that exists', '--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+x\n'],
    ['a removal that leaves something', '--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'],
  ])('changes nothing at %s', async (_name, hunk) => {
    const tree = start();
    const both = `--- a/d/only\n+++ b/d/only\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n${hunk}`;
    await expect(tree.applyPatch(both)).rejects.toThrowError(failure('patch_does_not_apply'));
    expect(tree.journal()).toEqual([]);
  });
});
