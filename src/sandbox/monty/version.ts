import { execFile } from 'node:child_process';

/** The one version of Monty that this client speaks to. */
export const MONTY_VERSION = '1.4.0';

/** What a binary says its version is: `1.4.0`; null where it is no Monty or does not run. */
export function montyVersion(binary: string): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { env: versionEnvironment(), timeout: 10_000, maxBuffer: 10_000, windowsHide: true };
    execFile(binary, ['--version'], options, (error, stdout) => {
      resolve(error === null ? (/^monty-runtime (\S+)\s*$/.exec(stdout)?.[1] ?? null) : null);
    });
  });
}

function versionEnvironment(): Record<string, string> {
  const root = process.env.SystemRoot;
  return process.platform === 'win32' && root !== undefined ? { SystemRoot: root } : {};
}
