import type { Environment } from '../../environments/index.js';
import type { Trajectory, Verification } from '../../records/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';
import type { CertificateSource } from '../verify/check-certificates.js';
import type { VerifiedRecord } from '../verify/verify-report.js';
import type { RecordedWorlds } from './records/recorded-worlds.js';

/** `mettle verify`: records proved by running them again, or by their certificates. */
export const verifyCommand: CommandDefinition = {
  name: 'verify',
  args: '<file>',
  summary: 'verify trajectories by running every call again, or by their certificates',
  example: 'npx --no mettle verify out/trajectories.jsonl',
  options: [
    {
      flags: '--env <file>',
      description: 'JSON file that describes the world; default: world.json beside the records',
    },
    {
      flags: '--sign <key>',
      description: 'also write certificates, signed with the Ed25519 private key in this PEM file',
    },
    {
      flags: '--certificates <file>',
      description: 'check these certificates of the records instead, offline and without the world',
    },
    {
      flags: '--public-key <file>',
      description: 'with --certificates: PEM file with the public key of the expected signer',
    },
  ],
  run: verify,
};

async function verify({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const started = performance.now();
  const { resolve } = await import('node:path');
  const { openRecords } = await import('./records/read-records.js');
  const { VerifyTally } = await import('../verify/verify-report.js');
  const asked = readOptions(options);
  const file = resolve(io.cwd, String(args[0]));
  const records = await openRecords(String(args[0]), io.cwd);
  const { openRecordedWorlds } = await import('./records/recorded-worlds.js');
  const needsWorld = asked.certificates === undefined || asked.env !== undefined;
  const worlds = needsWorld
    ? await openRecordedWorlds(String(args[0]), records.first, { env: asked.env, cwd: io.cwd, say: io.say })
    : null;
  let prove: Prover | undefined;
  try {
    prove = await proverOf(asked, file, io);
    const tally = new VerifyTally();
    for await (const { line, trajectory } of records) {
      if (io.signal.aborted) return stopped(tally.total, records.total);
      const proved = await prove.one(trajectory, await worldOf(trajectory, worlds));
      tally.add({ line, id: trajectory.id, ...proved });
      io.progress({
        stage: 'verify records',
        done: tally.total,
        total: records.total,
        note: `${tally.passed} verified`,
      });
    }
    const written = await prove.write();
    const seconds = (performance.now() - started) / 1000;
    const { skipped } = records;
    return {
      exitCode: tally.exitCode(skipped),
      document: { ...tally.document(skipped), ...written, seconds },
      text: [tally.text(skipped), ...Object.values(written).filter(Boolean)].join('\n'),
    };
  } finally {
    await prove?.close();
    await worlds?.[Symbol.asyncDispose]();
  }
}

interface ReadOptions {
  readonly env: string | undefined;
  readonly sign: string | undefined;
  readonly certificates: string | undefined;
  readonly publicKey: string | undefined;
}

function readOptions(options: CommandCall['options']): ReadOptions {
  const asked = options as unknown as ReadOptions;
  if (asked.publicKey !== undefined && asked.certificates === undefined) {
    throw usageError('--public-key says who must have signed certificates: add --certificates.');
  }
  if (asked.sign !== undefined && asked.certificates !== undefined) {
    throw usageError('--sign makes certificates and --certificates checks them: give one of them.');
  }
  return asked;
}

/** How each record is proved, and what was written at the end: paths by what they hold. Closed before, it leaves nothing. */
interface Prover {
  readonly one: (
    trajectory: Trajectory,
    world: RecordWorld,
  ) => Promise<Pick<VerifiedRecord, 'verdict' | 'reason' | 'checks'>>;
  readonly write: () => Promise<Readonly<Record<string, string | null>>>;
  readonly close: () => Promise<void>;
}

/** Where a record was made, or why this machine can't open that. */
type RecordWorld = { readonly environment: Environment | null } | { readonly broken: string };

async function worldOf(trajectory: Trajectory, worlds: RecordedWorlds | null): Promise<RecordWorld> {
  try {
    return { environment: (await worlds?.of(trajectory)) ?? null };
  } catch (error) {
    const { errorMessage } = await import('../../core/internal.js');
    return { broken: errorMessage(error) };
  }
}

/** What can be said of a record whose world this machine can't open. */
function unverified(detail: string): Verification {
  const check = { name: 'replay', version: '1', required: true, verdict: 'error', detail } as const;
  return { verdict: 'error', reason: detail, replayedCalls: 0, mismatches: [], checks: [check] };
}

async function proverOf(
  { sign, certificates, publicKey }: ReadOptions,
  file: string,
  io: CommandIo,
): Promise<Prover> {
  const { resolve } = await import('node:path');
  const inFolder = (path: string): string => resolve(io.cwd, path);
  if (certificates !== undefined) {
    const { checkByCertificate, readCertificates } = await import('../verify/check-certificates.js');
    const { createHiddenTests } = await import('../../evaluation/index.js');
    const hiddenTests = createHiddenTests();
    const source: CertificateSource = {
      certificates: await readCertificates(certificates, io),
      publicKeyFile: publicKey === undefined ? undefined : inFolder(publicKey),
      hiddenTests,
    };
    return {
      one: async (trajectory, world) =>
        'broken' in world
          ? unverified(world.broken)
          : checkByCertificate(trajectory, world.environment, source),
      write: async () => ({ output: null }),
      close: () => hiddenTests.close(),
    };
  }
  return replayProver(file, sign === undefined ? undefined : inFolder(sign));
}

async function replayProver(file: string, privateKeyFile: string | undefined): Promise<Prover> {
  const { canonicalJson } = await import('../../core/index.js');
  const { openAtomicFile } = await import('../../filesystem/internal.js');
  const { certificateRecord, encodeTrajectories } = await import('../../records/index.js');
  const { certifyVerification } = await import('../../records/internal.js');
  const { createHiddenTests, verifyTrajectory } = await import('../../evaluation/index.js');
  const paths = { output: beside(file, 'verified'), certificates: beside(file, 'certificates') };
  const verified = await openAtomicFile(paths.output);
  const certificates = privateKeyFile === undefined ? null : await openAtomicFile(paths.certificates);
  const hiddenTests = createHiddenTests();
  return {
    one: async (trajectory, world) => {
      const verification =
        'broken' in world
          ? unverified(world.broken)
          : await verifyTrajectory(trajectory, world.environment, { hiddenTests });
      const judged = { ...trajectory, verification };
      await verified.write(encodeTrajectories([judged]));
      if (certificates !== null && privateKeyFile !== undefined) {
        const certificate = await certifyVerification(judged, verification, { privateKeyFile });
        await certificates.write(`${canonicalJson(certificateRecord(certificate))}\n`);
      }
      return verification;
    },
    write: async () => {
      await verified.commit();
      await certificates?.commit();
      return certificates === null ? { output: paths.output } : paths;
    },
    close: async () => {
      await verified[Symbol.asyncDispose]();
      await certificates?.[Symbol.asyncDispose]();
      await hiddenTests.close();
    },
  };
}

/** `runs.jsonl` → `runs.verified.jsonl`. */
function beside(file: string, what: string): string {
  return `${file.replace(/(?:\.jsonl?)?(?:\.gz|\.zst)?$/, '')}.${what}.jsonl`;
}

function stopped(done: number, total: number): CommandOutcome {
  return {
    exitCode: 1,
    document: { total, stopped_after: done },
    resume: `Stopped after ${done} of ${total} records; nothing was written. The same command starts over.`,
  };
}
