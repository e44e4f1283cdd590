import { computed, type LibraryEntry } from '../library-entry.js';
import { capitalize, isPlainCase, titleCase } from '../python-text.js';

const text = [computed('text')];

/** Upper and lower case. Only text whose letters have simple case pairs is computed natively. */
export const textCase: readonly LibraryEntry[] = [
  {
    name: 'upper',
    python: '{0!}.upper()',
    parameters: text,
    result: 'text',
    cost: 1,
    apply: (value: string) => (isPlainCase(value) ? value.toUpperCase() : undefined),
  },
  {
    name: 'lower',
    python: '{0!}.lower()',
    parameters: text,
    result: 'text',
    cost: 1,
    apply: (value: string) => (isPlainCase(value) ? value.toLowerCase() : undefined),
  },
  { name: 'title', python: '{0!}.title()', parameters: text, result: 'text', cost: 1, apply: titleCase },
  {
    name: 'capitalize',
    python: '{0!}.capitalize()',
    parameters: text,
    result: 'text',
    cost: 1,
    apply: capitalize,
  },
];
