import { leafOperator, type Operator } from '../language/operator.js';
import type { SearchProblem } from '../problem.js';
import { isText, valuesOf } from './outputs-of.js';

/** Most names whose values are offered. */
const MOST_NAMES = 6;
const NAMED = /\b([A-Za-z_][A-Za-z0-9_]*)=/g;

/** Values by their names, `status` of `user=ann status=200`, wherever they stand: of names that all texts have. */
export function namedValues(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  return leaves
    .filter(({ result, cost }) => result === 'text' && cost === 1)
    .flatMap((leaf) => {
      const texts = valuesOf(leaf, problem, isText);
      const names = (texts ?? []).map((text) => [...text.matchAll(NAMED)].map(([, name = '']) => name));
      if (!names.some((some) => some.length > 1)) return [];
      const [first = []] = names;
      const shared = [...new Set(first)].filter((name) => names.every((some) => some.includes(name)));
      return shared.slice(0, MOST_NAMES).map((name) => namedValue(leaf, name));
    });
}

function namedValue(leaf: Operator, name: string): Operator {
  const pattern = new RegExp(`\\b${name}=([^&;,\\s]*)`);
  const write = (text: string): string => `re.search(r'\\b${name}=([^&;,\\s]*)', ${text}).group(1)`;
  return leafOperator({
    python: write(leaf.name),
    result: 'text',
    cost: 1,
    variable: name,
    read: (input) => {
      const text = leaf.leaf?.(input);
      // Engines differ in which other characters are letters and spaces.
      return typeof text === 'string' && /^[\x20-\x7e]*$/.test(text) ? pattern.exec(text)?.[1] : undefined;
    },
    of: [leaf],
    imports: ['re'],
    render: () => ({ text: write(leaf.render([]).text), binding: 10 }),
  });
}
