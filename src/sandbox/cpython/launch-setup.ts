import type { EngineSessionOptions } from '../engine.js';
import { sandboxError } from '../error-codes.js';
import { checkPackagesVersion } from '../packages.js';
import type { LaunchSetup } from './confinement.js';
import { everyoneReads } from './find-python.js';

/** What is known of the Python that a session is to run in. */
export interface SessionPlace {
  /** For example `3.11.2`. */
  readonly version: string;
  /** Whether code runs as a user of its own, who reads only what everyone may. */
  readonly isUnprivileged: boolean;
  /** Whether it has the data of a time zone. */
  readonly hasZone: (name: string) => boolean;
}

/**
 * What the processes of a session are started with.
 *
 * @throws {MettleError} `sandbox/invalid_packages` for packages that cannot be imported there,
 *   `sandbox/unenforceable_limit` for a time zone that is not known there.
 */
export function launchSetup(options: EngineSessionOptions, place: SessionPlace): LaunchSetup {
  const { packages = [], programs = [], deterministic } = options;
  checkPackagesVersion(packages, place.version);
  const hidden = place.isUnprivileged ? packages.find((path) => !everyoneReads(path)) : undefined;
  if (hidden !== undefined) {
    throw sandboxError(
      'invalid_packages',
      `${hidden} cannot be read by a user without privileges, as whom code runs here; let others read it and the folders above it, or install the packages elsewhere`,
    );
  }
  if (
    deterministic !== undefined &&
    deterministic.timezone !== 'UTC' &&
    !place.hasZone(deterministic.timezone)
  ) {
    throw sandboxError(
      'unenforceable_limit',
      `the time zone ${deterministic.timezone} is not in /usr/share/zoneinfo where the code runs; install tzdata there (apt-get install tzdata)`,
      { details: { limit: 'deterministic' } },
    );
  }
  return { packages, programs, fixedHashes: deterministic !== undefined };
}
