import type { Json } from '../../core/index.js';
import type { Environment } from '../../environments/index.js';
import type { CertificateCheck, HiddenTests } from '../../evaluation/index.js';
import type { Certificate, Trajectory } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';
import type { CommandIo } from '../command.js';
import { usageError } from '../parse-option.js';
import { readTextInput } from '../read-text-input.js';
import type { VerifiedRecord } from './verify-report.js';

/** What a record is checked against. */
export interface CertificateSource {
  /** By the ids of their records: the same episode may stand in a file more than once, told of otherwise each time. */
  readonly certificates: ReadonlyMap<string, readonly Certificate[]>;
  readonly publicKeyFile: string | undefined;
  /** Runs the hidden tests of tasks where it verifies again. */
  readonly hiddenTests: HiddenTests;
}

/** Largest file of certificates, in bytes: over 200,000 of them. */
const MAX_BYTES = 2 ** 28;

/** Reads a file of certificates, one a line, by the ids of their records. */
export async function readCertificates(
  path: string,
  io: CommandIo,
): Promise<ReadonlyMap<string, readonly Certificate[]>> {
  const { parseCertificate } = await import('../../records/index.js');
  const { errorMessage } = await import('../../core/internal.js');
  const found = new Map<string, Certificate[]>();
  const text = await readTextInput(path, io, { maxBytes: MAX_BYTES });
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const certificate = parseCertificate(JSON.parse(line) as Json);
      const others = found.get(certificate.recordId);
      if (others === undefined) found.set(certificate.recordId, [certificate]);
      else others.push(certificate);
    } catch (error) {
      throw usageError(`${path}, line ${index + 1}: ${errorMessage(error)}`);
    }
  }
  return found;
}

/**
 * Whether the certificates of a record are good: all that are of this very record. A record without one fails. With the
 * environment that it was made in, it is verified again too.
 */
export async function checkByCertificate(
  trajectory: Trajectory,
  environment: Environment | null,
  { certificates, publicKeyFile, hiddenTests }: CertificateSource,
): Promise<Pick<VerifiedRecord, 'verdict' | 'reason' | 'checks'>> {
  const { checkCertificate } = await import('../../evaluation/index.js');
  let ofAnother: CertificateCheck | undefined;
  let worst: CertificateCheck | undefined;
  for (const certificate of certificates.get(trajectory.id) ?? []) {
    const found = await checkCertificate(certificate, trajectory, {
      ...(publicKeyFile === undefined ? {} : { publicKeyFile }),
      ...(environment === null ? {} : { environment, hiddenTests }),
    });
    const isOfThis = found.checks.some(({ name, verdict }) => name === 'record' && verdict === 'pass');
    if (!isOfThis) ofAnother = found;
    else if (worst === undefined || isWorse(found, worst)) worst = found;
  }
  return worst ?? ofAnother ?? { verdict: 'fail', reason: 'it has no certificate', checks: [] };
}

const FROM_WORST: readonly Verdict[] = ['error', 'fail', 'not_checked', 'pass'];

function isWorse(one: CertificateCheck, other: CertificateCheck): boolean {
  return FROM_WORST.indexOf(one.verdict) < FROM_WORST.indexOf(other.verdict);
}
