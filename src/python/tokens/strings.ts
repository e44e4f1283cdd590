import { afterLineEnd } from './characters.js';

/** How a literal begins: where its content starts, its quote, and what its prefix means. */
export interface StringOpening {
  readonly contentStart: number;
  /** Code unit of the quote character. */
  readonly quote: number;
  readonly triple: boolean;
  readonly raw: boolean;
  readonly bytes: boolean;
  /** Whether `{}` fields are code: an f-string or a t-string. */
  readonly template: boolean;
}

const PREFIX = /^(?:[ruft]|b|br|rb|fr|rf|tr|rt)?$/i;

/** Reads the opening of a string whose prefix is `[start, quoteAt)`; undefined when that is no string prefix. */
export function stringOpening(source: string, start: number, quoteAt: number): StringOpening | undefined {
  const quote = source.charCodeAt(quoteAt);
  if (quote !== 34 && quote !== 39) return undefined;
  if (quoteAt - start > 2) return undefined;
  const prefix = source.slice(start, quoteAt);
  if (!PREFIX.test(prefix)) return undefined;
  const triple = source.charCodeAt(quoteAt + 1) === quote && source.charCodeAt(quoteAt + 2) === quote;
  const lower = prefix.toLowerCase();
  return {
    contentStart: quoteAt + (triple ? 3 : 1),
    quote,
    triple,
    raw: lower.includes('r'),
    bytes: lower.includes('b'),
    template: lower.includes('f') || lower.includes('t'),
  };
}

/**
 * The end of a plain string, after its closing quote; `terminated` is false when it runs into its line end (or,
 * triple-quoted, into the end of the source), and the end is then that place.
 */
export function plainStringEnd(
  source: string,
  opening: StringOpening,
): { readonly end: number; readonly terminated: boolean } {
  let at = opening.contentStart;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (code === 92) {
      const after = afterLineEnd(source, at + 1);
      at = after > at + 1 ? after : at + 2;
    } else if (code === opening.quote && closes(source, at, opening)) {
      return { end: at + (opening.triple ? 3 : 1), terminated: true };
    } else if ((code === 10 || code === 13) && !opening.triple) {
      return { end: at, terminated: false };
    } else at++;
  }
  return { end: source.length, terminated: false };
}

/** What ends a stretch of text inside an f-string. */
export type TemplateTextStop = 'close' | 'field' | 'field-end' | 'unterminated';

/**
 * Scans the text of an f-string from `at`: up to its closing quote, to a `{` that opens a field, or, within a format
 * specification, to the `}` that ends the field.
 */
export function templateTextEnd(
  source: string,
  at: number,
  opening: StringOpening,
  inSpecification: boolean,
): { readonly end: number; readonly stop: TemplateTextStop } {
  let end = at;
  while (end < source.length) {
    const code = source.charCodeAt(end);
    if (code === opening.quote && closes(source, end, opening)) return { end, stop: 'close' };
    if (code === 92) end = afterBackslash(source, end, opening.raw);
    else if (code === 123) {
      if (source.charCodeAt(end + 1) !== 123 || inSpecification) return { end, stop: 'field' };
      end += 2;
    } else if (code === 125) {
      if (inSpecification) return { end, stop: 'field-end' };
      end += source.charCodeAt(end + 1) === 125 ? 2 : 1;
    } else if ((code === 10 || code === 13) && !opening.triple) {
      return { end, stop: 'unterminated' };
    } else end++;
  }
  return { end: source.length, stop: 'unterminated' };
}

function afterBackslash(source: string, at: number, raw: boolean): number {
  const next = source.charCodeAt(at + 1);
  if (next === 123 || next === 125) return at + 1;
  if (!raw && next === 78 && source.charCodeAt(at + 2) === 123) {
    let end = at + 3;
    while (end < source.length && isNameOfCharacter(source.charCodeAt(end))) end++;
    return source.charCodeAt(end) === 125 ? end + 1 : at + 2;
  }
  const after = afterLineEnd(source, at + 1);
  return after > at + 1 ? after : at + 2;
}

function isNameOfCharacter(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 32 || code === 45;
}

function closes(source: string, at: number, opening: StringOpening): boolean {
  if (!opening.triple) return true;
  return source.charCodeAt(at + 1) === opening.quote && source.charCodeAt(at + 2) === opening.quote;
}
