import { spawnSync } from 'node:child_process';

/** What each worker process may use, enforced by the kernel, beyond the engine's own limits. */
export interface ProcessLimits {
  /** Seconds of processor time over the life of the process. */
  readonly cpuSeconds: number;
  /** Megabytes of address space. */
  readonly addressSpaceMegabytes: number;
}

/** The command that starts a worker, and what guards it. */
export interface LaunchCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** What the worker sees of the environment: nothing, but for what Windows needs to start a program at all. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the kernel kills the worker when this process dies. */
  readonly diesWithParent: boolean;
  /** Whether the kernel enforces each of {@link ProcessLimits}. */
  readonly limited: { readonly cpuSeconds: boolean; readonly addressSpaceMegabytes: boolean };
}

/** Where a worker is started. */
export interface LaunchPlatform {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether a command that does nothing can be started in this way here. */
  readonly works: (command: readonly string[]) => boolean;
}

const SHELL = '/bin/sh';
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'] as const;

const HERE: LaunchPlatform = { platform: process.platform, environment: process.env, works };

/**
 * Builds the command for a worker: `setpriv` for the parent-death signal and no new privileges, `sh` for the
 * kernel's limits, each only where a trial run on this machine shows that it works. Windows has neither: there the
 * engine's own limits and the watchdog are what holds.
 */
export function launchCommand(
  binary: string,
  limits: ProcessLimits,
  { platform, environment, works }: LaunchPlatform = HERE,
): LaunchCommand {
  if (platform === 'win32') {
    const root = environment.SystemRoot;
    return {
      command: binary,
      args: ['subprocess'],
      environment: root === undefined ? {} : { SystemRoot: root },
      diesWithParent: false,
      limited: { cpuSeconds: false, addressSpaceMegabytes: false },
    };
  }
  const time = `ulimit -c 0 && ulimit -f 0 && ulimit -t ${limits.cpuSeconds}`;
  const both = `${time} && ulimit -v ${limits.addressSpaceMegabytes * 1024}`;
  const script = [both, time].find((candidate) => works([SHELL, '-c', candidate]));
  const shell = script === undefined ? [] : [SHELL, '-c', `${script} && exec "$0" "$@"`];
  const setpriv = SETPRIV.map((path) => [path, '--pdeathsig', 'KILL', '--no-new-privs', '--']).find(
    (prefix) => works([...prefix, SHELL, '-c', ':']),
  );
  const [command, ...args] = [...(setpriv ?? []), ...shell, binary, 'subprocess'];
  return {
    command: command ?? binary,
    args,
    environment: {},
    diesWithParent: setpriv !== undefined,
    limited: { cpuSeconds: script !== undefined, addressSpaceMegabytes: script === both },
  };
}

function works(command: readonly string[]): boolean {
  const [file, ...args] = command;
  if (file === undefined) return false;
  return spawnSync(file, args, { env: {}, cwd: '/', stdio: 'ignore', timeout: 5000 }).status === 0;
}
