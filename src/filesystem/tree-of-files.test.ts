import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createFileTree } from './create-file-tree.js';
import { PersistentMap } from './persistent-map.js';

const name = fc.constantFrom('a', 'b', '.', '..', 'ü', '');
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'));

it('holds what writing one file after another gives, or fails alike', () => {
  fc.assert(
    fc.property(fc.dictionary(path, fc.string({ maxLength: 3 }), { maxKeys: 6 }), (files) => {
      const outcome = (make: () => unknown): unknown => {
        try {
          return make();
        } catch (error) {
          return (error as { code: string }).code;
        }
      };
      const written = outcome(() => {
        const tree = createFileTree();
        for (const [to, text] of Object.entries(files)) tree.writeText(to, text);
        return tree.files().map((file) => [file, tree.readText(file), tree.stat(file).mode]);
      });
      const built = outcome(() => {
        const tree = createFileTree({ files });
        return tree.files().map((file) => [file, tree.readText(file), tree.stat(file).mode]);
      });
      expect(built).toEqual(written);
    }),
  );
});

it('builds each directory once, whatever the depth and the number of its files', () => {
  const built = vi.spyOn(PersistentMap, 'of');
  const changed = vi.spyOn(PersistentMap.prototype, 'set');
  const deep = 'd/'.repeat(200);
  createFileTree({ files: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${deep}f${i}`, 'a'])) });
  expect(built).toHaveBeenCalledTimes(201);
  expect(changed).not.toHaveBeenCalled();
  built.mockRestore();
  changed.mockRestore();
});
