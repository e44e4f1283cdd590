import { type Json, parseJsonText } from '../../../core/index.js';

/**
 * The JSON of a server's answer. Whole numbers beyond 2^53 become texts: as numbers they would be others.
 * @throws {MettleError} `core/invalid_json`.
 */
export function parseExactJson(text: string): Json {
  const value = parseJsonText(text, { subject: 'The answer' });
  return /\d{16}/.test(text) ? parseJsonText(quoteLargeIntegers(text), { subject: 'The answer' }) : value;
}

/** Text that is JSON, with its large whole numbers in quotes. */
function quoteLargeIntegers(text: string): string {
  const number = /-?\d+(?:[.eE][\d.eE+-]*)?/y;
  let result = '';
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') {
      for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
      continue;
    }
    number.lastIndex = at;
    const found = number.exec(text)?.[0];
    if (found === undefined) continue;
    if (/^-?\d+$/.test(found) && !Number.isSafeInteger(Number(found))) {
      result += `${text.slice(copied, at)}"${found}"`;
      copied = at + found.length;
    }
    at += found.length - 1;
  }
  return result + text.slice(copied);
}
