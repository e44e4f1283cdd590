/**
 * Programs on lists of whole numbers that a person would ask for, from a grammar with types:
 *
 *     program  := list | number | question
 *     list     := a | keep(list) | change(list) | order(list) | cut(list) | combine(list) | join(list) | compare(list)
 *     number   := fold(list) | test(list) | select(list) | measure(list)
 *     question := any(list) | all(list) | …
 *
 * One operation in a quarter of the programs, two in half, three in a quarter. Of a hundred, about 56 give a list, 40 a number, and 4
 * answer a question. Constants are small whole numbers, written out, so that programs can be compared: one that does on 200 random
 * inputs what one of fewer operations does is drawn again, as are those with an operation that most outputs don't show, those that
 * mostly give back their input, and those that say the same, or nothing, on most inputs. No line of this was written by looking at the
 * search.
 */
import { RandomStream } from 'mettle/core';
import type { Draw } from './draws.js';
import type { DrawnTask } from './lists.js';
import { NUMBER_KINDS, QUESTION_KINDS } from './programs-ends.js';
import { LIST_KINDS } from './programs-lists.js';
import { allOf, drawOperation, type List, type Operation, type Value } from './programs-values.js';

const LARGEST = 1e8;
const LONGEST = 24;
/** Largest and smallest item: small numbers of both signs, digits, and larger ones. */
const RANGES = [
  [-10, 10],
  [-10, 20],
  [0, 9],
  [0, 20],
  [-20, 50],
] as const;
type Range = (typeof RANGES)[number];

/** Three to ten numbers. About one of six repeats one before it. */
function drawInput(draw: Draw, [low, high]: Range): List {
  const list: number[] = [];
  for (let left = draw.integer(3, 10); left > 0; left--) {
    const repeats = list.length > 0 && draw.integer(1, 6) === 1;
    list.push(repeats ? draw.pick(list) : draw.integer(low, high));
  }
  return list;
}

type Program = readonly Operation[];

/** What a program gives. Null where it has no value, or one out of bounds; `0` for JavaScript's `-0`. */
function run(program: Program, input: List): Value | null {
  let value: Value = input;
  for (const { of } of program) {
    const made = of(value as List);
    if (made === null) return null;
    const items = [made].flat();
    if (items.length > LONGEST || !items.every((n) => Math.abs(Number(n)) <= LARGEST)) return null;
    value = made;
  }
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? value + 0 : value.map((n) => n + 0);
}

const PROBES: readonly List[] = Array.from({ length: 200 }, (_, index) => {
  const random = new RandomStream(index, 'programs/probes');
  return drawInput(random, random.pick(RANGES));
});
const FIRST_PROBES = PROBES.slice(0, 25);
const outputsOf = (program: Program, inputs: readonly List[]): string[] =>
  inputs.map((input) => JSON.stringify(run(program, input)));
const agree = (one: readonly string[], other: readonly string[]): number =>
  one.filter((text, index) => text === other[index]).length;

/** Programs of a number of operations, by what they do on the first probes. */
const bySize: Map<string, Program[]>[] = [];
function programsOf(size: number): Map<string, Program[]> {
  const known = bySize[size];
  if (known !== undefined) return known;
  const lists = allOf(LIST_KINDS);
  const starts: Program[] = size < 2 ? [[]] : lists.map((operation) => [operation]);
  const lasts: Operation[] = [...lists, ...allOf(NUMBER_KINDS), ...allOf(QUESTION_KINDS)];
  const found = new Map<string, Program[]>();
  const programs: Program[] =
    size === 0 ? [[]] : starts.flatMap((start) => lasts.map((last) => [...start, last]));
  for (const program of programs) {
    const key = outputsOf(program, FIRST_PROBES).join(';');
    found.set(key, [...(found.get(key) ?? []), program]);
  }
  bySize[size] = found;
  return found;
}

/** Whether fewer operations do the same on all probes. */
function isShorter(program: Program, outputs: readonly string[]): boolean {
  const key = outputs.slice(0, FIRST_PROBES.length).join(';');
  for (let size = 0; size < program.length; size++) {
    const alike = programsOf(size).get(key) ?? [];
    if (alike.some((other) => agree(outputsOf(other, PROBES), outputs) === PROBES.length)) return true;
  }
  return false;
}

/** Whether a program does something of its own, by all its operations, on most inputs of a range. */
function isWorthIt(program: Program, range: Range): boolean {
  const inputs = Array.from({ length: 200 }, (_, index) =>
    drawInput(new RandomStream(index, 'programs/inputs'), range),
  );
  const outputs = outputsOf(program, inputs);
  const dull = outputs.filter((output) => output === 'null' || output === '[]').length;
  if (dull > 40) return false;
  const counts = new Map<string, number>();
  for (const output of outputs) counts.set(output, (counts.get(output) ?? 0) + 1);
  const isQuestion = outputs.every((output) => output === 'true' || output === 'false' || output === 'null');
  if (Math.max(...counts.values()) > (isQuestion ? 150 : 100)) return false;
  const rest = program.map((_, index) => program.filter((_one, other) => other !== index));
  const shown = rest.every((others) => agree(outputsOf(others, inputs), outputs) <= 100);
  return shown && !isShorter(program, outputsOf(program, PROBES));
}

function drawProgram(draw: Draw): Program {
  const size = draw.pick([1, 2, 2, 3]);
  const kind = draw.integer(1, 100);
  const steps = Array.from({ length: size - 1 }, () => drawOperation(draw, LIST_KINDS));
  if (kind <= 56) return [...steps, drawOperation(draw, LIST_KINDS)];
  return [...steps, kind <= 96 ? drawOperation(draw, NUMBER_KINDS) : drawOperation(draw, QUESTION_KINDS)];
}

/** A program whose inputs are drawn until it has a value. */
export function drawPythonProgram(draw: Draw): DrawnTask {
  const range = draw.pick(RANGES);
  let program = drawProgram(draw);
  while (!isWorthIt(program, range)) program = drawProgram(draw);
  return {
    name: program.map(({ name }) => name).join(' | '),
    make: (instance) => {
      for (;;) {
        const input = drawInput(instance, range);
        const output = run(program, input);
        if (output !== null) return { input, output };
      }
    },
  };
}
