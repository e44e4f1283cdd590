import { canonicalJson, type Json } from '../core/index.js';
import type { ExpectedAnswer } from './task.js';

/** Numbers this close, relative to the expected one, are the same. */
const RELATIVE_TOLERANCE = 1e-9;

/**
 * Why an answer is not the expected one, in a few words, or null when it is.
 *
 * `exact`: the same JSON. `number`: a number within 10⁻⁹ of the expected one, relatively. `list`: the same items in
 * the same order. `set`: the same items, each as often, in any order. Nothing is coerced: `"3"` is not `3`.
 */
export function compareAnswers(expected: ExpectedAnswer, answer: Json): string | null {
  const { value, comparison } = expected;
  switch (comparison) {
    case 'number':
      if (typeof answer !== 'number') return `expected a number, got ${shorten(answer)}`;
      return isClose(Number(value), answer) ? null : `expected ${shorten(value)}, got ${shorten(answer)}`;
    case 'list':
    case 'set':
      return compareLists(value as readonly Json[], answer, comparison);
    default:
      return canonicalJson(value) === canonicalJson(answer)
        ? null
        : `expected ${shorten(value)}, got ${shorten(answer)}`;
  }
}

function compareLists(expected: readonly Json[], answer: Json, comparison: 'list' | 'set'): string | null {
  if (!Array.isArray(answer)) return `expected a list, got ${shorten(answer)}`;
  const wanted = expected.map(canonicalJson);
  const given = answer.map((item: Json) => canonicalJson(item));
  if (wanted.length === given.length && wanted.every((item, index) => item === given[index])) return null;
  const missing = subtract(wanted, given);
  const extra = subtract(given, wanted);
  if (missing.length === 0 && extra.length === 0) {
    return comparison === 'set' ? null : 'the right items in the wrong order';
  }
  return [
    missing.length > 0 ? `missing ${shorten(missing.join(', '))}` : '',
    extra.length > 0 ? `not asked for ${shorten(extra.join(', '))}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}

/** The items of `from` that `items` does not hold, each as often as it is missing. */
function subtract(from: readonly string[], items: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const item of items) left.set(item, (left.get(item) ?? 0) + 1);
  return from.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

function isClose(expected: number, answer: number): boolean {
  return Math.abs(expected - answer) <= RELATIVE_TOLERANCE * Math.max(1, Math.abs(expected));
}

function shorten(value: Json): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
