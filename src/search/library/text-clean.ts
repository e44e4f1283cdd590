import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { splitWords, strip, stripCharacters, textLength } from '../language/python-text.js';
import { boundedText } from '../language/size-guards.js';

/** Cleaning, replacing and padding text. */
export const textClean: readonly LibraryEntry[] = [
  {
    name: 'strip',
    python: '{0!}.strip()',
    parameters: [computed('text')],
    result: 'text',
    cost: 1,
    apply: strip,
  },
  {
    name: 'strip_characters',
    python: '{0!}.strip({1})',
    parameters: [computed('text'), constant('delimiter')],
    result: 'text',
    cost: 2,
    apply: stripCharacters,
  },
  {
    name: 'remove',
    python: "{0!}.replace({1}, '')",
    parameters: [computed('text'), constant('delimiter')],
    result: 'text',
    cost: 1,
    apply: (value: string, unwanted: string) => value.replaceAll(unwanted, ''),
  },
  {
    name: 'replace',
    python: '{0!}.replace({1}, {2})',
    parameters: [computed('text'), constant('delimiter'), constant('joiner')],
    result: 'text',
    cost: 2,
    apply: (value: string, old: string, replacement: string) =>
      old === replacement ? undefined : boundedText(value.split(old).join(replacement)),
  },
  {
    name: 'remove_prefix',
    python: '{0!}.removeprefix({1})',
    parameters: [computed('text'), constant('fragment')],
    result: 'text',
    cost: 2,
    apply: (value: string, prefix: string) => (value.startsWith(prefix) ? value.slice(prefix.length) : value),
  },
  {
    name: 'remove_suffix',
    python: '{0!}.removesuffix({1})',
    parameters: [computed('text'), constant('fragment')],
    result: 'text',
    cost: 2,
    apply: (value: string, suffix: string) =>
      suffix !== '' && value.endsWith(suffix) ? value.slice(0, -suffix.length) : value,
  },
  {
    name: 'single_spaces',
    python: "' '.join({0!}.split())",
    parameters: [computed('text')],
    result: 'text',
    cost: 2,
    apply: (value: string) => splitWords(value).join(' '),
  },
  {
    name: 'zfill',
    python: '{0!}.zfill({1})',
    parameters: [computed('text'), constant('width')],
    result: 'text',
    cost: 1,
    apply: (value: string, width: number) => {
      const sign = value.startsWith('-') || value.startsWith('+') ? value.charAt(0) : '';
      const missing = Math.max(0, width - textLength(value));
      return boundedText(sign + '0'.repeat(Math.min(missing, 10_000)) + value.slice(sign.length));
    },
  },
  {
    name: 'left_align',
    python: '{0!}.ljust({1})',
    parameters: [computed('text'), constant('width')],
    result: 'text',
    cost: 2,
    apply: (value: string, width: number) =>
      boundedText(value + ' '.repeat(Math.min(10_000, Math.max(0, width - textLength(value))))),
  },
  {
    name: 'right_align',
    python: '{0!}.rjust({1})',
    parameters: [computed('text'), constant('width')],
    result: 'text',
    cost: 2,
    apply: (value: string, width: number) =>
      boundedText(' '.repeat(Math.min(10_000, Math.max(0, width - textLength(value)))) + value),
  },
  {
    name: 'repeat_text',
    python: '{0!} * {1!}',
    binding: BINDING.product,
    parameters: [computed('text'), computed('integer')],
    result: 'text',
    cost: 2,
    apply: (value: string, times: number) =>
      value.length * times <= 10_000 && times <= 10_000 ? value.repeat(Math.max(0, times)) : undefined,
  },
  {
    name: 'fill_left',
    python: '{0!}.rjust({1}, {2})',
    parameters: [computed('text'), computed('integer'), constant('joiner')],
    result: 'text',
    cost: 2,
    apply: (value: string, width: number, fill: string) =>
      textLength(fill) === 1 && Math.abs(width) <= 10_000
        ? boundedText(fill.repeat(Math.max(0, width - textLength(value))) + value)
        : undefined,
  },
];
