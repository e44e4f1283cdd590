import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { moveFile, moveFileIntoGap, saveFile } from './move-file.js';

const OTHER_DISK = '/dev/shm';
const hasOtherDisk = existsSync(OTHER_DISK) && statSync(OTHER_DISK).dev !== statSync(tmpdir()).dev;

for (const [name, place, missing] of [
  ['on one disk', tmpdir(), null],
  ['between two disks', OTHER_DISK, hasOtherDisk ? null : 'there is one disk'],
] as const)
  unless(missing).describe(`files ${name}`, () => {
    let from: string;
    let to: string;
    beforeEach(() => {
      from = mkdtempSync(join(tmpdir(), 'mettle-move-'));
      to = mkdtempSync(join(place, 'mettle-move-'));
      writeFileSync(join(from, 'a'), 'new');
    });
    afterEach(() => {
      for (const folder of [from, to]) rmSync(folder, { recursive: true, force: true });
    });
    const held = () => [
      readdirSync(from),
      readdirSync(to).map((file) => `${file}: ${readFileSync(join(to, file), 'utf8')}`),
    ];

    it('take the place of another', () => {
      writeFileSync(join(to, 'b'), 'old');
      moveFile(join(from, 'a'), join(to, 'b'));
      expect(held()).toEqual([[], ['b: new']]);
    });

    it('move into a gap, and over nothing that is there', () => {
      moveFileIntoGap(join(from, 'a'), join(to, 'b'));
      expect(held()).toEqual([[], ['b: new']]);
      writeFileSync(join(from, 'c'), 'newer');
      const refused = expect.objectContaining({ code: 'EEXIST' });
      expect(() => moveFileIntoGap(join(from, 'c'), join(to, 'b'))).toThrow(refused);
      expect(held()).toEqual([['c'], ['b: new']]);
    });

    it('are saved under a second name, and over nothing', () => {
      saveFile(join(from, 'a'), join(to, 'b'));
      expect(held()).toEqual([['a'], ['b: new']]);
      writeFileSync(join(from, 'a2'), 'newer');
      expect(() => saveFile(join(from, 'a2'), join(to, 'b'))).toThrow(
        expect.objectContaining({ code: 'EEXIST' }),
      );
      expect(held()).toEqual([['a', 'a2'], ['b: new']]);
    });

    it('stay where they are when the way is closed', () => {
      expect(() => moveFile(join(from, 'a'), join(to, 'gone', 'b'))).toThrow(
        expect.objectContaining({ code: 'ENOENT' }),
      );
      expect(() => moveFileIntoGap(join(from, 'a'), join(to, 'gone', 'b'))).toThrow();
      expect(() => moveFile(join(from, 'none'), join(to, 'b'))).toThrow(
        expect.objectContaining({ code: 'ENOENT' }),
      );
      expect(held()).toEqual([['a'], []]);
    });
  });
