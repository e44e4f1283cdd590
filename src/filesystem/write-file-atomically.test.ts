import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unless } from '../testing/unless.fixture.js';
import { writeFileAtomically } from './write-file-atomically.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-write-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('writes text and bytes, replaces whole files and keeps their mode', async () => {
  const path = join(folder, 'a.txt');
  await writeFileAtomically(path, 'héllo');
  expect(readFileSync(path, 'utf8')).toBe('héllo');
  chmodSync(path, 0o750);
  await writeFileAtomically(path, Uint8Array.of(0, 1, 255));
  expect([...readFileSync(path)]).toEqual([0, 1, 255]);
  expect(statSync(path).mode & 0o7777).toBe(0o750);
  expect(readdirSync(folder)).toEqual(['a.txt']);
});

it.each([
  ['a missing parent', 'no/such/a.txt', 'ENOENT'],
  ['a parent that is a file', 'file/a.txt', 'ENOTDIR'],
  ['a directory', 'directory', 'EISDIR'],
])('refuses %s in one line and leaves nothing behind', async (_name, path, errno) => {
  writeFileSync(join(folder, 'file'), 'x');
  mkdirSync(join(folder, 'directory'));
  await expect(writeFileAtomically(join(folder, path), 'y')).rejects.toMatchObject({
    code: 'filesystem/host_write_failed',
    details: { errno },
    message: expect.stringMatching(/^Cannot write .*\.$/),
  });
  expect(readdirSync(folder)).toEqual(['directory', 'file']);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('x');
});

unless(process.platform === 'win32' ? 'Windows has no devices among its files' : null).it(
  'never puts a file in the place of a device',
  async () => {
    await expect(writeFileAtomically('/dev/null', 'y')).rejects.toMatchObject({
      code: 'filesystem/host_write_failed',
      details: { errno: 'EINVAL' },
    });
  },
);

unless(
  process.platform === 'win32' || process.getuid?.() === 0
    ? 'root may write everywhere, and Windows has no such modes'
    : null,
).it('refuses a folder that may not be written', async () => {
  chmodSync(folder, 0o500);
  await expect(writeFileAtomically(join(folder, 'a'), 'y')).rejects.toMatchObject({
    details: { errno: 'EACCES' },
  });
  chmodSync(folder, 0o700);
  expect(readdirSync(folder)).toEqual([]);
});
