import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import { modelError } from '../error-codes.js';

/** A folder of small JSON files, each under a name of its own, whole or not there. */
export interface RecordFolder {
  /** What is kept under a name; null where there is nothing, or nothing that can be read. */
  read(name: string): Promise<JsonObject | null>;
  /** Keeps something. @throws {MettleError} `filesystem/host_write_failed` */
  write(name: string, value: object): Promise<void>;
  /** The names there are, sorted. */
  names(): Promise<readonly string[]>;
  /** Takes one away. */
  remove(name: string): Promise<void>;
}

/** Version of the files; every released one stays readable. */
const VERSION = 1;

const NAME = /^[0-9a-f]{64}(?:-\d+)?$/;

/** Opens a folder; it is made when something is first written. Names are hashes, with or without a number. */
export function openRecordFolder(folder: string): RecordFolder {
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Error(`${name} is not the name of a record`);
    return join(folder, `${name}.json`);
  };
  return {
    async read(name) {
      let text: string;
      try {
        text = await readFile(pathOf(name), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw unreadable(pathOf(name), error);
      }
      return recordOf(text, name);
    },
    async write(name, value) {
      await mkdir(folder, { recursive: true });
      await writeFileAtomically(
        pathOf(name),
        `${JSON.stringify({ version: VERSION, name, ...value }, null, 1)}\n`,
      );
    },
    async names() {
      const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw unreadable(folder, error);
      });
      return files
        .filter((file) => file.endsWith('.json') && NAME.test(file.slice(0, -5)))
        .map((file) => file.slice(0, -5))
        .sort();
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

function recordOf(text: string, name: string): JsonObject | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isJsonObject(value) && value.version === VERSION && value.name === name ? value : null;
}

function unreadable(path: string, error: unknown): MettleError {
  return modelError('record_unreadable', `Cannot read ${path}: ${errorMessage(error)}`, { cause: error });
}
