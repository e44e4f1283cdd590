/**
 * Ideas on lists as the field's papers name them, written without a look at what the search has: each with its own constants
 * and inputs. Which one a task is follows from its number, so that as many tasks as there are ideas meet every one.
 */

import { QUESTIONS } from './concept-tests.js';
import { type Concept, type Inputs, numbers } from './concepts-draws.js';
import { LIST_CONCEPTS } from './concepts-of-lists.js';
import { NUMBER_CONCEPTS } from './concepts-of-numbers.js';
import type { Draw } from './draws.js';
import type { DrawnTask } from './lists.js';

const CONCEPTS: readonly ((draw: Draw) => Concept)[] = [...LIST_CONCEPTS, ...NUMBER_CONCEPTS];
/** Has no divisor in common with the number of ideas, so that a few tasks are of all sorts. */
const STRIDE = 37;

const pick = <T>(items: readonly T[], index: number): T => items[(index * STRIDE) % items.length] as T;

/** A list or a number from a list. */
export function drawConcept(draw: Draw, index: number): DrawnTask {
  const high = draw.pick([9, 9, 99]);
  const { name, of, inputs = numbers(0, 10, high) } = pick(CONCEPTS, index)(draw);
  return {
    name,
    make: (instance) => {
      const input = inputs(instance);
      return { input, output: of(input) };
    },
  };
}

/** A question about a list. Its inputs are drawn until the answer is the one wanted, by a coin. */
export function drawConceptTest(draw: Draw, index: number): DrawnTask {
  const { name, holds, inputs = numbers(1, 8), yes = inputs } = pick(QUESTIONS, index)(draw);
  const drawn = (instance: Draw, wanted: boolean, from: Inputs): readonly number[] => {
    let input = from(instance);
    for (let draws = 1; holds(input) !== wanted && draws < 100; draws++) input = from(instance);
    return input;
  };
  return {
    name,
    make: (instance) => {
      const wanted = instance.integer(0, 1) === 1;
      const input = drawn(instance, wanted, wanted ? yes : inputs);
      return { input, output: holds(input) };
    },
  };
}
