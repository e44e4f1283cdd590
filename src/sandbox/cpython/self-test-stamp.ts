import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { canonicalJson, isJsonObject } from '../../core/index.js';
import type { ConfinementMechanism } from './confinement.js';
import type { PythonInstallation } from './find-python.js';
import type { HostPrograms } from './host-programs.js';
import { insideSources } from './inside-sources.js';

/** What a self-test that passed was about. */
export interface TestedConfinement {
  readonly mechanism: ConfinementMechanism;
  readonly python: PythonInstallation;
  /** The bubblewrap program; null for another mechanism. */
  readonly bubblewrap: string | null;
  /** The programs that every sandbox can start. */
  readonly programs: HostPrograms;
  /** What this build of Mettle is told from others by; null for sources that were not built. Default: of this package. */
  readonly build?: string | null;
  /** Where the kernel tells of itself and of this process. Default `/proc`. */
  readonly proc?: string;
}

/** Bytes of a stamp at most. */
const MOST_BYTES = 1000;

const FOLDER_ONLY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Facts of `/proc/self/status` that decide what a process can do to itself and to others. */
const STATUS = /^(?:CapInh|CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs|Seccomp|Groups):.*$/gm;

const NAMESPACES = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'user', 'uts'];

/**
 * The file that says that the self-test of one way of confining passed since this machine was started. It is believed
 * only if it belongs to this user, nobody else can write it, and everything that the test depends on is the same: the
 * running kernel, the user and his rights, limits and namespaces, the bubblewrap program, the interpreter, and this
 * build of Mettle.
 */
export class SelfTestStamp {
  /** Where it is kept; null where this user has no folder for it. */
  readonly path: string | null;
  readonly #key: string | null;

  /** @param environment says where the folder is: `XDG_RUNTIME_DIR`, else `XDG_CACHE_HOME`, else `HOME/.cache` */
  constructor(tested: TestedConfinement, environment: Readonly<Record<string, string | undefined>>) {
    const folder = stampFolder(environment);
    this.path = folder === null ? null : join(folder, `self-test-${tested.mechanism}.json`);
    this.#key = this.path === null ? null : keyOf(tested);
  }

  /** When the test passed; null where there is no stamp that can be believed. */
  read(): Date | null {
    return this.#inFolder((pathOf) => {
      const descriptor = openSync(
        pathOf(this.#name),
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      );
      try {
        const stats = fstatSync(descriptor);
        const isOurs = isOwn(stats) && (stats.mode & 0o777) === 0o600 && stats.nlink === 1;
        if (!stats.isFile() || !isOurs || stats.size > MOST_BYTES) return null;
        const stamp: unknown = JSON.parse(readFileSync(descriptor, 'utf8'));
        if (!isJsonObject(stamp) || stamp.key !== this.#key || typeof stamp.at !== 'string') return null;
        const at = new Date(stamp.at);
        return Number.isNaN(at.getTime()) ? null : at;
      } finally {
        closeSync(descriptor);
      }
    });
  }

  /** Says that the test has just passed; whether that could be written down. */
  write(now: Date): boolean {
    const { path } = this;
    if (path === null || this.#key === null) return false;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    } catch {
      return false;
    }
    const written = this.#inFolder((pathOf) => {
      const temporary = pathOf(`.${this.#name}.${randomBytes(8).toString('hex')}`);
      try {
        writeFileSync(temporary, canonicalJson({ key: this.#key, at: now.toISOString() }), {
          flag: 'wx',
          mode: 0o600,
        });
        renameSync(temporary, pathOf(this.#name));
      } catch (thrown) {
        rmSync(temporary, { force: true });
        throw thrown;
      }
      return true;
    });
    return written === true;
  }

  /** Takes it back. */
  remove(): void {
    this.#inFolder((pathOf) => rmSync(pathOf(this.#name), { force: true }));
  }

  get #name(): string {
    return (this.path ?? '').split('/').at(-1) ?? '';
  }

  /** Works in the folder, which is held open, so that no link can take its place; null where it isn't the user's alone. */
  #inFolder<T>(use: (pathOf: (name: string) => string) => T): T | null {
    if (this.path === null || this.#key === null) return null;
    let folder: number | undefined;
    try {
      folder = openSync(dirname(this.path), FOLDER_ONLY);
      const held = folder;
      return isPrivate(fstatSync(held)) ? use((name) => `/proc/self/fd/${held}/${name}`) : null;
    } catch {
      return null;
    } finally {
      if (folder !== undefined) closeSync(folder);
    }
  }
}

/** The folder for what holds until the machine is started again. */
function stampFolder(environment: Readonly<Record<string, string | undefined>>): string | null {
  const { XDG_RUNTIME_DIR: runtime = '', XDG_CACHE_HOME: cache = '', HOME: home = '' } = environment;
  // Relative paths are not valid there (XDG Base Directory Specification).
  if (isAbsolute(runtime) && isOpenable(runtime)) return join(runtime, 'mettle');
  if (isAbsolute(cache)) return join(cache, 'mettle');
  return isAbsolute(home) ? join(home, '.cache', 'mettle') : null;
}

function isOpenable(folder: string): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, FOLDER_ONLY);
    return isPrivate(fstatSync(descriptor));
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isOwn({ uid }: Stats): boolean {
  return uid === process.geteuid?.();
}

function isPrivate(stats: Stats): boolean {
  return stats.isDirectory() && isOwn(stats) && (stats.mode & 0o022) === 0;
}

/** A hash of all that the test depends on; null where some of it can't be known. */
function keyOf(tested: TestedConfinement): string | null {
  const { mechanism, python, programs, bubblewrap, build = buildId(), proc = '/proc' } = tested;
  if (build === null) return null;
  try {
    const { boot, bundle } = insideSources();
    const selfTest = readFileSync(new URL('./python/self_test.py', import.meta.url));
    const facts = {
      bootId: read(join(proc, 'sys/kernel/random/boot_id')),
      user: [process.getuid?.() ?? -1, process.geteuid?.() ?? -1, process.getgid?.() ?? -1],
      status: read(join(proc, 'self/status')).match(STATUS) ?? [],
      label: label(proc),
      limits: read(join(proc, 'self/limits')),
      namespaces: NAMESPACES.map((name) => readlinkSync(join(proc, 'self/ns', name))),
      mechanism,
      bubblewrap: bubblewrap === null ? null : [bubblewrap, sha256(readFileSync(bubblewrap))],
      python: [python.executable, python.version, sha256(python.compiled), ...python.readable],
      programs: [Object.entries(programs.files).sort(), programs.readable],
      mettle: [build, sha256(Buffer.concat([Buffer.from(boot), bundle, selfTest]))],
    };
    return sha256(Buffer.from(canonicalJson(facts)));
  } catch {
    return null;
  }
}

/** Of the package as it is installed; null where there are only the sources, which change without notice. */
function buildId(): string | null {
  try {
    return read(new URL('../../build-id', import.meta.url));
  } catch {
    return null;
  }
}

/** What a security module of the kernel calls this process; empty where there is none. */
function label(proc: string): string {
  try {
    return read(join(proc, 'self/attr/current'));
  } catch {
    return '';
  }
}

function read(path: string | URL): string {
  return readFileSync(path, 'utf8');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
