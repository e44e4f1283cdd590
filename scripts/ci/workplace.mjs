/**
 * Where CI's steps run. Where CI is root that is a copy of the checkout which belongs to an ordinary user made for the
 * occasion; else it is the checkout itself. Knows what the steps left behind.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endProcessesOf, newOrphans, processesOf, startedNow } from './processes.mjs';

/**
 * @typedef {object} Workplace
 * @property {string} root the checkout that steps run in
 * @property {string} folder a folder outside it for what CI itself needs
 * @property {string} who for headlines
 * @property {(command: string, args: readonly string[], options?: { env?: object, capture?: boolean }) =>
 *   Promise<{ status: number | null, stdout: string }>} run `env` is added to what there is; `capture` keeps the output
 * @property {() => Promise<readonly string[]>} leftovers what the steps left behind, one line each
 * @property {(path: string) => void} own makes a path belong to who runs the steps
 * @property {() => void} remove
 */

/** The checkout at `root`, used by the user that CI runs as. @returns {Workplace} */
export function ownWorkplace(root, who) {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-ci-'));
  chmodSync(folder, 0o755);
  const temporary = makeFolder(folder, 'tmp', 0o1777);
  const before = startedNow();
  return {
    root,
    folder,
    who,
    run: (command, args, options = {}) => start(command, args, { cwd: root, temporary }, options),
    leftovers: async () => [...(await newOrphans(before)), ...filesIn(temporary), ...changesOf(root)],
    own: () => {},
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** A copy of the checkout at `root` for an ordinary user, who is made here; null where this machine makes no users. */
export function ordinaryWorkplace(root) {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-ci-'));
  const name = `mettle-${basename(folder).slice(-6).toLowerCase()}`;
  const home = join(folder, 'home');
  const made = spawnSync('useradd', ['--no-create-home', '--home-dir', home, '--shell', '/bin/sh', name]);
  if (made.status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const user = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout);
  const group = Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout);
  const copy = join(folder, 'mettle');
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  // The folders of the copy are younger than what was compiled from them, which would be compiled anew in the middle of a step.
  const compiled = join(copy, 'dist', 'cli', 'main.js');
  if (existsSync(compiled)) utimesSync(compiled, new Date(), new Date());
  const data = join(root, '..', 'shared');
  if (existsSync(data)) cpSync(data, join(folder, 'shared'), { recursive: true });
  makeFolder(folder, 'home', 0o700);
  const temporary = makeFolder(folder, 'tmp', 0o700);
  const own = (path) => void spawnSync('chown', ['-R', `${user}:${group}`, path]);
  own(folder);
  const sharedFiles = () => ['/tmp', '/var/tmp', '/dev/shm'].flatMap((path) => filesIn(path, user, folder));
  // The number of the user may have been somebody else's before.
  const before = new Set(sharedFiles());
  const place = {
    cwd: copy,
    temporary,
    uid: user,
    gid: group,
    environment: { HOME: home, USER: name, LOGNAME: name, XDG_CACHE_HOME: join(home, '.cache') },
  };
  return {
    root: copy,
    folder,
    who: 'an ordinary user',
    run: (command, args, options = {}) => start(command, args, place, options),
    leftovers: async () => [
      ...(await processesOf(user)),
      ...filesIn(temporary),
      ...sharedFiles().filter((line) => !before.has(line)),
      ...changesOf(copy),
    ],
    own,
    remove: () => {
      endProcessesOf(user);
      // By force, since the processes that were killed may take a moment to be gone.
      spawnSync('userdel', ['--force', name]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function start(command, args, { cwd, temporary, uid, gid, environment = {} }, { env = {}, capture = false }) {
  const child = spawn(command, args, {
    cwd,
    uid,
    gid,
    // npm and tsc would keep their compiled code among the temporary files.
    env: { ...process.env, TMPDIR: temporary, NODE_DISABLE_COMPILE_CACHE: '1', ...environment, ...env },
    stdio: ['ignore', capture ? 'pipe' : 'inherit', 'inherit'],
  });
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (part) => {
    stdout += part;
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: null, stdout, error }));
    child.on('close', (status) => resolve({ status, stdout }));
  });
}

function makeFolder(parent, name, mode) {
  const path = join(parent, name);
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

/** What lies in a folder for temporary files, `except` for one; of all users or of one. */
function filesIn(folder, user, except) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => path !== except)
    .filter((path) => user === undefined || lstatSync(path, { throwIfNoEntry: false })?.uid === user)
    .map((path) => `a file or folder is left: ${path}`);
}

/** What the steps changed in the tree. */
function changesOf(root) {
  const status = spawnSync(
    'git',
    ['-c', `safe.directory=${root}`, '-c', 'core.fileMode=false', 'status', '--porcelain'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status.status !== 0) return [`git status failed: ${status.stderr.trim()}`];
  return status.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `the tree is not clean: ${line}`);
}
