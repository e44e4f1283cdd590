import { isJsonObject, type Json } from '../../core/index.js';

/**
 * Whether a value is the expected one: of the same type and equal, `5` never `"5"`. Text is compared without regard to case and
 * outer blanks; lists in order; objects by their members.
 */
export function typedEqual(expected: Json, actual: Json | undefined): boolean {
  if (typeof expected === 'string') return typeof actual === 'string' && plain(expected) === plain(actual);
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((item, index) => typedEqual(item as Json, actual[index] as Json))
    );
  }
  if (isJsonObject(expected)) {
    if (actual === undefined || !isJsonObject(actual)) return false;
    const names = Object.keys(expected);
    return (
      names.length === Object.keys(actual).length &&
      names.every(
        (name) => Object.hasOwn(actual, name) && typedEqual(expected[name] as Json, actual[name] as Json),
      )
    );
  }
  return expected === actual;
}

function plain(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
