import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MettleError } from '../core/index.js';
import { sandboxError } from './error-codes.js';

/** Folders that are never lent: each would hide or replace what the confinement itself needs. */
const REFUSED: ReadonlySet<string> = new Set(['/', '/proc', '/sys', '/dev', '/etc', '/usr', '/lib', '/bin']);

/**
 * The folders that hold importable packages, absolute and with links resolved, for what a caller named: a virtual
 * environment, or a folder such as `site-packages` itself.
 *
 * @throws {MettleError} `sandbox/invalid_packages`, naming the folder and what is wrong with it.
 */
export function resolvePackages(given: string | readonly string[] | undefined): readonly string[] {
  if (given === undefined) return [];
  const named: unknown = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(named)) throw invalid('packages takes a folder or a list of folders');
  return [...new Set(named.map(siteFolder))];
}

/** The Python that a folder's name says its packages were installed for, such as `3.11`; null where it says nothing. */
export function packagesVersion(folder: string): string | null {
  return /\/python(3\.\d+)t?\/(?:site|dist)-packages$/.exec(folder)?.[1] ?? null;
}

/**
 * Refuses packages that were installed for another Python than the one that is to import them.
 *
 * @throws {MettleError} `sandbox/invalid_packages`
 */
export function checkPackagesVersion(folders: readonly string[], version: string): void {
  const running = version.split('.').slice(0, 2).join('.');
  for (const folder of folders) {
    const made = packagesVersion(folder);
    if (made !== null && made !== running) {
      throw invalid(
        `the packages in ${folder} are for Python ${made}, and Python ${version} runs here; install them for Python ${running}, or name the other Python with METTLE_PYTHON`,
      );
    }
  }
}

/** Throws for an engine that starts no programs, when any are named. */
export function refusePrograms(engine: string, programs: readonly string[] | undefined): void {
  if (programs === undefined || programs.length === 0) return;
  throw sandboxError(
    'unenforceable_limit',
    `the ${engine} engine starts no programs; use engine "cpython" or "docker", or leave programs out`,
    { details: { limit: 'programs' } },
  );
}

/** Throws for an engine that cannot lend packages, when there are any. */
export function refusePackages(engine: string, folders: readonly string[] | undefined): void {
  if (folders === undefined || folders.length === 0) return;
  throw sandboxError(
    'unenforceable_limit',
    `the ${engine} engine cannot import packages; use engine "cpython" or "docker", or leave packages out`,
    { details: { limit: 'packages' } },
  );
}

function siteFolder(given: unknown): string {
  if (typeof given !== 'string' || given === '') throw invalid('packages must name folders by their paths');
  const folder = realFolder(given);
  const found = installedIn(folder);
  if (found.length > 1) {
    throw invalid(`${given} holds packages of several Pythons; name one of ${found.join(', ')}`);
  }
  if (found[0] !== undefined) return realFolder(found[0]);
  if (isFile(join(folder, 'pyvenv.cfg'))) {
    throw invalid(`${given} is a virtual environment without lib/python3.*/site-packages`);
  }
  if (REFUSED.has(folder)) throw invalid(`${given} is not a folder of packages`);
  return folder;
}

function realFolder(path: string): string {
  const full = resolve(path);
  let real: string;
  try {
    real = realpathSync(full);
    if (statSync(real).isDirectory()) return real;
  } catch {
    throw invalid(`there is no folder ${full}; name a virtual environment or a site-packages folder`);
  }
  throw invalid(`${full} is not a folder; name a virtual environment or a site-packages folder`);
}

/** The `site-packages` folders of an installation or a virtual environment. */
function installedIn(folder: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(join(folder, 'lib'));
  } catch {
    return [];
  }
  return names
    .filter((name) => /^python3\.\d+t?$/.test(name))
    .map((name) => join(folder, 'lib', name, 'site-packages'))
    .filter(isFolder);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function invalid(message: string): MettleError {
  return sandboxError('invalid_packages', message);
}
