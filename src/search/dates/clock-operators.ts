import type { Operator } from '../language/operator.js';
import { unaryOperator } from '../language/unary-operator.js';
import { type Moment, packed } from '../library/date-text.js';

/** A way to find a time of day in a text. */
export interface ClockReading {
  readonly name: string;
  readonly pattern: RegExp;
  readonly helper: string;
}

const ANY_DAY = { year: 2000, month: 1, day: 1 } as const;

/** A clock with minutes, of twelve hours where it says *AM* or *PM*, else of twenty-four. */
export const ANY_CLOCK: ClockReading = {
  name: 'time_in',
  pattern: /(?<![0-9:])([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?: ?([AP])M)?/i,
  helper: `def time_in(text):
    """The time of day in a text, such as 14:05 or 2:05:30 PM"""
    pattern = r'(?<![0-9:])([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?: ?([AP])M)?'
    match = re.search(pattern, text, re.IGNORECASE)
    if match is None:
        raise ValueError(f'no time of day in {text!r}')
    hour, minute, second, half = match.groups()
    hours = int(hour) if half is None else int(hour) % 12 + 12 * (half in 'Pp')
    return datetime.time(hours, int(minute), int(second or 0))`,
};

/** A clock with *AM* or *PM*, perhaps without minutes. */
export const TWELVE_HOUR_CLOCK: ClockReading = {
  name: 'twelve_hour_time_in',
  pattern: /(?<![0-9:])([0-9]{1,2})(?::([0-9]{2}))?(?::([0-9]{2}))? ?([AP])M/i,
  helper: `def twelve_hour_time_in(text):
    """The time of day in a text, such as 2 PM or 2:05:30 PM"""
    pattern = r'(?<![0-9:])([0-9]{1,2})(?::([0-9]{2}))?(?::([0-9]{2}))? ?([AP])M'
    match = re.search(pattern, text, re.IGNORECASE)
    if match is None:
        raise ValueError(f'no AM or PM in {text!r}')
    hour, minute, second, half = match.groups()
    return datetime.time(int(hour) % 12 + 12 * (half in 'Pp'), int(minute or 0), int(second or 0))`,
};

/** The time of day in a text, as a packed moment of some day. */
export function clockOperator(reading: ClockReading): Operator {
  return unaryOperator({
    name: reading.name,
    hole: 'text',
    result: 'text',
    imports: ['datetime', 're'],
    helpers: [reading.helper],
    variable: 'time',
    apply: (text) => {
      const moment = clockOf(text, reading);
      return moment === undefined ? undefined : packed(moment);
    },
    python: ({ text }) => `${reading.name}(${text})`,
  });
}

/** The time of day in a text, as a moment of some day. */
export function clockOf(text: string, { pattern }: ClockReading): Moment | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [, hours, minutes, seconds, half] = found;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + ('Pp'.includes(half) ? 12 : 0);
  const [minute, second] = [Number(minutes ?? 0), Number(seconds ?? 0)];
  return hour < 24 && minute < 60 && second < 60 ? { ...ANY_DAY, hour, minute, second } : undefined;
}
