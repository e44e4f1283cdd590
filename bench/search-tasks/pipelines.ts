/**
 * Pipelines on lists of whole numbers, as benchmarks of program synthesis draw them. A program is one to three steps. It is drawn from
 * one of two dialects, or from both mixed:
 *
 *     program := step^0..2 (step | end)
 *     DeepCoder's language
 *       step  := map f | filter p | scanl1 g | zipwith g with the input | sort | reverse | take k | drop k
 *       end   := head | last | access k | minimum | maximum | sum | count p
 *       f     := +1 -1 *2 /2 *-1 **2 *3 /3 *4 /4      p := >0 <0 even odd      g := + - * min max
 *     Python of every day
 *       step  := slice | [f(x) for x] | [x for x if p] | [f(x) if p else x] | sorted, by a key | without repeated items |
 *                running total or extreme | enumerate | zip of neighbours | items beside a total or extreme of all | ends and halves
 *       end   := len | of distinct items | spread | mean | second, middle, commonest item | place of an extreme |
 *                the first that | sum of neighbours' or of the halves' differences | …
 *
 * Every step has its constants written out, so all programs of two steps can be told apart: a program that does on fifty random inputs what a
 * shorter one does is drawn again, as are those that hardly change their input, hardly vary, or are mostly empty or out of range.
 * No line of this was written by looking at the search.
 */
import { RandomStream } from 'mettle/core';
import type { Draw } from './draws.js';
import type { DrawnTask } from './lists.js';
import { DEEPCODER, type Family, type List, MIXED, PYTHON, type Value } from './pipelines-steps.js';

const LARGEST = 1_000_000;

/** Three to nine numbers. In half of the lists, about one of four repeats one before it. */
function drawInput(draw: Draw): List {
  const list: number[] = [];
  const repeats = draw.pick([true, false]);
  for (let left = draw.integer(3, 9); left > 0; left--) {
    const repeated = repeats && list.length > 0 && draw.integer(0, 3) === 0;
    list.push(repeated ? draw.pick(list) : draw.integer(-20, 50));
  }
  return list;
}

/** Runs `steps`. Null if the result, or what a step made, is undefined or out of range; `0` for JavaScript's `-0`. */
function run(steps: Family, input: List): Value | null {
  let value: Value = input;
  for (const step of steps) {
    value = step.of(value as List, input);
    if (![value].flat().every((n) => Math.abs(n as number) <= LARGEST)) return null;
  }
  return typeof value === 'number' ? value + 0 : value.map((n) => n + 0);
}

const PROBES: readonly List[] = Array.from({ length: 50 }, (_, index) =>
  drawInput(new RandomStream(index, 'pipelines/probes')),
);
const behaviour = (steps: Family): (Value | null)[] => PROBES.map((input) => run(steps, input));

/** 32 bits: of some thirty thousand programs, hardly two that differ agree. */
function digest(values: readonly (Value | null)[]): number {
  let hash = 0;
  const mix = (n: number): void => {
    hash = Math.imul(hash ^ n, 0x9e3779b1);
    hash ^= hash >>> 15;
  };
  for (const value of values) {
    mix(value === null ? -1 : typeof value === 'number' ? -2 : value.length);
    if (value !== null) [value].flat().forEach(mix);
  }
  return hash;
}

/** What programs of fewer than a number of steps do. */
const shorter: Set<number>[] = [];
function doneByFewerThan(steps: number): Set<number> {
  const known = shorter[steps];
  if (known !== undefined) return known;
  if (steps === 1) return new Set([digest(PROBES)]);
  const found = new Set(doneByFewerThan(steps - 1));
  const lists = MIXED.steps.flat();
  const starts: Family[] = steps === 2 ? [[]] : lists.map((step) => [step]);
  for (const start of starts) {
    for (const last of [...lists, ...MIXED.ends.flat()]) found.add(digest(behaviour([...start, last])));
  }
  shorter[steps] = found;
  return found;
}

/** Whether a program does something of its own on most inputs. */
function isWorthIt(steps: Family): boolean {
  const outputs = behaviour(steps).map((output) => JSON.stringify(output));
  const most = 0.2 * outputs.length;
  const dull = outputs.filter((output) => output === 'null' || output === '[]').length;
  const unchanged = outputs.filter((output, index) => output === JSON.stringify(PROBES[index])).length;
  const commonest = Math.max(...outputs.map((one) => outputs.filter((other) => other === one).length));
  if (dull > most || unchanged > most || commonest > 2 * most) return false;
  return !doneByFewerThan(steps.length).has(digest(behaviour(steps)));
}

function drawSteps(draw: Draw): Family {
  const dialect = draw.pick([DEEPCODER, PYTHON, MIXED]);
  const length = draw.pick([1, 2, 2, 3, 3]);
  const isNumber = draw.pick([true, false]);
  return Array.from({ length }, (_, index) =>
    draw.pick<Family[number]>(
      draw.pick<Family>(isNumber && index === length - 1 ? dialect.ends : dialect.steps),
    ),
  );
}

/** A program whose inputs are drawn until it has a value. */
export function drawPipeline(draw: Draw): DrawnTask {
  let steps = drawSteps(draw);
  while (!isWorthIt(steps)) steps = drawSteps(draw);
  return {
    name: steps.map(({ name }) => name).join(' | '),
    make: (instance) => {
      for (;;) {
        const input = drawInput(instance);
        const output = run(steps, input);
        if (output !== null) return { input, output };
      }
    },
  };
}
