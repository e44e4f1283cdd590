import { describe, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { applyCodexPatch } from './codex-patch.js';
import { SessionPaths } from './session-paths.js';

const paths = new SessionPaths('/home/me/p');
const apply = (patch: string, files: Readonly<Record<string, string>>) => {
  const tree = createFileTree({
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`home/me/p/${name}`, text])),
  });
  const answer = applyCodexPatch(tree, patch, { paths, cwd: paths.root });
  const left = Object.fromEntries(
    tree.files().map((path) => [path.slice('home/me/p/'.length), tree.readText(path)]),
  );
  return { answer, left };
};
const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

describe('a patch of Codex', () => {
  it('adds, changes, moves and deletes files', () => {
    const { answer, left } = apply(
      patch(
        '*** Add File: new/a.txt',
        '+one',
        '+',
        '*** Update File: b.py',
        '*** Move to: c.py',
        '@@ def f():',
        '-    return 1',
        '+    return 2',
        '*** Delete File: d.txt',
      ),
      { 'b.py': 'def g():\n    return 1\n\ndef f():\n    return 1\n', 'd.txt': 'x' },
    );
    expect(answer.content).toBe('Success. Updated the following files:\nA new/a.txt\nM c.py\nD d.txt\n');
    expect(left).toEqual({
      'new/a.txt': 'one\n\n',
      'c.py': 'def g():\n    return 1\n\ndef f():\n    return 2\n',
    });
  });

  it('finds lines whose spaces differ, at the end where it says so, and adds where it has no old lines', () => {
    const { left } = apply(
      patch(
        '*** Update File: a.txt',
        '@@',
        '-x',
        '+y',
        '*** End of File',
        '*** Update File: b.txt',
        '@@',
        '+last',
      ),
      { 'a.txt': 'x\nq\nx  \n', 'b.txt': 'first' },
    );
    expect(left).toEqual({ 'a.txt': 'x\nq\ny\n', 'b.txt': 'first\nlast\n' });
  });

  it.each([
    [['*** Update File: a.txt', '@@', '-no', '+yes'], 'patch_failed'],
    [['*** Add File: b.txt', '+x', '*** Delete File: none.txt'], 'patch_failed'],
    [['*** Add File: ../../you/x', '+x'], 'patch_failed'],
    [['*** Add File: /etc/passwd', '+x'], 'patch_failed'],
    [['*** Frobnicate'], 'invalid_patch'],
    [[], 'invalid_patch'],
  ])('that can’t be applied changes nothing: %j', (lines, failure) => {
    const { answer, left } = apply(patch(...lines), { 'a.txt': 'x\n' });
    expect(answer.failure).toBe(failure);
    expect(left).toEqual({ 'a.txt': 'x\n' });
  });
});
