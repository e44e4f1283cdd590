import type { Draw, Json, Pair } from './draws.js';

/**
 * Tasks on lists of whole numbers, drawn from a grammar of its own: steps from list to list, one after the other, and
 * often a last step to a number or to true or false. It shares no code and no vocabulary with the library of the
 * search: what a step may be follows from what people do with lists.
 */
export interface DrawnTask {
  readonly name: string;
  readonly make: (draw: Draw) => Pair;
}

type List = readonly number[];
interface Step<T> {
  readonly name: string;
  readonly run: (list: List) => T;
}
type Test = { readonly name: string; readonly holds: (n: number) => boolean };
type Change = { readonly name: string; readonly of: (n: number) => number };

const mod = (n: number, m: number): number => ((n % m) + m) % m;
const sum = (list: List): number => list.reduce((total, n) => total + n, 0);
const ascending = (list: List): number[] => [...list].sort((left, right) => left - right);

function drawTest(draw: Draw, top: number): Test {
  const k = draw.integer(1, Math.max(2, Math.floor(top * 0.7)));
  const m = draw.integer(2, 4);
  const r = draw.integer(0, m - 1);
  return draw.pick<Test>([
    { name: `above ${k}`, holds: (n) => n > k },
    { name: `below ${k}`, holds: (n) => n < k },
    { name: `at least ${k}`, holds: (n) => n >= k },
    { name: 'even', holds: (n) => mod(n, 2) === 0 },
    { name: 'odd', holds: (n) => mod(n, 2) === 1 },
    { name: `${r} modulo ${m}`, holds: (n) => mod(n, m) === r },
    { name: `not ${k % 10}`, holds: (n) => n !== k % 10 },
  ]);
}

function drawChange(draw: Draw): Change {
  const k = draw.integer(1, 9);
  const m = draw.integer(2, 5);
  return draw.pick<Change>([
    { name: `plus ${k}`, of: (n) => n + k },
    { name: `minus ${k}`, of: (n) => n - k },
    { name: `times ${m}`, of: (n) => n * m },
    { name: `${k + 1} minus it`, of: (n) => k + 1 - n },
    { name: `halved by ${m}`, of: (n) => Math.floor(n / m) },
    { name: `modulo ${m + 1}`, of: (n) => mod(n, m + 1) },
    { name: 'squared', of: (n) => n * n },
    { name: `times ${m} plus ${k}`, of: (n) => n * m + k },
    { name: `at most ${k}`, of: (n) => Math.min(n, k) },
  ]);
}

/** A step from list to list. */
function drawStep(draw: Draw, top: number): Step<List> {
  const k = draw.integer(1, 3);
  const c = draw.integer(0, 9);
  const test = drawTest(draw, top);
  const change = drawChange(draw);
  const first = (list: List): number => list[0] ?? 0;
  return draw.pick<Step<List>>([
    { name: `keep ${test.name}`, run: (list) => list.filter(test.holds) },
    { name: `keep ${test.name}`, run: (list) => list.filter(test.holds) },
    { name: `drop ${test.name}`, run: (list) => list.filter((n) => !test.holds(n)) },
    { name: `each ${change.name}`, run: (list) => list.map(change.of) },
    { name: `each ${change.name}`, run: (list) => list.map(change.of) },
    { name: `take ${k}`, run: (list) => list.slice(0, k) },
    { name: `skip ${k}`, run: (list) => list.slice(k) },
    { name: `last ${k}`, run: (list) => list.slice(-k) },
    { name: `without last ${k}`, run: (list) => list.slice(0, -k) },
    { name: 'backwards', run: (list) => [...list].reverse() },
    { name: 'ascending', run: ascending },
    { name: 'descending', run: (list) => ascending(list).reverse() },
    { name: 'once each', run: (list) => [...new Set(list)] },
    { name: `rotate left ${k}`, run: (list) => [...list.slice(k), ...list.slice(0, k)] },
    { name: 'last to the front', run: (list) => [...list.slice(-1), ...list.slice(0, -1)] },
    { name: `append ${c}`, run: (list) => [...list, c] },
    { name: `put ${c} first`, run: (list) => [c, ...list] },
    { name: 'append the first', run: (list) => [...list, first(list)] },
    { name: 'put the length first', run: (list) => [list.length, ...list] },
    { name: 'append the largest', run: (list) => [...list, Math.max(0, ...list)] },
    { name: `without place ${k}`, run: (list) => list.filter((_n, place) => place !== k) },
    { name: `insert ${c} at ${k}`, run: (list) => [...list.slice(0, k), c, ...list.slice(k)] },
    { name: `${c} at place ${k}`, run: (list) => list.map((n, place) => (place === k ? c : n)) },
    { name: 'each twice', run: (list) => list.flatMap((n) => [n, n]) },
    { name: 'twice over', run: (list) => [...list, ...list] },
    { name: 'and backwards', run: (list) => [...list, ...[...list].reverse()] },
    { name: 'every second', run: (list) => list.filter((_n, place) => place % 2 === 0) },
    { name: 'every other second', run: (list) => list.filter((_n, place) => place % 2 === 1) },
    { name: 'running sums', run: (list) => list.map((_n, place) => sum(list.slice(0, place + 1))) },
    { name: 'neighbour gaps', run: (list) => list.slice(1).map((n, place) => n - (list[place] ?? 0)) },
    { name: 'plus its place', run: (list) => list.map((n, place) => n + place) },
    { name: 'times its place', run: (list) => list.map((n, place) => n * (place + 1)) },
    { name: 'without the largest', run: (list) => list.filter((n) => n !== Math.max(...list)) },
    { name: 'without the smallest', run: (list) => list.filter((n) => n !== Math.min(...list)) },
    { name: 'more than the first', run: (list) => list.filter((n) => n > first(list)) },
    { name: 'less the smallest', run: (list) => list.map((n) => n - Math.min(...list)) },
    { name: `${c} for ${k}`, run: (list) => list.map((n) => (n === k ? c : n)) },
  ]);
}

