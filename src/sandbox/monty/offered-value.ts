import { isPythonName } from '../python-names.js';
import { MAX_VALUE_DEPTH, type PythonValue } from '../python-value.js';

/** The prelude file that the code of {@link offerValue} needs. */
export const OFFER_PRELUDE = 'value';

/** The host function through which a run offers its value as JSON text. */
export const OFFER_FUNCTION = '_mettle_take_value';

/**
 * How many bytes a value may take in the protocol's encoding for each character of its JSON text. Only texts of that
 * share of the limit are offered, so that what is refused for its size does not depend on how it would be passed.
 */
const LONGEST_ENCODING = 4;

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** What `json.dumps` writes for keys that are no strings, beside numbers. */
const WORDS_FOR_KEYS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'NaN', 'Infinity']);

/**
 * The code with a last statement that offers its value, when its last line is a name alone: the worker writes JSON
 * text several times faster than its own encoding. Every character of the code stays at its place.
 */
export function offerValue(code: string, maxValueBytes: number): string {
  const end = code.trimEnd().length;
  const start = code.lastIndexOf('\n', end - 1) + 1;
  const [, name] = /^(\w+)[ \t]*(?:#.*)?$/.exec(code.slice(start, end)) ?? [];
  // A line that the one before continues is no statement. Inside of brackets or quotes the code would not compile.
  if (name === undefined || !isPythonName(name) || code[start - 2] === '\\') return code;
  const most = Math.floor(maxValueBytes / LONGEST_ENCODING);
  const after = start + name.length;
  return `${code.slice(0, after)}; _mettle_value(${name}, ${most})${code.slice(after)}`;
}

/**
 * The value of a JSON text that Python wrote, when it is the very value that the protocol's own encoding would have
 * given; null where that is not sure: for keys that may have been no strings, for whole numbers of which it cannot be
 * told whether they are ints or floats, and for deeper nesting than values may have. Null as well for what
 * {@link offerValue} does not offer: texts too long for `maxValueBytes`, and what is no JSON.
 */
export function readOffer(text: unknown, maxValueBytes: number): { readonly value: PythonValue } | null {
  if (typeof text !== 'string' || text.length * LONGEST_ENCODING > maxValueBytes || isTooDeep(text))
    return null;
  try {
    const value: PythonValue = JSON.parse(text);
    return isExact(value) ? { value } : null;
  } catch {
    return null;
  }
}

/** Whether a text nests deeper than values may: parsing one that does could take far more memory than it is long. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at + 1);
    else if (unit === OPEN_BRACKET || unit === OPEN_BRACE) {
      depth++;
      if (depth > MAX_VALUE_DEPTH) return true;
    } else if (unit === CLOSE_BRACKET || unit === CLOSE_BRACE) depth--;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) break;
    if (unit === BACKSLASH) at++;
  }
  return at;
}

function isExact(value: PythonValue): boolean {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  }
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isExact(value[index])) return false;
    return true;
  }
  const record = value as Readonly<Record<string, PythonValue>>;
  for (const key in record) {
    if (mayBeNoString(key) || !isExact(record[key] ?? null)) return false;
  }
  return true;
}

/** Whether Python writes some other key than a string so: a number, a boolean or None. */
function mayBeNoString(key: string): boolean {
  const first = key.charCodeAt(0);
  return first === 45 || (first >= 48 && first <= 57) || WORDS_FOR_KEYS.has(key);
}
