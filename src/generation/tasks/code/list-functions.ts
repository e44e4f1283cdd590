import type { Json } from '../../../core/index.js';
import { asNumbers, define, type Numbers, numbers } from './function-parts.js';
import type { FunctionFamily } from './function-spec.js';

const countBeyond: FunctionFamily = (stream) => {
  const [operator, phrase] = stream.pick([
    ['>', 'greater than'],
    ['>=', 'at least'],
    ['<', 'less than'],
    ['<=', 'at most'],
  ] as const);
  const name = stream.pick(['count_matching', 'how_many', 'count_by_limit', 'number_within']);
  const signature = `${name}(values, limit)`;
  const other = { '>': '>=', '>=': '>', '<': '<=', '<=': '<' }[operator];
  const count = (sign: string) => (values: Json | undefined, limit: Json | undefined) =>
    asNumbers(values).filter((value) => holds(value, sign, Number(limit))).length;
  const source = (sign: string): string =>
    define(signature, `return sum(1 for value in values if value ${sign} limit)`);
  return {
    name,
    signature,
    description: `returns how many of the numbers in the list \`values\` are ${phrase} \`limit\``,
    source: source(operator),
    bugs: [{ source: source(other), apply: count(other) }],
    apply: count(operator),
    draw: (draws) => {
      const values = numbers(draws, 3, 8);
      return [values, draws.pick(values)];
    },
  };
};

function holds(value: number, sign: string, limit: number): boolean {
  if (sign === '>') return value > limit;
  if (sign === '<') return value < limit;
  return sign === '>=' ? value >= limit : value <= limit;
}

const sumEvery: FunctionFamily = (stream) => {
  const step = stream.integer(2, 4);
  const start = stream.integer(0, step - 1);
  const name = stream.pick(['sum_some', 'stepped_sum', 'sum_every']);
  const signature = `${name}(values)`;
  const sum = (from: number) => (values: Json | undefined) =>
    asNumbers(values)
      .filter((_, index) => index >= from && (index - from) % step === 0)
      .reduce((total, value) => total + value, 0);
  const source = (from: number): string => define(signature, `return sum(values[${from}::${step}])`);
  return {
    name,
    signature,
    description: `returns the sum of every item of the list \`values\` at the positions ${start}, ${start + step}, ${start + 2 * step} and so on, counted from 0`,
    source: source(start),
    bugs: [{ source: source(start + 1), apply: sum(start + 1) }],
    apply: sum(start),
    draw: (draws) => [numbers(draws, 3, 9)],
  };
};

const chunks: FunctionFamily = (stream) => {
  const keeps = stream.chance(0.5);
  const name = stream.pick(['chunks', 'split_evenly', 'in_groups']);
  const signature = `${name}(values, size)`;
  const apply = (keep: boolean) => (values: Json | undefined, size: Json | undefined) => {
    const all = asNumbers(values);
    const parts: Numbers[] = [];
    for (let at = 0; at < all.length; at += Number(size)) parts.push(all.slice(at, at + Number(size)));
    return parts.filter((part) => keep || part.length === size);
  };
  const source = (keep: boolean): string =>
    define(
      signature,
      'parts = [values[at:at + size] for at in range(0, len(values), size)]',
      keep ? 'return parts' : 'return [part for part in parts if len(part) == size]',
    );
  return {
    name,
    signature,
    description: `splits the list \`values\` into lists of \`size\` items each, in order; ${keeps ? 'the last one may be shorter' : 'what is left over at the end and fills no list is dropped'}`,
    source: source(keeps),
    bugs: [{ source: source(!keeps), apply: apply(!keeps) }],
    apply: apply(keeps),
    draw: (draws) => [numbers(draws, 3, 9), draws.integer(2, 4)],
  };
};

const differences: FunctionFamily = (stream) => {
  const isAbsolute = stream.chance(0.5);
  const name = stream.pick(['differences', 'gaps', 'steps_between']);
  const signature = `${name}(values)`;
  const apply = (absolute: boolean) => (values: Json | undefined) =>
    asNumbers(values)
      .slice(1)
      .map((value, index) => value - (asNumbers(values)[index] ?? 0))
      .map((gap) => (absolute ? Math.abs(gap) : gap));
  const source = (absolute: boolean): string =>
    define(
      signature,
      `return [${absolute ? 'abs(after - before)' : 'after - before'} for before, after in zip(values, values[1:])]`,
    );
  return {
    name,
    signature,
    description: `returns the list of the ${isAbsolute ? 'absolute differences' : 'differences, the later minus the earlier,'} between neighbouring numbers in the list \`values\``,
    source: source(isAbsolute),
    bugs: [{ source: source(!isAbsolute), apply: apply(!isAbsolute) }],
    apply: apply(isAbsolute),
    draw: (draws) => [numbers(draws, 3, 6)],
  };
};

