import { literalPiece, sideBySide } from '../engines/assemble.js';
import { applied, type Expression, leafExpression } from '../language/expression.js';
import { ANY_YEARS, readingFormats } from '../library/date-formats.js';
import {
  daysOf,
  type Moment,
  readMoment,
  SECONDS_PER_DAY,
  secondsBetween,
  unpacked,
} from '../library/date-text.js';
import type { SearchProblem } from '../problem.js';
import type { Program } from '../programs/program.js';
import { type ClockReading, clockOf } from './clock-operators.js';
import {
  CALENDAR_DAYS,
  calendarOperator,
  pieceOperator,
  shiftingByOperator,
  shiftingClockOperator,
  shiftingOperator,
  writingOperator,
} from './date-operators.js';
import { isIn, isOfClock, losesMinutes, type Piece, writtenPieces } from './date-pieces.js';

/** Fewest outputs that tell which number of a date they are. */
const FEWEST_OF_ONE_NUMBER = 3;

/** Programs that differ in what no example tells. */
export interface Variants {
  /** The likeliest first. */
  readonly programs: readonly Program[];
  /** Whether custom doesn't tell which is the likeliest. */
  readonly isGuess: boolean;
  /** Whether people write dates as the outputs would be: the month behind the year, then the day. */
  readonly isUsual: boolean;
}

/** A date that was read in formats. */
export interface ReadDate {
  readonly date: Expression;
  readonly formats: readonly string[];
}

/** The programs that write dates as the outputs are: the same dates, those so much later, or what a calendar makes of them. */
export function rewritten({ date, formats }: ReadDate, outputs: readonly string[]): Variants | null {
  const moments = momentsOf(date);
  if (moments.length < outputs.length) return null;
  const ways = waysOf(date, outputs, formats);
  const isFixed = ways?.some(isOnlyDigits);
  if (ways !== null && isFixed !== true) return programsOf(date, ways, formats);
  for (const day of CALENDAR_DAYS) {
    const moved = applied(calendarOperator(day), [date]);
    const movedWays = waysOf(moved, outputs, formats);
    if (movedWays !== null) return programsOf(moved, movedWays, formats);
  }
  if (ways !== null) return programsOf(date, ways, formats);
  const shift = shiftOf(moments, outputs, formats);
  if (shift === null) return null;
  const later = applied(shiftingOperator(shift), [date]);
  const laterWays = waysOf(later, outputs, formats);
  return laterWays === null ? null : programsOf(later, laterWays, formats);
}

function waysOf(
  date: Expression,
  outputs: readonly string[],
  formats: readonly string[],
): readonly (readonly Piece[])[] | null {
  const moments = momentsOf(date);
  if (moments.length < outputs.length) return null;
  return writtenPieces(outputs, moments, (piece) => isIn(formats, piece));
}

/** The programs that write dates as many days later as another column says. */
export function shiftedByColumn(
  problem: SearchProblem,
  examples: SearchProblem['train'],
  { date, formats }: ReadDate,
  outputs: readonly string[],
): Variants | null {
  if (momentsOf(date).length < outputs.length) return null;
  for (const leaf of problem.vocabulary?.leaves ?? []) {
    if (leaf.result !== 'integer' || !leaf.readsInput || leaf.cost > 2) continue;
    const days = examples.map(({ input }) => leaf.leaf?.(input));
    if (!days.every((one) => typeof one === 'number')) continue;
    const later = applied(shiftingByOperator(), [date, leafExpression(leaf, days)]);
    const ways = waysOf(later, outputs, formats);
    if (ways !== null) return programsOf(later, ways, formats);
  }
  return null;
}

/** The programs that write times of day as the outputs are. */
export function rewrittenTime(time: Expression, outputs: readonly string[]): Variants | null {
  const moments = momentsOf(time);
  if (moments.length < outputs.length) return null;
  const ways = writtenPieces(outputs, moments, isOfClock);
  if (ways === null || ways.some(isOnlyDigits)) return null;
  return programsOf(time, ways, []);
}

/**
 * The programs that write times of day which are as much later each time, or earlier, past midnight too. Half a day is what a clock
 * of twelve hours leaves out.
 */
