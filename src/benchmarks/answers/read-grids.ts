import { isJsonObject, type Json } from '../../core/index.js';
import type { Grid } from '../../datasets/index.js';
import { gridProblem } from '../../datasets/internal.js';

/** What an answer gives for each input: its attempts, in their order. */
export type GridAttempts = readonly (readonly Grid[])[];

/**
 * The grids of an answer for a number of inputs; null where it has none. It may be a grid for the only input, a list of grids, one for each
 * input, or a list of `{"attempt_1": grid, "attempt_2": grid}`, as submissions to the ARC Prize are. Of a text, the last JSON value that is one of
 * these counts.
 */
export function readGrids(answer: Json, inputs: number): GridAttempts | null {
  if (typeof answer !== 'string') return attemptsIn(answer, inputs);
  for (const list of listsIn(answer).toReversed()) {
    const found = attemptsIn(parsed(list), inputs);
    if (found !== null) return found;
  }
  return null;
}

/** The outermost lists of a text that may hold grids, in their order. */
function listsIn(text: string): readonly string[] {
  const lists: string[] = [];
  let start = -1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '[') {
      if (depth === 0) start = at;
      depth++;
    } else if (depth > 0 && character === ']') {
      depth--;
      if (depth === 0) lists.push(text.slice(start, at + 1));
    } else if (depth > 0 && !/[\s\w,:"{}]/.test(character)) depth = 0;
  }
  return lists;
}

function attemptsIn(value: Json, inputs: number): GridAttempts | null {
  if (isGrid(value)) return inputs === 1 ? [[value]] : null;
  if (!Array.isArray(value) || value.length !== inputs) return null;
  const all = (value as readonly Json[]).map(attemptsFor);
  return all.every((each) => each !== null) ? all : null;
}

function attemptsFor(value: Json): readonly Grid[] | null {
  if (isGrid(value)) return [value];
  if (!isJsonObject(value)) return null;
  const named = Object.entries(value)
    .filter(([name]) => /^attempt_\d$/.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, grid]) => grid as Json);
  return named.length > 0 && named.every(isGrid) ? named : null;
}

function isGrid(value: Json): value is Json & Grid {
  const isOfNumbers =
    Array.isArray(value) &&
    value.every(
      (row) => Array.isArray(row) && row.length > 0 && row.every((cell) => typeof cell === 'number'),
    );
  return isOfNumbers && value.length > 0 && gridProblem(value) === undefined;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
