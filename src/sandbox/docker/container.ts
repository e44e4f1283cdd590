import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import type { MettleError } from '../../core/index.js';
import type { SandboxLimits } from '../contract.js';
import {
  FIXED_HASHES,
  interpreterArguments,
  type LaunchPlan,
  type LaunchSetup,
  packagesPlace,
} from '../cpython/confinement.js';
import { sandboxError } from '../error-codes.js';

/** How containers are made. */
export interface ContainerOptions {
  /** The command line to use: `docker`, `podman` or a path. */
  readonly program: string;
  /** Flags before the subcommand, such as `--runtime runc` of Podman. */
  readonly globalFlags: readonly string[];
  /** Flags of the `run` subcommand beside those that confine, such as `--ulimit`. */
  readonly runFlags: readonly string[];
  /** An image that is there already and holds a CPython of 3.9 or newer; nothing is pulled. */
  readonly image: string;
  /** The interpreter inside the image. */
  readonly python: string;
  /** The environment of the command line itself; nothing of it reaches the container. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Folders of an image that hold the interpreter and its libraries, and what these read of `/etc`. The rest of it is not
 * the image's: container programs write names and addresses of the host there.
 */
const READABLE = [
  ...['/usr', '/lib', '/lib64', '/bin', '/opt'],
  ...[
    'ld.so.cache',
    'ld.so.conf',
    'ld.so.conf.d',
    'localtime',
    'timezone',
    'ssl',
    'mime.types',
    'passwd',
    'group',
  ].map((name) => `/etc/${name}`),
];

/** How the host reaches the network, passwords included: container programs hand it on unless it is set. */
const PROXIES = ['http', 'https', 'ftp', 'all', 'no'].flatMap((kind) => {
  const name = `${kind}_proxy`;
  return ['--env', `${name}=`, '--env', `${name.toUpperCase()}=`];
});

/** Room for semaphores and the like of `multiprocessing`, as under bubblewrap. */
const SHARED_MEMORY_BYTES = 4 << 20;

const DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];

/** What keeps a container alive: it waits until it is told to end. */
const HOLDER =
  'import signal,sys\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(0))\nwhile True: signal.pause()';

/** Milliseconds that the command line may take for one subcommand. */
const COMMAND_MILLISECONDS = 60_000;

/** How often a container is removed at most, where the command line is killed at it. */
const REMOVALS = 3;

/** Milliseconds that the command line may take to say whether the image is there. */
const LOOK_MILLISECONDS = 10_000;

/** Megabytes for the interpreter itself and what it is started with. */
const OVERHEAD_MEGABYTES = 192;

/**
 * Starts a container of its own without network, privileges or writable image, and plans the process that runs in
 * it. The container lasts until the plan's clean-up, or until the process inside loses its channel.
 *
 * @param workspaceBytes bytes that the working folder may hold, and the folder for temporary files as well
 * @throws {MettleError} `sandbox/no_container` with what the command line said
 */
export async function startContainer(
  options: ContainerOptions,
  limits: SandboxLimits,
  workspaceBytes: number,
  boot: string,
  setup: LaunchSetup,
): Promise<LaunchPlan> {
  const name = `mettle-${randomBytes(8).toString('hex')}`;
  const megabytes =
    limits.memoryMegabytes * 2 + OVERHEAD_MEGABYTES + Math.ceil((2 * workspaceBytes) / 2 ** 20);
  const user = randomInt(20_000, 60_000);
  const size = Math.ceil(workspaceBytes);
  const packages = setup.packages.map((_, index) => packagesPlace(index));
  const hashes = setup.fixedHashes ? Object.entries(FIXED_HASHES) : [];
  const run = [
    ...['run', '--detach', '--rm', '--pull', 'never', '--name', name, '--hostname', 'sandbox'],
    ...['--network', 'none', '--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--pids-limit', String(limits.maxProcesses + 32), '--memory', `${megabytes}m`],
    ...['--user', `${user}:${user}`, '--workdir', '/', '--shm-size', String(SHARED_MEMORY_BYTES), ...PROXIES],
    ...['/workspace', '/tmp'].flatMap((path) => [
      '--tmpfs',
      `${path}:rw,nosuid,nodev,size=${size},mode=0777`,
    ]),
    ...setup.packages.flatMap((path, index) => [
      '--mount',
      `type=bind,source=${path},target=${packagesPlace(index)},readonly`,
    ]),
    ...options.runFlags,
    ...[options.image, options.python, '-I', '-S', '-c', HOLDER],
  ];
  try {
    await runCommand(options, run);
  } catch (thrown) {
    // A command line that is killed may have started the container before.
    await removeContainer(options, name);
    throw thrown;
  }
  return {
    command: options.program,
    args: [
      ...[...options.globalFlags, 'exec', '-i'],
      ...hashes.flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
      ...[name, options.python, ...interpreterArguments(boot)],
    ],
    user: null,
    environment: options.environment,
    settings: {
      workspace: '/workspace',
      temporary: '/tmp',
      landlock: 'where_present',
      readable: [...READABLE, ...packages],
      writable: ['/workspace', '/tmp', '/dev/shm'],
      devices: DEVICES,
      sameUser: false,
      ownUser: false,
      overlay: null,
      packages,
      programs: null,
      links: null,
      counted: ['/workspace', '/tmp', '/dev/shm'],
      ownProcesses: false,
      endsFirst: true,
      loadsAhead: true,
      watchFiles: false,
    },
    cleanUp: () => removeContainer(options, name),
  };
}

/**
 * Asks whether the daemon answers and has the image. It starts nothing, so a machine without either is known at once.
 *
 * @throws {MettleError} `sandbox/no_container` with what the command line said
 */
export async function checkImage(options: ContainerOptions): Promise<void> {
  // Podman can run a folder instead of an image.
  if (options.runFlags.includes('--rootfs')) return;
  await runCommand(options, ['image', 'inspect', '--format', '{{.Id}}', options.image], LOOK_MILLISECONDS);
}

/** Removes a container, where it is there. A command line that was killed is called again. */
async function removeContainer(options: ContainerOptions, name: string): Promise<void> {
  for (let attempt = 0; attempt < REMOVALS; attempt++) {
    const failure = await runCommand(options, ['rm', '--force', name]).then(
      () => null,
      (thrown: MettleError) => thrown,
    );
    if (failure === null || failure.details.signal === undefined) return;
  }
}

function runCommand(
  options: ContainerOptions,
  args: readonly string[],
  timeout = COMMAND_MILLISECONDS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      options.program,
      [...options.globalFlags, ...args],
      { env: { ...options.environment }, timeout, maxBuffer: 1 << 20 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else
          reject(
            commandFailed(
              options,
              args[0] ?? '',
              saidLine(stderr) ?? error.message,
              error.killed ? undefined : error.signal,
            ),
          );
      },
    );
  });
}

/** The line that says what went wrong: the last one that is no pointer to the help. */
function saidLine(stderr: string): string | undefined {
  return stderr
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '' && !line.includes('--help'));
}

function commandFailed(
  options: ContainerOptions,
  subcommand: string,
  said: string,
  signal?: string,
): MettleError {
  return sandboxError(
    'no_container',
    `${options.program} ${subcommand} failed: ${said}; is ${options.program} installed and running, and is the image ${options.image} there (${options.program} pull ${options.image})?`,
    { details: { program: options.program, image: options.image, ...(signal ? { signal } : {}) } },
  );
}
