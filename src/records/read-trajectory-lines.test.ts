import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { heldObjects } from '../testing/held-objects.fixture.js';
import { unless } from '../testing/unless.fixture.js';
import { encodeTrajectories, readTrajectoryLines } from './index.js';
import { finished, unfinished } from './testing/sample-trajectories.js';

const onLinux = unless(process.platform === 'linux' ? null : 'open files are listed on Linux alone');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(parts.map((part) => Buffer.from(part))));
  return path;
}

async function read(path: string, options?: Parameters<typeof readTrajectoryLines>[1]): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const each of readTrajectoryLines(path, options)) {
    found.push('reason' in each ? each : [each.line, each.trajectory.id]);
  }
  return found;
}

const good = encodeTrajectories([finished]);
const other = encodeTrajectories([unfinished]);

describe('readTrajectoryLines', () => {
  it('names a bad line with its reason and reads on', async () => {
    const path = await fileOf(
      'mixed.jsonl',
      '\ufeff',
      good,
      '\n',
      Buffer.from([0x7b, 0xff, 0x0a]),
      'no\n',
      other,
      '{"a',
    );
    expect(await read(path)).toEqual([
      [1, finished.id],
      { line: 3, reason: expect.stringContaining('it is not UTF-8: save') },
      { line: 4, reason: expect.stringContaining('JSON') },
      [5, unfinished.id],
      { line: 6, reason: 'the last line is incomplete' },
    ]);
    expect(await read(await fileOf('unended.jsonl', good, other.trimEnd()))).toHaveLength(2);
  });

  it('passes over a line that is too long, at whatever place of a chunk it begins and ends', async () => {
    const maxLineBytes = Math.max(Buffer.byteLength(good), Buffer.byteLength(other)) - 1;
    const long = `"${'x'.repeat(700_000)}"\n`;
    const path = await fileOf('long.jsonl', good, long, other, long.trimEnd());
    expect(await read(path, { maxLineBytes })).toEqual([
      [1, finished.id],
      { line: 2, reason: `it has 700002 bytes; a line has at most ${maxLineBytes}` },
      [3, unfinished.id],
      { line: 4, reason: `it has 700002 bytes; a line has at most ${maxLineBytes}` },
    ]);
    await expect(read(path, { maxLineBytes: 0 })).rejects.toThrow('maxLineBytes');
  });

  it('unpacks gzip, and names the place where damaged data ends', async () => {
    const packed = zlib.gzipSync(good + other);
    expect(await read(await fileOf('whole.jsonl.gz', packed))).toEqual([
      [1, finished.id],
      [2, unfinished.id],
    ]);
    const joined = await fileOf('joined.gz', zlib.gzipSync(good), zlib.gzipSync(other));
    expect(await read(joined)).toHaveLength(2);
    const cut = await read(await fileOf('cut.gz', packed.subarray(0, packed.length - 20)));
    expect(cut.at(-1)).toMatchObject({ reason: expect.stringContaining('the packed data ends here: ') });
  });

  it('unpacks Zstandard where Node can, and says what else to do', async () => {
    const pack = (zlib as { zstdCompressSync?: (text: string) => Buffer }).zstdCompressSync;
    const packed = pack?.(good) ?? Buffer.from('28b52ffd2000010000', 'hex');
    const path = await fileOf('runs.jsonl.zst', packed);
    if (pack === undefined) await expect(read(path)).rejects.toThrow('unpack it (zstd -d)');
    else expect(await read(path)).toEqual([[1, finished.id]]);
  });

  it('holds a few records at a time, however many there are', async () => {
    const lines = 600;
    const path = await fileOf('many.jsonl', good.repeat(lines));
    const held = heldObjects();
    let count = 0;
    for await (const each of readTrajectoryLines(path)) {
      if ('reason' in each) continue;
      held.add(each.trajectory);
      count += 1;
      if (count % 150 === 0) await held.collect();
    }
    expect(count).toBe(lines);
    expect(held.most()).toBeLessThan(lines / 4);
  });

  onLinux.it('closes the file when the reader stops early', async () => {
    const path = await fileOf('early.jsonl', good.repeat(1000));
    const openFiles = async (): Promise<readonly string[]> => {
      const names = await readdir('/proc/self/fd');
      return Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
    };
    for await (const each of readTrajectoryLines(path)) {
      expect(each.line).toBe(1);
      expect(await openFiles()).toContain(path);
      break;
    }
    expect(await openFiles()).not.toContain(path);
  });
});

it.each([
  ['records', {}],
  ['lines that are passed over', { afterLine: 100 }],
  ['lines that are too long', { maxLineBytes: 1 }],
])('lets the event loop run between %s', async (_, options) => {
  const path = await fileOf('many.jsonl', '{}\n'.repeat(100), '{}');
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 3));
  const { immediate, turns } = countTurns();
  try {
    for await (const { line } of readTrajectoryLines(path, options)) if (line === 1) turns.count = 0;
    expect(turns.count).toBeGreaterThan(10);
  } finally {
    clock.mockRestore();
    clearImmediate(immediate());
  }
});

/** How often the event loop has had a turn. */
function countTurns(): { readonly immediate: () => NodeJS.Immediate; readonly turns: { count: number } } {
  const turns = { count: 0 };
  const count = (): NodeJS.Immediate =>
    setImmediate(() => {
      turns.count += 1;
      next = count();
    });
  let next = count();
  return { immediate: () => next, turns };
}
