import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ids of all living processes on this machine, with those of their parents. */
export function parentsOfAll(): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      if (fields[0] !== 'Z') found.set(Number(name), Number(fields[1]));
    } catch {
      // it has just ended
    }
  }
  return found;
}

/** Every living process below another one. */
export function processesBelow(root: number): readonly number[] {
  const all = [...parentsOfAll()];
  const found: number[] = [];
  for (let layer = [root]; layer.length > 0; ) {
    layer = all.filter(([, parent]) => layer.includes(parent)).map(([pid]) => pid);
    found.push(...layer);
  }
  return found;
}

/** Folders outside of the confinement that a process has made or had made: their names contain its id. */
export function foldersOf(pid: number): readonly string[] {
  const name = new RegExp(`^mettle-[a-z]+-\\d+-${pid}-`);
  return [...new Set(['/tmp', '/dev/shm', tmpdir()])]
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((entry) => join(parent, entry)))
    .filter((path) => name.test(path.split('/').at(-1) ?? ''));
}

/** What is mounted where this process can see it. */
export function mounts(): readonly string[] {
  return readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n').sort();
}
