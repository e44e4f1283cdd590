import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import type { PythonInstallation } from './find-python.js';
import { newFolderPath } from './host-folders.js';
import type { HostPrograms } from './host-programs.js';
import { endProcessesMarked, endProcessesNamed, endProcessesOf, newMark, OWN_USERS } from './own-user.js';

/** How a Python process is held in. */
export type ConfinementMechanism = 'bubblewrap' | 'landlock' | 'container';

/** What the supervisor is told about where it runs; keys as its code reads them. */
interface SupervisorSettings {
  /** The folder that code works in, absolute, inside. */
  readonly workspace: string;
  /** The folder for temporary files, inside. */
  readonly temporary: string;
  /** Whether Landlock rules are applied: always, or on top of other means where the kernel can. */
  readonly landlock: 'required' | 'where_present';
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  readonly devices: readonly string[];
  /** Whether the code's user owns processes or files of the host. */
  readonly sameUser: boolean;
  /** What the host knows the code's processes by where they share its user and no namespace holds them. */
  readonly mark?: number;
  /** Whether it runs as a user of its own, so that all of that user's processes may be ended. */
  readonly ownUser: boolean;
  /** Lent folders of packages, as they are named inside. */
  readonly packages: readonly string[];
  /** The folder of links to programs that is PATH inside; null where it is the interpreter's folder and an image's PATH. */
  readonly programs: string | null;
  /** What the supervisor has to put into that folder: the file of each program, by its name; null where the links are there. */
  readonly links: Readonly<Record<string, string>> | null;
  /** Folders on file systems of their own, whose files and folders are counted. */
  readonly counted: readonly string[];
  /** Whether a process namespace of its own holds every process, with the supervisor as its first. */
  readonly ownProcesses: boolean;
  /** Whether the first process of its namespace ends with it. */
  readonly endsFirst: boolean;
  /**
   * Whether it loads ahead what most programs import. A process that is never brought back to its beginning leaves that
   * to the code it runs.
   */
  readonly loadsAhead: boolean;
  /** Whether nothing but counting bounds what is written. */
  readonly watchFiles: boolean;
  /** For a workspace that begins with shared files: where they lie, their bytes, and where changes are kept. */
  readonly overlay: { readonly shared: string; readonly changes: string; readonly bytes: number } | null;
}

/** A process ready to be started: the command, whose standard input and output become the supervisor's channel. */
export interface LaunchPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** What the command is told that it is called; default its path. */
  readonly name?: string;
  /** The user to start it as, when that is not the caller's. */
  readonly user: number | null;
  /** The environment of the command; default none. What runs inside never sees it. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly settings: SupervisorSettings;
  /**
   * Removes what the plan made on the host, once the process has ended.
   *
   * @param orderly whether all that it had started has ended: it ended by itself, or they end with it
   */
  readonly cleanUp: (orderly: boolean) => Promise<void>;
}

/** What a process is started with that no later word to it can change. */
export interface LaunchSetup {
  /** Folders of the host to lend as packages, absolute and with links resolved. */
  readonly packages: readonly string[];
  /** Names or paths of the host's programs to lend beside the usual ones. */
  readonly programs: readonly string[];
  /** Whether texts hash the same in every process, so that sets of them have one order. */
  readonly fixedHashes: boolean;
  /** The files that the workspace begins with; default none. */
  readonly shared?: SharedFolder;
}

/** A folder of the host with files that the workspaces of many processes begin with and none can change. */
export interface SharedFolder {
  readonly folder: string;
  /** Bytes of the files in it. */
  readonly bytes: number;
  /** The user whom it belongs to, as whom the processes must run; null for the caller's own. */
  readonly user: number | null;
}

/** For a session that is lent nothing but the usual programs. */
export const PLAIN_SETUP: LaunchSetup = { packages: [], programs: [], fixedHashes: false };

