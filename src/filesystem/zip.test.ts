import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createFileTree } from './create-file-tree.js';

it('holds every file and directory, byte for byte, and is the same for equal trees', async () => {
  const files = { 'a.txt': 'one', 'd/b.bin': Uint8Array.of(0, 255), __proto__x: '', 'ü/😀': 'x' };
  const build = () => {
    const tree = createFileTree({ files });
    tree.makeDirectory('empty');
    tree.writeText('__proto__', 'a name like any other');
    return tree;
  };
  const archive = await build().toZip();
  expect(await build().toZip()).toEqual(archive);
  const names: string[] = [];
  unzipSync(archive, { filter: ({ name }) => names.push(name) > 0 });
  expect(names).toEqual(['__proto__', '__proto__x', 'a.txt', 'd/', 'd/b.bin', 'empty/', 'ü/', 'ü/😀']);
  const unpacked = unzipSync(archive);
  expect(unpacked['d/b.bin']).toEqual(Uint8Array.of(0, 255));
  expect(new TextDecoder().decode(unpacked['ü/😀'])).toBe('x');
});

it('says of each entry what it is and when: the same day for all', async () => {
  const tree = createFileTree({ files: { 'd/a': 'one' } });
  tree.setMode('d/a', 0o750);
  tree.makeDirectory('empty');
  const archive = Buffer.from(await tree.toZip());
  const entries: unknown[] = [];
  // The central directory (APPNOTE 4.3.12): made by, date and length of the name, external attributes.
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 46)) {
    const name = archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28));
    const mode = (archive.readUInt32LE(at + 38) >>> 16).toString(8);
    entries.push([
      name,
      archive.readUInt8(at + 5),
      mode,
      archive.readUInt16LE(at + 10),
      archive.readUInt16LE(at + 14),
    ]);
  }
  const date = archive.readUInt16LE(archive.indexOf('PK\x01\x02') + 14);
  expect(entries).toEqual([
    ['d/', 3, '40755', 0, date],
    ['d/a', 3, '100750', 8, date],
    ['empty/', 3, '40755', 0, date],
  ]);
});

it.each(['..\\evil', 'C:evil', 'd/..\\..\\evil'])(
  'refuses the name %s, which climbs on another system',
  async (name) => {
    const tree = createFileTree({ files: { [name]: '' } });
    await expect(tree.toZip()).rejects.toThrowError(
      expect.objectContaining({ code: 'filesystem/unsafe_name' }),
    );
  },
);

it('refuses a tree in which many files share a content that is large in all', async () => {
  const content = new Uint8Array(2 ** 26);
  const tree = createFileTree({
    files: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`${index}`, content])),
  });
  await expect(tree.toZip()).rejects.toThrowError(expect.objectContaining({ code: 'filesystem/too_large' }));
});

it('holds large files, which it compresses part by part, whole', async () => {
  const lengths = [1, 2, 3].flatMap((parts) => [-1, 0, 1].map((more) => parts * 128 * 1024 + more));
  const files = Object.fromEntries(
    lengths.map((length) => [`${length}`, Uint8Array.from({ length }, (_, index) => (index * index) >> 3)]),
  );
  const unpacked = unzipSync(await createFileTree({ files }).toZip());
  for (const [name, bytes] of Object.entries(files)) {
    expect(Buffer.compare(unpacked[name] ?? new Uint8Array(), bytes)).toBe(0);
  }
});
