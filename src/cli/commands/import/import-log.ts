import { resolve } from 'node:path';
import type { TraceFormatName } from '../../../records/index.js';
import type { CommandCall, CommandIo, CommandOutcome } from '../../command.js';
import { usageError } from '../../parse-option.js';
import type { TestSessionOptions } from './test-session.js';
import { writeImported } from './write-imported.js';

/** What only a test takes. */
const OF_TESTS = ['workdir', 'session', 'masks', 'programs', 'packages', 'timeout'];

/** Imports a log, or makes a test of the session in it. */
export async function importLog({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  if (options.test === true) {
    const { testSession } = await import('./test-session.js');
    return testSession(String(args[0]), options as unknown as TestSessionOptions, io);
  }
  const stray = OF_TESTS.find((name) => options[name] !== undefined);
  if (stray !== undefined) throw usageError(`--${stray} is for --test: give both or neither.`);
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
    options.format as TraceFormatName,
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
      ...skipped.describe('Lines that hold no run'),
    ].join('\n'),
  };
}
