import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What `openAtomicFile` leaves when it is killed, and the folder of a packed format: `.NAME.0123456789ab.tmp`. */
const UNFINISHED = /^\.(.+)\.[0-9a-f]{12}\.tmp$/;

/** Removes what a killed process left of files that it had not finished. */
export async function sweepUnfinished(folder: string, names: ReadonlySet<string>): Promise<void> {
  for (const file of await readdir(folder)) {
    const [, name = ''] = UNFINISHED.exec(file) ?? [];
    if (names.has(name)) await rm(join(folder, file), { recursive: true, force: true });
  }
}
