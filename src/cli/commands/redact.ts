import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';

/** `mettle redact`: trajectories without secrets and personal data. */
export const redactCommand: CommandDefinition = {
  name: 'redact',
  args: '<file>',
  summary: 'replace secrets and personal data in trajectories by placeholders',
  example: 'npx --no mettle redact runs.jsonl\n  npx --no mettle redact runs.jsonl --ips --out clean.jsonl',
  options: [
    { flags: '--ips', description: 'also IP addresses; versions of four numbers look the same' },
    { flags: '--out <file>', description: 'where to write; default: FILE.redacted.jsonl beside the file' },
  ],
  run: redactFile,
};

async function redactFile({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [{ resolve }, { writeRedacted }] = await Promise.all([
    import('node:path'),
    import('./redact/write-redacted.js'),
  ]);
  const file = String(args[0]);
  const output = resolve(
    io.cwd,
    (options.out as string | undefined) ??
      `${file.replace(/(?:\.jsonl?)?(?:\.gz|\.zst)?$/, '')}.redacted.jsonl`,
  );
  if (output === resolve(io.cwd, file)) throw usageError(`--out would replace ${file}: name another file.`);
  const { records, redacted, counts, skipped } = await writeRedacted(
    file,
    { ips: options.ips === true },
    output,
    io,
  );
  const found = Object.entries(counts);
  return {
    exitCode: skipped.count > 0 ? 1 : 0,
    document: {
      records,
      redacted,
      counts,
      skipped: skipped.listed,
      skipped_count: skipped.count,
      output,
    },
    text: [
      `${redacted} of ${records} records redacted in ${output}.`,
      ...found.map(([kind, count]) => `  ${kind}: ${count}`),
      ...skipped.describe('Lines that hold no record, left out'),
    ].join('\n'),
  };
}
