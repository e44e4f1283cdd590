import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';
import { resumeOption, threadsOption } from './records/job-options.js';
import type { Prover } from './verify/provers.js';
import type { VerifyRecipe } from './verify/verify-work.js';

/** `mettle verify`: records proved by running them again, or by their certificates. */
export const verifyCommand: CommandDefinition = {
  name: 'verify',
  args: '<file>',
  summary: 'verify trajectories by running every call again, or by their certificates',
  example:
    'npx --no mettle verify out/trajectories.jsonl\n  npx --no mettle verify out/trajectories.jsonl --concurrency 8 --resume',
  options: [
    {
      flags: '--env <file>',
      description:
        'JSON file that describes the world, or a module that exports it (./my-world.mjs), which runs with your rights; default: world.json beside the records',
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
    threadsOption,
    resumeOption,
  ],
  run: verify,
};

async function verify({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const started = performance.now();
  const [
    { openRecords },
    { openRecordedWorlds },
    { runRecordJob },
    { VerifyTally },
    { verifyWork },
    { resolve },
  ] = await Promise.all([
    import('./records/read-records.js'),
    import('./records/recorded-worlds.js'),
    import('./records/record-job.js'),
    import('../verify/verify-report.js'),
    import('./verify/verify-work.js'),
    import('node:path'),
  ]);
  const asked = readOptions(options);
  const file = String(args[0]);
  const records = await openRecords(file, io.cwd);
  const needsWorld = asked.certificates === undefined || asked.env !== undefined;
  const worlds = needsWorld
    ? await openRecordedWorlds(file, records.first, { env: asked.env, cwd: io.cwd, say: io.say })
    : null;
  const prover = await proverOf(asked, records.path, io);
  await using work = verifyWork(worlds, prover);
  const tally = new VerifyTally();
  const { skipped, stopped } = await runRecordJob(
    {
      stage: 'verify records',
      records,
      outputs: Object.values(prover.outputs),
      concurrency: options.concurrency as number | undefined,
      threads:
        asked.certificates === undefined && worlds?.inThreads === true
          ? {
              kind: 'verify',
              options: {
                file,
                path: records.path,
                first: records.first,
                env: asked.env,
                cwd: io.cwd,
                privateKeyFile: asked.sign === undefined ? undefined : resolve(io.cwd, asked.sign),
              } satisfies VerifyRecipe,
            }
          : null,
      resume: options.resume === true,
      settings: { worlds: worlds?.identity ?? null, sign: asked.sign ?? null },
      work,
      take: (proved) => {
        tally.add(proved);
        return proved.texts;
      },
      note: () => `${tally.passed} verified`,
    },
    io,
  );
  if (stopped !== null) return stopped;
  const written = asked.certificates === undefined ? prover.outputs : { output: null };
  return {
    exitCode: tally.exitCode(skipped),
    document: { ...tally.document(skipped), ...written, seconds: (performance.now() - started) / 1000 },
    text: [tally.text(skipped), ...Object.values(prover.outputs)].join('\n'),
  };
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
  if (options.resume === true && asked.certificates !== undefined) {
    throw usageError('--resume goes on with a file of verified records, and --certificates writes none.');
  }
  return asked;
}

async function proverOf(
  { sign, certificates, publicKey }: ReadOptions,
  file: string,
  io: CommandIo,
): Promise<Prover> {
  const [{ resolve }, { certificateProver, replayProver }] = await Promise.all([
    import('node:path'),
    import('./verify/provers.js'),
  ]);
  const inFolder = (path: string | undefined) => (path === undefined ? undefined : resolve(io.cwd, path));
  return certificates === undefined
    ? replayProver(file, inFolder(sign))
    : certificateProver(certificates, inFolder(publicKey), io);
}
