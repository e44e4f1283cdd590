import { stat } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { type BenchmarkReport, readBenchmarkReport } from '../../../benchmarks/index.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { beside } from '../records/output-path.js';

/** Where a result goes, and the earlier one that the run goes on with. */
export interface ResultFile {
  readonly output: string;
  readonly earlier: BenchmarkReport | null;
}

/**
 * Finds the file of the result. None that is there is replaced: a run may have cost money.
 * @throws {MettleError} `cli/usage` without `--resume` for a file that is there; with it, as `readBenchmarkReport`.
 */
export async function resultFile(
  suite: string,
  { out, resume }: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<ResultFile> {
  const output = resolve(io.cwd, typeof out === 'string' ? out : beside(basename(suite), '.bench.json'));
  const isThere = await stat(output).then(
    () => true,
    () => false,
  );
  if (isThere && resume === true) return { output, earlier: await readBenchmarkReport(output) };
  if (isThere) {
    const shown = relative(io.cwd, output) || output;
    throw usageError(`${shown} is there already: go on with it by --resume, or name another file by --out.`);
  }
  if (resume === true) io.say('There is nothing to go on with; this run starts over.');
  return { output, earlier: null };
}
