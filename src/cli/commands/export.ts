import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';

/** `mettle export`: trajectories in the form of another program. */
export const exportCommand: CommandDefinition = {
  name: 'export',
  args: '<file>',
  summary:
    'write training data in the form that another program reads: what passed, was verified and is kept for no test, and more by name',
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
        'parts of the split: train, held_out, another name, none (tasks without one) or any; default: train,none',
    },
  ],
  run: exportFile,
};

async function exportFile({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [{ resolve }, records, { openRecords, SkippedLines }, { openAtomicFile }, { readGate }] =
    await Promise.all([
      import('node:path'),
      import('../../records/index.js'),
      import('./records/read-records.js'),
      import('../../filesystem/internal.js'),
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
  const output =
    typeof options.out === 'string'
      ? resolve(io.cwd, options.out)
      : `${file.replace(/(?:\.jsonl?)?(?:\.gz|\.zst)?$/, '')}.${format.name}${format.extension}`;
  if (output === file) throw usageError('The output would replace the input: give another --out.');
  const opened = await openRecords(String(args[0]), io.cwd);
  await using written = await openAtomicFile(output);
  const notCarried = new SkippedLines();
  const reduced = new SkippedLines();
  const [reasons, lacking] = [new Map<string, number>(), new Map<string, number>()];
  const countIn = (counts: Map<string, number>, reason: string): void =>
    void counts.set(reason, (counts.get(reason) ?? 0) + 1);
  let [read, count] = [0, 0];
  for await (const { line, trajectory } of opened) {
    if (io.signal.aborted) return stopped(read, opened.total);
    read += 1;
    const [left] = selectForTraining([trajectory], gate).leftOut;
    if (left === undefined) {
      const encoded = format.encode([trajectory]);
      count += encoded.records;
      for (const { reason } of encoded.skipped) notCarried.add({ line, reason });
      for (const { reason } of encoded.reduced ?? []) {
        reduced.add({ line, reason });
        countIn(lacking, reason);
      }
      await written.write(encoded.text);
    } else countIn(reasons, left.reason);
    io.progress({ stage: 'export records', done: read, total: opened.total });
  }
  // An earlier export is worth more than an empty one.
  if (count > 0) await written.commit();
  if (reasons.size > 0) io.say(gateText(read, reasons));
  const skipped = [...opened.skipped.listed, ...notCarried.listed].sort(
    (one, other) => one.line - other.line,
  );
  const skippedCount = opened.skipped.count + notCarried.count;
  return {
    exitCode: opened.skipped.count > 0 || count === 0 ? 1 : 0,
    document: {
      records: count,
      skipped,
      skipped_count: skippedCount,
      reduced: reduced.listed,
      left_out: Object.fromEntries(reasons),
      output: count > 0 ? output : null,
    },
    text: [
      count > 0
        ? `${count} records written to ${output}${skippedCount === 0 ? '' : `; ${skippedCount} left out`}.`
        : `No record to write, so there is no new ${output}.`,
      ...[...lacking].map(([what, times]) => `  ${times} without a part of them: ${what}`),
      ...skipped.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
      ...(skippedCount > 10 ? [`  … ${skippedCount - 10} more; --json lists them.`] : []),
    ].join('\n'),
  };
}

function stopped(done: number, total: number): CommandOutcome {
  return {
    exitCode: 1,
    document: { total, stopped_after: done },
    resume: `Stopped after ${done} of ${total} records; nothing was written. The same command starts over.`,
  };
}

/** What the gate left out and why, and how to have it all the same. */
function gateText(total: number, reasons: ReadonlyMap<string, number>): string {
  const each = [...reasons].map(([reason, times]) => `${times} ${reason}`);
  const count = [...reasons.values()].reduce((sum, times) => sum + times, 0);
  return `Left out ${count} of ${total}: ${each.join(', ')}. --include, --only and --split take more.`;
}
