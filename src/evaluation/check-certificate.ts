import { canonicalJson, defineOptions, option } from '../core/index.js';
import type { Environment } from '../environments/index.js';
import type { Certificate, Trajectory, VerifierResult } from '../records/index.js';
import { certifiedHashes, checkSignature, overallVerdict, signedText } from '../records/internal.js';
import type { Verdict } from '../requirements/index.js';
import { VERIFY_OPTIONS, type VerifyOptions, verifyTrajectory } from './verify-trajectory.js';

/** How a certificate is checked. */
export interface CheckCertificateOptions extends VerifyOptions {
  /** Verifies the record again too, and compares. */
  readonly environment?: Environment;
  /** File of the public key (PEM) that must have signed. */
  readonly publicKeyFile?: string;
}

const checkOptions = defineOptions<CheckCertificateOptions>()('checkCertificate', {
  ...VERIFY_OPTIONS,
  environment: option.object,
  publicKeyFile: option.text,
});

/** What checking a certificate gave. */
export interface CertificateCheck {
  /** `not_checked` where certificate and record agree, but neither a trusted key nor a replay vouches for them. */
  readonly verdict: Verdict;
  readonly reason: string;
  readonly checks: readonly Pick<VerifierResult, 'name' | 'verdict' | 'detail'>[];
}

/**
 * Checks that a certificate is of this very record, says that it was verified, and is signed; offline, without the world. Give the
 * signer's public key: a certificate that anyone could have made proves nothing. With an environment, the record is verified again
 * instead of, or beside, that.
 *
 * @throws {MettleError} `records/key_unusable`.
 */
export async function checkCertificate(
  certificate: Certificate,
  trajectory: Trajectory,
  options: CheckCertificateOptions = {},
): Promise<CertificateCheck> {
  const { environment, publicKeyFile, ...verifying } = checkOptions(options);
  const checks = [
    checkBinding(certificate, trajectory),
    checkVerdict(certificate),
    await checkSigner(certificate, publicKeyFile),
  ];
  if (environment !== undefined) {
    checks.push(await checkAgain(certificate, trajectory, environment, verifying));
  }
  for (const verdict of ['fail', 'error'] as const) {
    const found = checks.find((check) => check.verdict === verdict);
    if (found !== undefined) return { verdict, reason: found.detail, checks };
  }
  const vouching = checks.find(
    ({ name, verdict }) => (name === 'signature' || name === 'replay') && verdict === 'pass',
  );
  if (vouching !== undefined) return { verdict: 'pass', reason: vouching.detail, checks };
  const reason = 'it agrees with the record, but it has no known signature and nothing was replayed';
  return { verdict: 'not_checked', reason, checks };
}

type Check = CertificateCheck['checks'][number];

function checkBinding(certificate: Certificate, trajectory: Trajectory): Check {
  const hashes = certifiedHashes(trajectory);
  const names = Object.keys(hashes) as (keyof typeof hashes)[];
  const wrong = names.filter((name) => canonicalJson(hashes[name]) !== canonicalJson(certificate[name]));
  return wrong.length === 0
    ? { name: 'record', verdict: 'pass', detail: 'it is the certificate of this record' }
    : { name: 'record', verdict: 'fail', detail: `it is of another record: ${wrong.join(', ')} differ` };
}

function checkVerdict({ verdict, verifiers }: Certificate): Check {
  if (overallVerdict(verifiers) !== verdict) {
    return { name: 'verdict', verdict: 'fail', detail: 'its verdict does not follow from its verifiers' };
  }
  return verdict === 'pass'
    ? { name: 'verdict', verdict: 'pass', detail: 'it says that the record was verified' }
    : { name: 'verdict', verdict: 'fail', detail: `it says that the record was not verified (${verdict})` };
}

async function checkSigner(certificate: Certificate, publicKeyFile: string | undefined): Promise<Check> {
  const name = 'signature';
  const { signature } = certificate;
  if (signature === null) {
    return publicKeyFile === undefined
      ? { name, verdict: 'not_checked', detail: 'it is not signed' }
      : { name, verdict: 'fail', detail: 'it is not signed' };
  }
  const found = await checkSignature(signedText(certificate), signature, publicKeyFile);
  if (found === 'bad') return { name, verdict: 'fail', detail: 'its signature is not of this certificate' };
  if (found === 'another key') return { name, verdict: 'fail', detail: 'it is signed with another key' };
  return publicKeyFile === undefined
    ? { name, verdict: 'not_checked', detail: 'it is signed; pass the public key to check by whom' }
    : { name, verdict: 'pass', detail: 'it is signed with this key' };
}

/** Verifies the record again; what the certificate says of each verifier has to be found again. */
async function checkAgain(
  certificate: Certificate,
  trajectory: Trajectory,
  environment: Environment,
  options: VerifyOptions,
): Promise<Check> {
  const name = 'replay';
  const { verdict, reason, checks } = await verifyTrajectory(trajectory, environment, options);
  if (verdict !== 'pass')
    return { name, verdict: verdict === 'not_checked' ? 'fail' : verdict, detail: reason };
  const differs = certificate.verifiers.find((claim) => {
    const found = checks.find((check) => check.name === claim.name && check.version === claim.version);
    return found !== undefined && (found.verdict !== claim.verdict || found.required !== claim.required);
  });
  return differs === undefined
    ? { name, verdict: 'pass', detail: reason }
    : { name, verdict: 'fail', detail: `${differs.name} differs from the certificate` };
}
