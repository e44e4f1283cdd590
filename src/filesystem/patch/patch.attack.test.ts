import { describe, expect, it } from 'vitest';
import { createFileTree } from '../create-file-tree.js';

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
  ])('%j is refused', (patch) => {
    const tree = start();
    expect(() => tree.applyPatch(patch)).toThrowError(failure('invalid_patch'));
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
  ])('is refused with its line: %s', (_name, patch) => {
    const tree = start();
    expect(() => tree.applyPatch(patch)).toThrowError(
      expect.objectContaining({
        code: 'filesystem/invalid_patch',
        message: expect.stringMatching(/\(line \d+ of the patch\)\.$/),
      }),
    );
    expect(tree.journal()).toEqual([]);
  });

  it('is refused when its delta does not fit', () => {
    expect(() => start().applyPatch(binary('delta 1', 'IcmZQ%0000100001'))).toThrowError(
      expect.objectContaining({ code: expect.stringMatching(/invalid_patch|patch_does_not_apply/) }),
    );
  });

  function binary(header: string, line: string): string {
    return `diff --git a/bin b/bin\nindex 1..2\nGIT binary patch\n${header}\n${line}\n\n`;
  }
});

describe('a patch that wants time or space', () => {
  it('does not get much: lines that match nearly everywhere', () => {
    const tree = createFileTree({ files: { f: 'x\n'.repeat(200_000) } });
    const hunk = `@@ -1,5000 +1,4999 @@\n${' x\n'.repeat(4999)}-y\n`;
    expect(() => tree.applyPatch(`--- a/f\n+++ b/f\n${hunk}`)).toThrowError(failure('patch_does_not_apply'));
  });

  it('stays within the limits of the tree', () => {
    const tree = createFileTree({ limits: { maxWrittenBytes: 10 } });
    const body = '+xxxxx\n'.repeat(5);
    expect(() => tree.applyPatch(`--- /dev/null\n+++ b/f\n@@ -0,0 +1,5 @@\n${body}`)).toThrowError(
      failure('no_space'),
    );
    expect(tree.list('')).toEqual([]);
  });
});

it('a patch of anything is read or refused, and never breaks', () => {
  const source = createFileTree({ files: { a: 'one\ntwo\n', b: Uint8Array.of(0, 9), 'c d': 'x' } });
  const tree = source.fork();
  tree.edit('a', 'two', '2');
  tree.writeBytes('b', Uint8Array.of(0, 8));
  tree.removeFile('c d');
  const patch = tree.patch();
  for (let at = 0; at < patch.length; at++) {
    for (const instead of ['', '\n', '9', '/', '"']) {
      const garbled = patch.slice(0, at) + instead + patch.slice(at + 1);
      const target = source.fork();
      try {
        target.applyPatch(garbled);
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^filesystem\//) });
        expect(target.journal()).toEqual([]);
      }
    }
  }
});
