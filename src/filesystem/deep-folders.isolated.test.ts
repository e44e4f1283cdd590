import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileTree } from './create-file-tree.js';
import type { FileTree } from './file-tree.js';

let calls = 0;
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const counted = <T extends (...given: never[]) => unknown>(call: T): T =>
    ((...given: Parameters<T>) => {
      calls++;
      return call(...given);
    }) as T;
  return {
    ...real,
    openSync: counted(real.openSync as never),
    lstatSync: counted(real.lstatSync as never),
    readlinkSync: counted(real.readlinkSync as never),
    readdirSync: counted(real.readdirSync as never),
  };
});

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'mettle-deep-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Folders in folders, with a file in the innermost. */
function chain(levels: number): FileTree {
  const base = join(folder, String(levels));
  const innermost = join(base, ...Array<string>(levels).fill('d'));
  fs.mkdirSync(innermost, { recursive: true });
  fs.writeFileSync(join(innermost, 'file'), 'text');
  return createFileTree({ base });
}

describe('deep folders of the host', () => {
  it.each<[string, (tree: FileTree) => unknown]>([
    ['files', (tree) => tree.files()],
    ['glob', (tree) => tree.glob('**/file')],
    ['a fingerprint', (tree) => tree.hostFingerprint()],
  ])('are read by %s with the same work for each folder at every depth', async (_name, read) => {
    const work = async (levels: number): Promise<number> => {
      const tree = chain(levels);
      calls = 0;
      await read(tree);
      return calls;
    };
    expect(await work(200)).toBeLessThan(2.2 * (await work(100)));
  });

  it('are found by search, which reads each file in it', async () => {
    expect((await chain(100).search('text')).total).toBe(1);
  });

  it('are refused where they are deeper than a path can be', async () => {
    const tree = chain(300);
    const tooDeep = expect.objectContaining({
      code: 'filesystem/too_many_entries',
      message: expect.stringContaining('nested 256 deep'),
    });
    expect(() => tree.files()).toThrowError(tooDeep);
    expect(() => tree.glob('**')).toThrowError(tooDeep);
    await expect(tree.search('text')).rejects.toThrowError(tooDeep);
    await expect(tree.hostFingerprint()).rejects.toThrowError(tooDeep);
    expect(createFileTree({ base: join(folder, '300'), ignore: ['d'] }).files()).toEqual([]);
  });
});
