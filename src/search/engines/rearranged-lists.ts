import { computed } from '../language/library-entry.js';
import { instantiate, NO_CONSTANTS, type Operator } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import { boundedList } from '../language/size-guards.js';
import type { Value } from '../language/value-type.js';

type Items = readonly number[];
type Rows = readonly Items[];

/** Places at the front and at the end that may change; what is between stays together. */
const MOST_CHANGED = { front: 10, end: 3 } as const;
/** Most items that come before and after what stays together. */
const MOST_PUT = { front: 10, end: 6 } as const;
/** Places whose items may come to stand elsewhere, from the front and from the end. */
const MOST_PLACES = { front: 10, end: 3 } as const;
/** Fewest lists that show where the items of a place went, and fewest of these in which some stay together. */
const FEWEST_LISTS = 3;
const FEWEST_KEPT = 2;
/** What a rearrangement costs, and each of its parts but one. */
const COST = 5;
const COST_OF_A_PART = 2;

/** Part of a rearranged list: a slice of the list, or the same numbers whatever the list is. */
type Part =
  | { readonly from: number; readonly to: number | undefined; readonly times: number }
  | { readonly numbers: readonly number[] };

/** Where an item comes from: a place, from the end where it is below zero, or a number that it always is. */
type Source = { readonly place: number } | { readonly number: number };

/** How many places change, and how many items come in their stead, at the front and at the end. */
interface Frame {
  readonly first: number;
  readonly last: number;
  readonly after: number;
}

const FRAMES: readonly Frame[] = Array.from({ length: MOST_CHANGED.front + 1 }, (_first, first) =>
  Array.from({ length: MOST_CHANGED.end + 1 }, (_last, last) =>
    Array.from({ length: MOST_PUT.end + 1 }, (_after, after) => ({ first, last, after })),
  ),
)
  .flat(2)
  .sort((left, right) => size(left) - size(right));

/**
 * The rearrangements that make the outputs of a list: items put in, taken out, replaced, copied or swapped at fixed places,
 * and numbers that are always the same before, after or between them. Which places and which numbers follows from where the
 * items of the longest lists are in the outputs, so that any can be found. Cuts are slices, so that no list is too short.
 */
export function rearrangements(lists: Rows, targets: Rows): readonly Operator[] {
  if (lists.length < FEWEST_LISTS || lists.every((list, index) => isSame(list, targets[index]))) return [];
  for (const count of new Set([Math.max(FEWEST_LISTS, Math.ceil(lists.length / 2)), FEWEST_LISTS])) {
    const found = fromLongest(count, lists, targets);
    if (found.length > 0) return found;
  }
  return [];
}

/** The rearrangement that so many of the longest lists show, if the others agree. */
function fromLongest(count: number, lists: Rows, targets: Rows): readonly Operator[] {
  const shown = [...lists.keys()]
    .sort((left, right) => (lists[right]?.length ?? 0) - (lists[left]?.length ?? 0))
    .slice(0, count);
  return [within(shown, lists, targets), frontOf(shown, lists, targets)].flatMap((parts) =>
    parts === null ? [] : agreeing(parts, lists, targets),
  );
}

/** The rearrangement if it makes every output, or all those of lists that are long enough. */
function agreeing(parts: readonly Part[], lists: Rows, targets: Rows): readonly Operator[] {
  const operator = operatorOf(parts);
  const done = lists.map((list, index) => isSame(operator.apply([list]), targets[index]));
  if (done.every(Boolean)) return [operator];
  return onlyLonger(operator, parts, { lists, targets, done });
}

/** The same where lists shorter than those that are rearranged are left as they are. */
function onlyLonger(
  operator: Operator,
  parts: readonly Part[],
  {
    lists,
    targets,
    done,
  }: { readonly lists: Rows; readonly targets: Rows; readonly done: readonly boolean[] },
): readonly Operator[] {
  const left = lists.filter((_list, index) => done[index] === false);
  const others = lists.filter((_list, index) => done[index]);
  if (!lists.every((list, index) => done[index] || isSame(list, targets[index]))) return [];
  const most = Math.max(...left.map(({ length }) => length)) + 1;
  const least = Math.min(...others.map(({ length }) => length));
  if (others.length < FEWEST_LISTS || most > least) return [];
  const needed = Math.max(...parts.flatMap((part) => ('from' in part ? [part.from, part.to ?? 0] : [])));
  if (needed < most || needed > least) return [];
  return [
    {
      ...operator,
      name: `${operator.name} from ${needed} on`,
      cost: operator.cost + COST_OF_A_PART,
      apply: ([items]) => ((items as Items).length < needed ? items : operator.apply([items as Value])),
      render: ([items = { text: '', binding: 0 }]) => ({
        text: `${operator.render([items]).text} if len(${items.text}) >= ${needed} else ${items.text}`,
        binding: BINDING.conditional,
      }),
    },
  ];
}

