import { pathError, show } from './errors.js';
import { type BytePlace, FoldedBytes, lineEndOf, withLineEnd } from './line-ends.js';
import { nearestLines } from './nearest-lines.js';

/** A replacement within a file. */
export interface EditOptions {
  /** Replaces every occurrence instead of the only one. Default false. */
  readonly all?: boolean;
  /**
   * `file`: a text that isn't there byte for byte may be there with the other kind of line end, and what is put in its place
   * gets the line ends of the file. Default `exact`.
   */
  readonly lineEnds?: 'exact' | 'file';
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
  if (find === '') throw editError('empty_search', path, 'The text to replace must not be empty.');
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const forgiving = options.lineEnds === 'file';
  const places = forgiving ? occurrencesFolded(content, find) : occurrences(content, Buffer.from(find));
  if (places.length === 0) throw notThere(path, content, find);
  if (places.length > 1 && options.all !== true) {
    const count = places.length > MAX_REPLACEMENTS ? `more than ${MAX_REPLACEMENTS}` : places.length;
    throw editError(
      'text_not_unique',
      path,
      `The text to replace is not unique in ${show(path)} (${count} occurrences, ${linesOfPlaces(content, places)}); give more of the lines around it, or replace all.`,
    );
  }
  if (places.length > MAX_REPLACEMENTS) {
    throw editError(
      'too_many_replacements',
      path,
      `The text to replace occurs in ${show(path)} more than ${MAX_REPLACEMENTS} times; write the whole file instead.`,
    );
  }
  const lineEnd = forgiving ? lineEndAt(content, places[0]) : null;
  const replacement = Buffer.from(lineEnd === null ? replace : withLineEnd(replace, lineEnd));
  const replaced = places.reduce((sum, { start, end }) => sum + end - start, 0);
  const size = content.byteLength - replaced + places.length * replacement.byteLength;
  if (size > maxBytes) throw editTooLarge(path, size, maxBytes);
  const edited = new Uint8Array(size);
  let [read, written] = [0, 0];
  for (const { start, end } of places) {
    edited.set(content.subarray(read, start), written);
    written += start - read;
    edited.set(replacement, written);
    written += replacement.byteLength;
    read = end;
  }
  edited.set(content.subarray(read), written);
  return { bytes: edited, replacements: places.length };
}

/** Where a text occurs; one place more than {@link MAX_REPLACEMENTS} when there are so many or more. */
function occurrences(content: Buffer, wanted: Buffer): readonly BytePlace[] {
  const places: BytePlace[] = [];
  const { byteLength } = wanted;
  for (
    let start = content.indexOf(wanted);
    start !== -1;
    start = content.indexOf(wanted, start + byteLength)
  ) {
    places.push({ start, end: start + byteLength });
    if (places.length > MAX_REPLACEMENTS) break;
  }
  return places;
}

/** Where a text occurs if all line ends count as one kind. */
function occurrencesFolded(content: Buffer, find: string): readonly BytePlace[] {
  if (!find.includes('\r\n') && !content.includes('\r\n')) return occurrences(content, Buffer.from(find));
  const folded = new FoldedBytes(content);
  const found = occurrences(folded.bytes, Buffer.from(withLineEnd(find, '\n')));
  return found.map(({ start, end }) => folded.placeOf(start, end));
}

/** How lines end in a file, or, where some end one way and some another, in the first place that is replaced. */
function lineEndAt(content: Buffer, place: BytePlace | undefined): '\n' | '\r\n' | null {
  return (
    lineEndOf(content) ?? (place === undefined ? null : lineEndOf(content.subarray(place.start, place.end)))
  );
}

function notThere(path: string, content: Buffer, find: string): Error {
  return editError(
    'text_not_found',
    path,
    `The text to replace was not found in ${show(path)}.${content.includes(0) ? '' : nearestLines(content.toString('utf8'), find)}`,
  );
}

/** Lines of occurrences that are named. */
const MAX_NAMED = 10;

function linesOfPlaces(content: Buffer, places: readonly BytePlace[]): string {
  let [line, from] = [1, 0];
  const named = places.slice(0, MAX_NAMED).map(({ start }) => {
    for (let at = content.indexOf(10, from); at !== -1 && at < start; at = content.indexOf(10, at + 1)) {
      line++;
      from = at + 1;
    }
    return line;
  });
  return `on lines ${named.join(', ')}${places.length > MAX_NAMED ? ', …' : ''}`;
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