/** What a launch is planned from. */
export interface LaunchOptions extends Partial<Omit<LaunchSetup, 'programs'>> {
  readonly python: PythonInstallation;
  /** What code may start. Default: nothing. */
  readonly programs?: HostPrograms;
  /** The text of the first code inside. */
  readonly boot: string;
  /** Bytes that the workspace may hold, and the folder for temporary files as well. */
  readonly workspaceBytes: number;
  /** The user to start the process as; null for the caller's own. */
  readonly user: number | null;
  /** Bytes on a disk that its workspace is to be filled with at once, where it keeps files for others. */
  readonly keptBytes?: number;
}

const DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];

/** Plans a launch under bubblewrap: namespaces of its own for everything, and a file system made from nothing. */
export function planBubblewrap(options: LaunchOptions & { readonly bubblewrap: string }): LaunchPlan {
  const size = String(Math.ceil(options.workspaceBytes));
  const { packages: lent = [], programs = NO_PROGRAMS, fixedHashes = false } = options;
  const packages = lent.map((_, index) => packagesPlace(index));
  const args = [
    ...['--unshare-all', '--unshare-user', '--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL'],
    ...['--clearenv', '--die-with-parent', '--new-session', '--as-pid-1', '--hostname', 'sandbox'],
    ...(fixedHashes ? Object.entries(FIXED_HASHES).flatMap((pair) => ['--setenv', ...pair]) : []),
    ...workspaceArguments(size, options.shared),
    ...['--size', size, '--tmpfs', '/tmp'],
    ...rootLinks(),
    ...[...options.python.readable, ...programs.readable].flatMap((path) => bind(path)),
    ...Object.entries(programs.files).flatMap(([name, file]) => [
      '--symlink',
      file,
      `${PROGRAMS_PLACE}/${name}`,
    ]),
    ...lent.flatMap((path, index) => ['--ro-bind', path, packagesPlace(index)]),
    ...['--proc', '/proc', '--size', '65536', '--tmpfs', '/dev'],
    ...DEVICES.flatMap((path) => ['--dev-bind', path, path]),
    ...['--size', '4194304', '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...[
      '--remount-ro',
      '/',
      '--chdir',
      '/workspace',
      options.python.executable,
      ...interpreterArguments(options.boot),
    ],
  ];
  const name = `mettle-${randomBytes(8).toString('hex')}`;
  return {
    command: options.bubblewrap,
    args,
    name,
    user: options.user,
    settings: {
      workspace: '/workspace',
      temporary: '/tmp',
      landlock: 'where_present',
      readable: [...options.python.readable, ...programs.readable, PROGRAMS_PLACE, ...packages],
      writable: ['/workspace', '/tmp', '/dev/shm'],
      devices: DEVICES,
      sameUser: false,
      ownUser: false,
      packages,
      programs: PROGRAMS_PLACE,
      links: null,
      counted: ['/workspace', '/tmp', '/dev/shm'],
      ownProcesses: true,
      endsFirst: false,
      // Stopping the clock reaches into these modules.
      loadsAhead: options.shared === undefined || fixedHashes,
      watchFiles: false,
      overlay:
        options.shared === undefined
          ? null
          : { shared: SHARED_PLACE, changes: CHANGES_PLACE, bytes: options.shared.bytes },
    },
    // One that is killed before it has told its fork to end with it leaves that fork, which waits for it for ever.
    cleanUp: async (orderly) => {
      if (!orderly) endProcessesNamed(name);
    },
  };
}

/**
 * Plans a launch without namespaces: a user of its own where the host's is root, a private folder, Landlock inside. The
 * folder is made by the process that is launched, which removes it when the host is gone.
 */
