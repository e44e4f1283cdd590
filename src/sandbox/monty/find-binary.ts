import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { MettleError } from '../../core/index.js';

/** Packages that hold the worker binary, by platform and processor. */
const PLATFORM_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@pydantic/monty-linux-x64-gnu',
};

/**
 * The path of the `monty` binary: `METTLE_MONTY_BIN`, else the platform's npm package, else `PATH`.
 * Throws `sandbox/no_engine` when none is there, or when `METTLE_MONTY_BIN` names nothing that runs.
 */
export function findMontyBinary(environment: Readonly<Record<string, string | undefined>>): string {
  const chosen = environment.METTLE_MONTY_BIN;
  if (chosen !== undefined && chosen !== '') {
    if (isExecutable(chosen)) return chosen;
    throw new MettleError({
      code: 'sandbox/no_engine',
      message: `METTLE_MONTY_BIN names ${chosen}, which is no file that can be run; correct it or unset it`,
    });
  }
  const packaged = fromPackage();
  if (packaged !== null) return packaged;
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    if (folder !== '' && isExecutable(join(folder, 'monty'))) return join(folder, 'monty');
  }
  throw new MettleError({
    code: 'sandbox/no_engine',
    message:
      `no monty binary for ${process.platform}-${process.arch}: install the package ` +
      '@pydantic/monty-linux-x64-gnu (Linux x64), or set METTLE_MONTY_BIN to a monty binary',
  });
}

function fromPackage(): string | null {
  const name = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const binary = join(dirname(manifest), 'monty');
    return isExecutable(binary) ? binary : null;
  } catch {
    return null;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
