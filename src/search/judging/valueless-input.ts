import { canonicalJson, type Json } from '../../core/index.js';
import { type Example, makeExamples, type Outcome } from '../../training/index.js';

/** Most parts of the inputs that are tried. */
const MOST_PARTS = 60;

/**
 * A list of numbers on which a script fails though it is as long as the shortest example and a part of one: nothing says
 * that the items in it can't stand alone. Null where there is none, and where inputs are something else.
 */
export async function findValuelessInput(options: {
  readonly script: string;
  readonly examples: readonly Example[];
  readonly evaluate: (script: string, examples: readonly Example[]) => Promise<readonly Outcome[]>;
}): Promise<Json | null> {
  const { script, examples, evaluate } = options;
  const parts = partsOf(examples.map(({ input }) => input)).slice(0, MOST_PARTS);
  const outcomes = await evaluate(script, makeExamples(parts.map((input) => ({ input, output: null }))));
  const at = outcomes.findIndex(({ output }) => output === undefined);
  return parts[at] ?? null;
}

/** Neighbouring items of each list, as many as the shortest that isn't empty has; none when an input is no list of numbers. */
function partsOf(inputs: readonly Json[]): readonly Json[] {
  const lists = inputs.filter((input) => Array.isArray(input)) as readonly (readonly Json[])[];
  if (lists.length < inputs.length || !lists.flat().every((item) => typeof item === 'number')) return [];
  const length = Math.min(...lists.map((list) => list.length).filter((count) => count > 0));
  const parts = lists.flatMap((list) =>
    list.slice(length - 1).map((_, from): Json => list.slice(from, from + length)),
  );
  const known = new Set(inputs.map(canonicalJson));
  return parts.filter((part) => {
    const text = canonicalJson(part);
    return !known.has(text) && known.add(text);
  });
}
