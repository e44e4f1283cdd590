import { fileSystemError, show } from './errors.js';

/** A replacement within a file. */
export interface EditOptions {
  /** Replaces every occurrence instead of the only one. Default false. */
  readonly all?: boolean;
}

/** The outcome of {@link editBytes}. */
export interface EditedBytes {
  readonly bytes: Uint8Array;
  readonly replacements: number;
}

/**
 * Replaces a text in a file and leaves every other byte alone, whatever the file's encoding.
 *
 * @throws {MettleError} `filesystem/empty_search`, `filesystem/text_not_found`, and `filesystem/text_not_unique` when
 *   there are several occurrences and not all are meant.
 */
export function editBytes(
  path: string,
  bytes: Uint8Array,
  find: string,
  replace: string,
  options: EditOptions,
): EditedBytes {
  const wanted = Buffer.from(find);
  if (wanted.byteLength === 0)
    throw editError('empty_search', path, 'The text to replace must not be empty.');
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = occurrences(content, wanted);
  if (places.length === 0)
    throw editError('text_not_found', path, `The text to replace was not found in ${show(path)}.`);
  if (places.length > 1 && options.all !== true) {
    throw editError(
      'text_not_unique',
      path,
      `The text to replace is not unique in ${show(path)} (${places.length} occurrences); give more of the lines around it, or replace all.`,
    );
  }
  const parts: Uint8Array[] = [];
  const replacement = Buffer.from(replace);
  let end = 0;
  for (const place of places) {
    parts.push(content.subarray(end, place), replacement);
    end = place + wanted.byteLength;
  }
  parts.push(content.subarray(end));
  return { bytes: Uint8Array.from(Buffer.concat(parts)), replacements: places.length };
}

function occurrences(content: Buffer, wanted: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.byteLength)) {
    places.push(at);
  }
  return places;
}

function editError(what: string, path: string, message: string): Error {
  return fileSystemError({ what, errno: 'EINVAL', path, message });
}
