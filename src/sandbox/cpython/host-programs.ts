import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { startOf } from '../../core/internal.js';
import { sandboxError } from '../error-codes.js';
import { type ElfNeeds, readElf } from './elf.js';
import { everyoneReads } from './find-python.js';

/** What every sandbox gets of these, as far as the machine has them: a shell, and what its lines usually call. */
export const USUAL_PROGRAMS: readonly string[] = [
  'sh bash env true false echo printf test [ expr seq yes sleep date id uname pwd',
  'ls cat cp mv rm mkdir rmdir ln touch chmod stat du find mktemp',
  'head tail wc sort uniq cut tr sed grep awk xargs tee paste join comm nl tac fold split',
  'diff cmp od base64 md5sum sha256sum shuf basename dirname realpath readlink which timeout tar gzip gunzip',
].flatMap((line) => line.split(' '));

/**
 * Folders that a program reads of its installation, below the folder that its `bin` lies in, as far as they are there.
 * Nothing of `/etc` is among them.
 */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  git: ['lib/git-core', 'libexec/git-core', 'share/git-core'],
  perl: ['share/perl', 'share/perl5', 'lib/perl5'],
};

/** Where the loader looks for libraries where there is no cache of them, as inside. */
const LIBRARY_FOLDERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .flatMap((name) => [`/lib/${name}`, `/usr/lib/${name}`])
  .concat(['/lib64', '/usr/lib64', '/lib', '/usr/lib', '/usr/local/lib']);

/** What texts mean to programs: the locale of `LANG` inside, where the C library has it as a folder. */
const LOCALES = ['/usr/lib/locale/C.utf8', '/usr/lib/locale/C.UTF-8'];

/** Where programs are looked for after the folders of PATH. */
const USUAL_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Programs of the host that code may start, with all that they need. */
export interface HostPrograms {
  /** The file of each, absolute and with links resolved, by the name it is called by. */
  readonly files: Readonly<Record<string, string>>;
  /** Further files and folders that they need, under the names they are asked for, and the programs' own such names. */
  readonly readable: readonly string[];
}

/** Where to look for programs, and what is there for them already. */
export interface ProgramPlace {
  /** PATH of the host. */
  readonly path: string | undefined;
  /** Files and folders that are visible inside anyway. */
  readonly readable: readonly string[];
  /** The interpreter, which is `python3` and `python` inside. */
  readonly python: string;
  /** Whether they will be started as a user without privileges, who must be able to read them. */
  readonly unprivileged: boolean;
}

/**
 * The usual programs, as far as they can be lent, and the named ones.
 *
 * @throws {MettleError} `sandbox/no_program` for a named one that can't be, saying why and what to do.
 */
export function findHostPrograms(named: readonly string[], place: ProgramPlace): HostPrograms {
  const collected = new Collection(place);
  for (const name of USUAL_PROGRAMS) {
    try {
      collected.add(name);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
    }
  }
  for (const name of named) {
    try {
      collected.add(name);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      throw sandboxError(
        'no_program',
        `The program ${name} cannot be used in the sandbox: ${thrown.message}.`,
        {
          details: { program: name },
        },
      );
    }
  }
  return { files: collected.files, readable: [...collected.readable, ...LOCALES.filter(isFolder)] };
}

/** Where a program is found, and where scripts ask for it if it is the same: `#!/bin/sh`. */
function namesOf(name: string, path: string, real: string): readonly string[] {
  const usual = USUAL_FOLDERS.map((folder) => join(folder, name));
  const same = usual.filter((each) => existsSync(each) && realpathSync(each) === real);
  return [path, ...same].map((each) => join(realpathSync(dirname(each)), name));
}

/** Why a program is not lent. */
class Refusal extends Error {}

class Collection {
  readonly files: Record<string, string> = {};
  readonly readable = new Set<string>();
  readonly #place: ProgramPlace;
  /** What each library needs itself, by its path. */
  readonly #libraries = new Map<string, readonly string[]>();

  constructor(place: ProgramPlace) {
    this.#place = place;
    this.files.python3 = place.python;
    this.files.python = place.python;
  }

