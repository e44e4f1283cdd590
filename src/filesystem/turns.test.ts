import { describe, expect, it } from 'vitest';
import { createFileTree } from './create-file-tree.js';
import { parsePatch } from './patch/parse-patch.js';

/** A text of so many lines, and two that changed every third of them in all. */
function texts(count: number): Readonly<Record<'base' | 'ours' | 'theirs', string>> {
  const text = (word: string, changes: (index: number) => boolean): string =>
    Array.from({ length: count }, (_, index) => `${changes(index) ? word : 'line'} ${index}\n`).join('');
  return {
    base: text('', () => false),
    ours: text('ours', (index) => index % 6 === 1),
    theirs: text('theirs', (index) => index % 6 === 4),
  };
}

/** Enough lines that a merge goes on over several turns. */
const { base: BASE, ours: OURS, theirs: THEIRS } = texts(30_000);

/** How many turns the event loop had while something was done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = (): void => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;
}

describe('work on many changed lines', () => {
  it('leaves the event loop its turns: merge, patch and applyPatch', async () => {
    const { base, ours, theirs } = texts(100_000);
    const parent = createFileTree({ files: { f: base } });
    const child = parent.fork();
    parent.writeText('f', ours);
    child.writeText('f', theirs);
    expect(await turnsOf(() => parent.merge(child))).toBeGreaterThan(1);
    let patch = '';
    expect(
      await turnsOf(async () => {
        patch = await parent.patch();
      }),
    ).toBeGreaterThan(1);
    const fresh = createFileTree({ files: { f: base } });
    expect(await turnsOf(() => fresh.applyPatch(patch))).toBeGreaterThan(1);
    expect(fresh.readText('f')).toBe(parent.readText('f'));
  });

  it('stops at each file of a patch, however few lines it has', () => {
    const files = 1_000;
    const added = (_: unknown, index: number): string =>
      `--- /dev/null\n+++ b/f${index}\n@@ -0,0 +1 @@\n+x\n`;
    const steps = parsePatch(Array.from({ length: files }, added).join(''));
    let stops = 0;
    while (steps.next().done !== true) stops++;
    expect(stops).toBeGreaterThanOrEqual(files);
  });

  it('takes in what is done to the tree meanwhile', async () => {
    const parent = createFileTree({ files: { f: BASE } });
    const child = parent.fork();
    parent.writeText('f', OURS);
    child.writeText('f', THEIRS);
    const merging = parent.merge(child);
    parent.writeText('other', 'written while the merge was on');
    expect(await merging).toMatchObject({ written: ['f'], conflicts: [] });
    expect(parent.changes()).toEqual({ written: ['f', 'other'], deleted: [] });
    expect(parent.readText('f')).toContain('ours 1\nline 2\nline 3\ntheirs 4\n');
  });

  it('comes to its end while the tree changes all the time', async () => {
    const parent = createFileTree({ files: { f: BASE } });
    const child = parent.fork();
    parent.writeText('f', OURS);
    child.writeText('f', THEIRS);
    let count = 0;
    const change = (): void => {
      parent.writeText('other', String(count++));
      next = setImmediate(change);
    };
    let next = setImmediate(change);
    expect(await parent.merge(child)).toMatchObject({ written: ['f'] });
    clearImmediate(next);
    expect(parent.readText('other')).toBe(String(count - 1));
  });

  it('can be begun twice at once', async () => {
    const parent = createFileTree({ files: { f: BASE, g: BASE } });
    const [left, right] = [parent.fork(), parent.fork()];
    left.writeText('f', OURS);
    right.writeText('f', THEIRS);
    parent.edit('g', 'line 3\n', 'here\n');
    const results = await Promise.all([parent.merge(left), parent.merge(right), parent.merge(right)]);
    expect(results.flatMap(({ conflicts }) => conflicts)).toEqual([]);
    expect(parent.readText('f')).toContain('ours 1\nline 2\nline 3\ntheirs 4\n');
  });

  it('changes nothing when it fails half-way', async () => {
    const tree = createFileTree({ files: { f: BASE } });
    const other = tree.fork();
    other.writeText('f', OURS);
    other.writeText('g', 'new');
    const patch = (await other.patch()).replace('+ours 14995\n', '+ours 14995\n-line that is not there\n');
    await expect(tree.applyPatch(patch)).rejects.toMatchObject({
      code: expect.stringMatching(/^filesystem\//),
    });
    expect(tree.changes()).toEqual({ written: [], deleted: [] });
    expect(tree.journal()).toEqual([]);
  });
});
