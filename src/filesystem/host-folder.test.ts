import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unless } from '../testing/unless.fixture.js';
import { createFileTree } from './create-file-tree.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-host-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'a.txt'), 'one');
  writeFileSync(join(folder, 'docs/b.txt'), 'two');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a host folder as base', () => {
  it('is read live', () => {
    const tree = createFileTree({ base: folder });
    expect(tree.readText('a.txt')).toBe('one');
    writeFileSync(join(folder, 'a.txt'), 'later');
    expect(tree.readText('a.txt')).toBe('later');
    writeFileSync(join(folder, 'docs/new'), '');
    expect(tree.list('docs')).toEqual(['b.txt', 'new']);
  });

  it('keeps modes and overlays writes, removals and renames without touching the host', () => {
    chmodSync(join(folder, 'a.txt'), 0o755);
    const tree = createFileTree({ base: folder });
    tree.writeText('a.txt', 'changed');
    expect(tree.stat('a.txt').mode).toBe(0o755);
    tree.removeFile('docs/b.txt');
    expect(tree.list('docs')).toEqual([]);
    tree.writeText('docs/c.txt', '3');
    tree.rename('docs', 'papers');
    expect(tree.list('')).toEqual(['a.txt', 'papers']);
    expect(tree.list('papers')).toEqual(['c.txt']);
    expect(createFileTree({ base: folder }).list('docs')).toEqual(['b.txt']);
  });

  it('does not show again what a removed and remade directory held', () => {
    const tree = createFileTree({ base: folder });
    tree.removeDirectory('docs', { recursive: true });
    expect(tree.exists('docs/b.txt')).toBe(false);
    tree.makeDirectory('docs');
    expect(tree.list('docs')).toEqual([]);
  });

  it('is not read by a fork, however large, and shines through in it as well', () => {
    writeFileSync(join(folder, 'huge'), 'x'.repeat(100));
    const fork = createFileTree({ base: folder, limits: { maxBytesPerFile: 10 } }).fork();
    writeFileSync(join(folder, 'a.txt'), 'later');
    expect(fork.readText('a.txt')).toBe('later');
    expect(fork.stat('huge').size).toBe(100);
    expect(() => fork.readText('huge')).toThrowError(failure('too_large'));
  });

  it('has a removed file made again as a new one', () => {
    const tree = createFileTree({ base: folder });
    tree.removeFile('a.txt');
    expect(tree.exists('a.txt')).toBe(false);
    tree.writeText('a.txt', 'again');
    expect(tree.journal()).toEqual([
      { operation: 'delete', path: 'a.txt' },
      { operation: 'write', path: 'a.txt', kind: 'create', size: 5 },
    ]);
    expect(tree.diff().written).toEqual([{ path: 'a.txt', kind: 'modify', size: 5, mode: 0o644 }]);
  });

  it('sees an unchanged rewrite as no change', () => {
    const tree = createFileTree({ base: folder });
    tree.writeText('a.txt', 'one');
    expect(tree.journal()).toEqual([]);
  });

  it('puts given files over the folder', () => {
    const tree = createFileTree({ base: folder, files: { 'docs/b.txt': 'mine', 'x/y': 'z' } });
    expect(tree.readText('docs/b.txt')).toBe('mine');
    expect(tree.list('')).toEqual(['a.txt', 'docs', 'x']);
    expect(tree.journal()).toEqual([]);
  });

  it('keeps back what the rules say, by default secrets and caches', () => {
    for (const name of ['.env', 'key.pem', 'notes.md']) writeFileSync(join(folder, name), 's');
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git/config'), '');
    const tree = createFileTree({ base: folder, ignore: ['*.md', '!.env'] });
    expect(tree.list('')).toEqual(['.env', 'a.txt', 'docs']);
    expect(() => tree.readText('.git/config')).toThrowError(failure('not_found'));
    expect(tree.exists('key.pem')).toBe(false);
  });

  it('does not count its own directories, neither when they change nor when they go', () => {
    const tree = createFileTree({ base: folder, limits: { maxEntries: 1 } });
    tree.writeText('docs/new', '');
    tree.removeDirectory('docs', { recursive: true });
    tree.writeText('one', '');
    expect(() => tree.writeText('two', '')).toThrowError(
      expect.objectContaining({ code: 'filesystem/no_space' }),
    );
  });

  it('refuses a file over the limit, and a base that is none', () => {
    const tree = createFileTree({ base: folder, limits: { maxBytesPerFile: 2 } });
    expect(() => tree.readText('a.txt')).toThrowError(failure('too_large'));
    expect(() => createFileTree({ base: join(folder, 'a.txt') })).toThrowError(failure('invalid_base'));
    expect(() => createFileTree({ base: join(folder, 'nothing') })).toThrowError(failure('invalid_base'));
    expect(() => createFileTree({ base: '' })).toThrowError(/base must be a string that is not empty/);
  });
});

unless(process.platform === 'win32' ? 'Windows needs a privilege for links' : null).describe(
  'links inside the base',
  () => {
    it('are followed while they stay inside, also on writing', () => {
      symlinkSync('docs', join(folder, 'link'));
      symlinkSync('../a.txt', join(folder, 'docs/up'));
      symlinkSync(join(folder, 'docs'), join(folder, 'absolute'));
      const tree = createFileTree({ base: folder });
      expect(tree.readText('link/b.txt')).toBe('two');
      expect(tree.readText('link/up')).toBe('one');
      expect(tree.list('absolute')).toEqual(['b.txt', 'up']);
      tree.writeText('link/up', 'through');
      expect(tree.readText('a.txt')).toBe('through');
      expect(tree.journal()).toEqual([{ operation: 'write', path: 'a.txt', kind: 'modify', size: 7 }]);
    });

    it('go with the directory that holds them, and what they lead to stays', () => {
      mkdirSync(join(folder, 'top'));
      symlinkSync('../docs', join(folder, 'top/link'));
      const tree = createFileTree({ base: folder });
      tree.removeDirectory('top', { recursive: true });
      expect(tree.list('')).toEqual(['a.txt', 'docs']);
      expect(tree.readText('docs/b.txt')).toBe('two');
    });

    it('are removed and renamed themselves, not what they lead to', () => {
      symlinkSync('docs', join(folder, 'link'));
      symlinkSync('a.txt', join(folder, 'name'));
      const tree = createFileTree({ base: folder });
      tree.removeFile('link');
      tree.rename('name', 'copy');
      expect(tree.list('')).toEqual(['a.txt', 'copy', 'docs']);
      expect(tree.readText('copy')).toBe('one');
      expect(tree.readText('docs/b.txt')).toBe('two');
    });
  },
);
