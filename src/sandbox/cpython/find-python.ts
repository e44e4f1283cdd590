import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { errorMessage } from '../../core/internal.js';
import { sandboxError } from '../error-codes.js';
import { resolvePackages } from '../packages.js';
import { framed, insideSources } from './inside-sources.js';

/** A CPython that can be confined: where it is, and what of the host it needs to read. */
export interface PythonInstallation {
  /** Absolute path of the interpreter itself, no shim. */
  readonly executable: string;
  /** For example `3.11.2`. */
  readonly version: string;
  /** Existing files and folders, absolute, that the interpreter and its standard library consist of. */
  readonly readable: readonly string[];
  /** Folders of packages of the virtual environment that the caller named the interpreter of; else none. */
  readonly packages: readonly string[];
  /** Modules of its standard library that can be imported. */
  readonly modules: readonly string[];
  /** The modules that run inside, compiled by it, as the boot text reads them. */
  readonly compiled: Buffer;
}

/** Loaders and data that no mapping names. */
const USUAL = ['/lib64', '/lib/ld-linux-aarch64.so.1', '/usr/share/zoneinfo'];

const UNREADABLE = 'cannot be read by a user without privileges';

/** Where to look for an interpreter. */
export interface FindPythonOptions {
  /** An interpreter to use and no other; else `METTLE_PYTHON`, then every `python3` on PATH. */
  readonly python?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether it will be started as a user without privileges, who must be able to read it. */
  readonly unprivileged: boolean;
}

/**
 * The first CPython from 3.9 on that can be used.
 *
 * @throws {MettleError} `sandbox/no_python`, saying what was tried and what to install.
 */
export async function findPython(options: FindPythonOptions): Promise<PythonInstallation> {
  const named = options.python ?? options.environment.METTLE_PYTHON;
  const candidates = named === undefined || named === '' ? pythonsOnPath(options.environment) : [named];
  const refusals: string[] = [];
  for (const candidate of candidates) {
    // One of PATH that is hidden itself, as a shim in root's home is, is not even started.
    const isHidden = options.unprivileged && !named && !everyoneReads(candidate);
    const found = isHidden ? `it ${UNREADABLE}` : await inspect(candidate, options);
    if (typeof found !== 'string') return named ? { ...found, packages: packagesBeside(named) } : found;
    refusals.push(`${candidate}: ${found}`);
  }
  const tried = refusals.length === 0 ? 'there is no python3 on PATH' : refusals.join('; ');
  throw sandboxError(
    'no_python',
    `No usable CPython 3.9 or newer (${tried}); install python3, or name one by METTLE_PYTHON.`,
    { details: { tried: refusals } },
  );
}

/**
 * The modules that run inside, compiled anew: another interpreter may have taken the place of the one that was found.
 * Null where that cannot be had.
 */
export async function compileInside(
  python: PythonInstallation,
  environment: FindPythonOptions['environment'],
): Promise<Buffer | null> {
  const facts = parse(await ask(python.executable, environment).catch(() => ''));
  return isFacts(facts) && facts.compiled !== undefined
    ? framed(Buffer.from(facts.compiled, 'base64'))
    : null;
}

/** The packages of the virtual environment that an interpreter belongs to. */
function packagesBeside(interpreter: string): readonly string[] {
  const environment = dirname(dirname(interpreter));
  return exists(join(environment, 'pyvenv.cfg')) ? resolvePackages(environment) : [];
}

/** Every executable `python3` on PATH and in the usual folders, in that order. */
export function pythonsOnPath(environment: FindPythonOptions['environment']): readonly string[] {
  const folders = [...(environment.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const found = folders.filter((folder) => folder.startsWith('/')).map((folder) => join(folder, 'python3'));
  return [...new Set(found)].filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function inspect(candidate: string, options: FindPythonOptions): Promise<PythonInstallation | string> {
  let printed: string;
  try {
    printed = await ask(candidate, options.environment);
  } catch (thrown) {
    return errorMessage(thrown).split('\n')[0] ?? 'it does not run';
  }
  const facts = parse(printed);
  if (!isFacts(facts)) return 'its answer is not understood';
  if (facts.implementation !== 'cpython') return `it is ${facts.implementation}, not CPython`;
  const [major = 0, minor = 0] = facts.version.split('.').map(Number);
  if (major !== 3 || minor < 9) return `version ${facts.version} is too old`;
  const readable = [...new Set([facts.executable, ...facts.folders, ...facts.libraries, ...USUAL])].filter(
    exists,
  );
  if (options.unprivileged) {
    const hidden = readable.find((path) => !everyoneReads(path));
    if (hidden !== undefined) return `${hidden} ${UNREADABLE}`;
  }
  const { executable, version, modules, compiled } = facts;
  if (modules === undefined || compiled === undefined) return 'its answer is not understood';
  return {
    executable,
    version,
    readable,
    packages: [],
    modules,
    compiled: framed(Buffer.from(compiled, 'base64')),
  };
}

function parse(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    return null;
  }
}

interface Facts {
  readonly executable: string;
  readonly version: string;
  readonly implementation: string;
  readonly folders: readonly string[];
  readonly libraries: readonly string[];
  /** With `compiled`, only of an interpreter that can be used. */
  readonly modules?: readonly string[];
  readonly compiled?: string;
}

function isFacts(value: unknown): value is Facts {
  const facts = value as Partial<Facts> | null;
  return (
    typeof facts?.executable === 'string' &&
    typeof facts.version === 'string' &&
    Array.isArray(facts.folders) &&
    Array.isArray(facts.libraries) &&
    (facts.modules === undefined || Array.isArray(facts.modules)) &&
    (facts.compiled === undefined || typeof facts.compiled === 'string')
  );
}

function ask(executable: string, environment: FindPythonOptions['environment']): Promise<string> {
  const kept = ['PATH', 'HOME', 'PYENV_ROOT', 'PYENV_VERSION', 'LD_LIBRARY_PATH'];
  const env = Object.fromEntries(
    kept.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  return new Promise((resolve, reject) => {
    const child = execFile(
      executable,
      ['-I', '-S', '-X', 'utf8', '-c', readFileSync(new URL('./python/find.py', import.meta.url), 'utf8')],
      { env, cwd: '/', timeout: 30_000, maxBuffer: 4 << 20 },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
    );
    // One that is no CPython need not read it.
    child.stdin?.on('error', () => {});
    child.stdin?.end(insideSources().sources);
  });
}

function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether the permission bits for others let anyone reach and read a path. */
export function everyoneReads(path: string): boolean {
  const real = realpathSync(path);
  const wanted = statSync(real).isDirectory() ? 0o5 : 0o4;
  if ((statSync(real).mode & wanted) !== wanted) return false;
  for (let folder = dirname(real); folder !== '/'; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o1) === 0) return false;
  }
  return true;
}
