import { MONTHS } from '../../core/internal.js';
import { type Run, runsOf } from '../language/text-runs.js';
import { type Moment, readMoment, SHORT_MONTHS, writeMoment } from './date-text.js';

/** Years, the first and the last of them. */
interface Years {
  readonly first: number;
  readonly last: number;
}
/** Years that people write most. */
const USUAL_YEARS: Years = { first: 1900, last: 2100 };
/** Years of four digits that a chronicle or a plan may hold: only where more speaks for a date than that it can be read as one. */
export const ANY_YEARS: Years = { first: 1000, last: 2999 };
/** Most ways to read one column. */
const MOST_READINGS = 100;

/** Behind the year, people write the month and then the day. */
const DAY_BEHIND_YEAR = /%Y.*%d.*%m/;

/** Every format for `strptime` that reads all of the texts as dates. */
export function readingFormats(texts: readonly string[], years: Years = USUAL_YEARS): readonly string[] {
  const runs = runsOf(texts);
  if (runs === null) return [];
  let formats: readonly string[] = [''];
  for (const run of runs) {
    const ways = waysToRead(run);
    formats = formats.flatMap((format) =>
      ways.filter((way) => !repeats(format, way) && isInPlace(format, way)).map((way) => format + way),
    );
    if (formats.length > MOST_READINGS) formats = formats.slice(0, MOST_READINGS);
  }
  const isUsual = (moment: Moment | undefined): boolean =>
    moment !== undefined && moment.year >= years.first && moment.year <= years.last;
  const possible = formats.filter(
    (format) => isWhole(format) && texts.every((text) => isUsual(readMoment(text, format))),
  );
  const usual = possible.filter((format) => !DAY_BEHIND_YEAR.test(format));
  return usual.length > 0 ? usual : possible;
}

function waysToRead({ kind, texts }: Run): readonly string[] {
  const all = (pattern: RegExp): boolean => texts.every((text) => pattern.test(text));
  const same = texts.every((text) => text === texts[0]) ? [texts[0] ?? ''] : [];
  if (kind === 'marks') return same;
  if (kind === 'letters') {
    const names = ['%B', '%b', '%A', '%a', '%p'].filter((way) => texts.every((text) => isNamed(text, way)));
    return names.length > 0 ? names : same;
  }
  if (all(/^[0-9]{8}$/)) return ['%Y%m%d', '%d%m%Y', '%m%d%Y'];
  if (all(/^[0-9]{4}$/)) return ['%Y', '%G'];
  const isTwo = all(/^[0-9]{2}$/);
  const short = ['%d', '%m', ...(isTwo ? ['%y'] : []), '%H', '%I', '%V', ...(isTwo ? ['%M', '%S'] : [])];
  return [...(all(/^[0-9]{1,2}$/) ? short : []), ...(all(/^[0-9]{1,3}$/) ? ['%j'] : [])];
}

function isNamed(text: string, way: string): boolean {
  return NAMES_OF[way]?.includes(text.toLowerCase()) ?? false;
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
const lower = (names: readonly string[]): readonly string[] => names.map((name) => name.toLowerCase());
const NAMES_OF: Readonly<Record<string, readonly string[]>> = {
  '%B': lower(MONTHS),
  '%b': lower(SHORT_MONTHS),
  '%A': lower(WEEK.map((day) => writeMoment(day, '%A'))),
  '%a': lower(WEEK.map((day) => writeMoment(day, '%a'))),
  '%p': ['am', 'pm'],
};

/** Directives of which a format has one, as they say the same: the month by name and by number, the day of the month and of the year. */
const ALIKE = ['YyG', 'mBbjV', 'djV', 'aA', 'HI'];

function repeats(format: string, way: string): boolean {
  const kinds = [...way.matchAll(/%([A-Za-z])/g)].map(([, directive = '']) => directive);
  return kinds.some((kind) => {
    const others = ALIKE.filter((letters) => letters.includes(kind)).join('');
    return [...others, kind].some((letter) => format.includes(`%${letter}`));
  });
}

/** Minutes come behind the hours, seconds behind the minutes: others would crowd out the formats that people write. */
function isInPlace(format: string, way: string): boolean {
  if (way === '%M') return /%[HI]:$/.test(format);
  if (way === '%p') return /%I:%M(?::%S)? ?$/.test(format);
  return way !== '%S' || format.endsWith('%M:');
}

const CLOCK = /^[^HIMS]*(?:%H:%M(?::%S)?|%I:%M(?::%S)? ?%p)[^HIMS]*$/;

/** A date with its day, perhaps with a time of hours, minutes and perhaps seconds: some engines read nothing less. */
function isWhole(format: string): boolean {
  const isMonthly = /%[Yy]/.test(format) && /%[mBb]/.test(format) && format.includes('%d');
  const isYearly = format.includes('%Y') && format.includes('%j');
  const isWeekly = format.includes('%G') && format.includes('%V') && /%[Aa]/.test(format);
  return (isMonthly || isYearly || isWeekly) && (!/%[HIMSp]/.test(format) || CLOCK.test(format));
}
