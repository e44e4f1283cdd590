import { computed, type LibraryEntry } from '../language/library-entry.js';
import { exactInteger } from '../language/size-guards.js';
import { SHORT_MONTHS } from './date-text.js';

const MONTH_WORD = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/;
const CLOCK = /[0-9]:[0-9]{2}/;

const MONTH_IN_TEXT = `def month_number(text):
    """The number of the first month of the year whose name is in the text"""
    months = [${SHORT_MONTHS.map((month) => `'${month}'`).join(', ')}]
    return [number for number, month in enumerate(months, 1) if month in text][0]`;

const CLOCK_SECONDS = `def seconds_of(text):
    """Seconds of a time such as 1:05 or 2:30:00"""
    total = 0
    for part in text.split(':'):
        total = total * 60 + int(part)
    return total`;

/** Two digits of a number from 0 to 99. */
function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** A duration in seconds, written with colons. */
function written(name: string, python: string, cost: number, write: (value: number) => string): LibraryEntry {
  return {
    name,
    python,
    parameters: [computed('integer')],
    result: 'text',
    cost,
    gate: { outputs: CLOCK },
    apply: (value: number) => (value < 0 ? undefined : write(value)),
  };
}

/** Months in words, quarters, and times with colons. */
export const datesAndTimes: readonly LibraryEntry[] = [
  {
    name: 'month_in_text',
    python: 'month_number({0})',
    helpers: [MONTH_IN_TEXT],
    parameters: [computed('text')],
    result: 'integer',
    cost: 1,
    gate: { inputs: MONTH_WORD },
    apply: (value: string) => {
      const place = SHORT_MONTHS.findIndex((month) => value.includes(month));
      return place < 0 ? undefined : place + 1;
    },
    variable: 'month',
  },
  {
    name: 'short_month_name',
    python: `[${SHORT_MONTHS.map((month) => `'${month}'`).join(', ')}][{0} - 1]`,
    parameters: [computed('integer')],
    result: 'text',
    cost: 1,
    gate: { outputs: MONTH_WORD },
    apply: (value: number) => (value >= 1 && value <= 12 ? SHORT_MONTHS[value - 1] : undefined),
    variable: 'month',
  },
  {
    name: 'quarter',
    python: '({0!} + 2) // 3',
    binding: 7,
    parameters: [computed('integer')],
    result: 'integer',
    cost: 2,
    gate: { inputs: /[0-9][-/.][0-9]|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/ },
    apply: (value: number) => (value >= 1 && value <= 12 ? Math.floor((value + 2) / 3) : undefined),
    variable: 'quarter',
  },
  {
    name: 'seconds_of_clock',
    python: 'seconds_of({0})',
    helpers: [CLOCK_SECONDS],
    parameters: [computed('text')],
    result: 'integer',
    cost: 1,
    gate: { inputs: CLOCK },
    apply: (value: string) =>
      /^[0-9]{1,6}(?::[0-9]{1,2}){0,3}$/.test(value)
        ? exactInteger(value.split(':').reduce((total, part) => total * 60 + Number(part), 0))
        : undefined,
    variable: 'seconds',
  },
  written('clock_of_seconds', "'{}:{:02d}'.format(*divmod({0}, 60))", 1, (value) => {
    return `${Math.floor(value / 60)}:${two(value % 60)}`;
  }),
  written('padded_clock_of_seconds', "'{:02d}:{:02d}'.format(*divmod({0}, 60))", 2, (value) => {
    return `${two(Math.floor(value / 60))}:${two(value % 60)}`;
  }),
  written(
    'long_clock_of_seconds',
    "'{}:{:02d}:{:02d}'.format({0!} // 3600, {0!} // 60 % 60, {0!} % 60)",
    2,
    (value) => `${Math.floor(value / 3600)}:${two(Math.floor(value / 60) % 60)}:${two(value % 60)}`,
  ),
];
