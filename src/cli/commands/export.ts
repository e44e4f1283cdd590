import type { SkippedLine, SkippedTrajectory } from '../../records/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';

/** `mettle export`: trajectories in the form of another program. */
export const exportCommand: CommandDefinition = {
  name: 'export',
  args: '<file>',
  summary:
    'write training data in the form that another program reads: what passed, was verified and is in the training part, and more by name',
  example:
    'npx --no mettle export out/trajectories.jsonl --format openai\n  npx --no mettle export out/trajectories.jsonl --format mettle --include failed,unverified --split any',
  options: [
    { flags: '--format <format>', description: 'mettle or openai' },
    {
      flags: '--out <file>',
      description: 'where to write; default: beside the file, named after the format',
    },
    {
      flags: '--include <what>',
      description: `also take failed, not_checked, errors, unverified or refuted records (separated by commas)`,
    },
    {
      flags: '--only <what>',
      description:
        'take only these instead of passed and verified ones: the words of --include, passed or verified',
    },
    {
      flags: '--split <parts>',
      description:
        'parts of the split: train, held_out, another name, none (tasks without one) or any; default: train',
    },
  ],
  run: exportFile,
};

async function exportFile({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [{ resolve }, records, { readRecords }, { writeFileAtomically }, { readGate }] = await Promise.all([
    import('node:path'),
    import('../../records/index.js'),
    import('./records/read-records.js'),
    import('../../filesystem/index.js'),
    import('./export/read-gate.js'),
  ]);
  const { selectForTraining, trajectoryFormats } = records;
  const format = trajectoryFormats.find(({ name }) => name === options.format);
  if (format === undefined) {
    const names = trajectoryFormats.map(({ name }) => name).join(' or ');
    throw usageError(
      options.format === undefined
        ? `Give --format: ${names}.`
        : `--format is ${names}; got "${options.format}".`,
    );
  }
  const gate = readGate(options);
  const file = resolve(io.cwd, String(args[0]));
  const { trajectories, lines, skipped } = await readRecords(String(args[0]), io.cwd);
  const { selected, leftOut: kept, reasons } = selectForTraining(trajectories, gate);
  const encoded = format.encode(selected);
  const lineOf = new Map(trajectories.map(({ id }, index) => [id, lines[index] ?? 0]));
  const atLine = ({ id, reason }: SkippedTrajectory): SkippedLine => ({ line: lineOf.get(id) ?? 0, reason });
  const left = [...skipped, ...encoded.skipped.map(atLine)].sort((one, other) => one.line - other.line);
  const output =
    typeof options.out === 'string'
      ? resolve(io.cwd, options.out)
      : `${file.replace(/\.jsonl?$/, '')}.${format.name}${format.extension}`;
  if (output === file) throw usageError('The output would replace the input: give another --out.');
  await writeFileAtomically(output, encoded.text);
  if (kept.length > 0) io.say(gateText(kept.length, trajectories.length, reasons));
  const leftOut = left.length === 0 ? '' : `; ${left.length} left out`;
  const reduced = (encoded.reduced ?? []).map(atLine);
  const lacking = [...new Set(reduced.map(({ reason }) => reason))].map(
    (what) => `  ${reduced.filter(({ reason }) => reason === what).length} without a part of them: ${what}`,
  );
  return {
    exitCode: skipped.length > 0 || encoded.records === 0 ? 1 : 0,
    document: { records: encoded.records, skipped: left, reduced, left_out: reasons, output },
    text: [
      `${encoded.records} records written to ${output}${leftOut}.`,
      ...lacking,
      ...left.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
      ...(left.length > 10 ? [`  … ${left.length - 10} more; --json lists them.`] : []),
    ].join('\n'),
  };
}

/** What the gate left out and why, and how to have it all the same. */
function gateText(count: number, total: number, reasons: Readonly<Record<string, number>>): string {
  const each = Object.entries(reasons).map(([reason, times]) => `${times} ${reason}`);
  return `Left out ${count} of ${total}: ${each.join(', ')}. --include, --only and --split take more.`;
}
