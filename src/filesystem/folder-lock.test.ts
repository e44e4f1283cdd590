import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unless } from '../testing/unless.fixture.js';
import { lockFolder } from './folder-lock.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-lock-'));
  path = join(folder, 'agents', 'project.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('lets one at a time at a folder, and leaves nothing', () => {
  const lock = lockFolder(path, 'project');
  expect(() => lockFolder(path, 'project')).toThrow(`at work on project (process ${process.pid})`);
  lock.release();
  lockFolder(path, 'project').release();
  expect(readdirSync(join(folder, 'agents'))).toEqual([]);
});

it('takes over from a process that has ended', () => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  lockFolder(path, 'project').release();
  writeFileSync(path, JSON.stringify({ pid: ended, startedAt: null }));
  lockFolder(path, 'project').release();
  expect(existsSync(path)).toBe(false);
});

unless(process.platform === 'linux' ? null : 'only Linux tells when a process was started').it(
  'takes over from a process whose number was given out again',
  () => {
    const lock = lockFolder(path, 'project');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      startedAt: expect.stringMatching(/^\d+$/),
    });
    lock.release();
    writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: '1' }));
    lockFolder(path, 'project').release();
  },
);

it.each(['', 'no JSON', 'null', '{"pid": -1}', '{"pid": "1"}'])('takes over what is no lock: %j', (text) => {
  lockFolder(path, 'project').release();
  writeFileSync(path, text);
  lockFolder(path, 'project').release();
});

it('releases no lock but its own', () => {
  const lock = lockFolder(path, 'project');
  writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: null }));
  lock.release();
  expect(existsSync(path)).toBe(true);
});
