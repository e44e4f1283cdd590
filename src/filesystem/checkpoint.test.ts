import { describe, expect, it } from 'vitest';
import { createFileTree } from './create-file-tree.js';

describe('checkpoint and rollback', () => {
  it('come back to content, changes and journal, both ways', () => {
    const tree = createFileTree({ files: { 'a.txt': 'base', 'd/x': '1' } });
    tree.writeText('a.txt', 'one');
    const one = tree.checkpoint();
    tree.writeText('b.txt', 'two');
    tree.removeDirectory('d', { recursive: true });
    const two = tree.checkpoint();

    tree.rollback(one);
    expect(tree.files()).toEqual(['a.txt', 'd/x']);
    expect(tree.changes()).toEqual({ written: ['a.txt'], deleted: [] });
    expect(tree.journal()).toHaveLength(1);

    tree.rollback(two);
    expect(tree.files()).toEqual(['a.txt', 'b.txt']);
    expect(tree.changes()).toEqual({ written: ['a.txt', 'b.txt'], deleted: ['d/x'] });

    tree.writeText('a.txt', 'later');
    tree.rollback(one);
    expect(tree.readText('a.txt')).toBe('one');
    tree.reset();
    expect(tree.readText('a.txt')).toBe('base');
  });

  it('tell what was written between them, each file at its last size', () => {
    const tree = createFileTree({ files: { 'a.txt': 'base' } });
    tree.writeText('a.txt', '12345');
    const first = tree.checkpoint();
    expect(first.bytesWrittenSince(first)).toBe(0);
    tree.writeText('a.txt', 'x'.repeat(100));
    tree.appendBytes('a.txt', new Uint8Array(3));
    tree.writeText('b.txt', '1234567');
    tree.rename('b.txt', 'c.txt');
    tree.removeFile('c.txt');
    expect(tree.checkpoint().bytesWrittenSince(first)).toBe(110);
    tree.writeText('a.txt', 'x'.repeat(3));
    expect(tree.checkpoint().bytesWrittenSince(first)).toBe(10);
  });

  it('of a parent can be taken by a fork, which then differs from its fork point', () => {
    const tree = createFileTree({ files: { 'a.txt': 'base' } });
    const before = tree.checkpoint();
    tree.writeText('a.txt', 'changed');
    const child = tree.fork();
    child.rollback(before);
    expect(child.readText('a.txt')).toBe('base');
    expect(tree.readText('a.txt')).toBe('changed');
    expect(child.changes().written).toEqual(['a.txt']);
  });

  it('of a tree with another base is refused', () => {
    const other = createFileTree({ base: '.' }).checkpoint();
    expect(() => createFileTree().rollback(other)).toThrowError(
      expect.objectContaining({ code: 'filesystem/foreign_checkpoint' }),
    );
  });
});
