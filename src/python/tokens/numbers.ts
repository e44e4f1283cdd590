import { isDigit, isNameCharacter } from './characters.js';

/** The end of the number that starts at `at` (a digit, or a dot before a digit). */
export function numberEnd(source: string, at: number): number {
  let end = at;
  const second = source.charCodeAt(at + 1) | 32;
  if (source.charCodeAt(at) === 48 && (second === 120 || second === 111 || second === 98)) {
    end = at + 2;
    while (isHexDigit(source.charCodeAt(end)) || source.charCodeAt(end) === 95) end++;
    return end;
  }
  end = digitsEnd(source, end);
  if (source.charCodeAt(end) === 46) end = digitsEnd(source, end + 1);
  if ((source.charCodeAt(end) | 32) === 101) {
    const sign = source.charCodeAt(end + 1);
    const digits = sign === 43 || sign === 45 ? end + 2 : end + 1;
    if (isDigit(source.charCodeAt(digits))) end = digitsEnd(source, digits);
  }
  if ((source.charCodeAt(end) | 32) === 106 && !isNameCharacter(source.charCodeAt(end + 1))) end++;
  return end;
}

/** Digits of a decimal integer literal beyond which Python refuses to read it. */
const MAX_INTEGER_DIGITS = 4300;

/** Whether the number in `[start, end)` is a decimal integer with more digits than Python reads. */
export function isHugeInteger(source: string, start: number, end: number): boolean {
  if (end - start <= MAX_INTEGER_DIGITS) return false;
  const literal = source.slice(start, end);
  return /^[\d_]+$/.test(literal) && literal.replaceAll('_', '').length > MAX_INTEGER_DIGITS;
}

function digitsEnd(source: string, at: number): number {
  let end = at;
  while (isDigit(source.charCodeAt(end)) || (source.charCodeAt(end) === 95 && end > at)) end++;
  return end;
}

function isHexDigit(code: number): boolean {
  const lower = code | 32;
  return isDigit(code) || (lower >= 97 && lower <= 102);
}
