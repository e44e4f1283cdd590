import { computed, type LibraryEntry } from '../language/library-entry.js';

/** Lists that count to a number. */
export const ranges: readonly LibraryEntry[] = [
  {
    name: 'count_up_to',
    python: 'list(range(1, {0} + 1))',
    parameters: [computed('integer')],
    result: 'integers',
    cost: 3,
    apply: (last: number) =>
      last > 1000 ? undefined : Array.from({ length: Math.max(0, last) }, (_item, index) => index + 1),
  },
  {
    name: 'count_from_zero',
    python: 'list(range({0}))',
    parameters: [computed('integer')],
    result: 'integers',
    cost: 3,
    apply: (stop: number) =>
      stop > 1000 ? undefined : Array.from({ length: Math.max(0, stop) }, (_item, index) => index),
  },
];