export function shiftedTime(
  time: Expression,
  reading: ClockReading,
  outputs: readonly string[],
): Variants | null {
  const moments = momentsOf(time);
  const shifts = new Set(
    outputs.map((output, index) => {
      const [from, to] = [moments[index], clockOf(output, reading)];
      if (from === undefined || to === undefined) return Number.NaN;
      const later = (secondsBetween(from, to) + SECONDS_PER_DAY) % SECONDS_PER_DAY;
      return later > HALF_A_DAY ? later - SECONDS_PER_DAY : later;
    }),
  );
  const isOfTwelve = shifts.has(HALF_A_DAY) && [...shifts].every((one) => one % HALF_A_DAY === 0);
  const twelve = isOfTwelve ? rewrittenTime(time, outputs) : null;
  if (twelve !== null) return twelve;
  const [shift, ...others] = shifts;
  if (shift === undefined || Number.isNaN(shift) || shift === 0 || others.length > 0) return null;
  const later = applied(shiftingClockOperator(shift), [time]);
  const ways = writtenPieces(outputs, momentsOf(later), isOfClock);
  return ways === null || outputs.length < FEWEST_SHIFTED
    ? null
    : programsOf(later, ways, [], hasZeros(time.args.flatMap(({ values }) => values.map(String))));
}
const HALF_A_DAY = SECONDS_PER_DAY / 2;
/** Fewest times that tell that one is always as much later than the other. */
const FEWEST_SHIFTED = 3;

/** Whether hours below ten have a zero before them, of a clock without halves of the day; undefined where none is. */
function hasZeros(times: readonly string[]): boolean | undefined {
  if (times.some((time) => /(?<![0-9:])0[0-9]:/.test(time))) return true;
  return times.some((time) => /(?<![0-9:])[1-9]:[0-9:]+(?![0-9:]| ?[AP]M)/i.test(time)) ? false : undefined;
}

const isOnlyDigits = (some: readonly Piece[]): boolean =>
  some.every((piece) => piece.kind === 'literal' && /[0-9]/.test(piece.text));

function momentsOf({ values }: Expression): readonly Moment[] {
  return values.flatMap((value) => (typeof value === 'string' ? (unpacked(value) ?? []) : []));
}

/**
 * By how many seconds the dates of the outputs are later, or earlier: whole days, where one side has no time. Null where that
 * differs, or they are none.
 */
function shiftOf(
  moments: readonly Moment[],
  outputs: readonly string[],
  formats: readonly string[],
): number | null {
  const shifts = readingFormats(outputs, ANY_YEARS).flatMap((format) => {
    const hasClock = [format, ...formats].every((one) => HAS_CLOCK.test(one));
    const differences = outputs.map((output, index) => {
      const [from, to] = [moments[index], readMoment(output, format)];
      if (from === undefined || to === undefined) return null;
      return hasClock
        ? secondsBetween(from, to)
        : SECONDS_PER_DAY * (Math.floor(daysOf(to)) - Math.floor(daysOf(from)));
    });
    const [first] = differences;
    return differences.every((one) => one === first) ? (first ?? []) : [];
  });
  const [shift] = shifts;
  return shift === undefined || shift === 0 || shifts.length > 1 ? null : shift;
}
const HAS_CLOCK = /%[HI]/;

/**
 * @param formats - those of the date; none of a time of day
 * @param hasZerosBefore - whether the inputs have zeros before their hours
 */
function programsOf(
  date: Expression,
  ways: readonly (readonly Piece[])[],
  formats: readonly string[],
  hasZerosBefore?: boolean,
): Variants | null {
  const isOpen = (some: readonly Piece[]): boolean => zeroed(some) !== undefined && plain(some) !== undefined;
  const custom = customOf(ways, hasZerosBefore);
  const { withZeros } = custom;
  const chosen = piecesOf(ways, withZeros);
  if (losesMinutes(formats, chosen)) return null;
  const fields = chosen.filter(({ kind }) => kind !== 'literal');
  const hasName = chosen.some((piece) => piece.kind === 'directive' && /%[BbAap]/.test(piece.format));
  const isOneNumber = fields.length < 2 && !hasName && !/(?:%.){2}/.test(formatOf(chosen) ?? '');
  if (isOneNumber && !(date.values.length >= FEWEST_OF_ONE_NUMBER && saysOneThing(ways))) return null;
  const all = ways.some(isOpen) ? [chosen, piecesOf(ways, !withZeros)] : [chosen];
  return {
    programs: all.map((pieces) => ({ kind: 'expression', expression: writtenBy(pieces, date) })),
    isGuess: custom.isGuess,
    isUsual: !DAY_BEHIND_YEAR.test(chosen.map(nameOf).join(' ')),
  };
}

/** The day of the month between the year and the month. */
const DAY_BEHIND_YEAR = /%Y.*day.*month/;

function nameOf(piece: Piece): string {
  if (piece.kind === 'literal') return '';
  return piece.kind === 'plain' ? piece.field : (MEANINGS[piece.format] ?? piece.format);
}

