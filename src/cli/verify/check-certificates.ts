import type { Json } from '../../core/index.js';
import type { Environment } from '../../environments/index.js';
import type { Certificate, Trajectory } from '../../trajectories/index.js';
import type { CommandIo } from '../command.js';
import { usageError } from '../parse-option.js';
import { readTextInput } from '../read-text-input.js';
import type { VerifiedRecord } from './verify-report.js';

/** What a record is checked against. */
export interface CertificateSource {
  readonly certificates: ReadonlyMap<string, Certificate>;
  readonly publicKeyFile: string | undefined;
  /** Verifies again too, where it is known. */
  readonly environment: Environment | null;
}

/** Reads a file of certificates, one a line, by the ids of their records. */
export async function readCertificates(
  path: string,
  io: CommandIo,
): Promise<ReadonlyMap<string, Certificate>> {
  const { parseCertificate } = await import('../../trajectories/index.js');
  const { errorMessage } = await import('../../core/index.js');
  const found = new Map<string, Certificate>();
  for (const [index, line] of (await readTextInput(path, io)).split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const certificate = parseCertificate(JSON.parse(line) as Json);
      found.set(certificate.recordId, certificate);
    } catch (error) {
      throw usageError(`${path}, line ${index + 1}: ${errorMessage(error)}`);
    }
  }
  return found;
}

/** Whether a record's certificate is good. A record without one fails. */
export async function checkByCertificate(
  trajectory: Trajectory,
  { certificates, publicKeyFile, environment }: CertificateSource,
): Promise<Pick<VerifiedRecord, 'verdict' | 'reason' | 'checks'>> {
  const certificate = certificates.get(trajectory.id);
  if (certificate === undefined) {
    return { verdict: 'fail', reason: 'there is no certificate of it', checks: [] };
  }
  const { checkCertificate } = await import('../../trajectories/index.js');
  return checkCertificate(certificate, trajectory, {
    ...(publicKeyFile === undefined ? {} : { publicKeyFile }),
    ...(environment === null ? {} : { environment }),
  });
}
