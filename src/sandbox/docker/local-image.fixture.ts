import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DockerEngineOptions } from './docker-engine.js';

/** A container engine made for tests: Podman without a daemon, with an image made from this machine's own Python. */
export interface LocalImage {
  /** Why it cannot be had here; empty when it can. */
  readonly skipped: string;
  readonly options: DockerEngineOptions;
  readonly remove: () => void;
}

const IMAGE = 'local/python';

/** Makes the image in a temporary folder. Takes some seconds and some 100 MB, all of it removed by `remove`. */
export function makeLocalImage(): LocalImage {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-podman-'));
  const storage = [
    '--storage-driver',
    'vfs',
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'run'),
  ];
  const globalFlags = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...storage];
  const options = {
    program: 'podman',
    globalFlags,
    runFlags: ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=512:512'],
    image: IMAGE,
    environment: process.env,
  };
  const remove = (): void => {
    spawnSync('podman', [...globalFlags, 'rm', '--all', '--force'], { timeout: 60_000 });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    build(folder, globalFlags);
    return { skipped: '', options, remove };
  } catch (thrown) {
    remove();
    return { skipped: thrown instanceof Error ? thrown.message : String(thrown), options, remove: () => {} };
  }
}

function build(folder: string, globalFlags: readonly string[]): void {
  for (const program of ['podman', 'runc', 'tar', 'ldd']) {
    if (spawnSync(program, ['--version']).error !== undefined) throw new Error(`${program} is not installed`);
  }
  const python = '/usr/bin/python3';
  if (!existsSync(python)) throw new Error(`there is no ${python}`);
  const real = realpathSync(python);
  const library = join('/usr/lib', real.split('/').at(-1) ?? '');
  const root = join(folder, 'root');
  const dynamic = join(library, 'lib-dynload');
  const compiled = existsSync(dynamic) ? readdirSync(dynamic).map((name) => join(dynamic, name)) : [];
  const listed = spawnSync('ldd', [real, ...compiled], { encoding: 'utf8' }).stdout;
  const libraries = new Set(listed.match(/\/[^\s:()]+\.so[^\s:()]*/g) ?? []);
  for (const path of [real, ...libraries]) copy(path, root, path);
  copy(real, root, '/usr/bin/python3');
  cpSync(library, join(root, library), { recursive: true, filter: (path) => !path.includes('__pycache__') });
  for (const name of ['tmp', 'proc', 'dev', 'sys', 'etc']) mkdirSync(join(root, name), { recursive: true });
  const imported = spawnSync(
    'bash',
    ['-c', 'tar -C "$1" -c . | podman "${@:2}" import - local/python', 'bash', root, ...globalFlags],
    { encoding: 'utf8', timeout: 120_000 },
  );
  if (imported.status !== 0)
    throw new Error(`podman import failed: ${imported.stderr.trim().split('\n').at(-1)}`);
  const tried = spawnSync(
    'podman',
    [
      ...globalFlags,
      'run',
      '--rm',
      '--network',
      'none',
      '--ulimit',
      'nofile=1024:1024',
      '--ulimit',
      'nproc=512:512',
      IMAGE,
      'python3',
      '-c',
      '',
    ],
    { encoding: 'utf8', timeout: 120_000 },
  );
  if (tried.status !== 0) throw new Error(`podman run failed: ${tried.stderr.trim().split('\n').at(-1)}`);
}

function copy(from: string, root: string, to: string): void {
  mkdirSync(join(root, dirname(to)), { recursive: true });
  cpSync(realpathSync(from), join(root, to));
}
