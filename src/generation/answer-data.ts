import { isJsonObject, type Json, parseJsonText } from '../core/index.js';
import { withoutFence } from '../core/internal.js';

/**
 * A model's answer as data: the number, list or object where all of its text is one, also in a fence; else the text as
 * it is. A whole number that JavaScript can't hold stays text.
 */
export function answerData(text: string): Json {
  const source = withoutFence(text).trim();
  if (!/^[-\d[{]/.test(source)) return text;
  try {
    const value = parseJsonText(source, { subject: 'The answer' });
    if (typeof value === 'number') return isExact(source, value) ? value : text;
    return Array.isArray(value) || isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}

function isExact(source: string, value: number): boolean {
  return Number.isFinite(value) && (!/^-?\d+$/.test(source) || Number.isSafeInteger(value));
}
