/** Text as Python sees it: code points, Python's white space, Python's idea of letters. */

const SURROGATES = /[\ud800-\udfff]/;
const WHITE_SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const LEADING_SPACE = new RegExp(`^[${WHITE_SPACE}]+`);
const TRAILING_SPACE = new RegExp(`[${WHITE_SPACE}]+$`);
const SPACE_RUN = new RegExp(`[${WHITE_SPACE}]+`);

/** `len(text)`: code points. */
export function textLength(text: string): number {
  return SURROGATES.test(text) ? Array.from(text).length : text.length;
}

/** `text[start:stop]`; an undefined bound is an absent one. */
export function textSlice(text: string, start: number | undefined, stop: number | undefined): string {
  if (!SURROGATES.test(text)) return text.slice(start ?? 0, stop);
  return Array.from(text)
    .slice(start ?? 0, stop)
    .join('');
}

/** `text[index]`, or undefined where Python raises IndexError. */
export function textAt(text: string, index: number): string | undefined {
  return SURROGATES.test(text) ? Array.from(text).at(index) : text.at(index);
}

/** `list(text)`. */
export function characters(text: string): string[] {
  return Array.from(text);
}

/** `text.strip()`. */
export function strip(text: string): string {
  return text.replace(LEADING_SPACE, '').replace(TRAILING_SPACE, '');
}

/** `text.split()`: on runs of white space, without empty parts. */
export function splitWords(text: string): string[] {
  const stripped = strip(text);
  return stripped === '' ? [] : stripped.split(SPACE_RUN);
}

/** `text.strip(characters)`. */
export function stripCharacters(text: string, unwanted: string): string {
  let start = 0;
  let stop = text.length;
  while (start < stop && unwanted.includes(text[start] ?? '')) start++;
  while (stop > start && unwanted.includes(text[stop - 1] ?? '')) stop--;
  return text.slice(start, stop);
}

/** What engines disagree on being part of a word: marks over letters, fractions, letters in circles. */
const DOUBTFUL_IN_WORDS = /[\p{M}\p{No}\p{Join_Control}]|(?!_)\p{Pc}|(?![\p{L}\p{N}])\p{Alphabetic}/u;
const WORD_OR_NUMBER = /[\p{L}\p{N}]+/gu;
const LETTERS = /[\p{L}\p{Nl}]+/gu;

/** Whether all engines find the same words in a text. */
export function hasPlainWords(text: string): boolean {
  return isAscii(text) || !DOUBTFUL_IN_WORDS.test(text);
}

/** A letter of any script, and a letter or digit, in Python's regular expressions. */
export const LETTER = '[^\\W\\d_]';
export const LETTER_OR_DIGIT = '[^\\W_]';

/** A pattern of Python's with these in it, for texts that {@link hasPlainWords}. */
export function nativePattern(pattern: string, flags = ''): RegExp {
  const source = pattern.replaceAll(LETTER, '[\\p{L}\\p{Nl}]').replaceAll(LETTER_OR_DIGIT, '[\\p{L}\\p{N}]');
  return new RegExp(source, `${flags}u`);
}

/** `re.findall(r'[^\W_]+', text)`: runs of letters and digits; undefined where engines disagree. */
export function wordsOf(text: string): readonly string[] | undefined {
  return hasPlainWords(text) ? (text.match(WORD_OR_NUMBER) ?? []) : undefined;
}

/** `re.findall(r'[^\W\d_]+', text)`: runs of letters; undefined where engines disagree. */
export function letterRuns(text: string): readonly string[] | undefined {
  return hasPlainWords(text) ? (text.match(LETTERS) ?? []) : undefined;
}

/** Letters and marks of Latin, Greek and Cyrillic text, beside those whose case Unicode versions disagree on. */
const SAME_CASE =
  '\\u0000-\\u017f\\u0391-\\u03a1\\u03b1-\\u03c9\\u0400-\\u045f\\u2010-\\u2027\\u20a0-\\u20bf';
const SAME_UPPER = new RegExp(`^[${SAME_CASE}\\u03a3]*$`);
const SAME_LOWER = new RegExp(`^[${SAME_CASE}]*$`);
const WORD = /\p{L}+/gu;
const SIMPLE_CASE =
  /^[\p{ASCII}\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00de\u00e0-\u012f\u0134-\u0137\u0139-\u0148\u014a-\u017e\u0391-\u03a1\u03b1-\u03c1\u0400-\u045f\u2010-\u2027\u20a0-\u20bf]*$/u;

/** `text.upper()` for Latin, Greek and Cyrillic text, `ß` included; undefined for other text. */
export function upperCase(text: string): string | undefined {
  return SAME_UPPER.test(text) ? text.toUpperCase() : undefined;
}

/** `text.lower()` for Latin, Greek (but no capital sigma) and Cyrillic text; undefined for other text. */
export function lowerCase(text: string): string | undefined {
  return SAME_LOWER.test(text) ? text.toLowerCase() : undefined;
}

/** `text.title()` for text whose words have one-to-one case pairs, but for `ß` after their beginning; undefined for others. */
export function titleCase(text: string): string | undefined {
  if (!hasSimpleCase(text)) return undefined;
  return text.replace(WORD, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
}

/** `text.capitalize()` for the text that {@link titleCase} takes; undefined for others. */
export function capitalize(text: string): string | undefined {
  if (!hasSimpleCase(text)) return undefined;
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

function hasSimpleCase(text: string): boolean {
  return SIMPLE_CASE.test(text.includes('ß') ? text.replace(/(?<=\p{L})ß/gu, '') : text);
}

/** Whether every character is ASCII. */
function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}
