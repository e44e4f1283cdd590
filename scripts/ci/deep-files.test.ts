import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needs } from '../../src/testing/needs.fixture.js';
import { changedDeepFiles, nextBatch, readLastFull, writeLastFull } from './deep-files.mjs';

const withGit = await needs('git');

withGit.describe('changedDeepFiles', () => {
  let root = '';
  let clock = 1_700_000_000;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'mettle-last-full-'));
    mkdirSync(join(root, '.ci'));
    git('init', '--quiet');
    commit({
      'src/a/x.deep.test.ts': '1',
      'src/a/x.ts': '1',
      'src/b/y.deep.test.ts': '1',
      'src/b/y.test.ts': '',
    });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function git(...args: readonly string[]): void {
    clock += 60;
    const who = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
    };
    const env = { ...process.env, ...who, GIT_COMMITTER_DATE: `${clock} +0000` };
    execFileSync('git', args, { cwd: root, env });
  }

  function commit(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    git('add', '.');
    git('commit', '--quiet', '-m', 'change');
  }

  const changed = () => changedDeepFiles(root, readLastFull(root));

  it('are all where no full run is known', () => {
    expect(changed()).toEqual(['src/a/x.deep.test.ts', 'src/b/y.deep.test.ts']);
  });

  it('are none right after a full run, and then those of the modules that changed, newest first', () => {
    writeLastFull(root, { 'src/a/x.deep.test.ts': 3.2 });
    expect(readLastFull(root).seconds).toEqual({ 'src/a/x.deep.test.ts': 4 });
    commit({});
    expect(changed()).toEqual([]);
    commit({ 'src/a/x.ts': '2' });
    expect(changed()).toEqual(['src/a/x.deep.test.ts']);
    commit({ 'src/c/z.deep.test.ts': '1' });
    expect(changed()).toEqual(['src/c/z.deep.test.ts', 'src/a/x.deep.test.ts']);
    commit({ 'examples/demo/whole.deep.test.ts': '1' });
    expect(changed()[0]).toBe('examples/demo/whole.deep.test.ts');
    writeLastFull(root, {});
    expect(changed()).toEqual([]);
  });

  it('are known without history', () => {
    writeLastFull(root, {});
    commit({ 'src/b/y.test.ts': '2' });
    const clone = join(root, 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
    expect(changedDeepFiles(clone, readLastFull(clone))).toEqual(['src/b/y.deep.test.ts']);
  });
});

describe('nextBatch', () => {
  it('takes what fits, in order, a few at a time', () => {
    const times = { a: 500, b: 30, c: 100 };
    expect(nextBatch(['a', 'b', 'c', 'new'], times, 120)).toEqual({ chosen: ['b', 'c', 'new'], left: ['a'] });
    expect(nextBatch(['b', 'c'], times, 40)).toEqual({ chosen: ['b'], left: ['c'] });
    expect(nextBatch(['a'], times, 100)).toEqual({ chosen: [], left: ['a'] });
    expect(nextBatch([...'defghijk'], {}, 1000).chosen).toHaveLength(6);
  });
});
