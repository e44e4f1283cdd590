import { pathError, show } from './errors.js';

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

/** Replacements that one edit may make. */
const MAX_REPLACEMENTS = 100_000;

/**
 * Replaces a text in a file and leaves every other byte alone, whatever the file's encoding.
 *
 * @throws {MettleError} `filesystem/empty_search`, `filesystem/text_not_found`, and `filesystem/text_not_unique` when
 *   there are several occurrences and not all are meant; `filesystem/too_many_replacements` and `filesystem/too_large`
 *   before anything of that size is made.
 */
export function editBytes(
  path: string,
  bytes: Uint8Array,
  find: string,
  replace: string,
  { maxBytes = Number.POSITIVE_INFINITY, ...options }: EditOptions & { readonly maxBytes?: number },
): EditedBytes {
  const wanted = Buffer.from(find);
  if (wanted.byteLength === 0)
    throw editError('empty_search', path, 'The text to replace must not be empty.');
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = occurrences(content, wanted);
  if (places.length === 0)
    throw editError('text_not_found', path, `The text to replace was not found in ${show(path)}.`);
  if (places.length > 1 && options.all !== true) {
    const count = places.length > MAX_REPLACEMENTS ? `more than ${MAX_REPLACEMENTS}` : places.length;
    throw editError(
      'text_not_unique',
      path,
      `The text to replace is not unique in ${show(path)} (${count} occurrences); give more of the lines around it, or replace all.`,
    );
  }
  if (places.length > MAX_REPLACEMENTS) {
    throw editError(
      'too_many_replacements',
      path,
      `The text to replace occurs in ${show(path)} more than ${MAX_REPLACEMENTS} times; write the whole file instead.`,
    );
  }
  const replacement = Buffer.from(replace);
  const size = content.byteLength + places.length * (replacement.byteLength - wanted.byteLength);
  if (size > maxBytes) throw editTooLarge(path, size, maxBytes);
  const edited = new Uint8Array(size);
  let [read, written] = [0, 0];
  for (const place of places) {
    edited.set(content.subarray(read, place), written);
    written += place - read;
    edited.set(replacement, written);
    written += replacement.byteLength;
    read = place + wanted.byteLength;
  }
  edited.set(content.subarray(read), written);
  return { bytes: edited, replacements: places.length };
}

/** Where a text occurs; one place more than {@link MAX_REPLACEMENTS} when there are so many or more. */
function occurrences(content: Buffer, wanted: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.byteLength)) {
    places.push(at);
    if (places.length > MAX_REPLACEMENTS) break;
  }
  return places;
}

function editTooLarge(path: string, size: number, limit: number): Error {
  return pathError(
    'too_large',
    'EFBIG',
    path,
    `The file ${show(path)} would have ${size} bytes; at most ${limit} are allowed (limits.maxBytesPerFile).`,
    { details: { size, limit } },
  );
}

function editError(what: Parameters<typeof pathError>[0], path: string, message: string): Error {
  return pathError(what, 'EINVAL', path, message);
}
