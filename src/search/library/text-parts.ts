import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { characters, splitWords, strip, textAt, textSlice } from '../language/python-text.js';
import { boundedList } from '../language/size-guards.js';

/** Taking text apart: splitting, slicing, partitioning. */
export const textParts: readonly LibraryEntry[] = [
  {
    name: 'words',
    python: '{0!}.split()',
    parameters: [computed('text')],
    result: 'texts',
    cost: 1,
    apply: (value: string) => boundedList(splitWords(value)),
    variable: 'words',
  },
  {
    name: 'split',
    python: '{0!}.split({1})',
    parameters: [computed('text'), constant('delimiter')],
    result: 'texts',
    cost: 1,
    apply: (value: string, delimiter: string) => boundedList(value.split(delimiter)),
    variable: 'parts',
  },
  {
    name: 'filled_parts',
    python: '[part.strip() for part in {0}.split({1}) if part.strip()]',
    parameters: [computed('text'), constant('delimiter')],
    result: 'texts',
    cost: 2,
    apply: (value: string, delimiter: string) =>
      boundedList(
        value
          .split(delimiter)
          .map(strip)
          .filter((part) => part !== ''),
      ),
    variable: 'parts',
  },
  {
    name: 'split_part',
    python: '{0!}.split({1})[{2}]',
    parameters: [computed('text'), constant('delimiter'), constant('index')],
    result: 'text',
    cost: 2,
    apply: (value: string, delimiter: string, index: number) => value.split(delimiter).at(index),
  },
  {
    name: 'word',
    python: '{0!}.split()[{1}]',
    parameters: [computed('text'), constant('index')],
    result: 'text',
    cost: 2,
    apply: (value: string, index: number) => splitWords(value).at(index),
  },
  {
    name: 'before_last',
    python: '{0!}.rsplit({1}, 1)[0]',
    parameters: [computed('text'), constant('delimiter')],
    result: 'text',
    cost: 3,
    apply: (value: string, delimiter: string) =>
      value.includes(delimiter) ? value.slice(0, value.lastIndexOf(delimiter)) : value,
  },
  {
    name: 'after_first',
    python: '{0!}.split({1}, 1)[1]',
    parameters: [computed('text'), constant('delimiter')],
    result: 'text',
    cost: 3,
    apply: (value: string, delimiter: string) =>
      value.includes(delimiter) ? value.slice(value.indexOf(delimiter) + delimiter.length) : undefined,
  },
  {
    name: 'character',
    python: '{0!}[{1}]',
    parameters: [computed('text'), constant('index')],
    result: 'text',
    cost: 1,
    apply: (value: string, index: number) => textAt(value, index),
  },
  // Before what is cut from the end: of two cuts that cost as much, the one that counts fewer characters comes first.
  {
    name: 'without_first_characters',
    python: '{0!}[{1}:]',
    parameters: [computed('text'), constant('count')],
    result: 'text',
    cost: 2,
    apply: (value: string, count: number) => textSlice(value, count, undefined),
  },
  {
    name: 'first_characters',
    python: '{0!}[:{1}]',
    parameters: [computed('text'), constant('count')],
    result: 'text',
    cost: 1,
    apply: (value: string, count: number) => textSlice(value, undefined, count),
  },
  {
    name: 'last_characters',
    python: '{0!}[-{1}:]',
    parameters: [computed('text'), constant('count')],
    result: 'text',
    cost: 1,
    apply: (value: string, count: number) => textSlice(value, -count, undefined),
  },
  {
    name: 'without_last_characters',
    python: '{0!}[:-{1}]',
    parameters: [computed('text'), constant('count')],
    result: 'text',
    cost: 2,
    apply: (value: string, count: number) => textSlice(value, undefined, -count),
  },
  {
    name: 'middle_characters',
    python: '{0!}[{1}:{2}]',
    parameters: [computed('text'), constant('count'), constant('count')],
    result: 'text',
    cost: 2,
    apply: (value: string, start: number, stop: number) =>
      start < stop ? textSlice(value, start, stop) : undefined,
  },
  {
    name: 'reverse_text',
    python: '{0!}[::-1]',
    parameters: [computed('text')],
    result: 'text',
    cost: 2,
    apply: (value: string) => characters(value).reverse().join(''),
  },
  {
    name: 'characters',
    python: 'list({0})',
    parameters: [computed('text')],
    result: 'texts',
    cost: 2,
    apply: (value: string) => boundedList(characters(value)),
    variable: 'letters',
  },
];
