import { canonicalJson, isJsonObject, type Json } from '../../core/index.js';
import { showValue } from './show-value.js';

/**
 * Where an answer is not the expected one, a sentence each, at most `most` of them. Empty for equal values.
 */
export function differences(expected: Json, actual: Json, most = 3): readonly string[] {
  const found: string[] = [];
  const visit = (place: string, wanted: Json, given: Json): void => {
    if (found.length >= most) return;
    if (isJsonObject(wanted) && isJsonObject(given)) {
      for (const key of new Set([...Object.keys(wanted), ...Object.keys(given)])) {
        if (found.length >= most) return;
        const inside = place === '' ? key : `${place}.${key}`;
        if (!Object.hasOwn(given, key)) found.push(`${inside} is missing.`);
        else if (!Object.hasOwn(wanted, key)) found.push(`${inside} is not expected.`);
        else visit(inside, wanted[key] ?? null, given[key] ?? null);
      }
    } else if (Array.isArray(wanted) && Array.isArray(given)) {
      if (wanted.length !== given.length) {
        found.push(`${place || 'The list'} has ${given.length} items; expected ${wanted.length}.`);
      }
      for (let index = 0; index < Math.min(wanted.length, given.length); index++) {
        visit(`${place}[${index}]`, wanted[index], given[index]);
      }
    } else if (canonicalJson(wanted) !== canonicalJson(given)) {
      found.push(`${place === '' ? 'It' : place} is ${showValue(given)}; expected ${showValue(wanted)}.`);
    }
  };
  visit('', expected, actual);
  return found;
}
