import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { filesBelow } from '../../../datasets/internal.js';
import { environmentError } from '../../error-codes.js';

/** Endings of the files that become tables, and of dumps. */
const TABLE_ENDINGS = ['.csv', '.tsv', '.jsonl', '.ndjson', '.json', '.parquet'];
const DUMP_ENDING = '.sql';

/** A folder that a database starts from. */
export interface DatabaseFolder {
  /** Its dumps as one, in the order of their names; empty for none. */
  readonly dump: readonly Uint8Array[];
  /** Files that become a table each. */
  readonly tables: readonly { readonly path: string; readonly relative: string }[];
  /** Of the names and the SHA-256 of the files. */
  readonly sha256: string;
}

/**
 * The files of a folder that a database starts from.
 * @throws {MettleError} `environments/too_large`; `datasets/not_found` for a folder without any.
 */
export async function readDatabaseFolder(path: string, maxBytes: number): Promise<DatabaseFolder> {
  const files = await filesBelow(path, [...TABLE_ENDINGS, DUMP_ENDING]);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > maxBytes) {
    throw environmentError(
      'too_large',
      `The files in ${path} have ${bytes} bytes; at most ${maxBytes} are read. Raise limits.maxDatabaseBytes, or leave some out.`,
    );
  }
  const hash = createHash('sha256');
  const dump: Uint8Array[] = [];
  for (const file of files) {
    const content = await readFile(file.path);
    hash.update(`${createHash('sha256').update(content).digest('hex')}  ${file.relative}\n`);
    if (file.relative.toLowerCase().endsWith(DUMP_ENDING)) dump.push(content, Buffer.from('\n;\n'));
  }
  return {
    dump,
    tables: files.filter(({ relative }) => !relative.toLowerCase().endsWith(DUMP_ENDING)),
    sha256: hash.digest('hex'),
  };
}
