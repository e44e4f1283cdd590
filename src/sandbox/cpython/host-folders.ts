import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN_USERS } from './own-user.js';

/** What a folder outside of every confinement is made for. */
export type HostFolderKind = 'attest' | 'browser' | 'session' | 'unsafe' | 'world';

/** Where every user can make folders. */
const SHARED = '/tmp';

/** Where Linux has a file system in memory on which everyone can make folders. */
const IN_MEMORY = '/dev/shm';

/** Bytes up to which files are kept in memory, and how often they have to fit into what is free there. */
const MEMORY = { most: 256 * 2 ** 20, times: 4 };

const NAME = /^mettle-(?:attest|browser|session|unsafe|world)-(\d+)-(\d+)-(\d+)-/;

/**
 * A path in the folder for temporary files at which nothing lies yet. Its name says which process it belongs to, so that
 * it can be removed once that process is gone.
 *
 * @param user the user who will make the folder; null for the caller's own
 * @param bytes what will be written there soon, so that it may be a folder in memory; default not known
 */
export function newFolderPath(kind: HostFolderKind, user: number | null, bytes?: number): string {
  const usual = realpathSync(tmpdir());
  const onDisk = user === null || isForAll(usual) ? usual : SHARED;
  const parent = bytes !== undefined && hasMemory(bytes) ? IN_MEMORY : onDisk;
  return join(parent, `mettle-${kind}-${identity()}-${randomBytes(8).toString('hex')}`);
}

/** Makes a temporary folder for this process alone, and removes those that killed processes have left. */
export function makeHostFolder(kind: HostFolderKind): string {
  removeStaleFolders();
  const path = newFolderPath(kind, null);
  mkdirSync(path, { mode: 0o700 });
  return path;
}

function isForAll(folder: string): boolean {
  return (statSync(folder).mode & 0o003) === 0o003;
}

function hasMemory(bytes: number): boolean {
  try {
    const { type, bsize, bavail } = statfsSync(IN_MEMORY);
    const isTmpfs = type === 0x01021994;
    return isTmpfs && isForAll(IN_MEMORY) && bytes <= MEMORY.most && bytes * MEMORY.times <= bsize * bavail;
  } catch {
    return false;
  }
}

/** Removes what killed processes have left: folders whose maker, a process of this process namespace, is gone. */
export function removeStaleFolders(): void {
  if (process.platform !== 'linux') return;
  const [namespace] = identity().split('-');
  const parents = [realpathSync(tmpdir()), SHARED, IN_MEMORY].filter((path) => existsSync(path));
  for (const parent of new Set(parents))
    for (const name of readdirSync(parent)) {
      const [, where, pid, started] = NAME.exec(name) ?? [];
      if (pid === undefined || where !== namespace || startOf(pid) === started) continue;
      const path = join(parent, name);
      try {
        if (isOurs(path)) rmSync(path, { recursive: true, force: true });
      } catch {
        // another process removes it just now
      }
    }
}

/** Process namespace, process and its start: `4026531836-1234-567890`; zeros for what the system does not tell. */
function identity(): string {
  const namespace = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : '';
  return `${/\d+/.exec(namespace)?.[0] ?? 0}-${process.pid}-${startOf('self') ?? 0}`;
}

/** When a process was started, in ticks since the machine was; undefined when there is none. */
function startOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Whether a folder is the caller's, or that of a user whom only sessions are given. */
function isOurs(path: string): boolean {
  const { uid } = lstatSync(path);
  const own = process.getuid?.();
  return uid === own || (own === 0 && uid >= OWN_USERS.start && uid < OWN_USERS.end);
}
