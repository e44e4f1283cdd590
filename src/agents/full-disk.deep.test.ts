import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { unless } from '../testing/unless.fixture.js';

/** Runs a command with a disk of its own under a folder, 256 KiB large, which ends with it. */
function onSmallDisk(folder: string, command: readonly string[]) {
  const script = 'mount -t tmpfs -o size=256k none "$0" && exec "$@"';
  const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', script, folder, ...command];
  return spawnSync('unshare', args, { encoding: 'utf8' });
}

const folder = mkdtempSync(join(tmpdir(), 'mettle-full-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));
const isPossible = onSmallDisk(folder, ['true']).status === 0;
const missing = isPossible ? '' : 'no small disk can be made here';

unless(missing).it('a commit that finds no space leaves the folder as it was, and can be made later', () => {
  const script = fileURLToPath(new URL('./__fixtures__/commit-on-full-disk.mjs', import.meta.url));
  const { stdout, stderr } = onSmallDisk(folder, [process.execPath, script, folder]);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    before: ['filler', 'old.txt'],
    refused: { code: 'filesystem/host_write_failed', message: expect.stringContaining('the disk is full') },
    after: ['filler', 'old.txt'],
    kept: 'old',
    done: { written: ['deep/a.txt', 'large.txt', 'old.txt'] },
    written: [3, 1, 100_000],
    left: ['deep', 'large.txt', 'old.txt'],
  });
});
