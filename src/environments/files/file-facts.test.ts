import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import { FileFacts } from './file-facts.js';

const path = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('/'));
const content = fc.constantFrom(
  Buffer.from('text'),
  Buffer.from(''),
  Buffer.from('other'),
  Buffer.from([0, 1]),
  Buffer.from([255]),
);

/** One change of a tree; what the tree refuses changes nothing. */
const change = fc.oneof(
  fc.tuple(path, content).map(
    ([to, bytes]) =>
      (tree: FileTree) =>
        tree.writeBytes(to, bytes, { parents: true }),
  ),
  path.map((at) => (tree: FileTree) => tree.makeDirectory(at, { parents: true })),
  path.map((at) => (tree: FileTree) => tree.removeFile(at)),
  path.map((at) => (tree: FileTree) => tree.removeDirectory(at, { recursive: true })),
  fc.tuple(path, path).map(
    ([from, to]) =>
      (tree: FileTree) =>
        tree.rename(from, to),
  ),
  fc.tuple(path, fc.constantFrom(0o600, 0o644, 0o755)).map(
    ([at, mode]) =>
      (tree: FileTree) =>
        tree.setMode(at, mode),
  ),
  fc.constant((tree: FileTree) => tree.reset()),
);

function attempt(tree: FileTree, change: (tree: FileTree) => void): void {
  try {
    change(tree);
  } catch {
    // Refused.
  }
}

const entries = (facts: FileFacts) => [...facts.now()].sort(([left], [right]) => (left < right ? -1 : 1));

describe('FileFacts', () => {
  it('knows after any changes, in steps and in branches, what reading everything again would tell', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 6 }), (steps) => {
        let tree = createFileTree({ files: { 'a/a': 'text', 'b/c/a': 'x', c: 'y' } }).fork();
        let facts = FileFacts.of(tree);
        for (const [index, changes] of steps.entries()) {
          for (const one of changes) attempt(tree, one);
          expect(entries(facts)).toEqual(entries(FileFacts.of(tree)));
          if (index % 2 === 0) continue;
          const fork = tree.fork();
          facts = facts.ofFork(fork);
          tree = fork;
          expect(entries(facts)).toEqual(entries(FileFacts.of(tree)));
        }
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('keeps the same map, and each fact, where nothing changed', () => {
    const tree = createFileTree({ files: { 'a.txt': 'a', 'b.txt': 'b' } });
    const facts = FileFacts.of(tree);
    const before = facts.now();
    tree.writeText('a.txt', 'a');
    expect(facts.now()).toBe(before);
    tree.writeText('a.txt', 'c');
    expect(facts.now()).not.toBe(before);
    expect(facts.now().get('files/b.txt')).toBe(before.get('files/b.txt'));
    expect(facts.now()).toBe(facts.now());
  });

  it('tells texts from bytes, and directories by what can be seen of them', () => {
    const tree = createFileTree({
      files: { 'bom.txt': '\uFEFFa', 'long.txt': 'x'.repeat(65_537), 'full.txt': 'x'.repeat(65_536) },
    });
    tree.makeDirectory('empty');
    tree.makeDirectory('private');
    tree.setMode('private', 0o700);
    tree.writeText('private/run.sh', 'exit', {});
    tree.setMode('private/run.sh', 0o755);
    const facts = Object.fromEntries(FileFacts.of(tree).now());
    expect(facts['files/bom.txt']).toEqual({ text: '\uFEFFa' });
    expect(facts['files/full.txt']).toHaveProperty('text');
    expect(facts['files/long.txt']).toEqual({ sha256: expect.any(String), size: 65_537 });
    expect(facts['files/empty/']).toEqual({ directory: true });
    expect(facts['files/private/']).toEqual({ directory: true, mode: 0o700 });
    expect(facts['files/private/run.sh']).toEqual({ text: 'exit', mode: 0o755 });
  });
});
