import type { Json } from '../../../core/index.js';
import type { Value } from '../language/value-type.js';

/** A number, or the only one that a text holds; null for anything else. */
export function singleNumber(value: Json | Value): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const found = value.match(/(?<!\w)-?\d+(?:\.\d+)?|\d+(?:\.\d+)?/g);
    return found?.length === 1 ? Number(found[0]) : null;
  }
  return null;
}
