import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorMessage } from '../../../core/internal.js';
import { usageError } from '../../parse-option.js';

/** What a module is for, in the words of errors. */
export interface ModuleUse {
  /** Such as `world`. */
  readonly what: string;
  /** The option that named it. */
  readonly flag: string;
}

/** What makes a fresh copy of a module at each load: what one command closes is open in the next. */
let loads = 0;

/**
 * Loads a module of the user's, which runs in this process, with the rights of the user.
 * @throws {MettleError} `cli/usage` for a file that is missing or can't be loaded.
 */
export async function importOwnModule(
  path: string,
  shown: string,
  { what, flag }: ModuleUse,
): Promise<{ readonly exported: Readonly<Record<string, unknown>>; readonly source: Uint8Array }> {
  const source = await readModule(path, shown, { what, flag });
  loads += 1;
  try {
    const exported = (await import(`${pathToFileURL(path).href}?load=${loads}`)) as Record<string, unknown>;
    return { exported, source };
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    const advice =
      code === 'ERR_UNKNOWN_FILE_EXTENSION'
        ? ` This Node (${process.version}) loads no TypeScript: use Node 22.18 or later, or a .mjs file.`
        : code === 'ERR_MODULE_NOT_FOUND'
          ? ` Install what it imports where ${basename(path)} lies.`
          : '';
    throw usageError(`Cannot load the ${what} ${shown}: ${sentence(errorMessage(error))}${advice}`);
  }
}

async function readModule(path: string, shown: string, { what, flag }: ModuleUse): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw usageError(
      isMissing
        ? `There is no ${shown}. ${flag} takes a module that exports a ${what}, by its path from this folder.`
        : `Cannot read the ${what} ${shown}: ${errorMessage(error)}.`,
    );
  }
}

/** An error's words as a sentence of one line. */
export function sentence(message: string): string {
  return `${message.replace(/\s+/g, ' ').replace(/\.$/, '')}.`;
}
