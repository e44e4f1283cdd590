import type { Operator } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import { unaryOperator } from '../language/unary-operator.js';
import {
  daysLater,
  isInFormat,
  type Moment,
  packed,
  readMoment,
  SECONDS_PER_DAY,
  secondsLater,
  unpacked,
  writeMoment,
} from '../library/date-text.js';
import { type Piece, PLAIN, type PlainField } from './date-pieces.js';

/** `datetime.datetime.strptime(text, format)`. Its value is a packed moment, which only the operators of this file take. */
export function readingOperator(format: string): Operator {
  return unaryOperator({
    name: `moment(${format})`,
    hole: 'text',
    result: 'text',
    imports: ['datetime'],
    variable: 'date',
    apply: (text) => {
      const moment = readMoment(text, format);
      return moment === undefined ? undefined : packed(moment);
    },
    python: ({ text }) => `datetime.datetime.strptime(${text}, '${format}')`,
  });
}

const DATE_IN_ANY_FORMAT = `def date_in(text, formats):
    """The date in the first of the formats that the text has"""
    for form in formats:
        try:
            return datetime.datetime.strptime(text, form)
        except ValueError:
            pass
    raise ValueError(text)`;

/** The same for texts of several formats, of which each has one. */
export function readingAnyOperator(formats: readonly string[]): Operator {
  const list = formats.map((format) => `'${format}'`).join(', ');
  return unaryOperator({
    name: `moment(${formats.join(' | ')})`,
    hole: 'text',
    result: 'text',
    imports: ['datetime'],
    helpers: [DATE_IN_ANY_FORMAT],
    variable: 'date',
    apply: (text) => {
      // Where a text has the marks of a format and is no date in it, engines may differ.
      const format = formats.find((one) => isInFormat(text, one));
      const moment = format === undefined ? undefined : readMoment(text, format);
      return moment === undefined ? undefined : packed(moment);
    },
    python: ({ text }) => `date_in(${text}, (${list}))`,
  });
}

/** Days that calendars make of a day: the last of its month, the first of the next one, the first of its week or quarter. */
export const CALENDAR_DAYS: readonly {
  readonly name: string;
  readonly told: string;
  readonly python: string;
  readonly of: (moment: Moment) => Moment;
}[] = [
  {
    name: 'month_end',
    told: 'The last day of the month',
    python: '(date.replace(day=28) + datetime.timedelta(days=4)).replace(day=1) - datetime.timedelta(days=1)',
    of: (moment) => daysLater(nextMonth(moment), -1),
  },
  {
    name: 'next_month',
    told: 'The first day of the next month',
    python: '(date.replace(day=28) + datetime.timedelta(days=4)).replace(day=1)',
    of: nextMonth,
  },
  {
    name: 'week_start',
    told: 'The Monday of the week',
    python: 'date - datetime.timedelta(days=date.weekday())',
    of: (moment) => daysLater(moment, -weekdayFromMonday(moment)),
  },
  {
    name: 'week_end',
    told: 'The Sunday of the week',
    python: 'date + datetime.timedelta(days=6 - date.weekday())',
    of: (moment) => daysLater(moment, 6 - weekdayFromMonday(moment)),
  },
  {
    name: 'quarter_start',
    told: 'The first day of the quarter',
    python: 'date.replace(month=(date.month + 2) // 3 * 3 - 2, day=1)',
    of: (moment) => ({ ...moment, month: Math.floor((moment.month + 2) / 3) * 3 - 2, day: 1 }),
  },
];

function nextMonth(moment: Moment): Moment {
  return { ...daysLater({ ...moment, day: 28 }, 4), day: 1 };
}

function weekdayFromMonday(moment: Moment): number {
  return (Number(writeMoment(moment, '%w')) + 6) % 7;
}

/** One of {@link CALENDAR_DAYS}, of a packed moment. */
export function calendarOperator({ name, told, python, of }: (typeof CALENDAR_DAYS)[number]): Operator {
  return unaryOperator({
    name,
    hole: 'text',
    result: 'text',
    imports: ['datetime'],
    helpers: [`def ${name}(date):\n    """${told}"""\n    return ${python}`],
    variable: 'date',
    apply: ofMoment((moment) => packed(of(moment))),
    python: ({ text }) => `${name}(${text})`,
  });
}

