import type { Operator } from '../language/operator.js';
import { unaryOperator } from '../language/unary-operator.js';
import { remainder } from './step-rules.js';

/** What times of day are counted in. */
export type ClockUnit = 'minutes' | 'seconds';

/** Units of a day. */
export const UNITS_OF_DAY: Readonly<Record<ClockUnit, number>> = { minutes: 1440, seconds: 86_400 };

/** How times of day are written. */
export interface ClockNotation {
  readonly parts: 'hour' | 'minute' | 'second';
  /** What stands behind, for the morning: ` AM`; null where hours go to 23. */
  readonly half: string | null;
  /** Whether hours have two digits; undefined where no hour tells. */
  readonly isPadded: boolean | undefined;
}

/** A time of day in a text: with a colon, or with a half of the day. */
export const CLOCK: RegExp =
  /(?<![0-9:.])(?:[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm](?![A-Za-z]))?|[0-9]{1,2} ?[AaPp][Mm](?![A-Za-z]))(?![0-9:])/g;
const PARTS = /^([0-9]{1,2})(?::([0-9]{2}))?(?::([0-9]{2}))?(?:( ?)([AaPp])([Mm]))?$/;

/** The one notation of times of day; null where they have several, or one is none. */
export function clockNotationOf(times: readonly string[]): ClockNotation | null {
  const found = times.map((time) => PARTS.exec(time));
  const shapes = found.map((one) => {
    if (one === null) return null;
    const [, , minute, second, space = '', half, m = ''] = one;
    const parts = second !== undefined ? 'second' : minute !== undefined ? 'minute' : 'hour';
    const morning = half === undefined ? null : `${space}${half === half.toLowerCase() ? 'a' : 'A'}${m}`;
    return { parts, half: morning } as const;
  });
  const [first] = shapes;
  if (first === undefined || first === null) return null;
  if (!shapes.every((shape) => shape?.parts === first.parts && shape.half === first.half)) return null;
  const hours = found.map((one) => one?.[1] ?? '');
  const isPadded = hours.some((hour) => /^0./.test(hour));
  const isBare = hours.some((hour) => hour.length === 1);
  if (isPadded && isBare) return null;
  return { ...first, isPadded: isPadded || isBare ? isPadded : undefined };
}

/** Units since midnight of one time of day, seconds cut off where minutes are counted; undefined where it is none. */
export function timeOf(time: string, unit: ClockUnit): number | undefined {
  const [, hour = '', minute = '0', second = '0', , half] = PARTS.exec(time) ?? [];
  return counted(hour, minute, second, half, unit);
}

function counted(
  hour: string,
  minute: string,
  second: string,
  half: string | undefined,
  unit: ClockUnit,
): number | undefined {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + ('Pp'.includes(half) ? 12 : 0);
  const isTime = hour !== '' && Number(hour) < (half === undefined ? 24 : 13);
  if (!isTime || Number(minute) > 59 || Number(second) > 59) return undefined;
  return unit === 'minutes'
    ? 60 * hours + Number(minute)
    : 3600 * hours + 60 * Number(minute) + Number(second);
}

/** How the times of a column are read. */
export interface ClockReading {
  readonly unit: ClockUnit;
  readonly hasHalf: boolean;
  /** Whether some are only an hour. */
  readonly hasHours: boolean;
}

