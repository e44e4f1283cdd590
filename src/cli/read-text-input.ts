import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MettleError } from '../core/index.js';
import { errorMessage } from '../core/internal.js';
import type { CommandIo } from './command.js';
import { cliError } from './error-codes.js';

/** Largest input that a command reads, in bytes. */
export const MAX_INPUT_BYTES: number = 10 * 2 ** 20;

/**
 * The text of a file named on the command line, or of standard input for `-`.
 *
 * @param options.keepByteOrderMark - whether a mark at the start stays in the text. Default false.
 * @param options.maxBytes - the largest file. Default {@link MAX_INPUT_BYTES}.
 * @throws {MettleError} `cli/cannot_read` for what is missing, a folder, larger than that or not
 *   readable; `cli/not_text` for bytes that are no UTF-8.
 */
export async function readTextInput(
  argument: string,
  io: Pick<CommandIo, 'cwd' | 'readStdin'>,
  options: { readonly keepByteOrderMark?: boolean; readonly maxBytes?: number } = {},
): Promise<string> {
  const shown = argument === '-' ? 'standard input' : argument;
  const { maxBytes = MAX_INPUT_BYTES } = options;
  const bytes = argument === '-' ? await io.readStdin() : await readHostFile(argument, io.cwd, maxBytes);
  if (bytes.byteLength > maxBytes) throw tooLarge(shown, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: options.keepByteOrderMark === true }).decode(
      bytes,
    );
  } catch (cause) {
    throw cliError('not_text', `${shown} is not UTF-8 text; save it as UTF-8.`, { cause });
  }
}

async function readHostFile(argument: string, cwd: string, maxBytes: number): Promise<Uint8Array> {
  const path = resolve(cwd, argument);
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw cannotRead(argument, 'it is a folder; name a file in it.');
    if (found.size > maxBytes) throw tooLarge(argument, maxBytes);
    const chunks: Uint8Array[] = [];
    for await (const chunk of createReadStream(path, { end: maxBytes })) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  } catch (error) {
    if (MettleError.isInstance(error)) throw error;
    throw cannotRead(argument, whyUnreadable(error), error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file.',
  ELOOP: 'it is a symbolic link that leads back to itself; name the file itself.',
  EACCES: 'permission denied; change its permissions.',
};

/** Why a file of the host could not be read, for a person. */
export function whyUnreadable(error: unknown): string {
  return REASONS[String((error as NodeJS.ErrnoException).code)] ?? errorMessage(error);
}

function tooLarge(shown: string, maxBytes: number): MettleError {
  return cannotRead(shown, `it is larger than ${maxBytes / 2 ** 20} MB.`);
}

function cannotRead(shown: string, why: string, cause?: unknown): MettleError {
  return cliError('cannot_read', `Cannot read ${shown}: ${why}`, { cause });
}
