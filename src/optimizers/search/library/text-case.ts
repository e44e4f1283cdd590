import { computed, type LibraryEntry } from '../language/library-entry.js';
import { capitalize, lowerCase, titleCase, upperCase } from '../language/python-text.js';

const text = [computed('text')];

/** Upper and lower case. Only text whose letters change alike in JavaScript and Python is computed natively. */
export const textCase: readonly LibraryEntry[] = [
  { name: 'upper', python: '{0!}.upper()', parameters: text, result: 'text', cost: 1, apply: upperCase },
  { name: 'lower', python: '{0!}.lower()', parameters: text, result: 'text', cost: 1, apply: lowerCase },
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