/** A part that stays as it is, with others in front of it and behind it. */
function within(shown: readonly number[], lists: Rows, targets: Rows): readonly Part[] | null {
  const [one = 0, ...others] = shown;
  const growth = (index: number): number => (targets[index]?.length ?? 0) - (lists[index]?.length ?? 0);
  if (others.some((other) => growth(other) !== growth(one))) return null;
  for (const { first, last, after } of FRAMES) {
    const before = growth(one) + first + last - after;
    if (before < 0 || before > MOST_PUT.front) continue;
    const stays = (index: number): boolean => {
      const [list, target] = [lists[index] ?? [], targets[index] ?? []];
      const end = list.length - last;
      if (end < first) return false;
      for (let place = first; place < end; place++) {
        if (list[place] !== target[place - first + before]) return false;
      }
      return true;
    };
    const isKept = (index: number): boolean => (lists[index]?.length ?? 0) > first + last;
    if (!shown.every(stays) || shown.filter(isKept).length < FEWEST_KEPT) continue;
    const front = sources(shown, lists, targets, before, 0);
    const end = sources(shown, lists, targets, after, after);
    if (front === null || end === null) continue;
    return joined([
      ...parted(front),
      { from: first, to: last === 0 ? undefined : -last, times: 1 },
      ...parted(end),
    ]);
  }
  return null;
}

/** Outputs of one length, each item of which is from one place. */
function frontOf(shown: readonly number[], lists: Rows, targets: Rows): readonly Part[] | null {
  const length = targets[shown[0] ?? 0]?.length ?? 0;
  if (length === 0 || length > MOST_PUT.front) return null;
  if (shown.some((index) => targets[index]?.length !== length)) return null;
  const all = sources(shown, lists, targets, length, 0);
  // Nothing but numbers is no rearrangement.
  return all?.some((source) => 'place' in source) === true ? joined(parted(all)) : null;
}

/** Where so many items come from, of those that begin so many places before the end, or at the front for 0. */
function sources(
  shown: readonly number[],
  lists: Rows,
  targets: Rows,
  count: number,
  beforeEnd: number,
): readonly Source[] | null {
  const found: Source[] = [];
  for (let at = 0; at < count; at++) {
    const target = (index: number): number | undefined =>
      targets[index]?.at(beforeEnd === 0 ? at : at - beforeEnd);
    const source = sourceOf(shown, lists, target, found.at(-1));
    if (source === null) return null;
    found.push(source);
  }
  return found;
}

/** The place that gives an item of each output: the next after the one before it, or the first that does. */
function sourceOf(
  shown: readonly number[],
  lists: Rows,
  target: (index: number) => number | undefined,
  before: Source | undefined,
): Source | null {
  const number = target(shown[0] ?? 0);
  if (number === undefined) return null;
  if (shown.every((index) => target(index) === number)) return { number };
  const next = before !== undefined && 'place' in before ? [before.place + 1] : [];
  const places = Array.from({ length: MOST_PLACES.front }, (_place, place) => place);
  const ends = Array.from({ length: MOST_PLACES.end }, (_place, place) => -1 - place);
  for (const place of [...next, ...places, ...ends]) {
    if (shown.every((index) => lists[index]?.at(place) === target(index))) return { place };
  }
  return null;
}

/** Runs of neighbouring places as slices, and runs of numbers. */
function parted(found: readonly Source[]): readonly Part[] {
  return found.map((source) =>
    'place' in source
      ? { from: source.place, to: source.place === -1 ? undefined : source.place + 1, times: 1 }
      : { numbers: [source.number] },
  );
}

/** The same parts, those together that are next to each other, or the same again. */
function joined(parts: readonly Part[]): readonly Part[] {
  const made: Part[] = [];
  for (const part of parts) {
    const last = made.at(-1);
    if (last !== undefined && 'numbers' in last && 'numbers' in part) {
      made[made.length - 1] = { numbers: [...last.numbers, ...part.numbers] };
    } else if (last === undefined || !('from' in last) || !('from' in part)) made.push(part);
    else if (last.from === part.from && last.to === part.to) {
      made[made.length - 1] = { ...last, times: last.times + 1 };
    } else if (last.to === part.from && last.times === 1) {
      made[made.length - 1] = { from: last.from, to: part.to, times: 1 };
    } else made.push(part);
  }
  return made;
}

function operatorOf(parts: readonly Part[]): Operator {
  const python = parts.map(pythonOf).join(' + ');
  const numbers = parts.flatMap((part) => ('numbers' in part ? part.numbers : []));
  const [operator] = instantiate(
    {
      name: `rearranged ${python.replaceAll('{0!}', '')}`,
      python,
      binding: parts.length > 1 ? BINDING.sum : BINDING.product,
      parameters: [computed('integers')],
      result: 'integers',
      cost: COST + COST_OF_A_PART * (parts.length - 1) + numbers.length,
      apply: (items: Items) =>
        boundedList(
          parts.flatMap((part) => {
            if ('numbers' in part) return part.numbers;
            return Array.from({ length: part.times }, () => items.slice(part.from, part.to)).flat();
          }),
        ) as Value | undefined,
    },
    NO_CONSTANTS,
  );
  if (operator === undefined) throw new RangeError('an entry without constants makes one operator');
  return { ...operator, choices: Math.min(numbers.length, 1) };
}

function pythonOf(part: Part): string {
  if ('numbers' in part) return `[${part.numbers.join(', ')}]`;
  const { from, to, times } = part;
  const slice = from === 0 && to === undefined ? '' : `[${from === 0 ? '' : from}:${to ?? ''}]`;
  return `{0!}${slice}${times === 1 ? '' : ` * ${times}`}`;
}

function size({ first, last, after }: Frame): number {
  return first + last + 2 * after;
}

function isSame(value: Value | undefined, row: Items | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.length === row?.length &&
    row.every((number, place) => number === value[place])
  );
}