/** Whether outputs with a single number of a date leave open which one it is. A year is found without reading a date. */
function saysOneThing(ways: readonly (readonly Piece[])[]): boolean {
  if (ways.some(isOnlyDigits)) return false;
  const meanings = ways.flatMap((some) => [...new Set(some.flatMap(meaningOf))]);
  return meanings.length === 1 && !meanings.includes('%Y');
}

/** What a number is, with or without a zero; an hour rather than one of twelve, a year rather than that of a week. */
function meaningOf(piece: Piece): readonly string[] {
  if (piece.kind === 'literal') return [];
  const name = nameOf(piece);
  return [MEANINGS[name] ?? name];
}
const MEANINGS: Readonly<Record<string, string>> = {
  '%d': 'day',
  '%m': 'month',
  '%H': 'hour',
  '%I': 'hour',
  'half-day hour': 'hour',
  '%M': 'minute',
  '%S': 'second',
  '%V': 'week',
  '%j': 'day of the year',
  '%G': '%Y',
};

const zeroed = (ways: readonly Piece[]): Piece | undefined => ways.find(({ kind }) => kind === 'directive');
const plain = (ways: readonly Piece[]): Piece | undefined => ways.find(({ kind }) => kind === 'plain');

/** One way for each part; no directive twice, where there is another. Beside the number of a week, the year is that of the week. */
function piecesOf(ways: readonly (readonly Piece[])[], withZeros: boolean): readonly Piece[] {
  const used = new Set<string>();
  const isWeek = ways.some((some) => some[0]?.kind === 'directive' && some[0].format === '%V');
  return ways.map((every) => {
    const isOfWeek = (piece: Piece): boolean => piece.kind === 'directive' && piece.format === '%G';
    const some = isWeek && every.some(isOfWeek) ? every.filter(isOfWeek) : every;
    const zeros = some.filter(({ kind }) => kind === 'directive');
    const plains = some.filter(({ kind }) => kind === 'plain');
    const ordered = withZeros ? [...zeros, ...plains, ...some] : [...plains, ...zeros, ...some];
    const piece = ordered.find((one) => !used.has(JSON.stringify(one))) ?? ordered[0];
    if (piece === undefined) throw new RangeError('Each part of the outputs can be written.');
    if (piece.kind !== 'literal') used.add(JSON.stringify(piece));
    return piece;
  });
}

/**
 * Whether numbers have zeros before them: as others of the same output, or as those of the inputs; none beside the name of a month, as
 * in *March 7, 2024*, but in *07-Mar-2024*; else zeros, as with dots, hyphens and years first. With slashes there is no custom.
 *
 * @param hasZerosBefore - whether the inputs have them; undefined where they don't tell
 */
function customOf(
  ways: readonly (readonly Piece[])[],
  hasZerosBefore: boolean | undefined,
): { readonly withZeros: boolean; readonly isGuess: boolean } {
  const settled = ways.filter((some) => (zeroed(some) === undefined) !== (plain(some) === undefined));
  if (settled.some((some) => plain(some) !== undefined)) return { withZeros: false, isGuess: false };
  const isNumber = (piece: Piece | undefined): boolean =>
    piece?.kind === 'directive' && /%[dmH]/.test(piece.format);
  if (settled.some((some) => isNumber(zeroed(some)))) return { withZeros: true, isGuess: false };
  if (hasZerosBefore !== undefined) return { withZeros: hasZerosBefore, isGuess: false };
  const marks = ways.flatMap(([piece]) => (piece?.kind === 'literal' ? [piece.text] : [])).join('');
  const hasName = ways.some(([piece]) => piece?.kind === 'directive' && /%[Bb]/.test(piece.format));
  if (hasName) return { withZeros: !marks.includes(' '), isGuess: false };
  // Before ten o'clock, some write a zero and some write none.
  return { withZeros: true, isGuess: marks.includes('/') || ways.every((some) => some.every(isOfClock)) };
}

/** The pieces as one format, where `strftime` can write them all. */
function formatOf(pieces: readonly Piece[]): string | null {
  const parts = pieces.map((piece) =>
    piece.kind === 'plain' ? null : piece.kind === 'literal' ? piece.text : piece.format,
  );
  return parts.includes(null) ? null : parts.join('');
}

function writtenBy(pieces: readonly Piece[], date: Expression): Expression {
  const format = formatOf(pieces);
  if (format !== null) return applied(writingOperator(format, false), [date]);
  return sideBySide(
    pieces.map((piece) =>
      piece.kind === 'literal'
        ? literalPiece(piece.text, date.values.length)
        : applied(pieceOperator(piece), [date]),
    ),
  );
}
