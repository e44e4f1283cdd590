import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFileTree } from '../create-file-tree.js';
import { encodeBase85Lines } from './base85.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });
const create = (name: string) => `--- /dev/null\n+++ ${name}\n@@ -0,0 +1 @@\n+evil\n`;
const start = () => createFileTree({ files: { f: 'a\nb\n', bin: Uint8Array.of(0, 1) } });

describe('a patch for a place outside the tree', () => {
  it.each([
    create('b/../evil'),
    create('b/x/../../evil'),
    create('/etc/evil'),
    create('b//etc/evil'),
    create('b/./evil'),
    create('b/.git/hooks/pre-commit'),
    create('b/x/.GIT/config'),
    create('b/GIT~1/hooks/pre-commit'),
    create('b/.git./config'),
    create('b/x/.git /config'),
    create('b/.Git::$INDEX_ALLOCATION/config'),
    create('b/.g\u200cit/config'),
    create('"b/x\\\\.git\\\\config"'),
    'diff --git a/f b/f\nrename from f\nrename to .git\ufeff/config\n',
    create('"b/..\\057evil"'),
    create('"b/\\056\\056/evil"'),
    create('"b/x\\000y"'),
    create(`b/${'x'.repeat(300)}`),
    'diff --git a/f b/f\nrename from f\nrename to ../f\n',
    'diff --git a/f b/f\ncopy from f\ncopy to .git/config\n',
    'diff --git a/../x b/../x\nnew file mode 100644\nindex 0000000..e69de29\n',
    'diff --git a/l b/l\nnew file mode 120000\nindex 0000000..1234567\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n',
    'diff --git a/s b/s\nnew file mode 160000\nindex 0000000..1234567\n',
  ])('%j is refused', async (patch) => {
    const tree = start();
    await expect(tree.applyPatch(patch)).rejects.toThrowError(failure('invalid_patch'));
    expect(tree.journal()).toEqual([]);
  });
});

describe('a malformed patch', () => {
  it.each([
    ['no patch', 'hello'],
    ['nothing', ''],
    ['a hunk alone', '@@ -1 +1 @@\n-a\n+b\n'],
    ['a hunk that ends early', '--- a/f\n+++ b/f\n@@ -1,5 +1,5 @@\n a\n-b\n'],
    ['a hunk of strange lines', '--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n*b\n'],
    ['a hunk with more than it says', '--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n-a\n-b\n+c\n'],
    ['no hunk', '--- a/f\n+++ b/f\n'],
    ['two times no file', '--- /dev/null\n+++ /dev/null\n@@ -0,0 +1 @@\n+x\n'],
    ['a name cut off', '--- "a/f\n+++ "b/f\n@@ -1 +1 @@\n-a\n+b\n'],
    ['numbers beyond reason', `--- a/f\n+++ b/f\n@@ -${'9'.repeat(30)} +1 @@\n-a\n+b\n`],
    [
      'binary files without their content',
      'diff --git a/bin b/bin\nindex 1..2\nBinary files a/bin and b/bin differ\n',
    ],
    ['binary content that is none', binary('literal 5', 'zzzzz!')],
    ['binary content of another size', binary('literal 5000', 'HcmV?d00001')],
    ['binary content beyond reason', binary('literal 999999999999', 'HcmV?d00001')],
    ['no binary content', binary('nothing 5', 'HcmV?d00001')],
  ])('is refused with its line: %s', async (_name, patch) => {
    const tree = start();
    await expect(tree.applyPatch(patch)).rejects.toThrowError(
      expect.objectContaining({
        code: 'filesystem/invalid_patch',
        message: expect.stringMatching(/\(line \d+ of the patch\)\.$/),
      }),
    );
    expect(tree.journal()).toEqual([]);
  });

  it('is refused when its delta does not fit', async () => {
    await expect(start().applyPatch(binary('delta 1', 'IcmZQ%0000100001'))).rejects.toThrowError(
      expect.objectContaining({ code: expect.stringMatching(/invalid_patch|patch_does_not_apply/) }),
    );
  });

  function binary(header: string, line: string): string {
    return `diff --git a/bin b/bin\nindex 1..2\nGIT binary patch\n${header}\n${line}\n\n`;
  }
});

