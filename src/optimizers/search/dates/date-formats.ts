import { MONTHS, type Moment, readMoment, SHORT_MONTHS, writeMoment } from './date-text.js';

/** Longest text that is taken for a date. */
const LONGEST = 40;
/** Years that people write. */
const YEARS = { first: 1900, last: 2100 } as const;
/** Most ways to read one column. */
const MOST_READINGS = 24;
/** Marks that have no meaning of their own in formats, f-strings and literals. */
const MARK = /^[ ,.:/\-_()]+$/;
const WORD = /^[A-Za-z]+$/;

/** A run of digits, of letters, or of marks; the same place in each text of a column. */
interface Column {
  readonly kind: 'digits' | 'letters' | 'marks';
  readonly texts: readonly string[];
}

/** A part of an output: the same text always, a directive of `strftime`, or a number without zeros before it. */
export type Piece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'directive'; readonly format: string }
  | { readonly kind: 'plain'; readonly field: PlainField };

/** What is written without zeros before it. */
export type PlainField = 'day' | 'month' | 'hour' | 'half-day hour' | 'quarter' | 'half';

/** Values of {@link PlainField}. */
export const PLAIN: Readonly<Record<PlainField, (moment: Moment) => number>> = {
  day: ({ day }) => day,
  month: ({ month }) => month,
  hour: ({ hour }) => hour,
  'half-day hour': ({ hour }) => hour % 12 || 12,
  quarter: ({ month }) => Math.floor((month + 2) / 3),
  half: ({ month }) => Math.floor((month + 5) / 6),
};

/** The texts part by part; null where they aren't of one shape. */
function columnsOf(texts: readonly string[]): Column[] | null {
  if (texts.some((text) => text.length > LONGEST)) return null;
  const rows = texts.map((text) => text.match(/[0-9]+|\p{L}+|[^0-9\p{L}]+/gu) ?? []);
  const columns = (rows[0] ?? []).map((first, place): Column => {
    const kind = /[0-9]/.test(first) ? 'digits' : /\p{L}/u.test(first) ? 'letters' : 'marks';
    return { kind, texts: rows.map((row) => row[place] ?? '') };
  });
  const isOneShape = columns.every(({ kind, texts: cells }) =>
    cells.every((cell) => (kind === 'marks' ? cell === cells[0] && MARK.test(cell) : isOf(kind, cell))),
  );
  return isOneShape && rows.every((row) => row.length === columns.length) ? columns : null;
}

function isOf(kind: 'digits' | 'letters', cell: string): boolean {
  return kind === 'digits' ? /^[0-9]+$/.test(cell) : WORD.test(cell);
}

/** Behind the year, people write the month and then the day. */
const DAY_BEHIND_YEAR = /%Y.*%d.*%m/;

/** Every format for `strptime` that reads all of the texts as dates. */
export function readingFormats(texts: readonly string[]): readonly string[] {
  const columns = columnsOf(texts);
  if (columns === null) return [];
  let formats: readonly string[] = [''];
  for (const column of columns) {
    const ways = waysToRead(column);
    formats = formats.flatMap((format) =>
      ways.filter((way) => !repeats(format, way) && isInPlace(format, way)).map((way) => format + way),
    );
    if (formats.length > MOST_READINGS) formats = formats.slice(0, MOST_READINGS);
  }
  const possible = formats.filter(
    (format) => isWhole(format) && texts.every((text) => isUsual(readMoment(text, format))),
  );
  const usual = possible.filter((format) => !DAY_BEHIND_YEAR.test(format));
  return usual.length > 0 ? usual : possible;
}

function isUsual(moment: Moment | undefined): boolean {
  return moment !== undefined && moment.year >= YEARS.first && moment.year <= YEARS.last;
}

function waysToRead({ kind, texts }: Column): readonly string[] {
  const all = (pattern: RegExp): boolean => texts.every((text) => pattern.test(text));
  const same = texts.every((text) => text === texts[0]) ? [texts[0] ?? ''] : [];
  if (kind === 'marks') return same;
  if (kind === 'letters') {
    const names = ['%B', '%b', '%A', '%a'].filter((way) => texts.every((text) => isNamed(text, way)));
    return names.length > 0 ? names : same;
  }
  if (all(/^[0-9]{8}$/)) return ['%Y%m%d', '%d%m%Y', '%m%d%Y'];
  if (all(/^[0-9]{4}$/)) return ['%Y'];
  const isTwo = all(/^[0-9]{2}$/);
  return all(/^[0-9]{1,2}$/)
    ? ['%d', '%m', ...(isTwo ? ['%y'] : []), '%H', ...(isTwo ? ['%M', '%S'] : [])]
    : [];
}

