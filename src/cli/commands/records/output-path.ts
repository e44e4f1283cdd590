import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageError } from '../../parse-option.js';

/** The file beside another that takes its results: `runs.jsonl.gz` and `.pairs.jsonl` give `runs.pairs.jsonl`. */
export function beside(file: string, ending: string): string {
  return file.replace(/(?:\.jsonl?)?(?:\.gz|\.zst)?$/, ending);
}

/** How {@link outputPath} finds a command's output. */
export interface OutputPathOptions {
  /** The option that names it, such as `--out`. */
  readonly option: string;
  /** What the option holds. Default: a file beside the input. */
  readonly given: unknown;
  /** How the name of the file beside the input ends, such as `.pairs.jsonl`. */
  readonly ending: string;
  readonly cwd: string;
  /** Further files that the command reads or writes. */
  readonly others?: readonly (string | undefined)[];
}

/**
 * Where a command writes: an absolute path, which is none of its inputs by any name.
 * @throws {MettleError} `cli/usage` if the output would replace an input, or another output.
 */
export async function outputPath(
  file: string,
  { option, given, ending, cwd, others = [] }: OutputPathOptions,
): Promise<string> {
  const output = resolve(cwd, typeof given === 'string' ? given : beside(file, ending));
  const identity = await identityOf(output);
  for (const other of [file, ...others]) {
    if (other === undefined) continue;
    const path = resolve(cwd, other);
    if (path === output || (identity !== null && identity === (await identityOf(path)))) {
      throw usageError(`${option} would replace ${other}: name another file.`);
    }
  }
  return output;
}

/** What a file is, whatever link or spelling leads to it; null where there is none. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
