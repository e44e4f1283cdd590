import { canonicalJson, type Json } from '../../core/index.js';

/** Examples with one output from which on it may be always that one. */
const ENOUGH_EXAMPLES = 5;
/** Numbers below it are what counts, places and remainders come to by themselves. */
const FEWEST_BY_RULE = 10;

/**
 * Whether one output of all examples says that it is always that one: a number of two digits or several different numbers, which most
 * of the inputs don't hold. Text may be the frequent class of two, no numbers may be what a filter leaves.
 */
export function isTellingConstant(value: Json, inputs: readonly Json[]): boolean {
  const numbers = numbersIn(value);
  if (numbers === null || inputs.length < ENOUGH_EXAMPLES) return false;
  const isList = Array.isArray(value);
  if (isList ? new Set(numbers).size < 2 : numbers.some((n) => Math.abs(n) < FEWEST_BY_RULE)) return false;
  const holding = inputs.filter((input) => {
    const own = new Set(numbersIn(input) ?? []);
    return numbers.every((number) => own.has(number));
  });
  return new Set(inputs.map(canonicalJson)).size === inputs.length && 2 * holding.length < inputs.length;
}

/** A number, or those of a list of numbers; null for anything else. */
function numbersIn(value: Json): readonly number[] | null {
  const items: readonly Json[] = Array.isArray(value) ? value : [value];
  const numbers = items.filter((item) => typeof item === 'number');
  return numbers.length < items.length ? null : numbers;
}
