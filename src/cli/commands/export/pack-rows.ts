import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readHostLines } from '../../../filesystem/internal.js';
import type { PackedFormat, PackedRecords, PackOptions } from '../../../records/index.js';

/** Where the lines of a format are gathered until its file or folder is made of them. */
export function rowsPath(output: string): string {
  return join(dirname(output), `.${basename(output)}.rows`);
}

/**
 * Makes the file or folder of a format of the lines that it gave, which are then no longer needed.
 * @throws the reason of the signal, once it's aborted: there is no file or folder then.
 */
export async function packRows(
  format: PackedFormat,
  output: string,
  { signal, ...options }: PackOptions & { readonly signal: AbortSignal },
): Promise<PackedRecords> {
  const rows = rowsPath(output);
  try {
    return await format.pack(linesOf(rows, signal), output, options);
  } finally {
    await rm(rows, { force: true });
  }
}

async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  const options = { maxLineBytes: Number.MAX_SAFE_INTEGER };
  for await (const { line, text, problem } of readHostLines(path, 'rows', options)) {
    signal.throwIfAborted();
    // They were written by this program just now.
    if (text === null) throw new Error(`line ${line} of ${path}: ${problem}`);
    yield text;
  }
}
