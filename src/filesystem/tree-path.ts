import { pathError, show } from './errors.js';

/** Longest path, in UTF-8 bytes. */
const MAX_PATH_BYTES = 4096;

/** Longest single name in a path, in UTF-8 bytes. */
const MAX_NAME_BYTES = 255;

/** Most names in one path. */
export const MAX_PATH_DEPTH = 256;

/**
 * The names that a POSIX path consists of: `.` and `..` resolved by the text alone, never above the root, so
 * that `/../../etc/passwd` is `['etc', 'passwd']`. Absolute and relative paths mean the same; the root is `[]`.
 *
 * @throws {MettleError} `filesystem/invalid_path` for NUL and for text that UTF-8 cannot hold;
 *   `filesystem/name_too_long` over {@link MAX_PATH_BYTES}, {@link MAX_NAME_BYTES} or {@link MAX_PATH_DEPTH}.
 */
export function pathNames(path: string): readonly string[] {
  if (typeof path !== 'string') throw invalid(String(path), 'it is not a string');
  if (path.includes('\0')) throw invalid(path, 'it holds a NUL character');
  if (/\p{Surrogate}/u.test(path)) throw invalid(path, 'it holds half of a surrogate pair');
  if (path.length > MAX_PATH_BYTES) throw tooLong(path);
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') names.pop();
    else names.push(name);
  }
  if (names.length > MAX_PATH_DEPTH || Buffer.byteLength(path) > MAX_PATH_BYTES) throw tooLong(path);
  if (names.some((name) => name.length * 3 > MAX_NAME_BYTES && Buffer.byteLength(name) > MAX_NAME_BYTES)) {
    throw tooLong(path);
  }
  return names;
}

/** The one spelling of a path in reports: names joined by `/`, no slash in front; the root is the empty text. */
export function pathKey(names: readonly string[]): string {
  return names.join('/');
}

/** Orders texts by UTF-16 code units, on every machine alike. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function invalid(path: string, why: string): Error {
  return pathError('invalid_path', 'EINVAL', path, `${show(path)} is not a usable path: ${why}.`);
}

function tooLong(path: string): Error {
  return pathError(
    'name_too_long',
    'ENAMETOOLONG',
    path,
    `The path ${show(path)} is too long: at most ${MAX_PATH_BYTES} bytes, ${MAX_NAME_BYTES} in one name, ${MAX_PATH_DEPTH} names.`,
  );
}
