import { isJsonObject, type Json, type RandomStream } from '../../core/index.js';
import { areSorted, isListOfNumbers } from './inputs-alike.js';

/** How often each input is changed. */
const CHANGES = 4;

type Items = readonly number[];

/**
 * Inputs like these, in whose lists of whole numbers one comes twice, or beside its negative where there are numbers below
 * zero. Programs that take the same steps in another order often differ nowhere else: *each once, then backwards* and
 * *backwards, then each once*. Inputs without such lists give none.
 */
export function inputsWithTwins(inputs: readonly Json[], random: RandomStream): Json[] {
  const holders = inputs.filter((input) => listsIn(input).length > 0);
  const lists = holders.flatMap(listsIn);
  const hasNegatives = lists.some((list) => list.some((item) => item < 0));
  const isSorted = areSorted(lists);
  const twinned = (items: Items, factor: number): Items => {
    if (items.length < 2) return items;
    const from = random.integer(0, items.length - 1);
    const to = (from + random.integer(1, items.length - 1)) % items.length;
    const made = items.with(to, factor * (items[from] ?? 0) + 0);
    return isSorted ? made.sort((left, right) => left - right) : made;
  };
  return Array.from({ length: CHANGES }, (_change, round) =>
    holders.map((input, place) => {
      const factor = hasNegatives && (round + place) % 2 === 1 ? -1 : 1;
      return withLists(input, (items) => twinned(items, factor));
    }),
  ).flat();
}

function withLists(input: Json, change: (items: Items) => Items): Json {
  if (isListOfNumbers(input)) return change(input);
  if (!isJsonObject(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, isListOfNumbers(value) ? change(value) : value]),
  );
}

function listsIn(input: Json): readonly Items[] {
  return (isJsonObject(input) ? Object.values(input) : [input]).filter(isListOfNumbers);
}
