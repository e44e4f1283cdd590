import { computed, constant, type LibraryEntry } from '../library-entry.js';
import { BINDING } from '../python-source.js';
import { isAscii, textLength } from '../python-text.js';

/** Yes-or-no questions about text. */
export const textTests: readonly LibraryEntry[] = [
  {
    name: 'contains',
    python: '{1} in {0~}',
    binding: BINDING.comparison,
    parameters: [computed('text'), constant('fragment')],
    result: 'boolean',
    cost: 2,
    apply: (value: string, fragment: string) => value.includes(fragment),
  },
  {
    name: 'starts_with',
    python: '{0!}.startswith({1})',
    parameters: [computed('text'), constant('fragment')],
    result: 'boolean',
    cost: 2,
    apply: (value: string, fragment: string) => value.startsWith(fragment),
  },
  {
    name: 'ends_with',
    python: '{0!}.endswith({1})',
    parameters: [computed('text'), constant('fragment')],
    result: 'boolean',
    cost: 2,
    apply: (value: string, fragment: string) => value.endsWith(fragment),
  },
  {
    name: 'equals_text',
    python: '{0!} == {1}',
    binding: BINDING.comparison,
    parameters: [computed('text'), constant('fragment')],
    result: 'boolean',
    cost: 3,
    apply: (value: string, fragment: string) => value === fragment,
  },
  {
    name: 'same_text',
    commutative: true,
    python: '{0!} == {1!}',
    binding: BINDING.comparison,
    parameters: [computed('text'), computed('text')],
    result: 'boolean',
    cost: 1,
    apply: (left: string, right: string) => left === right,
  },
  {
    name: 'is_empty_text',
    python: "{0!} == ''",
    binding: BINDING.comparison,
    parameters: [computed('text')],
    result: 'boolean',
    cost: 2,
    apply: (value: string) => value === '',
  },
  {
    name: 'is_digits',
    python: '{0!}.isdigit()',
    parameters: [computed('text')],
    result: 'boolean',
    cost: 2,
    apply: (value: string) => (isAscii(value) ? /^[0-9]+$/.test(value) : undefined),
  },
  {
    name: 'is_letters',
    python: '{0!}.isalpha()',
    parameters: [computed('text')],
    result: 'boolean',
    cost: 2,
    apply: (value: string) => (isAscii(value) ? /^[A-Za-z]+$/.test(value) : undefined),
  },
  {
    name: 'is_upper',
    python: '{0!}.isupper()',
    parameters: [computed('text')],
    result: 'boolean',
    cost: 2,
    apply: (value: string) => (isAscii(value) ? /[A-Z]/.test(value) && !/[a-z]/.test(value) : undefined),
  },
  {
    name: 'is_lower',
    python: '{0!}.islower()',
    parameters: [computed('text')],
    result: 'boolean',
    cost: 2,
    apply: (value: string) => (isAscii(value) ? /[a-z]/.test(value) && !/[A-Z]/.test(value) : undefined),
  },
  {
    name: 'text_length',
    python: 'len({0})',
    parameters: [computed('text')],
    result: 'integer',
    cost: 1,
    apply: textLength,
    variable: 'length',
  },
  {
    name: 'count_fragment',
    python: '{0!}.count({1})',
    parameters: [computed('text'), constant('fragment')],
    result: 'integer',
    cost: 2,
    apply: (value: string, fragment: string) =>
      fragment === '' ? undefined : value.split(fragment).length - 1,
    variable: 'count',
  },
  {
    name: 'find_fragment',
    python: '{0!}.find({1})',
    parameters: [computed('text'), constant('fragment')],
    result: 'integer',
    cost: 3,
    apply: (value: string, fragment: string) => {
      const at = value.indexOf(fragment);
      return at < 0 ? -1 : textLength(value.slice(0, at));
    },
    variable: 'position',
  },
];
