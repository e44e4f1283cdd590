import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { makeHostFolder, newFolderPath, removeStaleFolders } from './host-folders.js';

const skipped = process.platform === 'linux' ? '' : 'only Linux tells when a process was started';

/** A folder of a kind, with something in it, under another name. */
function made(rename: (name: string) => string): string {
  const path = newFolderPath('session', null);
  const renamed = join(dirname(path), rename(basename(path)));
  mkdirSync(renamed);
  writeFileSync(join(renamed, 'file'), 'left');
  return renamed;
}

unless(skipped).describe('folders of processes that are gone', () => {
  it('lie in memory only where what is to be written fits there many times', () => {
    const [usual, huge] = [undefined, 2 ** 40].map((bytes) => dirname(newFolderPath('session', null, bytes)));
    expect(huge).toBe(usual);
    expect(['/dev/shm', usual]).toContain(dirname(newFolderPath('session', null, 1)));
  });

  it.each(['attest', 'browser', 'session', 'unsafe'] as const)(
    'of the kind %s are removed by the next start',
    (kind) => {
      const left = made((name) =>
        name.replace('session', kind).replace(`-${process.pid}-`, `-${spawnSync('true').pid}-`),
      );
      const own = makeHostFolder(kind);
      try {
        expect([existsSync(left), statSync(own).mode & 0o777]).toEqual([false, 0o700]);
      } finally {
        rmSync(own, { recursive: true });
      }
    },
  );

  it('are removed, and those of living ones and of other namespaces are not', () => {
    const gone = String(spawnSync('true').pid);
    const pid = String(process.pid);
    const stale = [
      made((name) => name.replace(`-${pid}-`, `-${gone}-`)),
      made((name) => name.replace(/-\d+-(\w+)$/, '-1-$1')),
    ];
    const kept = [
      made((name) => name),
      made((name) => name.replace(/-\d+-/, '-1-').replace(`-${pid}-`, `-${gone}-`)),
      made((name) => name.replace('session', 'other').replace(`-${pid}-`, `-${gone}-`)),
    ];
    try {
      removeStaleFolders();
      expect(stale.filter(existsSync)).toEqual([]);
      expect(kept.filter((path) => !existsSync(join(path, 'file')))).toEqual([]);
    } finally {
      for (const path of [...stale, ...kept]) rmSync(path, { recursive: true, force: true });
    }
  });
});
