import { isJsonObject, type Json, type RandomStream } from '../../core/index.js';
import { perturbInputs } from './perturb-inputs.js';

/** Longest list that others are made after. */
const LONGEST = 200;

/**
 * Inputs as they might come next: lists as long as those given, of numbers as high and as low, half of them from among
 * these. Programs that differ on none of them hardly ever differ in use, while an input that was changed may be of a
 * kind that never comes, such as a list shorter than any. Inputs that hold anything but lists of whole numbers are changed
 * all the same, as {@link perturbInputs} does.
 */
export function inputsAlike(inputs: readonly Json[], count: number, random: RandomStream): Json[] {
  if (inputs.length > 0 && inputs.every(isListOfNumbers)) return listsAlike(inputs, count, random);
  const keys = isJsonObject(inputs[0] ?? null) ? Object.keys(inputs[0] ?? {}).sort() : [];
  const fields = keys.map((key) =>
    inputs.map((input) => (isJsonObject(input) ? (input[key] ?? null) : null)),
  );
  if (fields.length === 0 || !fields.every((values) => values.every(isListOfNumbers))) {
    return perturbInputs(inputs, random);
  }
  const made = fields.map((values) => listsAlike(values, count, random));
  return Array.from({ length: count }, (_input, index) =>
    Object.fromEntries(keys.map((key, field) => [key, made[field]?.[index] ?? []])),
  );
}

function listsAlike(lists: readonly (readonly number[])[], count: number, random: RandomStream): number[][] {
  const pool = lists.flat();
  if (pool.length === 0) return [];
  const low = pool.reduce((least, item) => Math.min(least, item));
  const high = pool.reduce((most, item) => Math.max(most, item));
  const isSorted = areSorted(lists);
  return Array.from({ length: count }, (_list, index) => {
    const made = random
      .pick(lists)
      .map(() => (index % 2 === 0 ? random.pick(pool) : random.integer(low, high)));
    return isSorted ? made.sort((left, right) => left - right) : made;
  });
}

/** Whether each list goes up from item to item. */
export function areSorted(lists: readonly (readonly number[])[]): boolean {
  return lists.every((list) => list.every((item, place) => place === 0 || item >= (list[place - 1] ?? 0)));
}

/** Whether a value is a list of whole numbers, and short enough to make others after it. */
export function isListOfNumbers(value: Json): value is readonly number[] {
  return Array.isArray(value) && value.length <= LONGEST && value.every(Number.isSafeInteger);
}
