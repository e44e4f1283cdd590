import { canonicalJson, type Json } from '../core/index.js';

/** An answer in words: a text as it is, anything else as canonical JSON. */
export function answerText(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}
