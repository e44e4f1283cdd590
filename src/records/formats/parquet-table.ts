import { jsonRows } from './json-rows.js';
import { lineFormat } from './line-format.js';
import { checkParquetWriter, openParquetFile } from './parquet-file.js';
import { TRAINING_COLUMNS, trainingRow } from './training-row.js';
import { checkPackOptions, type PackedFormat } from './trajectory-format.js';

/**
 * A Parquet table, a trajectory a row: labels, reward, counts and use in columns of their own, `messages` and `tools` as JSON columns, which
 * `datasets` from 4.7 reads as lists with every argument as it was; other readers see JSON text. Episodes without an answer are written, too.
 * Needs the package `hyparquet-writer`.
 */
export const parquetTable: PackedFormat = {
  ...lineFormat(
    {
      name: 'parquet',
      extension: '.parquet',
      description: 'a table with labels and conversations, as Parquet',
    },
    trainingRow,
  ),
  prepare: async (_, options) => {
    checkPackOptions(options ?? {});
    await checkParquetWriter();
  },
  pack: async (lines, path, options) => {
    checkPackOptions(options ?? {});
    await using file = await openParquetFile(path, TRAINING_COLUMNS);
    let records = 0;
    for await (const { row, characters } of jsonRows(lines)) {
      await file.add(row, characters);
      records += 1;
    }
    await file.commit();
    return { records, repeated: 0 };
  },
};
