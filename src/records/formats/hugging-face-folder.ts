import type { JsonObject } from '../../core/index.js';
import { recordError } from '../error-codes.js';
import { jsonRows } from './json-rows.js';
import { lineFormat } from './line-format.js';
import { checkParquetWriter, openParquetFile, type ParquetFile } from './parquet-file.js';
import { TRAINING_COLUMNS, trainingRow } from './training-row.js';
import { checkPackOptions, type PackedFormat, type PackOptions } from './trajectory-format.js';

/** Characters of JSON in a file of the data set. */
const FILE_CHARACTERS = 500_000_000;

/**
 * A data set folder for the Hugging Face Hub: Parquet files in `data/`, one set of them for each part of the split, and a `README.md` with the
 * header that the Hub reads, statistics, diversity, how the runs were checked, and the licence if you give one. The columns are those of
 * `parquetTable`. Needs the package `hyparquet-writer`.
 */
export const huggingFaceFolder: PackedFormat = {
  ...lineFormat(
    {
      name: 'huggingface',
      extension: '',
      description: 'a data set folder with a card, for the Hugging Face Hub',
    },
    trainingRow,
  ),
  prepare: async (path, options) => {
    checkedLicense(options);
    const { checkNothingThere } = await import('./new-folder.js');
    await checkNothingThere(path);
    await checkParquetWriter();
  },
  pack: async (lines, path, options) => {
    const license = checkedLicense(options);
    const [{ openNewFolder }, { DatasetCard }, { mkdir }, { join }, { writeFileAtomically }] =
      await Promise.all([
        import('./new-folder.js'),
        import('./dataset-card.js'),
        import('node:fs/promises'),
        import('node:path'),
        import('../../filesystem/index.js'),
      ]);
    await using folder = await openNewFolder(path);
    await using files = new SplitFiles(join(folder.path, 'data'));
    await mkdir(join(folder.path, 'data'));
    const card = new DatasetCard();
    let records = 0;
    for await (const { row, characters } of jsonRows(lines)) {
      const split = splitName(row);
      card.add(row, split);
      await files.add(split, row, characters);
      records += 1;
    }
    await files.commit();
    await writeFileAtomically(join(folder.path, 'README.md'), card.text(license));
    await folder.commit();
    return { records, repeated: 0 };
  },
};

/** The licence, where it's the name of one: it becomes a line of the header. */
function checkedLicense(options: PackOptions = {}): string | undefined {
  const { license } = checkPackOptions(options);
  if (license !== undefined && !/^[a-z0-9][a-z0-9.+-]{0,59}$/.test(license)) {
    throw recordError(
      'invalid_license',
      `"${license}" is no name of a licence. Write it as the Hub does: apache-2.0.`,
    );
  }
  return license;
}

/** The part of the split that a row is in. A name that is none of a split is `other`: it's a part of a file name. */
function splitName({ split }: JsonObject): string {
  if (split === null) return 'train';
  return typeof split === 'string' && /^[A-Za-z]\w{0,39}$/.test(split) ? split : 'other';
}

/** The Parquet files of each part of a split, one open at a time for each. */
class SplitFiles implements AsyncDisposable {
  readonly #folder: string;
  readonly #open = new Map<string, ParquetFile>();
  readonly #written = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(split: string, row: JsonObject, characters: number): Promise<void> {
    const { join } = await import('node:path');
    let file = this.#open.get(split);
    if (file === undefined) {
      const number = this.#written.get(split) ?? 0;
      const name = `${split}-${String(number).padStart(5, '0')}.parquet`;
      file = await openParquetFile(join(this.#folder, name), TRAINING_COLUMNS);
      this.#open.set(split, file);
      this.#written.set(split, number + 1);
    }
    await file.add(row, characters);
    if (file.characters >= FILE_CHARACTERS) await this.#finish(split, file);
  }

  async commit(): Promise<void> {
    for (const [split, file] of [...this.#open]) await this.#finish(split, file);
  }

  async #finish(split: string, file: ParquetFile): Promise<void> {
    await file.commit();
    await file[Symbol.asyncDispose]();
    this.#open.delete(split);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const file of this.#open.values()) await file[Symbol.asyncDispose]();
  }
}
