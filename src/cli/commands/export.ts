import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';

/** `mettle export`: trajectories in the form of another program. */
export const exportCommand: CommandDefinition = {
  name: 'export',
  args: '<file>',
  summary: 'write trajectories in the form that another program reads',
  example: 'npx --no mettle export out/trajectories.jsonl --format openai',
  options: [
    { flags: '--format <format>', description: 'mettle or openai' },
    {
      flags: '--out <file>',
      description: 'where to write; default: beside the file, named after the format',
    },
  ],
  run: exportFile,
};

async function exportFile({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [{ resolve }, { trajectoryFormats }, { readRecords }, { writeFileAtomically }] = await Promise.all([
    import('node:path'),
    import('../../records/index.js'),
    import('./records/read-records.js'),
    import('../../filesystem/index.js'),
  ]);
  const format = trajectoryFormats.find(({ name }) => name === options.format);
  if (format === undefined) {
    const names = trajectoryFormats.map(({ name }) => name).join(' or ');
    throw usageError(
      options.format === undefined
        ? `Give --format: ${names}.`
        : `--format is ${names}; got "${options.format}".`,
    );
  }
  const file = resolve(io.cwd, String(args[0]));
  const { trajectories, lines, skipped } = await readRecords(String(args[0]), io.cwd);
  const encoded = format.encode(trajectories);
  const lineOf = new Map(trajectories.map(({ id }, index) => [id, lines[index] ?? 0]));
  const left = [
    ...skipped,
    ...encoded.skipped.map(({ id, reason }) => ({ line: lineOf.get(id) ?? 0, reason })),
  ].sort((one, other) => one.line - other.line);
  const output =
    typeof options.out === 'string'
      ? resolve(io.cwd, options.out)
      : `${file.replace(/\.jsonl?$/, '')}.${format.name}${format.extension}`;
  if (output === file) throw usageError('The output would replace the input: give another --out.');
  await writeFileAtomically(output, encoded.text);
  const leftOut = left.length === 0 ? '' : `; ${left.length} left out`;
  return {
    exitCode: skipped.length > 0 || encoded.records === 0 ? 1 : 0,
    document: { records: encoded.records, skipped: left, output },
    text: [
      `${encoded.records} records written to ${output}${leftOut}.`,
      ...left.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
      ...(left.length > 10 ? [`  … ${left.length - 10} more; --json lists them.`] : []),
    ].join('\n'),
  };
}
