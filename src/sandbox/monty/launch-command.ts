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
  /** Whether the kernel kills the worker when this process dies. */
  readonly diesWithParent: boolean;
  /** Whether the kernel enforces {@link ProcessLimits}, and that no file is written. */
  readonly limited: boolean;
}

const SHELL = '/bin/sh';
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'] as const;

/**
 * Builds the command for a worker: `setpriv` for the parent-death signal and no new privileges, `sh` for the
 * kernel's limits, each only where a trial run on this machine shows that it works.
 */
export function launchCommand(binary: string, limits: ProcessLimits): LaunchCommand {
  const script =
    `ulimit -c 0 && ulimit -f 0 && ulimit -t ${limits.cpuSeconds} && ` +
    `ulimit -v ${limits.addressSpaceMegabytes * 1024} && exec "$0" "$@"`;
  const shell = [SHELL, '-c', script];
  const limited = works([...shell, '/bin/true']);
  const setpriv = SETPRIV.map((path) => [path, '--pdeathsig', 'KILL', '--no-new-privs', '--']).find(
    (prefix) => works([...prefix, '/bin/true']),
  );
  const [command, ...args] = [...(setpriv ?? []), ...(limited ? shell : []), binary, 'subprocess'];
  return { command: command ?? binary, args, diesWithParent: setpriv !== undefined, limited };
}

function works(command: readonly string[]): boolean {
  const [file, ...args] = command;
  if (file === undefined) return false;
  return spawnSync(file, args, { env: {}, cwd: '/', stdio: 'ignore', timeout: 5000 }).status === 0;
}
