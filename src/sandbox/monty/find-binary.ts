import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { MettleError } from '../../core/index.js';
import { sandboxError } from '../error-codes.js';
import { MONTY_VERSION, montyVersion } from './version.js';

/** Where a binary is looked for. */
export interface BinaryHost {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Whether a path is a file that can be run. */
  readonly isExecutable: (path: string) => boolean;
  /** What a binary says its version is, or null. */
  readonly versionOf: (path: string) => Promise<string | null>;
}

/** This machine. */
export function thisHost(given: Partial<BinaryHost> = {}): BinaryHost {
  return {
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    isExecutable,
    versionOf: montyVersion,
    ...given,
  };
}

/**
 * The path of a `monty` binary of the pinned version: `chosen`, else `METTLE_MONTY_BIN`, else the first on `PATH`,
 * else what `mettle install monty` put into the cache folder.
 *
 * @throws {MettleError} `sandbox/no_engine` where there is none, or where the one that was named is of another version.
 */
export async function findMontyBinary(
  chosen: string | null,
  given: Partial<BinaryHost> = {},
): Promise<string> {
  const host = thisHost(given);
  const named = host.environment.METTLE_MONTY_BIN;
  if (chosen !== null) return checked(chosen, 'the binary', host);
  if (named !== undefined && named !== '') return checked(named, 'METTLE_MONTY_BIN', host);
  const { join, delimiter } = pathsOf(host.platform);
  const name = binaryName(host.platform);
  const folders = (host.environment.PATH ?? host.environment.Path ?? '').split(delimiter);
  const places = [
    ...folders.filter((folder) => folder !== '').map((folder) => join(folder, name)),
    join(cacheFolder(host), name),
  ];
  const others: string[] = [];
  for (const path of places) {
    if (!host.isExecutable(path)) continue;
    const version = await host.versionOf(path);
    if (version === MONTY_VERSION) return path;
    if (version !== null) others.push(`${path} is ${version}`);
  }
  const found = others.length === 0 ? '' : ` (${others.join(', ')})`;
  throw noEngine(
    `there is no monty ${MONTY_VERSION} here${found}: run npx --no mettle install monty, or set METTLE_MONTY_BIN to one`,
  );
}

/** The folder where the pinned version is installed for this user. */
export function cacheFolder({ platform, environment, home }: BinaryHost): string {
  const { join } = pathsOf(platform);
  return join(cacheRoot(platform, environment, home), 'monty', MONTY_VERSION);
}

function cacheRoot(platform: NodeJS.Platform, environment: BinaryHost['environment'], home: string): string {
  const { join, isAbsolute } = pathsOf(platform);
  if (platform === 'win32') {
    return join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'mettle');
  }
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'mettle');
  const cache = environment.XDG_CACHE_HOME ?? '';
  // A relative path is not valid there and is to be ignored (XDG Base Directory Specification).
  return join(isAbsolute(cache) ? cache : join(home, '.cache'), 'mettle');
}

/** What the binary is called on a platform. */
export function binaryName(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'monty.exe' : 'monty';
}

function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

async function checked(path: string, what: string, host: BinaryHost): Promise<string> {
  if (!host.isExecutable(path)) {
    throw noEngine(`${what} names ${path}, which is no file that can be run; correct it or unset it`);
  }
  const version = await host.versionOf(path);
  if (version === MONTY_VERSION) return path;
  throw noEngine(
    `${what} names ${path}, which is ${version === null ? 'no monty' : `monty ${version}`}; it must be ${MONTY_VERSION}: ` +
      'run npx --no mettle install monty',
  );
}

function noEngine(message: string): MettleError {
  return sandboxError('no_engine', message);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
