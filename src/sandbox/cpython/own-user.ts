import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** User ids that sessions run as where the host is root; nothing else is given them. */
export const OWN_USERS = { start: 0x6000_0000, end: 0x7000_0000 } as const;

/** Looks after which a process that starts others cannot have slipped past. */
const LOOKS = 100;

/** Ends every process of a user whom only one session was given, where the session's own supervisor was killed. */
export function endProcessesOf(user: number): void {
  endAll((pid) => ownerOf(pid) === user);
}

/**
 * Ends every process of a session that shares its user with others, where its supervisor was killed. They bear a mark
 * that no code can take off: a limit on locks, which no kernel keeps any more.
 */
export function endProcessesMarked(mark: number): void {
  endAll((pid) => markOf(pid) === mark);
}

/**
 * Ends every process that a command left which was started under a name of its own and forked without running another
 * program.
 */
export function endProcessesNamed(name: string): void {
  endAll((pid) => nameOf(pid) === name);
}

/** A mark for the processes of one session. */
export function newMark(): number {
  return randomInt(2 ** 40, 2 ** 47);
}

/** Ends what looks find until one finds nothing new: what has been sent its end starts nothing more. */
function endAll(isOne: (pid: string) => boolean): void {
  const ended = new Set<string>();
  for (let look = 0; look < LOOKS; look++) {
    const before = ended.size;
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid) || ended.has(pid) || !isOne(pid)) continue;
      ended.add(pid);
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // it has just ended
      }
    }
    if (ended.size === before) return;
  }
}

/** The name that a process was started under; empty where it is not known. */
function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0', 1)[0] ?? '';
  } catch {
    return '';
  }
}

/** The mark that a process bears; NaN where it has none. */
function markOf(pid: string): number {
  try {
    return Number(/^Max file locks\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** The user that a living process runs as. */
function ownerOf(pid: string): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const owner = /^Uid:\s+(\d+)/m.exec(status)?.[1];
    return owner === undefined || /^State:\s+[ZX]/m.test(status) ? undefined : Number(owner);
  } catch {
    return undefined;
  }
}
