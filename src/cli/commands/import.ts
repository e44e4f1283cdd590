import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { oneOf, usageError } from '../parse-option.js';

/** What `--format` takes: the names of `TraceFormatName`. */
export const IMPORT_FORMATS = [
  'auto',
  'mettle',
  'openai',
  'openai-responses',
  'anthropic',
  'sharegpt',
  'hermes',
  'ai-sdk',
  'claude-code',
  'codex',
  'pi',
  'otel',
  'openinference',
  'langfuse',
  'inspect',
  'atif',
] as const;

/** `mettle import`: runs of other programs as trajectories. */
export const importCommand: CommandDefinition = {
  name: 'import',
  args: '<file>',
  summary: 'read the log of another program as trajectories, which nobody has verified',
  example:
    'npx --no mettle import chats.jsonl\n  npx --no mettle import chats.jsonl --format anthropic --out runs.jsonl',
  options: [
    {
      flags: '--format <format>',
      description: `auto (told by what each record holds), ${IMPORT_FORMATS.slice(1).join(', ')}`,
      default: 'auto',
      parse: oneOf('--format', IMPORT_FORMATS),
    },
    { flags: '--out <file>', description: 'where to write; default: FILE.mettle.jsonl beside the file' },
  ],
  run: importFile,
};

async function importFile({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [{ resolve }, { writeImported }] = await Promise.all([
    import('node:path'),
    import('./import/write-imported.js'),
  ]);
  const file = String(args[0]);
  const path = resolve(io.cwd, file);
  const output = resolve(
    io.cwd,
    (options.out as string | undefined) ??
      `${file.replace(/(?:\.jsonl?)?(?:\.gz|\.zst)?$/, '')}.mettle.jsonl`,
  );
  if (output === path) throw usageError(`--out would replace ${file}: name another file.`);
  const { records, skipped, losses, formats } = await writeImported(
    path,
    options.format as (typeof IMPORT_FORMATS)[number],
    output,
    io,
  );
  if (records === 0) {
    const [first] = skipped.listed;
    const why = first === undefined ? 'it is empty' : `line ${first.line}: ${first.reason}`;
    throw usageError(`${file} holds no run that could be imported: ${why}`);
  }
  return {
    exitCode: skipped.count > 0 ? 1 : 0,
    document: {
      records,
      skipped: skipped.listed,
      skipped_count: skipped.count,
      losses: losses.listed,
      losses_count: losses.count,
      formats,
      output,
    },
    text: [
      `${records} imported to ${output}. Nothing of it is verified.`,
      ...formats.map(({ format, records: count, because }) =>
        because === null ? `  ${count} as ${format}` : `  ${count} as ${format} because ${because}`,
      ),
      ...(losses.count === 0 ? [] : ['What the records have no place for:']),
      ...losses.common.map(([what, count]) => `  ${count} times: ${what}`),
      ...(skipped.count === 0 ? [] : [`Lines that hold no run: ${skipped.count}`]),
      ...skipped.listed.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
      ...(skipped.count > 10 ? ['  … --json lists them'] : []),
    ].join('\n'),
  };
}
