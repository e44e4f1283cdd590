import { MONTHS } from '../../core/internal.js';
import { ANY_YEARS, readingFormats } from '../library/date-formats.js';
import { SHORT_MONTHS } from '../library/date-text.js';

/** Most forms of one column, and most ways to read them together. */
const MOST_FORMS = 8;
const MOST_WAYS = 36;
/** A word that every date of a notation would hold: *wk* and *of* may be, others are of the text around one date. */
const LONG_WORD = /[A-Za-z]{3}/;
/** From this share of texts on that are the only ones in their notation, other texts are likely to be in one that no text shows. */
const MANY_SINGLE = 0.2;

/** Every way to read texts of several forms as dates: a format for each form. None for texts of one form. */
export function mixedFormats(texts: readonly string[]): readonly (readonly string[])[] {
  const written = new Set(texts.filter((text) => !MAY.test(text)).map((text) => formOf(text)));
  const forms = formsOf(texts, (text) => {
    const long = formOf(text, 'B');
    return written.has(long) ? long : formOf(text);
  });
  if (forms.size < 2 || forms.size > MOST_FORMS) return [];
  let ways: readonly (readonly string[])[] = [[]];
  for (const alike of forms.values()) {
    const formats = readingFormats(alike, ANY_YEARS).filter((format) => !LONG_WORD.test(format));
    ways = ways.flatMap((way) => formats.map((format) => [...way, format]));
    if (ways.length > MOST_WAYS) return [];
  }
  const complete = ways.map(withOtherNames).map(marksFirst);
  return [...new Map(complete.map((formats) => [formats.join('\n'), formats])).values()];
}

/**
 * Whether texts of several notations leave out others, most likely: the share of what nobody has seen is about that of what
 * was seen once (Good, 1953).
 */
export function isOfMoreNotations(texts: readonly string[]): boolean {
  const notations = formsOf(texts, (text) => formOf(text).replace(/[ab]/gi, 'a'));
  const single = [...notations.values()].filter(({ length }) => length === 1).length;
  return single >= MANY_SINGLE * texts.length;
}

/** Formats with marks first: on some engines, one without reads over blanks. */
export function marksFirst(formats: readonly string[]): readonly string[] {
  const isWithout = (format: string): boolean => /^(?:%[A-Za-z])+$/.test(format);
  return [...formats.filter((format) => !isWithout(format)), ...formats.filter(isWithout)];
}

function formsOf(
  texts: readonly string[],
  keyOf: (text: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const text of texts) {
    const form = keyOf(text);
    const others = forms.get(form);
    if (others === undefined) forms.set(form, [text]);
    else others.push(text);
  }
  return forms;
}

/** The name that is as short as it is long. */
const MAY = /\bmay\b/i;

/** The marks and what kind of run is between them: up to three digits, so many digits, a month's short or long name, a word. */
function formOf(text: string, may: 'b' | 'B' = 'b'): string {
  return text
    .replace(/[0-9]+/g, (digits) => (digits.length <= 3 ? '0' : '0'.repeat(digits.length)))
    .replace(/\p{L}+/gu, (word) => {
      if (MAY.test(word)) return may;
      return isIn(SHORT_MONTHS, word) ? 'b' : isIn(MONTHS, word) ? 'B' : 'a';
    });
}

function isIn(names: readonly string[], word: string): boolean {
  return names.includes(word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
}

/** Who writes a month's name short in one text may write it out in the next. */
function withOtherNames(formats: readonly string[]): readonly string[] {
  const both = formats.flatMap((format) =>
    /%[Bb]/.test(format) ? ['%b', '%B'].map((name) => format.replace(/%[Bb]/, name)) : [format],
  );
  return [...new Set(both)];
}
