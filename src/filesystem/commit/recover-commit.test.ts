import { chmodSync, cpSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileTree } from '../create-file-tree.js';
import { changeTree, exampleFiles, makeFolder, readFolder, removeFolder } from './host-folder.fixture.js';
import { recoverCommit } from './recover-commit.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });

let folder: string;
beforeEach(() => {
  folder = makeFolder(exampleFiles);
});
afterEach(() => removeFolder(folder));

describe('a commit that does not end', () => {
  it('undoes everything when a step fails half-way', async () => {
    const tree = changeTree(folder);
    const before = readFolder(folder);
    let steps = 0;
    const change = (stage: string, path: string) => {
      if (stage === 'commit' && ++steps === 4) writeFileSync(join(folder, path), 'someone else');
    };
    const taken: string[] = [];
    await expect(
      tree.commit(folder, {
        expect: await tree.review(folder),
        onProgress: ({ stage, note = '' }) => {
          taken.push(`${stage} ${note}`);
          change(stage, 'empty');
        },
      }),
    ).rejects.toMatchObject({ code: 'filesystem/host_changed', details: { paths: ['empty'] } });
    expect(taken.filter((entry) => entry.startsWith('commit'))).toHaveLength(5);
    rmSync(join(folder, 'empty'));
    expect(readFolder(folder)).toEqual(before);
  });

  it('keeps what it had saved where someone changed the file after the interruption', async () => {
    const tree = changeTree(folder);
    let copy = '';
    await tree.commit(folder, {
      expect: await tree.review(folder),
      onProgress: ({ stage, note }) => {
        if (stage !== 'commit' || note !== 'a.txt') return;
        copy = makeFolder();
        cpSync(folder, copy, { recursive: true });
      },
    });
    writeFileSync(join(copy, 'a.txt'), 'someone else');
    const { leftAlone, savedIn } = recoverCommit(copy);
    expect(leftAlone).toEqual(['a.txt']);
    expect(readFileSync(join(copy, 'a.txt'), 'utf8')).toBe('someone else');
    expect(readFileSync(join(copy, 'docs/b.txt'), 'utf8')).toBe('two');
    expect(savedIn.flatMap((path) => Object.values(readFolder(join(path, 'old'))))).toContain('file 644 one');
    expect(recoverCommit(copy).undone).toBe(0);
    removeFolder(copy);
  });

  it('can be undone from every point at which it may be killed', async () => {
    const tree = changeTree(folder);
    symlinkSync('a.txt', join(folder, 'link'));
    tree.removeFile('link');
    const before = readFolder(folder);
    const copies: string[] = [];
    await tree.commit(folder, {
      expect: await tree.review(folder),
      onProgress: () => {
        const copy = makeFolder();
        cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
        for (const [path, text] of Object.entries(readFolder(folder))) {
          if (!text.startsWith('link')) chmodSync(join(copy, path), statSync(join(folder, path)).mode);
        }
        copies.push(copy);
      },
    });
    const after = readFolder(folder);
    expect(copies.length).toBeGreaterThan(15);
    for (const copy of copies) {
      const interrupted = createFileTree({ base: copy });
      interrupted.writeText('z', '');
      await expect(interrupted.commit(copy, { expect: await interrupted.review(copy) })).rejects.toThrowError(
        failure('commit_in_progress'),
      );
      expect(recoverCommit(copy)).toEqual({ undone: 1, leftAlone: [], savedIn: [] });
      expect(readFolder(copy)).toEqual(before);
      expect(recoverCommit(copy)).toEqual({ undone: 0, leftAlone: [], savedIn: [] });
      removeFolder(copy);
    }
    expect(readFolder(folder)).toEqual(after);
  });
});
