import { readdirSync, readFileSync } from 'node:fs';

/** User ids that sessions run as where the host is root; nothing else is given them. */
export const OWN_USERS = { start: 0x6000_0000, end: 0x7000_0000 } as const;

/** Looks after which a process that starts others cannot have slipped past. */
const LOOKS = 100;

/** Ends every process of a user whom only one session was given, where the session's own supervisor was killed. */
export function endProcessesOf(user: number): void {
  for (let look = 0; look < LOOKS; look++) {
    const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && ownerOf(name) === user);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // it has just ended
      }
    }
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