describe('a patch that wants time or space', () => {
  it('does not get much: lines that match nearly everywhere', async () => {
    const tree = createFileTree({ files: { f: 'x\n'.repeat(200_000) } });
    const hunk = `@@ -1,5000 +1,4999 @@\n${' x\n'.repeat(4999)}-y\n`;
    await expect(tree.applyPatch(`--- a/f\n+++ b/f\n${hunk}`)).rejects.toThrowError(
      failure('patch_does_not_apply'),
    );
  });

  it('is not unpacked beyond the limits of the tree, of one file or of all', async () => {
    const zeros = (size: number): string =>
      [`literal ${size}`, ...encodeBase85Lines(deflateSync(Buffer.alloc(size)))].join('\n');
    const file = (name: string, content: string): string =>
      `diff --git a/${name} b/${name}\nnew file mode 100644\nindex 0..1\nGIT binary patch\n${content}\n\n`;
    const limits = { maxBytesPerFile: 1000, maxWrittenBytes: 2500 };
    const tree = createFileTree({ limits });
    const tooLarge = expect.objectContaining({ message: expect.stringContaining('too large') });
    await expect(tree.applyPatch(file('a', zeros(1001)))).rejects.toThrowError(tooLarge);
    const three = ['a', 'b', 'c'].map((name) => file(name, zeros(900))).join('');
    await expect(tree.applyPatch(three)).rejects.toThrowError(tooLarge);
    expect(await tree.applyPatch(file('a', zeros(1000)))).toEqual({ written: ['a'], deleted: [] });
  });

  it('does not have the content unpacked that only a reversal needs', async () => {
    const [before, after] = [Uint8Array.of(0, 1), Uint8Array.of(0, 2)];
    const tree = createFileTree({ files: { bin: before } });
    const fork = tree.fork();
    fork.writeBytes('bin', after);
    const patch = await fork.patch();
    const backward = patch.lastIndexOf('literal ');
    const reversed = `${patch.slice(0, backward)}literal 999999999999\nnot base 85\n\n`;
    expect(reversed).toContain('not base 85');
    await tree.applyPatch(reversed);
    expect(tree.readBytes('bin')).toEqual(after);
  });

  it('counts the work of all its files together', async () => {
    const tree = createFileTree({ files: { f: `${'x\n'.repeat(5_000)}y\n` } });
    const hunk = `@@ -1,2500 +1,2500 @@\n${' x\n'.repeat(2_499)}-y\n+y\n`;
    const patch = (files: number): string => `--- a/f\n+++ b/f\n${hunk}`.repeat(files);
    await tree.applyPatch(patch(3));
    await expect(tree.applyPatch(patch(4))).rejects.toThrowError(failure('patch_does_not_apply'));
  });

  it('stays within the limits of the tree', async () => {
    const tree = createFileTree({ limits: { maxWrittenBytes: 10 } });
    const body = '+xxxxx\n'.repeat(5);
    await expect(tree.applyPatch(`--- /dev/null\n+++ b/f\n@@ -0,0 +1,5 @@\n${body}`)).rejects.toThrowError(
      failure('no_space'),
    );
    expect(tree.list('')).toEqual([]);
  });
});

it('a patch of anything is read or refused, and never breaks', async () => {
  const source = createFileTree({ files: { a: 'one\ntwo\n', b: Uint8Array.of(0, 9), 'c d': 'x' } });
  const tree = source.fork();
  tree.edit('a', 'two', '2');
  tree.writeBytes('b', Uint8Array.of(0, 8));
  tree.removeFile('c d');
  const patch = await tree.patch();
  for (let at = 0; at < patch.length; at++) {
    for (const instead of ['', '\n', '9', '/', '"']) {
      const garbled = patch.slice(0, at) + instead + patch.slice(at + 1);
      const target = source.fork();
      try {
        await target.applyPatch(garbled);
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^filesystem\//) });
        expect(target.journal()).toEqual([]);
      }
    }
  }
});
