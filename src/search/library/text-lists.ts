import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { boundedText } from '../language/size-guards.js';

/** Lists of texts: joined, and compared by length. */
export const textLists: readonly LibraryEntry[] = [
  {
    name: 'joined',
    python: '{1}.join({0})',
    parameters: [computed('texts'), constant('joiner')],
    result: 'text',
    cost: 1,
    apply: (items: readonly string[], joiner: string) => boundedText(items.join(joiner)),
  },
  {
    name: 'joined_directly',
    python: "''.join({0})",
    parameters: [computed('texts')],
    result: 'text',
    cost: 1,
    apply: (items: readonly string[]) => boundedText(items.join('')),
  },
  {
    name: 'longest',
    python: 'max({0}, key=len)',
    parameters: [computed('texts')],
    result: 'text',
    cost: 2,
    apply: (items: readonly string[]) =>
      items.reduce<string | undefined>(
        (best, item) =>
          best === undefined || Array.from(item).length > Array.from(best).length ? item : best,
        undefined,
      ),
    variable: 'longest',
  },
  {
    name: 'by_length',
    python: 'sorted({0}, key=len)',
    parameters: [computed('texts')],
    result: 'texts',
    cost: 3,
    apply: (items: readonly string[]) =>
      [...items].sort((left, right) => Array.from(left).length - Array.from(right).length),
    variable: 'ordered',
  },
];
