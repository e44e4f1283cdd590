import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { DockerEngineOptions } from './docker-engine.js';

/** A container engine made for tests: Podman without a daemon, with this machine's own Python in its containers. */
export interface LocalImage {
  /** Why it cannot be had here; empty when it can. */
  readonly skipped: string;
  readonly options: Required<Omit<DockerEngineOptions, 'python'>>;
  readonly remove: () => void;
}

const IMAGE = 'local/python';

/** The interpreter that the image holds. */
const PYTHON = '/usr/bin/python3';

/** A shell and a few programs of this machine, which the image holds too, by name. */
export const IMAGE_PROGRAMS: readonly string[] = 'cat chmod head ls mkdir rm sed sh sleep sort wc'.split(' ');
const PROGRAMS: readonly string[] = IMAGE_PROGRAMS.map((name) => `/usr/bin/${name}`);

/** Limits that Podman would else raise, which is not permitted everywhere. */
const RUN_FLAGS: readonly string[] = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=512:512'];

/** Parts of the standard library that no test needs. */
const LEFT_OUT: ReadonlySet<string> = new Set('test idlelib lib2to3 ensurepip tkinter pydoc_data'.split(' '));

/**
 * Makes what containers are made from in a temporary folder: an image, or a folder that containers use as their root,
 * which saves the copying of an image for each. Takes some seconds and some 50 MB, all of it removed by `remove`.
 */
export function makeLocalImage(form: 'image' | 'folder'): LocalImage {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-podman-'));
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const globalFlags = [
    ...['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', '--storage-driver', 'vfs'],
    ...storage,
  ];
  const root = join(folder, 'root');
  const options = {
    program: 'podman',
    globalFlags,
    runFlags: form === 'image' ? RUN_FLAGS : [...RUN_FLAGS, '--rootfs'],
    image: form === 'image' ? IMAGE : root,
    environment: process.env,
  };
  const missing = whatIsMissing();
  const remove = (): void => {
    if (missing === null) removeContainers(globalFlags, folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    if (missing !== null) throw new Error(missing);
    makeRoot(root);
    if (form === 'image') importImage(root, globalFlags);
    else makeMountPoints(root);
    tryContainer(options);
    return { skipped: '', options, remove };
  } catch (thrown) {
    remove();
    return { skipped: thrown instanceof Error ? thrown.message : String(thrown), options, remove: () => {} };
  }
}

function whatIsMissing(): string | null {
  // Podman of an ordinary user keeps a process and folders of its own for that user's later containers: it must not
  // even be asked for its version.
  if (process.getuid?.() !== 0) return 'only root starts containers that leave nothing behind';
  const programs = ['podman', 'runc', 'tar', 'ldd'];
  const absent = programs.find((program) => spawnSync(program, ['--version']).error !== undefined);
  if (absent !== undefined) return `${absent} is not installed`;
  return existsSync(PYTHON) ? null : `there is no ${PYTHON}`;
}

function removeContainers(globalFlags: readonly string[], folder: string): void {
  spawnSync('podman', [...globalFlags, 'rm', '--all', '--force', '--time', '0'], SPAWN);
  waitForProcesses(folder);
  // A Podman that was killed leaves what it has mounted.
  for (const line of readFileSync('/proc/self/mounts', 'utf8').split('\n')) {
    const place = line.split(' ')[1] ?? '';
    if (place.startsWith(`${folder}/`)) spawnSync('umount', ['--lazy', place]);
  }
}

/** Podman's own processes write to its folders for a moment after a container has gone. */
function waitForProcesses(folder: string): void {
  const until = performance.now() + 60_000;
  while (performance.now() < until && spawnSync('pgrep', ['-f', folder]).status === 0)
    spawnSync('sleep', ['0.1']);
}

function makeRoot(root: string): void {
  const real = realpathSync(PYTHON);
  const library = join('/usr/lib', basename(real));
  const dynamic = join(library, 'lib-dynload');
  const compiled = existsSync(dynamic) ? readdirSync(dynamic).map((name) => join(dynamic, name)) : [];
  const listed = spawnSync('ldd', [real, ...compiled, ...PROGRAMS], { encoding: 'utf8' }).stdout;
  const libraries = new Set(listed.match(/\/[^\s:()]+\.so[^\s:()]*/g) ?? []);
  for (const path of [real, ...libraries]) copy(path, root, path);
  copy(real, root, '/usr/bin/python3');
  for (const path of PROGRAMS) copy(path, root, path);
  symlinkSync('usr/bin', join(root, 'bin'));
  const isNeeded = (path: string): boolean =>
    !LEFT_OUT.has(basename(path)) && !basename(path).startsWith('config-');
  // Times are kept, by which Python knows that its compiled files are of these sources.
  cpSync(library, join(root, library), { recursive: true, preserveTimestamps: true, filter: isNeeded });
  const zones = '/usr/share/zoneinfo';
  if (existsSync(zones)) cpSync(zones, join(root, zones), { recursive: true, verbatimSymlinks: true });
  for (const name of ['tmp', 'proc', 'dev', 'sys', 'etc']) mkdirSync(join(root, name), { recursive: true });
}

/** Podman gives a file system in memory the mode of the folder that it covers; an image gets a new folder each time. */
function makeMountPoints(root: string): void {
  for (const name of ['workspace', 'tmp']) {
    mkdirSync(join(root, name), { recursive: true });
    chmodSync(join(root, name), 0o777);
  }
}

function copy(from: string, root: string, to: string): void {
  mkdirSync(join(root, dirname(to)), { recursive: true });
  cpSync(realpathSync(from), join(root, to));
}

function importImage(root: string, globalFlags: readonly string[]): void {
  const script = `tar -C "$1" -c . | podman "\${@:2}" import - ${IMAGE}`;
  must('podman import', spawnSync('bash', ['-c', script, 'bash', root, ...globalFlags], SPAWN));
}

function tryContainer({ globalFlags, runFlags, image }: LocalImage['options']): void {
  const args = [...globalFlags, 'run', '--rm', '--network', 'none', ...runFlags, image, 'python3', '-c', ''];
  must('podman run', spawnSync('podman', args, SPAWN));
}

const SPAWN = { encoding: 'utf8', timeout: 300_000 } as const;

function must(
  what: string,
  { status, stderr }: { readonly status: number | null; readonly stderr: string },
): void {
  if (status !== 0) throw new Error(`${what} failed: ${stderr.trim().split('\n').at(-1)}`);
}
