import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Json, JsonObject } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { type Dataset, datasetOf } from '../dataset.js';
import { datasetError } from '../error-codes.js';
import type { Row } from '../row.js';
import type { FileDatasetOptions } from './json.js';
import { checkFileDatasetOptions } from './json.js';

/** Largest group of rows that is read, in bytes: one is in memory at a time. */
const MAX_GROUP = 1_073_741_824;

/**
 * Samples of a Parquet file, read a group of rows at a time. Times become ISO 8601 text, bytes Base64, whole numbers that
 * a JavaScript number can't hold text, NaN and infinities null. Needs the package `hyparquet`.
 *
 * Files that are not compressed, or by Snappy, gzip or Brotli, can be read.
 */
export function parquetDataset(options: FileDatasetOptions): Dataset {
  checkFileDatasetOptions(options, 'parquetDataset');
  return datasetOf(() => parquetRows(options.path), options);
}

/** The rows of a Parquet file. */
export async function* parquetRows(path: string): AsyncGenerator<Row, void, undefined> {
  const parquet = await loadParquet();
  await stat(path).catch((cause: unknown) => {
    throw datasetError('not_found', `Can't read ${path}: ${errorMessage(cause)}`, { cause });
  });
  const name = basename(path);
  const file = await parquet.asyncBufferFromFile(path);
  const metadata = await readable(name, () => parquet.parquetMetadataAsync(file));
  let start = 0;
  for (const group of metadata.row_groups) {
    if (group.total_byte_size > MAX_GROUP) {
      throw datasetError(
        'too_large',
        `${name}, row ${start + 1}: the group of rows is larger than ${MAX_GROUP} bytes. Write the file with smaller row groups.`,
      );
    }
    const end = start + Number(group.num_rows);
    const rows = await readable(name, () =>
      parquet.parquetReadObjects({
        file,
        metadata,
        rowStart: start,
        rowEnd: end,
        geoparquet: false,
        compressors: {
          GZIP: (bytes, length) =>
            new Uint8Array(gunzipSync(bytes, { maxOutputLength: Math.max(1, length) })),
          BROTLI: (bytes, length) =>
            new Uint8Array(brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, length) })),
        },
      }),
    );
    for (const [index, row] of rows.entries()) {
      yield { fields: jsonOf(row) as JsonObject, where: `${name}, row ${start + index + 1}` };
    }
    start = end;
  }
}

async function readable<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const [reason = ''] = errorMessage(cause).split('\n');
    const advice = /codec/.test(reason) ? 'Write it with Snappy, gzip or Brotli.' : 'It may be cut off.';
    throw datasetError('invalid_row', `${name} can't be read as Parquet: ${reason}. ${advice}`, { cause });
  }
}

function jsonOf(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case 'object':
      if (value === null) return null;
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
      if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
      if (Array.isArray(value) || ArrayBuffer.isView(value))
        return Array.from(value as ArrayLike<unknown>, jsonOf);
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, jsonOf(member)]));
    default:
      return null;
  }
}

async function loadParquet(): Promise<typeof import('hyparquet')> {
  try {
    return await import('hyparquet');
  } catch (cause) {
    throw datasetError(
      'missing_package',
      'Parquet files need a package that is not installed. Run: npm install hyparquet',
      { cause },
    );
  }
}