/** Units since midnight of the time of day in a text. */
export function readingClock({ unit, hasHalf, hasHours }: ClockReading): Operator {
  const isInSeconds = unit === 'seconds';
  const minutes = hasHours ? '(?::([0-9]{2}))?' : ':([0-9]{2})';
  const digits = isInSeconds ? '([0-9]{2})' : '[0-9]{2}';
  const seconds = hasHalf ? `(?::${digits})?` : isInSeconds ? `:${digits}` : '';
  const pattern = `([0-9]{1,2})${minutes}${seconds}${hasHalf ? ' ?([AaPp])[Mm]' : ''}`;
  const names = ['hour', 'minute', ...(isInSeconds ? ['second'] : []), ...(hasHalf ? ['half'] : [])];
  const number = (name: string, isOptional: boolean): string => `int(${name}${isOptional ? ' or 0' : ''})`;
  const hours = hasHalf ? "(int(hour) % 12 + 12 * (half in 'Pp'))" : 'int(hour)';
  const sum = isInSeconds
    ? `3600 * ${hours} + 60 * ${number('minute', hasHours)} + ${number('second', hasHalf)}`
    : `60 * ${hours} + ${number('minute', hasHours)}`;
  const expression = new RegExp(pattern);
  return unaryOperator({
    name: `${unit}_of(${hasHalf}, ${hasHours})`,
    hole: 'text',
    result: 'integer',
    imports: ['re'],
    helpers: [
      `def ${unit}_of(text):
    """${unit === 'minutes' ? 'Minutes' : 'Seconds'} from midnight to the time of day in a text"""
    ${names.join(', ')} = re.search(r'${pattern}', text).groups()
    return ${sum}`,
    ],
    variable: 'time',
    apply: (text) => {
      const found = expression.exec(text);
      if (found === null) return undefined;
      const [, hour = '', minute = '0'] = found;
      const second = isInSeconds ? found[3] : '0';
      return counted(hour, minute, second ?? '0', hasHalf ? found.at(-1) : undefined, unit);
    },
    python: ({ text }) => `${unit}_of(${text})`,
  });
}

/** Units since midnight as a time of day; a day later or earlier is the same. */
export function writingClock(unit: ClockUnit, { parts, half, isPadded }: ClockNotation): Operator {
  const day = UNITS_OF_DAY[unit];
  const isInSeconds = unit === 'seconds';
  const count = 1 + ['hour', 'minute', 'second'].indexOf(parts);
  const shownHour = half === null ? 'hour' : 'hour % 12 or 12';
  const hourField = `{${shownHour}${isPadded === true ? ':02d' : ''}}`;
  const fields = [hourField, '{minute:02d}', '{second:02d}'].slice(0, count);
  const evening = half?.replace('A', 'P').replace('a', 'p');
  const halves = half === null ? '' : `{'${half}' if hour < 12 else '${evening}'}`;
  const lines = isInSeconds
    ? [`minutes, second = divmod(seconds % ${day}, 60)`, 'hour, minute = divmod(minutes, 60)']
    : parts === 'hour'
      ? ['hour = minutes // 60 % 24']
      : [`hour, minute = divmod(minutes % ${day}, 60)`];
  const quote = half === null ? "'" : '"';
  const write = (value: number): string => {
    const seconds = remainder(isInSeconds ? value : 60 * value, UNITS_OF_DAY.seconds);
    const hour = Math.floor(seconds / 3600);
    const shown = String(half === null ? hour : hour % 12 || 12).padStart(isPadded === true ? 2 : 1, '0');
    const texts = [shown, two(Math.floor(seconds / 60) % 60), two(seconds % 60)];
    return texts.slice(0, count).join(':') + (half === null ? '' : hour < 12 ? half : evening);
  };
  return unaryOperator({
    name: `clock(${unit}, ${parts}, ${half}, ${isPadded === true})`,
    hole: 'integer',
    result: 'text',
    helpers: [
      `def clock(${unit}):
    """${unit === 'minutes' ? 'Minutes' : 'Seconds'} since midnight as a time such as ${write(isInSeconds ? 57_900 : 965)}"""
${lines.map((line) => `    ${line}`).join('\n')}
    return f${quote}${fields.join(':')}${halves}${quote}`,
    ],
    apply: (value) => (Math.abs(value) < LARGEST ? write(value) : undefined),
    python: ({ text }) => `clock(${text})`,
  });
}
const LARGEST = 1e9;

const two = (value: number): string => String(value).padStart(2, '0');
