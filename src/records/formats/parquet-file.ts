import type { JsonObject } from '../../core/index.js';
import { recordError } from '../error-codes.js';
import { type ParquetColumns, parquetSchema, parquetValue } from './parquet-shape.js';

/** Characters of JSON in a group of rows: a reader, and this writer, hold one group at a time. */
const GROUP_CHARACTERS = 8_000_000;
/** Rows of a group, however small they are. */
const GROUP_ROWS = 10_000;

/** A Parquet file that grows by groups of rows, and is there once it's whole. Disposed before, it leaves nothing. */
export interface ParquetFile extends AsyncDisposable {
  /** Adds a row, which takes so many characters as JSON. */
  add(row: JsonObject, characters: number): Promise<void>;
  /** Characters of JSON so far. */
  readonly characters: number;
  /** Puts the file in its place. */
  commit(): Promise<void>;
}

/**
 * Begins a Parquet file, compressed by Snappy. Needs the package `hyparquet-writer`.
 * @throws {MettleError} `records/parquet_unavailable`; `filesystem/host_write_failed`, here and from its methods.
 */
export async function openParquetFile(path: string, columns: ParquetColumns): Promise<ParquetFile> {
  const [{ ByteWriter, ParquetWriter }, { openAtomicFile }] = await Promise.all([
    loadWriter(),
    import('../../filesystem/internal.js'),
  ]);
  const file = await openAtomicFile(path);
  const bytes = new ByteWriter();
  const parquet = new ParquetWriter({ writer: bytes, schema: parquetSchema(columns) });
  let rows: JsonObject[] = [];
  let [waiting, total] = [0, 0];
  const flush = async (): Promise<void> => {
    await file.write(bytes.getBytes().slice());
    bytes.index = 0;
  };
  const writeGroup = async (): Promise<void> => {
    if (rows.length === 0) return;
    const group = rows;
    [rows, waiting] = [[], 0];
    await parquet.write({
      columnData: Object.entries(columns).map(([name, shape]) => ({
        name,
        data: group.map((row) => parquetValue(row[name], shape)),
      })),
      rowGroupSize: group.length,
    });
    await flush();
  };
  return {
    get characters() {
      return total;
    },
    add: async (row, characters) => {
      rows.push(row);
      waiting += characters;
      total += characters;
      if (waiting >= GROUP_CHARACTERS || rows.length >= GROUP_ROWS) await writeGroup();
    },
    commit: async () => {
      await writeGroup();
      await parquet.finish();
      await flush();
      await file.commit();
    },
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

/**
 * Checks that Parquet can be written.
 * @throws {MettleError} `records/parquet_unavailable`.
 */
export async function checkParquetWriter(): Promise<void> {
  await loadWriter();
}

async function loadWriter(): Promise<typeof import('hyparquet-writer')> {
  try {
    return await import('hyparquet-writer');
  } catch (cause) {
    throw recordError(
      'parquet_unavailable',
      'Writing Parquet needs a package that is not installed. Run: npm install hyparquet-writer',
      { cause },
    );
  }
}
