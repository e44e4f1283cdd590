import { describe, expect, it } from 'vitest';
import { createFileTree, restoreFileTree } from './create-file-tree.js';
import type { FileTreeSnapshot } from './snapshot.js';

const invalid = expect.objectContaining({ code: 'filesystem/invalid_snapshot' });

function good(): FileTreeSnapshot {
  const tree = createFileTree({ files: { a: 'one', 'd/b': 'two' } });
  tree.writeText('a', 'changed');
  tree.removeFile('d/b');
  return JSON.parse(JSON.stringify(tree.snapshot())) as FileTreeSnapshot;
}

const entry = (path: unknown) => ({ path, kind: 'directory', mode: 0o755 });

describe('a garbled snapshot is refused, and nothing else happens', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'mettle/file-tree'],
    ['a list', []],
    ['another format', { ...good(), format: 'tar' }],
    ['another version', { ...good(), version: 2 }],
    ['no base', { ...good(), base: undefined }],
    ['a base that is not a list', { ...good(), base: {} }],
    ['a base with gaps', { ...good(), base: Object.assign([], { 1: entry('x') }) }],
    ['a path that climbs', { ...good(), base: [entry('../x')] }],
    ['an absolute path', { ...good(), base: [entry('/etc')] }],
    ['a path with dots', { ...good(), base: [entry('a/./b')] }],
    ['a path with NUL', { ...good(), base: [entry('a\0')] }],
    ['the root', { ...good(), base: [entry('')] }],
    ['a path that is a number', { ...good(), base: [entry(1)] }],
    ['a path of 10,000 levels', { ...good(), base: [entry('a/'.repeat(10_000).slice(0, -1))] }],
    ['a mode out of range', { ...good(), base: [{ ...entry('x'), mode: 0o100755 }] }],
    ['a mode that is no number', { ...good(), base: [{ ...entry('x'), mode: '755' }] }],
    ['an unknown kind', { ...good(), base: [{ ...entry('x'), kind: 'link' }] }],
    ['a file in a file', { ...good(), changed: [{ path: 'a/b', kind: 'directory', mode: 0o755 }] }],
    ['missing content', { ...good(), blobs: {} }],
    ['other content', { ...good(), blobs: swapped() }],
    ['content that is not text', { ...good(), blobs: { x: 1 } }],
    ['a removal that climbs', { ...good(), removed: ['../../a'] }],
    ['a journal that climbs', { ...good(), journal: [{ operation: 'delete', path: '../a' }] }],
    ['an unknown journal entry', { ...good(), journal: [{ operation: 'exec', path: 'a' }] }],
    [
      'a journal size below zero',
      { ...good(), journal: [{ operation: 'write', path: 'a', kind: 'create', size: -1 }] },
    ],
    ['a journal of a write of no kind', { ...good(), journal: [{ operation: 'write', path: 'a', size: 1 }] }],
    [
      'a journal of a write of an unknown kind',
      { ...good(), journal: [{ operation: 'write', path: 'a', kind: 'move', size: 1 }] },
    ],
    [
      'a journal entry of a kind without an operation',
      { ...good(), journal: [{ path: 'a', kind: 'create', size: 1 }] },
    ],
    ['a journal without a size', { ...good(), journal: [{ operation: 'write', path: 'a', kind: 'modify' }] }],
    [
      'a journal of a rename from nowhere',
      { ...good(), journal: [{ operation: 'rename', path: 'a', size: 1 }] },
    ],
    [
      'a journal of a mode out of range',
      { ...good(), journal: [{ operation: 'chmod', path: 'a', mode: 0o10000 }] },
    ],
    ['an observation that is not text', { ...good(), observed: { a: 5 } }],
  ])('%s', (_name, snapshot) => {
    expect(() => restoreFileTree(snapshot)).toThrowError(invalid);
  });

  it.each([
    ['blobs', 'blobs is not a JSON object'],
    ['base', '"base" is not a list'],
    ['removed', '"removed" is not a list'],
    ['changed', '"changed" is not a list'],
    ['journal', '"journal" is not a list'],
    ['observed', 'observed is not a JSON object'],
  ])('whose "%s" is of another kind, and says so', (name, why) => {
    expect(() => restoreFileTree({ ...good(), [name]: 'text' })).toThrowError(why);
  });

  it('at any single character', () => {
    const text = JSON.stringify(good());
    const before = JSON.stringify(good());
    for (let at = 0; at < text.length; at += 7) {
      const garbled = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      let parsed: unknown;
      try {
        parsed = JSON.parse(garbled);
      } catch {
        continue;
      }
      try {
        restoreFileTree(parsed);
      } catch (error) {
        expect(error).toEqual(invalid);
      }
    }
    expect(JSON.stringify(good())).toBe(before);
  });
});

it('keys from the depths of JavaScript pollute nothing', () => {
  const text = JSON.stringify(good()).replace('"blobs":{', '"blobs":{"__proto__":{"polluted":true},');
  expect(() => restoreFileTree(JSON.parse(text))).toThrowError(invalid);
  expect(({} as { polluted?: boolean }).polluted).toBe(undefined);
});

function swapped(): Record<string, string> {
  const { blobs } = good();
  const texts = Object.values(blobs).reverse();
  return Object.fromEntries(Object.keys(blobs).map((key, index) => [key, texts[index] ?? '']));
}
