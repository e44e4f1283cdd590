import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';
import type { ExportRecipe } from './export/export-work.js';
import { resumeOption, splitOption, threadsOption } from './records/job-options.js';

/** `mettle export`: trajectories in the form of another program. */
export const exportCommand: CommandDefinition = {
  name: 'export',
  args: '<file>',
  summary:
    'write training data in the form that another program reads: what passed, was verified and is kept for no test, and more by name',
  example:
    'npx --no mettle export out/trajectories.jsonl --format openai\n  npx --no mettle export out/trajectories.jsonl --format mettle --include failed,unverified --split any',
  options: [
    {
      flags: '--format <format>',
      description:
        'mettle, openai, openai-responses, anthropic, trl-sft, trl-grpo, sharegpt, hermes, verl, verifiers, openenv-collect, atif, adp, sts, harbor, parquet or huggingface',
    },
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
    splitOption,
    {
      flags: '--license <name>',
      description: 'with huggingface: the licence of the data as the Hub writes it, such as apache-2.0',
    },
    threadsOption,
    resumeOption,
  ],
  run: exportFile,
};

async function exportFile({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [
    { dirname, resolve },
    records,
    internal,
    { openRecords },
    { runRecordJob },
    { ExportTally },
    { gateText, readGate },
    { outputPath },
    { openExportWork },
    { packRows, rowsPath },
  ] = await Promise.all([
    import('node:path'),
    import('../../records/index.js'),
    import('../../records/internal.js'),
    import('./records/read-records.js'),
    import('./records/record-job.js'),
    import('./export/export-tally.js'),
    import('./export/read-gate.js'),
    import('./records/output-path.js'),
    import('./export/export-work.js'),
    import('./export/pack-rows.js'),
  ]);
  const { trajectoryFormats, preferenceFormats } = records;
  const { isPacked } = internal;
  const format = trajectoryFormats.find(({ name }) => name === options.format);
  if (format === undefined) {
    const names = trajectoryFormats.map(({ name }) => name).join(', ');
    if (preferenceFormats.some(({ name }) => name === options.format)) {
      throw usageError(`${options.format} holds pairs: mettle pairs ${args[0]} --format ${options.format}`);
    }
    throw usageError(
      options.format === undefined
        ? `Give --format: ${names}.`
        : `--format is ${names}; got "${options.format}".`,
    );
  }
  if (options.license !== undefined && format !== records.huggingFaceFolder) {
    throw usageError('--license goes with --format huggingface: no other format has a place for it.');
  }
  const gate = readGate(options);
  const file = String(args[0]);
  const output = await outputPath(file, {
    option: '--out',
    given: options.out,
    ending: format.extension === `.${format.name}` ? format.extension : `.${format.name}${format.extension}`,
    cwd: io.cwd,
  });
  const packing = typeof options.license === 'string' ? { license: options.license } : {};
  if (isPacked(format)) await format.prepare(output, packing);
  /** What is packed when all records are in it. */
  const rows = isPacked(format) ? rowsPath(output) : output;
  const tally = new ExportTally();
  const recipe: ExportRecipe = {
    format: format.name,
    gate,
    worldFile: resolve(io.cwd, dirname(file), 'world.json'),
  };
  await using work = openExportWork(recipe);
  const { done, skipped, stopped } = await runRecordJob(
    {
      stage: 'export records',
      records: await openRecords(file, io.cwd),
      outputs: [rows],
      concurrency: options.concurrency as number | undefined,
      threads: { kind: 'export', options: recipe },
      resume: options.resume === true,
      settings: { format: format.name, gate: JSON.parse(JSON.stringify(gate)) },
      work,
      take: (exported) => {
        tally.add(exported);
        return [exported.encoded?.text ?? ''];
      },
    },
    io,
    // An earlier export is worth more than an empty one.
    () => tally.records > 0,
  );
  if (stopped !== null) return stopped;
  const { records: encoded, notCarried, leftOut } = tally;
  const { records: count, repeated } =
    encoded > 0 && isPacked(format)
      ? await packRows(format, output, { ...packing, signal: io.signal })
      : { records: encoded, repeated: 0 };
  if (Object.keys(leftOut).length > 0) io.say(gateText(done, leftOut, '--include, --only and --split'));
  const lines = [...skipped.listed, ...notCarried.listed].sort((one, other) => one.line - other.line);
  const skippedCount = skipped.count + notCarried.count;
  return {
    exitCode: skipped.count > 0 || count === 0 ? 1 : 0,
    document: {
      records: count,
      skipped: lines,
      skipped_count: skippedCount,
      losses: tally.losses,
      left_out: leftOut,
      ...(isPacked(format) ? { repeated } : {}),
      output: count > 0 ? output : null,
    },
    text: [
      count > 0
        ? `${count} records written to ${output}${skippedCount === 0 ? '' : `; lines that could not be written: ${skippedCount}`}.`
        : `No record to write, so there is no new ${output}.`,
      ...(repeated === 0 ? [] : [`  ${repeated} more runs of tasks that are in it`]),
      ...Object.entries(tally.lacking).map(([what, times]) => `  ${times} without a part of them: ${what}`),
      ...lines.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
      ...(skippedCount > 10 ? [`  … ${skippedCount - 10} more; --json lists them.`] : []),
    ].join('\n'),
  };
}