/** `moment + datetime.timedelta(days=…)`, of a packed moment, or so many hours, minutes or seconds. */
export function shiftingOperator(seconds: number): Operator {
  return unaryOperator({
    name: `shift(${seconds})`,
    hole: 'text',
    result: 'text',
    imports: ['datetime'],
    variable: 'date',
    apply: ofMoment((moment) => packed(secondsLater(moment, seconds))),
    python: ({ text }) => `(${text} ${seconds < 0 ? '-' : '+'} ${timedelta(Math.abs(seconds))})`,
  });
}

const ON_SOME_DAY = `def on_some_day(time):
    """A time of day as a moment, to count from"""
    return datetime.datetime.combine(datetime.date(2000, 1, 1), time)`;

/** The same for a time of day. */
export function shiftingClockOperator(seconds: number): Operator {
  const shift = shiftingOperator(seconds);
  return {
    ...shift,
    name: `shift_clock(${seconds})`,
    helpers: [ON_SOME_DAY],
    variable: 'time',
    render: ([time]) =>
      shift.render([{ text: `on_some_day(${time?.text ?? ''})`, binding: BINDING.primary }]),
  };
}

const SPANS = [
  ['days', SECONDS_PER_DAY],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

function timedelta(seconds: number): string {
  const [name, length] = SPANS.find(([, one]) => seconds % one === 0) ?? SPANS[3];
  return `datetime.timedelta(${name}=${seconds / length})`;
}

/** `moment.strftime(format)`, alone or as a field of a text. */
export function writingOperator(format: string, isField: boolean): Operator {
  return unaryOperator({
    name: `${isField ? 'field' : 'strftime'}(${format})`,
    hole: 'text',
    result: 'text',
    apply: ofMoment((moment) => writeMoment(moment, format)),
    python: ({ text }) => (isField ? `'{:${format}}'.format(${text})` : `${text}.strftime('${format}')`),
  });
}

/** `moment + datetime.timedelta(days=…)` of a packed moment and a number of days, which another column says. */
export function shiftingByOperator(): Operator {
  const shift = shiftingOperator(1);
  return {
    ...shift,
    name: 'shift_by',
    holes: ['text', 'integer'],
    apply: ([text, days]) => {
      const moment = typeof text === 'string' ? unpacked(text) : undefined;
      const isDays = typeof days === 'number' && Math.abs(days) <= MOST_DAYS;
      return moment === undefined || !isDays ? undefined : packed(daysLater(moment, days));
    },
    render: ([moment, days]) => ({
      text: `(${moment?.text ?? ''} + datetime.timedelta(days=${days?.text ?? ''}))`,
      binding: BINDING.primary,
    }),
  };
}
/** So many that no year has more than four digits. */
const MOST_DAYS = 100_000;

const PLAIN_PYTHON: Readonly<Record<PlainField, (moment: string) => string>> = {
  day: (moment) => `str(${moment}.day)`,
  month: (moment) => `str(${moment}.month)`,
  hour: (moment) => `str(${moment}.hour)`,
  'half-day hour': (moment) => `str(${moment}.hour % 12 or 12)`,
  quarter: (moment) => `str((${moment}.month + 2) // 3)`,
  half: (moment) => `str((${moment}.month + 5) // 6)`,
  week: (moment) => `str(int('{:%V}'.format(${moment})))`,
  'day of the year': (moment) => `str(int('{:%j}'.format(${moment})))`,
  minute: (moment) => `str(${moment}.minute)`,
  second: (moment) => `str(${moment}.second)`,
  'am or pm': (moment) => `'{:%p}'.format(${moment}).lower()`,
};

/** What no directive writes: a number of a moment without zeros before it, as `str(moment.day)`, or *am* and *pm*. */
export function plainOperator(field: PlainField): Operator {
  return unaryOperator({
    name: `plain(${field})`,
    hole: 'text',
    result: 'text',
    apply: ofMoment((moment) => String(PLAIN[field](moment))),
    python: ({ text }) => PLAIN_PYTHON[field](text),
  });
}

/** What writes a piece that is no literal. */
export function pieceOperator(piece: Exclude<Piece, { kind: 'literal' }>): Operator {
  return piece.kind === 'plain' ? plainOperator(piece.field) : writingOperator(piece.format, true);
}

function ofMoment(write: (moment: Moment) => string): (text: string) => string | undefined {
  return (text) => {
    const moment = unpacked(text);
    return moment === undefined ? undefined : write(moment);
  };
}
