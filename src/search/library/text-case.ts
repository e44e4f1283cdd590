import { computed, type LibraryEntry } from '../language/library-entry.js';
import { capitalize, lowerCase, titleCase, upperCase, wordsOf } from '../language/python-text.js';

const text = [computed('text')];

const CAMEL_CASE = `def camel_case(text):
    """Words as one, all but the first with a capital letter: unit price as unitPrice"""
    first, *others = re.findall(r'[^\\W_]+', text)
    return first.lower() + ''.join(word.title() for word in others)`;

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
  {
    name: 'camel_case',
    python: 'camel_case({0})',
    imports: ['re'],
    helpers: [CAMEL_CASE],
    parameters: text,
    result: 'text',
    cost: 1,
    gate: { outputs: /^\p{Ll}+\p{Lu}\p{Ll}/u },
    apply: (value: string) => {
      const [first, ...others] = wordsOf(value) ?? [];
      const words = first === undefined ? [undefined] : [lowerCase(first), ...others.map(titleCase)];
      return words.includes(undefined) ? undefined : words.join('');
    },
  },
];
