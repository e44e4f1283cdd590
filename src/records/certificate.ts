import { canonicalJson, contentHash, type JsonObject } from '../core/index.js';
import { packageVersion } from '../core/internal.js';
import type { Verdict } from '../requirements/index.js';
import { type CertificateSignature, signText } from './certificate-keys.js';
import type { Verification, VerifierResult } from './judgement.js';
import type { Trajectory } from './trajectory.js';
import { trajectoryRecord } from './trajectory-record.js';

/** What one verification of one record came to, bound to the record, its task and its world by hashes. */
export interface Certificate {
  readonly version: 1;
  /** The record's id, which says what happened. */
  readonly recordId: string;
  /** Content hash of the whole record, with the verdicts that it carries. */
  readonly recordHash: string;
  readonly environment: { readonly name: string; readonly fingerprint: string };
  readonly taskHash: string;
  /** Content hash of the tools as the agent saw them. */
  readonly toolsHash: string;
  /** The version of Mettle that verified. */
  readonly mettle: string;
  readonly verdict: Verdict;
  readonly verifiers: readonly Omit<VerifierResult, 'detail'>[];
  /** Null where nobody signed. */
  readonly signature: CertificateSignature | null;
}

/** Who signs. */
export interface SigningOptions {
  /** File of the Ed25519 private key (PEM, PKCS #8) to sign with. `openssl genpkey -algorithm ed25519` makes one. Default: no signature. */
  readonly privateKeyFile?: string;
}

/**
 * As {@link certifyTrajectory}, of a verification that you have just made. What it says is taken as it is.
 * @throws {MettleError} `records/key_unusable`.
 */
export async function certifyVerification(
  trajectory: Trajectory,
  { verdict, checks }: Verification,
  { privateKeyFile }: SigningOptions = {},
): Promise<Certificate> {
  const unsigned: Certificate = {
    ...certifiedHashes(trajectory),
    version: 1,
    mettle: packageVersion(),
    verdict,
    verifiers: checks.map(({ detail: _, ...check }) => check),
    signature: null,
  };
  if (privateKeyFile === undefined) return unsigned;
  return { ...unsigned, signature: await signText(signedText(unsigned), privateKeyFile) };
}

/** What binds a certificate to a record. */
export function certifiedHashes(
  trajectory: Trajectory,
): Pick<Certificate, 'recordId' | 'recordHash' | 'environment' | 'taskHash' | 'toolsHash'> {
  const record = trajectoryRecord(trajectory);
  const { name, fingerprint } = trajectory.environment;
  return {
    recordId: trajectory.id,
    recordHash: contentHash(record),
    environment: { name, fingerprint },
    taskHash: contentHash(record.task),
    toolsHash: contentHash(record.tools),
  };
}

/** The text that is signed. */
export function signedText(certificate: Certificate): string {
  const { signature: _, ...rest } = certificateRecord(certificate);
  return canonicalJson(rest);
}

/** A certificate as snake_case JSON, for files. */
export function certificateRecord(certificate: Certificate): JsonObject {
  const { signature, environment, verifiers } = certificate;
  return {
    version: certificate.version,
    record_id: certificate.recordId,
    record_hash: certificate.recordHash,
    environment: { name: environment.name, fingerprint: environment.fingerprint },
    task_hash: certificate.taskHash,
    tools_hash: certificate.toolsHash,
    mettle: certificate.mettle,
    verdict: certificate.verdict,
    verifiers: verifiers.map(({ name, version, required, verdict }) => ({
      name,
      version,
      required,
      verdict,
    })),
    signature: signature === null ? null : { public_key: signature.publicKey, value: signature.value },
  };
}
