import { computed, type LibraryEntry } from '../language/library-entry.js';

const HALF_OF_DAY = /[0-9] ?[AP]M\b/i;
const TWELVE_HOURS = `def twelve_hours(time):
    """A time such as 14:05 as 2:05 PM"""
    hour, minute = time.split(':')
    return f"{int(hour) % 12 or 12}:{minute} {'AM' if int(hour) < 12 else 'PM'}"`;
const DAY_HOURS = `def day_hours(time):
    """A time such as 2:05 PM as 14:05"""
    hour, minute, half = re.match(r'([0-9]+):([0-9]+) ?([AaPp])[Mm]$', time).groups()
    return f"{int(hour) % 12 + 12 * (half in 'Pp'):02d}:{minute}"`;

/** The time of day with twelve hours and with twenty-four, where it is a part of an output. Whole columns are read as dates are. */
export const clocks: readonly LibraryEntry[] = [
  {
    name: 'twelve_hours',
    python: 'twelve_hours({0})',
    helpers: [TWELVE_HOURS],
    parameters: [computed('text')],
    result: 'text',
    cost: 1,
    gate: { inputs: /[0-9]:[0-9]{2}/, outputs: HALF_OF_DAY },
    apply: (value: string) => {
      const [, hour, minute] = /^([0-9]{1,2}):([0-9]{2})$/.exec(value) ?? [];
      if (hour === undefined || minute === undefined) return undefined;
      return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
    },
    variable: 'time',
  },
  {
    name: 'day_hours',
    python: 'day_hours({0})',
    imports: ['re'],
    helpers: [DAY_HOURS],
    parameters: [computed('text')],
    result: 'text',
    cost: 1,
    gate: { inputs: HALF_OF_DAY },
    apply: (value: string) => {
      const [, hour, minute, half = ''] = /^([0-9]{1,2}):([0-9]{1,2}) ?([AaPp])[Mm]$/.exec(value) ?? [];
      if (hour === undefined || minute === undefined) return undefined;
      const hours = (Number(hour) % 12) + ('Pp'.includes(half) ? 12 : 0);
      return `${String(hours).padStart(2, '0')}:${minute}`;
    },
    variable: 'time',
  },
];