function isNamed(text: string, way: string): boolean {
  if (way === '%B') return MONTHS.includes(text);
  if (way === '%b') return SHORT_MONTHS.includes(text);
  return WEEKDAY_NAMES[way]?.includes(text) ?? false;
}

/** A Sunday and the six days after it. */
const WEEK: readonly Moment[] = Array.from({ length: 7 }, (_day, index) => ({
  year: 2024,
  month: 9,
  day: index + 1,
  hour: 0,
  minute: 0,
  second: 0,
}));
const WEEKDAY_NAMES: Readonly<Record<string, readonly string[]>> = {
  '%A': WEEK.map((day) => writeMoment(day, '%A')),
  '%a': WEEK.map((day) => writeMoment(day, '%a')),
};

/** Whether a format says something already: the month by name and by number, the year with two digits and with four. */
function repeats(format: string, way: string): boolean {
  const kinds = [...way.matchAll(/%([A-Za-z])/g)].map(([, directive = '']) => directive);
  return kinds.some((kind) => {
    const group = ['Yy', 'mBb', 'aA'].find((letters) => letters.includes(kind)) ?? kind;
    return [...group].some((letter) => format.includes(`%${letter}`));
  });
}

/** Minutes come behind the hours, seconds behind the minutes: others would crowd out the formats that people write. */
function isInPlace(format: string, way: string): boolean {
  return (way !== '%M' || format.endsWith('%H:')) && (way !== '%S' || format.endsWith('%M:'));
}

/** A date with its day, perhaps with a time of hours, minutes and perhaps seconds: some engines read nothing less. */
function isWhole(format: string): boolean {
  const isDate = /%[Yy]/.test(format) && /%[mBb]/.test(format) && format.includes('%d');
  return isDate && (!/%[HMS]/.test(format) || /^[^HMS]*%H:%M(?::%S)?[^HMS]*$/.test(format));
}

/** How texts are written of moments: in pieces, one for each part of the texts; null where something is not of them. */
export function writtenPieces(
  texts: readonly string[],
  moments: readonly Moment[],
): readonly (readonly Piece[])[] | null {
  const columns = columnsOf(texts);
  if (columns === null) return null;
  const ways = columns.map((column, place) => waysToWrite(column, moments, columns[place - 1]?.texts[0]));
  return ways.every((some) => some.length > 0) ? ways : null;
}

const NAMES = ['%B', '%b', '%A', '%a', '%p'];
const NUMBERS = ['%Y', '%d', '%m', '%y', '%H', '%M', '%S', '%I', '%G', '%V', '%j'];
const JOINED = ['%Y%m%d', '%d%m%Y', '%m%d%Y', '%y%m%d', '%d%m%y', '%Y%m', '%H%M%S', '%H%M'];
const PLAIN_FIELDS: readonly PlainField[] = ['day', 'month', 'hour', 'half-day hour', 'quarter', 'half'];
/** What the letter before a number says of it. */
const LABELS: Readonly<Record<string, PlainField>> = { Q: 'quarter', H: 'half' };

/** @param label - what stands before it */
function waysToWrite({ kind, texts }: Column, moments: readonly Moment[], label = ''): Piece[] {
  const [first = ''] = texts;
  const literal: readonly Piece[] = texts.every((text) => text === first)
    ? [{ kind: 'literal', text: first }]
    : [];
  if (kind === 'marks') return [...literal];
  const directives = (kind === 'letters' ? NAMES : [...NUMBERS, ...JOINED]).filter((format) =>
    texts.every((text, index) => writeMoment(moments[index] as Moment, format) === text),
  );
  const fitting = PLAIN_FIELDS.filter(
    (field) =>
      kind === 'digits' &&
      texts.every((text, index) => String(PLAIN[field](moments[index] as Moment)) === text),
  );
  const labelled = fitting.filter((field) => field === LABELS[label]);
  const plain = labelled.length > 0 ? labelled : fitting;
  return [
    ...directives.map((format): Piece => ({ kind: 'directive', format })),
    ...plain.map((field): Piece => ({ kind: 'plain', field })),
    ...literal,
  ];
}
