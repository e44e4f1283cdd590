import type { Json } from '../../core/index.js';
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

/** Digits behind the point of a number as it is written. */
export function decimalsOf(number: number): number {
  return String(number).split('.')[1]?.length ?? 0;
}

/** Half of the last place of numbers with so many digits behind the point: how far rounding moves them at most, a trifle more. */
export function halfOfLastPlace(decimals: number): number {
  return 0.5 * 10 ** -decimals * (1 + 1e-9);
}
