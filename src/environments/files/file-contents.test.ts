import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { treeOfContents } from './file-contents.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-contents-'));
  mkdirSync(join(folder, 'd'));
  writeFileSync(join(folder, 'a'), 'host');
  writeFileSync(join(folder, 'd/run'), '12');
  chmodSync(join(folder, 'd/run'), 0o700);
  writeFileSync(join(folder, 'd/left'), 'out');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('puts files over those of a folder, of which it keeps who may run them', () => {
  const tree = treeOfContents({ folder, files: { a: 'own', new: new Uint8Array([1]) }, ignore: ['left'] });
  expect(tree.files()).toEqual(['a', 'd/run', 'new']);
  expect(tree.readText('a')).toBe('own');
  expect([tree.stat('d/run').mode, tree.stat('a').mode]).toEqual([0o755, 0o644]);
  writeFileSync(join(folder, 'd/run'), 'changed');
  expect(tree.readText('d/run')).toBe('12');
  expect(treeOfContents({}).files()).toEqual([]);
});

it('holds as many bytes as it may, counted in all', () => {
  const files = { a: 'é', b: new Uint8Array(3) };
  expect(treeOfContents({ files, maxBytes: 5 }).files()).toEqual(['a', 'b']);
  expect(() => treeOfContents({ files, maxBytes: 4 })).toThrow(
    expect.objectContaining({
      code: 'environments/too_large',
      message:
        'The files of the world have over 4 bytes (reached at "b"). Leave some out with ignore, or raise maxBytes.',
    }),
  );
  expect(treeOfContents({ folder, maxBytes: 9 }).files()).toHaveLength(3);
  expect(() => treeOfContents({ folder, maxBytes: 8 })).toThrow('over 8 bytes');
  expect(treeOfContents({ folder, files: { a: '' }, maxBytes: 5 }).files()).toHaveLength(3);
});
