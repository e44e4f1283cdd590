import { MONTHS } from '../../core/internal.js';

/** The first three letters of each month. */
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

/** Years of two digits behind these are of the last century for `strptime`; of these, engines differ. */
const LAST_OF_THIS_CENTURY = 69;

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

/** One of these names, whatever the case of its letters. */
function nameOf(names: readonly string[]): string {
  const eitherCase = (letter: string): string => `[${letter.toUpperCase()}${letter.toLowerCase()}]`;
  return `(${names.map((name) => [...name].map(eitherCase).join('')).join('|')})`;
}

const PATTERNS: Readonly<Record<string, string>> = {
  Y: '([0-9]{4})',
  G: '([0-9]{4})',
  y: '([0-9]{2})',
  B: nameOf(MONTHS),
  b: nameOf(SHORT_MONTHS),
  A: nameOf(WEEKDAYS),
  a: nameOf(SHORT_WEEKDAYS),
  p: nameOf(['AM', 'PM']),
  j: '([0-9]{1,3})',
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
  const pattern = new RegExp(`^${source}$`);
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
  const time = timeOf(fields);
  const day = fields.has('V') ? dayOfWeekIn(fields) : fields.has('j') ? dayOfYearIn(fields) : dayIn(fields);
  if (time === undefined || day === undefined) return undefined;
  const moment: Moment = { ...day, ...time, minute: numberOf('M', 0), second: numberOf('S', 0) };
  const weekday = (fields.get('A') ?? fields.get('a'))?.slice(0, 3).toLowerCase();
  const isRightDay = weekday === undefined || writeMoment(moment, '%a').toLowerCase() === weekday;
  return isPossible(moment) && isRightDay ? moment : undefined;
}

type Fields = ReadonlyMap<string, string>;
type Day = Pick<Moment, 'year' | 'month' | 'day'>;

/** Of a clock with twelve hours, or with twenty-four; undefined for `0:30 PM`. */
function timeOf(fields: Fields): { readonly hour: number } | undefined {
  const twelve = fields.get('I');
  if (twelve === undefined) return { hour: Number(fields.get('H') ?? 0) };
  const hour = Number(twelve);
  if (hour < 1 || hour > 12) return undefined;
  return { hour: (hour % 12) + (fields.get('p')?.toUpperCase() === 'PM' ? 12 : 0) };
}

function dayIn(fields: Fields): Day | undefined {
  const named = (fields.get('B') ?? fields.get('b'))?.slice(0, 3).toLowerCase();
  const short = Number(fields.get('y') ?? 0);
  if (short === LAST_OF_THIS_CENTURY) return undefined;
  return {
    year: fields.has('y')
      ? (short < LAST_OF_THIS_CENTURY ? 2000 : 1900) + short
      : Number(fields.get('Y') ?? 1900),
    month:
      named === undefined
        ? Number(fields.get('m') ?? 1)
        : SHORT_MONTHS.findIndex((name) => name.toLowerCase() === named) + 1,
    day: Number(fields.get('d') ?? 1),
  };
}

/** The day of a year and its number in it: `2024 75` is the fifteenth of March. */
function dayOfYearIn(fields: Fields): Day | undefined {
  const [year, count] = [Number(fields.get('Y')), Number(fields.get('j'))];
  const date = daysLater({ ...MIDNIGHT, year, month: 1, day: 1 }, count - 1);
  return count >= 1 && date.year === year ? date : undefined;
}

/** The day of the week, the week and its year. */
function dayOfWeekIn(fields: Fields): Day | undefined {
  const [year, week] = [Number(fields.get('G')), Number(fields.get('V'))];
  const weekday = (fields.get('A') ?? fields.get('a'))?.slice(0, 3).toLowerCase();
  if (weekday === undefined || year < 1000) return undefined;
  // The fourth of January is in the first week.
  const inFirst = { ...MIDNIGHT, year, month: 1, day: 4 };
  const fromMonday = (moment: Moment): number => (weekdayOf(moment) + 6) % 7;
  const place = (SHORT_WEEKDAYS.findIndex((name) => name.toLowerCase() === weekday) + 6) % 7;
  const date = daysLater(inFirst, 7 * (week - 1) + place - fromMonday(inFirst));
  return week >= 1 && thursdayOf(date).year === year ? date : undefined;
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0 } as const;

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

/** Seconds from one moment to another. */
export function secondsBetween(from: Moment, to: Moment): number {
  return (millisecondsOf(to) - millisecondsOf(from)) / 1000;
}

/** A moment so many seconds later, or earlier. */
export function secondsLater(moment: Moment, seconds: number): Moment {
  const date = new Date(millisecondsOf(moment) + seconds * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** A moment so many days later, or earlier. */
export function daysLater(moment: Moment, days: number): Moment {
  return secondsLater(moment, days * SECONDS_PER_DAY);
}
/** A day has as many: without a time zone, no clock is put forward or back. */
export const SECONDS_PER_DAY = 86_400;
const MILLISECONDS_PER_DAY = 1000 * SECONDS_PER_DAY;

/** A moment as one text, and back. */
export function packed(moment: Moment): string {
  return writeMoment(moment, PACKED);
}
const PACKED = '%Y-%m-%dT%H:%M:%S';

/** The moment of {@link packed}. */
export function unpacked(text: string): Moment | undefined {
  return readMoment(text, PACKED);
}
