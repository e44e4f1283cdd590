import { canonicalJson } from '../../../core/index.js';
import { createHiddenTests, verifyTrajectory } from '../../../evaluation/index.js';
import {
  certificateRecord,
  encodeTrajectories,
  type Trajectory,
  type Verification,
} from '../../../records/index.js';
import { certifyVerification } from '../../../records/internal.js';
import type { CommandIo } from '../../command.js';
import { checkByCertificate, readCertificates } from '../../verify/check-certificates.js';
import type { VerifiedRecord } from '../../verify/verify-report.js';
import { beside } from '../records/output-path.js';
import type { RecordWorld } from '../records/recorded-worlds.js';

/** What proving a record gives: the finding, and the text for each file that is written. */
interface Proof {
  readonly finding: Pick<VerifiedRecord, 'verdict' | 'reason' | 'checks'>;
  readonly texts: readonly string[];
}

/** Proves records one by one. */
export interface Prover extends AsyncDisposable {
  /** The files that it writes, by what they hold. */
  readonly outputs: Readonly<Record<string, string>>;
  prove(trajectory: Trajectory, world: RecordWorld): Promise<Proof>;
}

/** Proves records by running them again; with a key, their certificates are written too. */
export function replayProver(file: string, privateKeyFile: string | undefined): Prover {
  const hiddenTests = createHiddenTests();
  const output = beside(file, '.verified.jsonl');
  return {
    outputs:
      privateKeyFile === undefined
        ? { output }
        : { output, certificates: beside(file, '.certificates.jsonl') },
    prove: async (trajectory, world) => {
      const verification =
        'broken' in world
          ? unverified(world.broken)
          : await verifyTrajectory(trajectory, world.environment, { hiddenTests });
      const judged = { ...trajectory, verification };
      const texts = [encodeTrajectories([judged])];
      if (privateKeyFile !== undefined) {
        const certificate = await certifyVerification(judged, verification, { privateKeyFile });
        texts.push(`${canonicalJson(certificateRecord(certificate))}\n`);
      }
      const { verdict, reason } = verification;
      const checks = verification.checks.map(({ name, verdict: found }) => ({ name, verdict: found }));
      return { finding: { verdict, reason, checks }, texts };
    },
    [Symbol.asyncDispose]: () => hiddenTests.close(),
  };
}

/** Proves records by their certificates. It writes nothing. */
export async function certificateProver(
  certificates: string,
  publicKeyFile: string | undefined,
  io: CommandIo,
): Promise<Prover> {
  const hiddenTests = createHiddenTests();
  const source = { certificates: await readCertificates(certificates, io), publicKeyFile, hiddenTests };
  return {
    outputs: {},
    prove: async (trajectory, world) => ({
      finding:
        'broken' in world
          ? unverified(world.broken)
          : await checkByCertificate(trajectory, world.environment, source),
      texts: [],
    }),
    [Symbol.asyncDispose]: () => hiddenTests.close(),
  };
}

/** What can be said of a record whose world this machine can't open. */
function unverified(detail: string): Verification {
  const check = { name: 'replay', version: '1', required: true, verdict: 'error', detail } as const;
  return { verdict: 'error', reason: detail, replayedCalls: 0, mismatches: [], checks: [check] };
}
