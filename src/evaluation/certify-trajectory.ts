import { defineOptions, option } from '../core/index.js';
import type { Environment } from '../environments/index.js';
import type { Certificate, SigningOptions, Trajectory } from '../records/index.js';
import { certifyVerification } from '../records/internal.js';
import { VERIFY_OPTIONS, type VerifyOptions, verifyTrajectory } from './verify-trajectory.js';

const checkOptions = defineOptions<VerifyOptions & SigningOptions>()('certifyTrajectory', {
  ...VERIFY_OPTIONS,
  privateKeyFile: option.text,
});

/**
 * Verifies a record and certifies the result. Whoever has the certificate can check later, without the world, that a
 * record is the one that was verified: see `checkCertificate`. Without a signature it guards against mistakes only:
 * anyone can make one.
 *
 * @throws {MettleError} `records/key_unusable`.
 */
export async function certifyTrajectory(
  trajectory: Trajectory,
  environment: Environment | null,
  options: VerifyOptions & SigningOptions = {},
): Promise<Certificate> {
  const { privateKeyFile, ...verifying } = checkOptions(options);
  const verification = await verifyTrajectory(trajectory, environment, verifying);
  return certifyVerification(
    trajectory,
    verification,
    privateKeyFile === undefined ? {} : { privateKeyFile },
  );
}
