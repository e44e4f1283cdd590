import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING, fillTemplate, pythonString } from '../language/python-source.js';
import type { SearchProblem } from '../problem.js';
import { isText, outputsOf } from './outputs-of.js';

/** A word for several things, and how it is for one. Words that end so without being several are left out. */
const PLURALS: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/(?:ss|us|is)$/, ''],
  [/([^aeiou])ies$/, '$1y'],
  [/(x|ch|sh|ss|z)es$/, '$1'],
  [/s$/, ''],
];

/** Numbers with what is counted, `1 item` and `5 items`, where the outputs have such: one thing is in the singular, also if no example says so. */
export function countedThings(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  const outputs = outputsOf(problem, isText);
  if (outputs === null) return [];
  return leaves
    .filter(({ result, readsInput }) => result === 'integer' && readsInput)
    .flatMap((leaf) => {
      const counts = problem.train.map(({ input }) => leaf.leaf?.(input));
      const named = namedThings(problem, leaves, leaf, outputs);
      if (named.length > 0) return named;
      const words = outputs.map((output, index) => wordBehind(output, counts[index]));
      const several = onlyOne(words.filter((_word, index) => counts[index] !== 1));
      const single = onlyOne(words.filter((_word, index) => counts[index] === 1));
      if (typeof several !== 'string' || single === null) return [];
      const one = singular(several);
      if (one === null || (single !== undefined && single !== one)) return [];
      return [countedLeaf(leaf, one, several)];
    });
}

/** Numbers with what another column calls one of the things. A word that takes more than an s in the plural is none of these. */
function namedThings(
  problem: SearchProblem,
  leaves: readonly Operator[],
  count: Operator,
  outputs: readonly string[],
): Operator[] {
  const isUsed = ({ result, readsInput, cost }: Operator): boolean =>
    result === 'text' && readsInput && cost === 1;
  return leaves.filter(isUsed).flatMap((thing) => {
    const leaf = namedLeaf(count, thing);
    const texts = problem.train.map(({ input }) => leaf.leaf?.(input));
    const isSeen = texts.every((text, index) => typeof text === 'string' && outputs[index]?.includes(text));
    return isSeen && problem.train.some(({ input }) => count.leaf?.(input) !== 1) ? [leaf] : [];
  });
}

function namedLeaf(count: Operator, thing: Operator): Operator {
  const source = fillTemplate("str({0}) + ' ' + {1~} + ('' if {0} == 1 else 's')", BINDING.sum, [
    count.render([]),
    thing.render([]),
  ]);
  return leafOperator({
    python: source.text,
    result: 'text',
    cost: 1,
    variable: 'counted',
    read: (input) => {
      const [number, name] = [count.leaf?.(input), thing.leaf?.(input)];
      if (typeof number !== 'number' || typeof name !== 'string') return undefined;
      return `${number} ${name}${number === 1 ? '' : 's'}`;
    },
    of: [count, thing],
    render: () => source,
  });
}

/** The word behind a number in a text; null where there is none. */
function wordBehind(text: string, count: unknown): string | null {
  if (typeof count !== 'number') return null;
  return new RegExp(`(?<![0-9.,])${count} (\\p{L}+)`, 'u').exec(text)?.[1] ?? null;
}

/** The only text of several; null where they differ or one is lacking; undefined where there is none. */
function onlyOne(words: readonly (string | null)[]): string | null | undefined {
  const [first] = words;
  return words.every((word) => word === first) ? first : null;
}

function singular(word: string): string | null {
  const found = PLURALS.find(([ending]) => ending.test(word));
  const one = found === undefined || found[0] === PLURALS[0]?.[0] ? '' : word.replace(found[0], found[1]);
  return one.length < 2 ? null : one;
}

function countedLeaf(leaf: Operator, one: string, several: string): Operator {
  const source = fillTemplate(
    `${pythonString(`1 ${one}`)} if {0} == 1 else str({0}) + ${pythonString(` ${several}`)}`,
    BINDING.conditional,
    [leaf.render([])],
  );
  return leafOperator({
    python: source.text,
    result: 'text',
    cost: 1,
    variable: 'counted',
    read: (input) => {
      const count = leaf.leaf?.(input);
      if (typeof count !== 'number') return undefined;
      return count === 1 ? `1 ${one}` : `${count} ${several}`;
    },
    of: [leaf],
    render: () => source,
  });
}
