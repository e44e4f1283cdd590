import { canonicalJson, isJsonObject, type Json } from '../core/index.js';

/**
 * How near an output is to the expected one, in [0, 1], 1 only when equal. For ranking candidates that are wrong;
 * never reported as a reward.
 *
 * Numbers: 1 / (1 + |difference| / scale). Strings: common prefix and suffix over the longer length. Lists: equal
 * places 0.5, length 0.2, common items 0.3. Records: the mean over all fields of both. A value of another type 0.02.
 */
export function partialProgress(expected: Json, actual: Json): number {
  if (typeof expected === 'number' && typeof actual === 'number') return numberProgress(expected, actual);
  if (typeof expected === 'string' && typeof actual === 'string') return textProgress(expected, actual);
  if (Array.isArray(expected) && Array.isArray(actual)) return listProgress(expected, actual);
  if (isJsonObject(expected) && isJsonObject(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    if (keys.size === 0) return 1;
    let sum = 0;
    for (const key of keys) {
      const left = Object.hasOwn(expected, key) ? expected[key] : undefined;
      const right = Object.hasOwn(actual, key) ? actual[key] : undefined;
      if (left !== undefined && right !== undefined) sum += partialProgress(left, right);
    }
    return sum / keys.size;
  }
  if (canonicalJson(expected) === canonicalJson(actual)) return 1;
  return typeof expected === typeof actual ? 0.05 : 0.02;
}

/** What a number that differs gets at most. */
const NEAREST = 1 - 1e-9;

/** 1 / (1 + |difference| / scale), less than 1 for numbers that differ at all. */
export function numberProgress(
  expected: number,
  actual: number,
  scale: number = Math.max(1, Math.abs(expected)),
): number {
  if (expected === actual) return 1;
  return Math.min(NEAREST, 1 / (1 + Math.abs(expected - actual) / scale));
}

function textProgress(expected: string, actual: string): number {
  if (expected === actual) return 1;
  const shorter = Math.min(expected.length, actual.length);
  let prefix = 0;
  while (prefix < shorter && expected[prefix] === actual[prefix]) prefix++;
  let suffix = 0;
  while (suffix < shorter - prefix && expected.at(-1 - suffix) === actual.at(-1 - suffix)) suffix++;
  return Math.max(0.05, (0.99 * (prefix + suffix)) / Math.max(expected.length, actual.length));
}

/** Equal places 0.5, length 0.2, common items 0.3. */
export function listProgress(expected: readonly Json[], actual: readonly Json[]): number {
  const longer = Math.max(expected.length, actual.length);
  if (longer === 0) return 1;
  let aligned = 0;
  for (const [index, item] of expected.entries()) {
    const other = actual[index];
    if (other !== undefined) aligned += partialProgress(item, other);
  }
  const counts = new Map<string, number>();
  for (const item of expected) counts.set(canonicalJson(item), (counts.get(canonicalJson(item)) ?? 0) + 1);
  let common = 0;
  for (const item of actual) {
    const left = counts.get(canonicalJson(item)) ?? 0;
    if (left > 0) {
      common++;
      counts.set(canonicalJson(item), left - 1);
    }
  }
  const length = Math.min(expected.length, actual.length) / longer;
  return 0.5 * (aligned / longer) + 0.2 * length + 0.3 * (common / longer);
}
