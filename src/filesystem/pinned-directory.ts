import { closeSync, constants, existsSync, lstatSync, openSync, readlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { errnoOf } from './errno.js';
import { pathError, show } from './errors.js';
import { pathKey } from './tree-path.js';

const DIRECTORY_ONLY = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Whether paths can start at an open directory, so that nobody can put a link in their way meanwhile. */
const CAN_PIN = existsSync('/proc/self/fd');

/** The real path of an open file, where the system tells; it is what the file is called now, whatever was opened. */
export function pathOfDescriptor(descriptor: number): string | undefined {
  try {
    return CAN_PIN ? readlinkSync(`/proc/self/fd/${descriptor}`) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Does something in a directory below `root` that is reached through real directories alone. On Linux the directory is
 * held open and the path handed over starts there, so that replacing a directory on the way by a link leads nowhere
 * else; elsewhere every directory is checked right before.
 *
 * @param names - the directory, counted from `root`.
 * @param use - given a function that makes the host path of a name in the directory.
 * @returns what `use` returns, or undefined when there is no such directory.
 * @throws {MettleError} `filesystem/link_in_the_way` when something on the way is a link or a file.
 */
export function inDirectory<T>(
  root: string,
  names: readonly string[],
  use: (pathOf: (name: string) => string) => T,
): T | undefined {
  if (names.some((name) => isNoName(name))) return undefined;
  if (!CAN_PIN) {
    return checkDirectories(root, names) ? use((name) => join(root, ...names, name)) : undefined;
  }
  const whole = openWhole(join(root, ...names));
  if (whole !== undefined) {
    try {
      return use((name) => `/proc/self/fd/${whole}/${name}`);
    } finally {
      closeSync(whole);
    }
  }
  let descriptor = openSync(root, DIRECTORY_ONLY);
  try {
    for (const [index, name] of names.entries()) {
      const next = openDirectory(`/proc/self/fd/${descriptor}/${name}`, names.slice(0, index + 1));
      if (next === undefined) return undefined;
      closeSync(descriptor);
      descriptor = next;
    }
    return use((name) => `/proc/self/fd/${descriptor}/${name}`);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Whether a text cannot be one name of a path on this host: empty, with a separator, or one that climbs. On Windows also
 * what it would take for another name: with a colon, a dot or space at the end, or that of a device.
 */
export function isNoName(name: string, separator: string = sep): boolean {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) return true;
  return separator === '\\' && (/[\\:]|[. ]$/.test(name) || DEVICE.test(name));
}

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;

/**
 * Opens a directory in one call, whatever its depth; undefined where a link led there, or where nothing is. What is open
 * tells its real path, so that a link on the way can't stay hidden.
 */
function openWhole(path: string): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, DIRECTORY_ONLY);
  } catch {
    return undefined;
  }
  if (pathOfDescriptor(descriptor) === path) return descriptor;
  closeSync(descriptor);
  return undefined;
}

function openDirectory(path: string, names: readonly string[]): number | undefined {
  try {
    return openSync(path, DIRECTORY_ONLY);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return undefined;
    if (errno === 'ENOTDIR' || errno === 'ELOOP') throw inTheWay(names);
    throw error;
  }
}

function checkDirectories(root: string, names: readonly string[]): boolean {
  for (let depth = 1; depth <= names.length; depth++) {
    const stats = lstatSync(join(root, ...names.slice(0, depth)), { throwIfNoEntry: false });
    if (stats === undefined) return false;
    if (!stats.isDirectory()) throw inTheWay(names.slice(0, depth));
  }
  return true;
}

function inTheWay(names: readonly string[]): Error {
  const key = pathKey(names);
  return pathError(
    'link_in_the_way',
    'ENOTDIR',
    key,
    `In the host folder, ${show(key)} is a link or a file where a directory is needed. Nothing is written through it.`,
  );
}
