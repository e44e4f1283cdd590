import { type Run, runsOf } from '../language/text-runs.js';
import { type Moment, writeMoment } from '../library/date-text.js';

/** A part of an output: the same text always, a directive of `strftime`, or a value that it has no directive for. */
export type Piece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'directive'; readonly format: string }
  | { readonly kind: 'plain'; readonly field: PlainField };

/** What is written without zeros before it, or in small letters. */
export type PlainField =
  | 'day'
  | 'month'
  | 'hour'
  | 'half-day hour'
  | 'quarter'
  | 'half'
  | 'week'
  | 'day of the year'
  | 'minute'
  | 'second'
  | 'am or pm';

/** Values of {@link PlainField}. */
export const PLAIN: Readonly<Record<PlainField, (moment: Moment) => number | string>> = {
  day: ({ day }) => day,
  month: ({ month }) => month,
  hour: ({ hour }) => hour,
  'half-day hour': ({ hour }) => hour % 12 || 12,
  quarter: ({ month }) => Math.floor((month + 2) / 3),
  half: ({ month }) => Math.floor((month + 5) / 6),
  week: (moment) => Number(writeMoment(moment, '%V')),
  'day of the year': (moment) => Number(writeMoment(moment, '%j')),
  minute: ({ minute }) => minute,
  second: ({ second }) => second,
  'am or pm': ({ hour }) => (hour < 12 ? 'am' : 'pm'),
};

/**
 * How texts are written of moments: in pieces, one for each part of the texts; null where something is not of them.
 *
 * @param isKnown - whether the moments have what a piece writes
 */
export function writtenPieces(
  texts: readonly string[],
  moments: readonly Moment[],
  isKnown: (piece: Piece) => boolean,
): readonly (readonly Piece[])[] | null {
  const runs = runsOf(texts);
  if (runs === null) return null;
  const ways = runs.map((run, place) => waysToWrite(run, moments, runs[place - 1]?.texts[0]).filter(isKnown));
  if (ways.some((some) => some.length === 0)) return null;
  const hasHalf = ways.some((some) => some.some(isHalfOfDay));
  return hasHalf ? ways.map(withTwelveHours) : ways;
}

const NAMES = ['%B', '%b', '%A', '%a', '%p'];
const NUMBERS = ['%Y', '%d', '%m', '%y', '%H', '%M', '%S', '%I', '%G', '%V', '%j'];
const JOINED = ['%Y%m%d', '%d%m%Y', '%m%d%Y', '%y%m%d', '%d%m%y', '%Y%m', '%H%M%S', '%H%M'];
const PLAIN_FIELDS = Object.keys(PLAIN) as readonly PlainField[];
/** Fields that have their zero beside an hour, whatever the hour has. */
const AFTER_HOURS: readonly PlainField[] = ['minute', 'second'];
/** What the letter before a number says of it. */
const LABELS: Readonly<Record<string, PlainField>> = { Q: 'quarter', H: 'half', W: 'week' };

/** @param label - what stands before it */
function waysToWrite({ kind, texts }: Run, moments: readonly Moment[], label = ''): Piece[] {
  const [first = ''] = texts;
  const literal: readonly Piece[] = texts.every((text) => text === first)
    ? [{ kind: 'literal', text: first }]
    : [];
  if (kind === 'marks') return [...literal];
  const directives = (kind === 'letters' ? NAMES : [...NUMBERS, ...JOINED]).filter((format) =>
    texts.every((text, index) => writeMoment(moments[index] as Moment, format) === text),
  );
  const fitting = PLAIN_FIELDS.filter((field) =>
    texts.every((text, index) => String(PLAIN[field](moments[index] as Moment)) === text),
  );
  const unzeroed = fitting.filter((field) => !AFTER_HOURS.includes(field) || directives.length === 0);
  const labelled = unzeroed.filter((field) => field === LABELS[label]);
  const plain = labelled.length > 0 ? labelled : unzeroed;
  return [
    ...directives.map((format): Piece => ({ kind: 'directive', format })),
    ...plain.map((field): Piece => ({ kind: 'plain', field })),
    ...literal,
  ];
}

function isHalfOfDay(piece: Piece): boolean {
  return piece.kind === 'plain'
    ? piece.field === 'am or pm'
    : piece.kind === 'directive' && piece.format === '%p';
}

/** Beside *AM* or *PM*, an hour is one of twelve. */
function withTwelveHours(ways: readonly Piece[]): readonly Piece[] {
  const isOfTwelve = (piece: Piece): boolean =>
    piece.kind === 'plain'
      ? piece.field === 'half-day hour'
      : piece.kind === 'directive' && piece.format === '%I';
  return ways.some(isOfTwelve) ? ways.filter(isOfTwelve) : ways;
}

/** Whether a piece is of the time of day, or always the same. */
export function isOfClock(piece: Piece): boolean {
  return piece.kind === 'literal' || partsOf(piece).every((part) => part !== 'date');
}

/** Whether dates in formats have what a piece writes: hours, minutes and seconds only if all formats have them. */
export function isIn(formats: readonly string[], piece: Piece): boolean {
  return partsOf(piece).every((part) => formats.every((format) => HAS[part].test(format)));
}

/** Whether minutes are lost, and digits that are always the same stand where they may have been. */
export function losesMinutes(formats: readonly string[], pieces: readonly Piece[]): boolean {
  const parts = pieces.flatMap(partsOf);
  const isFixed = pieces.some((piece) => piece.kind === 'literal' && /[0-9]/.test(piece.text));
  return (
    isFixed &&
    formats.some((format) => HAS.minute.test(format)) &&
    parts.includes('hour') &&
    !parts.includes('minute')
  );
}

type Part = 'date' | 'hour' | 'minute' | 'second';
const HAS: Readonly<Record<Part, RegExp>> = { date: /%/, hour: /%[HI]/, minute: /%M/, second: /%S/ };
const PARTS: Readonly<Record<string, Part>> = {
  H: 'hour',
  I: 'hour',
  p: 'hour',
  M: 'minute',
  S: 'second',
  hour: 'hour',
  'half-day hour': 'hour',
  'am or pm': 'hour',
  minute: 'minute',
  second: 'second',
};

function partsOf(piece: Piece): readonly Part[] {
  if (piece.kind === 'literal') return [];
  const names = piece.kind === 'plain' ? [piece.field] : piece.format.replaceAll('%', '').split('');
  return names.map((name) => PARTS[name] ?? 'date');
}