  add(given: string): void {
    const isPath = given.includes('/');
    if (isPath && !given.startsWith('/')) throw new Refusal('give its name, or its absolute path');
    const name = given.slice(given.lastIndexOf('/') + 1);
    if (this.files[name] !== undefined && !isPath) return;
    const path = isPath ? given : this.#onPath(given);
    if (!isPath && path === undefined)
      throw new Refusal('it is not on PATH; install it, or name it by its path');
    if (path === undefined || !isProgram(path)) throw new Refusal('there is no such program');
    const real = realpathSync(path);
    this.#check(real);
    if (statSync(real).mode & 0o6000) throw new Refusal('it changes to another user when it is started');
    const needed = this.#needsOf(real);
    this.files[name] = real;
    for (const each of [...namesOf(name, path, real), ...needed, ...foldersOf(name, real)]) {
      if (!this.#isThere(each)) this.readable.add(each);
    }
  }

  #onPath(name: string): string | undefined {
    const folders = [...(this.#place.path ?? '').split(delimiter), ...USUAL_FOLDERS];
    return folders
      .filter((folder) => folder.startsWith('/'))
      .map((folder) => join(folder, name))
      .find((path) => isProgram(path) && (!this.#place.unprivileged || everyoneReads(path)));
  }

  #needsOf(program: string): readonly string[] {
    const needs = readElf(program);
    if (needs === null) return this.#needsOfScript(program);
    const found = new Set<string>(needs.loader === null ? [] : [needs.loader]);
    const pending = this.#librariesOf(program, needs);
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (found.has(path)) continue;
      found.add(path);
      pending.push(...this.#librariesOfLibrary(path));
    }
    return [...found];
  }

  #librariesOfLibrary(path: string): readonly string[] {
    const known = this.#libraries.get(path);
    if (known !== undefined) return known;
    const real = realpathSync(path);
    this.#check(real);
    const needs = readElf(real);
    const found = needs === null ? [] : this.#librariesOf(real, needs);
    this.#libraries.set(path, found);
    return found;
  }

  #librariesOf(asker: string, { libraries, folders }: ElfNeeds): string[] {
    return libraries.map((name) => {
      const path = libraryPath(name, asker, folders);
      if (path === null) throw new Refusal(`its library ${name} is in no usual folder`);
      return path;
    });
  }

  /** A script needs an interpreter that is lent too: nothing is lent that was not named. */
  #needsOfScript(program: string): readonly string[] {
    const [, line = ''] = /^#!\s*(.*)/.exec(startOf(readFileSync(program, 'latin1'), 1000)) ?? [];
    const [first = '', second = ''] = line.trim().split(/\s+/);
    if (first === '') throw new Refusal('it is no program for Linux on this machine, and no script');
    const interpreters = first.endsWith('/env') ? [first, second] : [first];
    for (const interpreter of interpreters) {
      const name = interpreter.slice(interpreter.lastIndexOf('/') + 1);
      if (this.files[name] !== undefined) continue;
      throw new Refusal(`it is a script for ${name}; name ${name} as well, before it`);
    }
    return [];
  }

  #check(real: string): void {
    if (this.#place.unprivileged && !everyoneReads(real)) {
      throw new Refusal(`${real} cannot be read by a user without privileges, as whom code runs here`);
    }
  }

  #isThere(path: string): boolean {
    const inFolders = (each: string): boolean =>
      this.#place.readable.some((folder) => each === folder || each.startsWith(`${folder}/`));
    return inFolders(path) || inFolders(realpathSync(path));
  }
}

function foldersOf(name: string, real: string): readonly string[] {
  const installation = dirname(dirname(real));
  return (FOLDERS[name] ?? []).map((folder) => join(installation, folder)).filter(isFolder);
}

function libraryPath(name: string, asker: string, own: readonly string[]): string | null {
  const folders = own.map((folder) => folder.replace(/\$ORIGIN|\$\{ORIGIN\}/g, dirname(asker)));
  const paths = [...folders, ...LIBRARY_FOLDERS].map((folder) => join(folder, name));
  return (name.startsWith('/') ? [name] : paths).find(isFile) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