export function planLandlock(options: LaunchOptions): LaunchPlan {
  const { user, programs = NO_PROGRAMS, packages = [], fixedHashes = false } = options;
  const base = newFolderPath('session', user, options.keptBytes);
  const workspace = join(base, 'workspace');
  const temporary = join(base, 'tmp');
  const links = join(base, 'programs');
  const mark = newMark();
  return {
    command: options.python.executable,
    args: [...interpreterArguments(options.boot), base],
    user,
    environment: fixedHashes ? FIXED_HASHES : {},
    settings: {
      workspace,
      temporary,
      landlock: 'required',
      readable: [...options.python.readable, ...programs.readable, links, ...packages],
      writable: [workspace, temporary],
      devices: DEVICES,
      sameUser: user === null,
      ...(user === null ? { mark } : {}),
      ownUser: user !== null,
      packages,
      programs: links,
      links: programs.files,
      counted: [],
      ownProcesses: false,
      endsFirst: false,
      loadsAhead: options.keptBytes === undefined,
      watchFiles: true,
      overlay: null,
    },
    cleanUp: (orderly) => {
      if (!orderly) user === null ? endProcessesMarked(mark) : endProcessesOf(user);
      return rm(base, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const NO_PROGRAMS: HostPrograms = { files: {}, readable: [] };

/** Where links to the programs lie inside, which is all of PATH. */
const PROGRAMS_PLACE = '/programs';

/** To mount an overlay, to work in the folder that the kernel closes to all, and to give up these for good. */
const MOUNTING = ['CAP_SYS_ADMIN', 'CAP_DAC_OVERRIDE', 'CAP_SETPCAP'];

/** Where the parts of a workspace with shared files lie until it is mounted. */
const SHARED_PLACE = '/shared';
const CHANGES_PLACE = '/changes';
export const OVERLAY_PLACES: readonly string[] = [SHARED_PLACE, CHANGES_PLACE];

/**
 * A workspace of its own, or the parts of one that begins with shared files. The supervisor mounts it from these, and gives up
 * the capability to do so before anything else.
 */
function workspaceArguments(size: string, shared: SharedFolder | undefined): readonly string[] {
  if (shared === undefined) return ['--size', size, '--tmpfs', '/workspace'];
  return [
    ...['--ro-bind', shared.folder, SHARED_PLACE, '--size', size, '--tmpfs', CHANGES_PLACE],
    ...['--dir', '/workspace', ...MOUNTING.flatMap((capability) => ['--cap-add', capability])],
  ];
}

/** Where a lent folder lies inside, where what code sees has a file system of its own. */
export function packagesPlace(index: number): string {
  return `/packages/${index}`;
}

/** The environment of an interpreter in which texts hash the same in every process. */
export const FIXED_HASHES: Readonly<Record<string, string>> = { PYTHONHASHSEED: '0' };

/**
 * Arguments of an interpreter that starts with our own code. Its environment is ours, or the container image's, so it may read that: with `-I` the
 * programs that joblib or multiprocessing start, which get the same flags, wouldn't find the lent packages.
 */
export function interpreterArguments(boot: string): readonly string[] {
  return ['-s', '-S', '-B', '-X', 'utf8', '-c', boot];
}

/** The bubblewrap program on PATH, or null. */
export function findBubblewrap(path: string | undefined): string | null {
  for (const folder of (path ?? '/usr/bin').split(delimiter)) {
    const candidate = join(folder, 'bwrap');
    try {
      if (folder.startsWith('/') && statSync(candidate).isFile()) return candidate;
    } catch {
      // not there
    }
  }
  return null;
}

/** `/lib` and its like, as links where the host has links. */
function rootLinks(): readonly string[] {
  return ['/lib', '/lib64', '/bin'].flatMap((path) => {
    try {
      const real = realpathSync(path);
      return real === path ? [] : ['--symlink', real.slice(1), path];
    } catch {
      return [];
    }
  });
}

/** Binds what a path leads to where it really lies, and a file under the path's own name as well. */
function bind(path: string): readonly string[] {
  const real = realpathSync(path);
  const named = join(realpathSync(dirname(path)), basename(path));
  return [
    '--ro-bind',
    real,
    real,
    ...(named === real || !statSync(real).isFile() ? [] : ['--ro-bind', real, named]),
  ];
}

/**
 * A user id that nothing else runs as, drawn at random from those that this process may take; null where it may take
 * no other than its own.
 */
export function unusedUser(): number | null {
  const mapped = readFileSync('/proc/self/uid_map', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .find(([inside]) => inside === 0);
  const count = mapped?.[2] ?? 0;
  if (process.getuid?.() !== 0 || count < 60_000) return null;
  return count > OWN_USERS.end ? randomInt(OWN_USERS.start, OWN_USERS.end) : randomInt(20_000, 60_000);
}
