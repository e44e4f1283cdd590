import { type BenchmarkReport, junitReport, markdownReport } from '../../../benchmarks/index.js';
import { writeFileAtomically } from '../../../filesystem/index.js';
import type { CommandIo } from '../../command.js';
import { outputPath } from '../records/output-path.js';

/** Files that a run writes for CI, by the option that names each. */
export interface CiFiles {
  readonly junit: string | null;
  readonly markdown: string | null;
}

/**
 * Where the files for CI go: in place of no other output.
 * @throws {MettleError} `cli/usage`
 */
export async function ciFiles(
  { junit, markdown, save }: Readonly<Record<string, unknown>>,
  output: string,
  { cwd }: CommandIo,
): Promise<CiFiles> {
  const path = async (option: string, given: unknown, ...others: readonly unknown[]) =>
    given === undefined
      ? null
      : outputPath(output, {
          option,
          given,
          ending: '',
          cwd,
          others: others.flatMap((other) => (typeof other === 'string' ? [other] : [])),
        });
  return {
    junit: await path('--junit', junit, save, markdown),
    markdown: await path('--markdown', markdown, save),
  };
}

/** Writes them. */
export async function writeCiFiles({ junit, markdown }: CiFiles, report: BenchmarkReport): Promise<void> {
  if (junit !== null) await writeFileAtomically(junit, junitReport(report));
  if (markdown !== null) await writeFileAtomically(markdown, markdownReport(report));
}