const clamp: FunctionFamily = (stream) => {
  const [low, high] = [stream.integer(-5, 3), stream.integer(6, 15)];
  const name = stream.pick(['limit_all', 'clamp_all', 'keep_within']);
  const signature = `${name}(values)`;
  const apply = (values: Json | undefined) =>
    asNumbers(values).map((value) => Math.min(high, Math.max(low, value)));
  return {
    name,
    signature,
    description: `returns the list \`values\` with every number below ${low} replaced by ${low} and every number above ${high} replaced by ${high}`,
    source: define(signature, `return [min(${high}, max(${low}, value)) for value in values]`),
    bugs: [
      {
        source: define(signature, `return [max(${low}, value) for value in values]`),
        apply: (values) => asNumbers(values).map((value) => Math.max(low, value)),
      },
      {
        source: define(signature, `return [value for value in values if ${low} <= value <= ${high}]`),
        apply: (values) => asNumbers(values).filter((value) => value >= low && value <= high),
      },
    ],
    apply,
    draw: (draws) => [numbers(draws, 3, 7)],
  };
};

const runningExtreme: FunctionFamily = (stream) => {
  const isHighest = stream.chance(0.5);
  const name = stream.pick(['running_record', 'record_so_far', 'best_so_far']);
  const signature = `${name}(values)`;
  const best = isHighest ? Math.max : Math.min;
  const sign = isHighest ? 'max' : 'min';
  return {
    name,
    signature,
    description: `returns a list as long as \`values\` that holds at each position the ${isHighest ? 'highest' : 'lowest'} number up to and including that position`,
    source: define(signature, `return [${sign}(values[:end + 1]) for end in range(len(values))]`),
    bugs: [
      {
        source: define(signature, `return [${sign}(values[end:]) for end in range(len(values))]`),
        apply: (values) => asNumbers(values).map((_, end) => best(...asNumbers(values).slice(end))),
      },
    ],
    apply: (values) => asNumbers(values).map((_, end) => best(...asNumbers(values).slice(0, end + 1))),
    draw: (draws) => [numbers(draws, 3, 6)],
  };
};

const rotate: FunctionFamily = (stream) => {
  const toLeft = stream.chance(0.5);
  const name = stream.pick(['rotate', 'turn_list', 'move_around']);
  const signature = `${name}(values, count)`;
  const apply = (left: boolean) => (values: Json | undefined, count: Json | undefined) => {
    const all = asNumbers(values);
    const at = left ? Number(count) % all.length : (all.length - (Number(count) % all.length)) % all.length;
    return [...all.slice(at), ...all.slice(0, at)];
  };
  const source = (left: boolean): string =>
    define(signature, `at = ${left ? 'count' : '-count'} % len(values)`, 'return values[at:] + values[:at]');
  return {
    name,
    signature,
    description: `returns the list \`values\` moved \`count\` places to the ${toLeft ? 'left' : 'right'}, where what falls off one end comes back at the other`,
    source: source(toLeft),
    bugs: [{ source: source(!toLeft), apply: apply(!toLeft) }],
    apply: apply(toLeft),
    draw: (draws) => [numbers(draws, 3, 6), draws.integer(1, 8)],
  };
};

const withoutRepeats: FunctionFamily = (stream) => {
  const keepsFirst = stream.chance(0.5);
  const name = stream.pick(['unique', 'without_repeats', 'distinct_items']);
  const signature = `${name}(values)`;
  const apply = (first: boolean) => (values: Json | undefined) => {
    const all = asNumbers(values);
    return all.filter((value, index) => (first ? all.indexOf(value) : all.lastIndexOf(value)) === index);
  };
  const source = (first: boolean): string =>
    define(
      signature,
      `return [value for at, value in enumerate(values) if value not in values[${first ? ':at' : 'at + 1:'}]]`,
    );
  return {
    name,
    signature,
    description: `returns the list \`values\` with each number once, at the place of its ${keepsFirst ? 'first' : 'last'} occurrence`,
    source: source(keepsFirst),
    bugs: [{ source: source(!keepsFirst), apply: apply(!keepsFirst) }],
    apply: apply(keepsFirst),
    draw: (draws) => [Array.from({ length: draws.integer(4, 8) }, () => draws.integer(1, 4))],
  };
};

const priceSteps: FunctionFamily = (stream) => {
  const [from, off] = [stream.integer(3, 8), stream.integer(1, 4)];
  const name = stream.pick(['total_cents', 'order_total', 'price_of']);
  const signature = `${name}(count, cents)`;
  const apply = (least: number) => (count: Json | undefined, cents: Json | undefined) =>
    Number(count) * (Number(count) >= least ? Number(cents) - off : Number(cents));
  const source = (sign: string): string =>
    define(signature, `return count * (cents - ${off} if count ${sign} ${from} else cents)`);
  return {
    name,
    signature,
    description: `returns what \`count\` pieces at \`cents\` each cost, where from ${from} pieces on each costs ${off} less`,
    source: source('>='),
    bugs: [{ source: source('>'), apply: apply(from + 1) }],
    apply: apply(from),
    draw: (draws) => [draws.chance(0.4) ? from : draws.integer(1, 12), draws.integer(10, 60)],
  };
};

/** Functions on lists of numbers, and one on numbers. */
export const listFunctions: readonly FunctionFamily[] = [
  countBeyond,
  sumEvery,
  chunks,
  differences,
  clamp,
  runningExtreme,
  rotate,
  withoutRepeats,
  priceSteps,
];
