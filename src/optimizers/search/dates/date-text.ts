/** Names of the months. */
export const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** Their first three letters. */
export const SHORT_MONTHS: readonly string[] = MONTHS.map((name) => name.slice(0, 3));
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const SHORT_WEEKDAYS = WEEKDAYS.map((name) => name.slice(0, 3));

/** A moment on the calendar, without a time zone: midnight, where a text has no time. */
export interface Moment {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** `strptime` has no year for these two digits on every engine. */
const FIRST_OF_LAST_CENTURY = 69;

const two = (value: number): string => String(value).padStart(2, '0');
const weekdayOf = ({ year, month, day }: Moment): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();

/** What each directive of `strftime` writes, of those that every engine and platform has. */
const WRITERS: Readonly<Record<string, (moment: Moment) => string>> = {
  Y: ({ year }) => String(year),
  y: ({ year }) => two(year % 100),
  m: ({ month }) => two(month),
  B: ({ month }) => MONTHS[month - 1] ?? '',
  b: ({ month }) => SHORT_MONTHS[month - 1] ?? '',
  d: ({ day }) => two(day),
  A: (moment) => WEEKDAYS[weekdayOf(moment)] ?? '',
  a: (moment) => SHORT_WEEKDAYS[weekdayOf(moment)] ?? '',
  H: ({ hour }) => two(hour),
  I: ({ hour }) => two(hour % 12 || 12),
  M: ({ minute }) => two(minute),
  S: ({ second }) => two(second),
  p: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  w: (moment) => String(weekdayOf(moment)),
  j: (moment) => String(dayOfYear(moment)).padStart(3, '0'),
  G: (moment) => String(thursdayOf(moment).year),
  V: (moment) => two(Math.ceil(dayOfYear(thursdayOf(moment)) / 7)),
};

/** From 1. */
function dayOfYear(moment: Moment): number {
  return daysBetweenMoments({ ...moment, month: 1, day: 1 }, moment) + 1;
}

/** The day that says to which year its week belongs. */
function thursdayOf(moment: Moment): Moment {
  return daysLater(moment, 3 - ((weekdayOf(moment) + 6) % 7));
}

/** `moment.strftime(format)`. */
export function writeMoment(moment: Moment, format: string): string {
  return format.replace(/%([A-Za-z])/g, (_all, directive: string) => WRITERS[directive]?.(moment) ?? '');
}

const PATTERNS: Readonly<Record<string, string>> = {
  Y: '([0-9]{4})',
  y: '([0-9]{2})',
  B: `(${MONTHS.join('|')})`,
  b: `(${SHORT_MONTHS.join('|')})`,
  A: `(${WEEKDAYS.join('|')})`,
  a: `(${SHORT_WEEKDAYS.join('|')})`,
};
/** Directives without a mark between them, whose widths only zeros keep. */
const ADJACENT = /(?<=%[A-Za-z])(?=%)/;
const compiled = new Map<string, RegExp>();

function patternOf(format: string): RegExp {
  const known = compiled.get(format);
  if (known !== undefined) return known;
  const number = ADJACENT.test(format) ? '([0-9]{2})' : '([0-9]{1,2})';
  const source = format.replace(/%([A-Za-z])|[^A-Za-z0-9 ]/g, (text, directive: string | undefined) =>
    directive === undefined
      ? `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
      : (PATTERNS[directive] ?? number),
  );
  const pattern = new RegExp(`^${source}$`, 'i');
  compiled.set(format, pattern);
  return pattern;
}

/** Whether a text has the parts and marks of a format, be they those of a date or not. */
export function isInFormat(text: string, format: string): boolean {
  return patternOf(format).test(text);
}

/** `strptime(text, format)`; undefined where Python raises, and where engines differ. */
export function readMoment(text: string, format: string): Moment | undefined {
  const found = patternOf(format).exec(text);
  if (found === null) return undefined;
  const fields = new Map(
    [...format.matchAll(/%([A-Za-z])/g)].map(([, directive = ''], index) => [
      directive,
      found[index + 1] ?? '',
    ]),
  );
  const numberOf = (directive: string, absent: number): number => Number(fields.get(directive) ?? absent);
  const short = numberOf('y', 0);
  const named = (fields.get('B') ?? fields.get('b'))?.slice(0, 3).toLowerCase();
  const moment: Moment = {
    year: fields.has('y') ? 2000 + short : numberOf('Y', 1900),
    month:
      named === undefined
        ? numberOf('m', 1)
        : SHORT_MONTHS.findIndex((name) => name.toLowerCase() === named) + 1,
    day: numberOf('d', 1),
    hour: numberOf('H', 0),
    minute: numberOf('M', 0),
    second: numberOf('S', 0),
  };
  const weekday = (fields.get('A') ?? fields.get('a'))?.slice(0, 3).toLowerCase();
  const isRightDay = weekday === undefined || writeMoment(moment, '%a').toLowerCase() === weekday;
  return short < FIRST_OF_LAST_CENTURY && isPossible(moment) && isRightDay ? moment : undefined;
}

function isPossible({ year, month, day, hour, minute, second }: Moment): boolean {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isDay = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= last;
  return isDay && hour < 24 && minute < 60 && second < 60;
}

/** Days, with their fractions, since a day long ago. */
export function daysOf(moment: Moment): number {
  return millisecondsOf(moment) / MILLISECONDS_PER_DAY;
}

/** `(to - from).days`: whole days, rounded down. */
export function daysBetweenMoments(from: Moment, to: Moment): number {
  return Math.floor((millisecondsOf(to) - millisecondsOf(from)) / MILLISECONDS_PER_DAY);
}

function millisecondsOf({ year, month, day, hour, minute, second }: Moment): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** A moment so many days later, or earlier. */
export function daysLater(moment: Moment, days: number): Moment {
  const { year, month, day } = moment;
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return { ...moment, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
const MILLISECONDS_PER_DAY = 86_400_000;

/** A moment as one text, and back. */
export function packed(moment: Moment): string {
  return writeMoment(moment, PACKED);
}
const PACKED = '%Y-%m-%dT%H:%M:%S';

/** The moment of {@link packed}. */
export function unpacked(text: string): Moment | undefined {
  return readMoment(text, PACKED);
}