/** A step from list to number, or to a short list of one. */
function drawEnd(draw: Draw, top: number): Step<Json> {
  const k = draw.integer(0, 2);
  const test = drawTest(draw, top);
  const at = (list: List, place: number): number | null => list.at(place) ?? null;
  return draw.pick<Step<Json>>([
    { name: 'sum', run: sum },
    { name: 'sum', run: sum },
    { name: 'product', run: (list) => list.reduce((product, n) => product * n, 1) },
    { name: 'largest', run: (list) => Math.max(...list) },
    { name: 'smallest', run: (list) => Math.min(...list) },
    { name: 'length', run: (list) => list.length },
    { name: `item ${k}`, run: (list) => at(list, k) },
    { name: 'last item', run: (list) => at(list, -1) },
    { name: 'spread', run: (list) => Math.max(...list) - Math.min(...list) },
    { name: `count ${test.name}`, run: (list) => list.filter(test.holds).length },
    { name: `sum of ${test.name}`, run: (list) => sum(list.filter(test.holds)) },
    { name: 'how many different', run: (list) => new Set(list).size },
    { name: 'second largest', run: (list) => at(ascending(list), -2) },
    { name: 'first plus last', run: (list) => (list[0] ?? 0) + (list.at(-1) ?? 0) },
    { name: 'place of the largest', run: (list) => list.indexOf(Math.max(...list)) },
    { name: `first ${test.name}`, run: (list) => list.find(test.holds) ?? null },
    { name: 'largest alone', run: (list) => [Math.max(...list)] },
    { name: 'sum alone', run: (list) => [sum(list)] },
    { name: 'largest and smallest', run: (list) => [Math.max(...list), Math.min(...list)] },
    { name: 'first, length times', run: (list) => list.map(() => list[0] ?? 0) },
  ]);
}

/** A step from list to true or false. */
function drawVerdict(draw: Draw, top: number): Step<Json> {
  const test = drawTest(draw, top);
  const c = draw.integer(0, 9);
  const k = draw.integer(3, 6);
  return draw.pick<Step<Json>>([
    { name: `any ${test.name}`, run: (list) => list.some(test.holds) },
    { name: `all ${test.name}`, run: (list) => list.every(test.holds) },
    { name: `first is ${test.name}`, run: (list) => test.holds(list[0] ?? 0) },
    { name: `last is ${test.name}`, run: (list) => test.holds(list.at(-1) ?? 0) },
    { name: `holds ${c}`, run: (list) => list.includes(c) },
    { name: `longer than ${k}`, run: (list) => list.length > k },
    { name: 'even sum', run: (list) => mod(sum(list), 2) === 0 },
    { name: `sum above ${k * top}`, run: (list) => sum(list) > (k * top) / 2 },
    { name: 'first below last', run: (list) => (list[0] ?? 0) < (list.at(-1) ?? 0) },
    { name: 'a repetition', run: (list) => new Set(list).size < list.length },
  ]);
}

function runAll(steps: readonly Step<Json>[], input: Json): Json {
  return steps.reduce<Json>((list, step) => step.run(list as List), input);
}

/** A task whose output is a list or a number. */
export function drawListTask(draw: Draw): DrawnTask {
  return drawUntilTelling(draw, (top) => {
    const count = draw.pick([0, 1, 1, 1, 2, 2, 3]);
    const steps = Array.from({ length: count }, () => drawStep(draw, top));
    if (count === 0 || draw.integer(0, 9) < 4) return [...steps, drawEnd(draw, top)];
    return steps as Step<Json>[];
  });
}

/** A task whose output is true or false. */
export function drawPredicate(draw: Draw): DrawnTask {
  return drawUntilTelling(draw, (top) => {
    const steps = draw.integer(0, 2) === 0 ? [drawStep(draw, top)] : [];
    return [...steps, drawVerdict(draw, top)];
  });
}

/**
 * Draws steps until the outputs differ, none is a fraction, null or too large, and every step shows: without it, most
 * outputs would be others.
 */
function drawUntilTelling(draw: Draw, drawSteps: (top: number) => readonly Step<Json>[]): DrawnTask {
  for (;;) {
    const top = draw.pick([9, 9, 20, 60]);
    const longest = draw.pick([6, 8]);
    const steps = drawSteps(top);
    const make = (from: Draw): Pair => {
      const input = Array.from({ length: from.integer(3, longest) }, () => from.integer(0, top));
      return { input, output: runAll(steps, input) };
    };
    const pairs = Array.from({ length: 40 }, () => make(draw));
    const outputs = pairs.map(({ output }) => JSON.stringify(output));
    const isPredicate = typeof pairs[0]?.output === 'boolean';
    const commonest = Math.max(...outputs.map((one) => outputs.filter((other) => other === one).length));
    const shows = steps.every((step) => {
      const others = steps.filter((other) => other !== step);
      const same = pairs.filter(
        ({ input }, index) => JSON.stringify(runAll(others, input)) === outputs[index],
      );
      return same.length <= (isPredicate ? 32 : 14);
    });
    const isPlain = pairs.every(({ output }) =>
      [output]
        .flat()
        .every((n) => typeof n === 'boolean' || (Number.isSafeInteger(n) && Math.abs(Number(n)) < 1e7)),
    );
    if (isPlain && shows && commonest <= (isPredicate ? 30 : 14)) {
      return { name: steps.map(({ name }) => name).join(', '), make };
    }
  }
}
