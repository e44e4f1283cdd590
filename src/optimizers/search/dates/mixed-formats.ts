import { readingFormats } from './date-formats.js';

/** Most forms of one column, and most ways to read them together. */
const MOST_FORMS = 4;
const MOST_WAYS = 36;

/** Every way to read texts of several forms as dates: a format for each form. None for texts of one form. */
export function mixedFormats(texts: readonly string[]): readonly (readonly string[])[] {
  const forms = new Map<string, string[]>();
  for (const text of texts) {
    const form = text.replace(/[0-9]+/g, '0').replace(/\p{L}+/gu, 'a');
    const others = forms.get(form);
    if (others === undefined) forms.set(form, [text]);
    else others.push(text);
    if (forms.size > MOST_FORMS) return [];
  }
  if (forms.size < 2) return [];
  let ways: readonly (readonly string[])[] = [[]];
  for (const alike of forms.values()) {
    const formats = readingFormats(alike);
    ways = ways.flatMap((way) => formats.map((format) => [...way, format]));
    if (ways.length > MOST_WAYS) return [];
  }
  return ways;
}
