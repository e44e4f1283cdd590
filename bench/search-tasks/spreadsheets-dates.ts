/** Columns of dates, times and durations. */
import type { Draw } from './draws.js';
import {
  type Column,
  type Columns,
  DAYS,
  type Day,
  dayAt,
  drawDay,
  fixed,
  isoDay,
  monthName,
  PLAIN,
  row,
  stamp,
  two,
} from './spreadsheets-draws.js';

/** A date in one format, made another. */
const dates = (from: (day: Day) => string, to: (day: Day) => string): Column =>
  fixed((draw) => {
    const day = drawDay(draw);
    return row(from(day), to(day));
  });
const short = (month: number): string => monthName(month).slice(0, 3);
const weekday = (day: Day): number => (((stamp(day) + 4) % 7) + 7) % 7;
const clock = (draw: Draw): readonly [number, number] => [draw.integer(0, 23), draw.integer(0, 59)];
const noon = (hour: number, minute: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;

/** The week that holds the Thursday. */
function week(day: Day): string {
  const thursday = stamp(day) - ((weekday(day) + 6) % 7) + 3;
  const { year } = dayAt(thursday);
  return `${year}-W${two(1 + Math.floor((thursday - stamp({ year, month: 1, day: 1 })) / 7))}`;
}

export const dated: Columns = {
  'ISO date as day.month.year': dates(isoDay, ({ year, month, day }) => `${two(day)}.${two(month)}.${year}`),
  'month/day/year as ISO': dates(({ year, month, day }) => `${month}/${day}/${year}`, isoDay),
  'ISO date written out': dates(isoDay, ({ year, month, day }) => `${day} ${monthName(month)} ${year}`),
  'date written out as ISO': dates(({ year, month, day }) => `${monthName(month)} ${day}, ${year}`, isoDay),
  'day-Mon-yy as ISO': fixed((draw) => {
    const day = drawDay(draw, 2001, 2031);
    return row(`${two(day.day)}-${short(day.month)}-${two(day.year % 100)}`, isoDay(day));
  }),
  'quarter and year': (rule) => {
    const style = rule.pick([0, 1]);
    return (draw) => {
      const day = drawDay(draw);
      const quarter = Math.ceil(day.month / 3);
      return row(isoDay(day), style === 0 ? `Q${quarter} ${day.year}` : `${day.year}-Q${quarter}`);
    };
  },
  'half of a year': dates(isoDay, ({ year, month }) => `H${month <= 6 ? 1 : 2} ${year}`),
  'name of the weekday': (rule) => {
    const length = rule.pick([3, 9]);
    return (draw) => {
      const day = drawDay(draw);
      return row(isoDay(day), (DAYS[weekday(day)] ?? '').slice(0, length));
    };
  },
  'ISO week': dates(isoDay, week),
  'month and year, short': dates(isoDay, ({ year, month }) => `${short(month)} ${year}`),
  'hour and minute of a timestamp': fixed((draw) => {
    const [hour, minute] = clock(draw);
    const time = `${two(hour)}:${two(minute)}`;
    return row(`${isoDay(drawDay(draw))}T${time}:${two(draw.integer(0, 59))}Z`, time);
  }),
  'day and time of a timestamp': fixed((draw) => {
    const [day, [hour, minute]] = [drawDay(draw), clock(draw)];
    const second = two(draw.integer(0, 59));
    return row(
      `${isoDay(day)}T${two(hour)}:${two(minute)}:${second}Z`,
      `${day.day} ${short(day.month)} ${day.year}, ${two(hour)}:${two(minute)}`,
    );
  }),
  'twelve hours as twenty-four': fixed((draw) => {
    const [hour, minute] = clock(draw);
    return row(noon(hour, minute), `${two(hour)}:${two(minute)}`);
  }),
  'twenty-four hours as twelve': fixed((draw) => {
    const [hour, minute] = clock(draw);
    return row(`${two(hour)}:${two(minute)}`, noon(hour, minute));
  }),
  'minutes as hours and minutes': (rule) => {
    const style = rule.pick([0, 1]);
    return (draw) => {
      const minutes = draw.integer(3, 600);
      const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
      return row(minutes, style === 0 ? `${hours}h ${two(left)}m` : `${hours} h ${left} min`);
    };
  },
  'hours and minutes, either left out, as minutes': fixed((draw) => {
    const [hours, minutes] = draw.pick([
      [draw.integer(1, 9), draw.integer(1, 59)],
      [draw.integer(1, 9), draw.integer(1, 59)],
      [0, draw.integer(1, 59)],
      [draw.integer(1, 9), 0],
    ] as const);
    const parts = [hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : ''];
    return row(parts.filter((part) => part !== '').join(' '), 60 * hours + minutes);
  }),
  'h:mm:ss as seconds': fixed((draw) => {
    const [hours, minutes, seconds] = [draw.integer(0, 12), draw.integer(0, 59), draw.integer(0, 59)];
    return row(`${hours}:${two(minutes)}:${two(seconds)}`, 3600 * hours + 60 * minutes + seconds);
  }),
  'seconds as m:ss': fixed((draw) => {
    const seconds = draw.integer(5, 1500);
    return row(seconds, `${Math.floor(seconds / 60)}:${two(seconds % 60)}`);
  }),
  'days between two columns': (rule) => {
    const more = rule.pick([0, 1]);
    return (draw) => {
      const from = drawDay(draw);
      const days = draw.pick([draw.integer(1, 25), draw.integer(1, 400)]);
      return row({ start: isoDay(from), end: isoDay(dayAt(stamp(from) + days)) }, days + more);
    };
  },
  'minutes between two columns': fixed((draw) => {
    const from = draw.integer(360, 900);
    const minutes = draw.integer(5, 500);
    const time = (at: number) => `${two(Math.floor(at / 60))}:${two(at % 60)}`;
    return row({ from: time(from), to: time(from + minutes) }, minutes);
  }),
  'date some days later': (rule) => {
    const days = rule.pick([7, 14, 30, 90]);
    return (draw) => {
      const day = drawDay(draw);
      return row(isoDay(day), isoDay(dayAt(stamp(day) + days)));
    };
  },
  'date and days of two columns': fixed((draw) => {
    const [day, days] = [drawDay(draw), draw.pick([10, 14, 21, 30, 45, 60])];
    return row({ issued: isoDay(day), days }, isoDay(dayAt(stamp(day) + days)));
  }),
  'last day of the month': fixed((draw) => {
    const day = drawDay(draw);
    const next = stamp({ ...dayAt(stamp({ ...day, day: 1 }) + 31), day: 1 });
    return row(isoDay(day), isoDay(dayAt(next - 1)));
  }),
  'age in years on a day': fixed((draw) => {
    const [born, on] = [drawDay(draw, 1940, 2004), drawDay(draw, 2019, 2026)];
    const before = 100 * on.month + on.day < 100 * born.month + born.day;
    return row({ born: isoDay(born), on: isoDay(on) }, on.year - born.year - (before ? 1 : 0));
  }),
  'eight digits as a date': dates(
    (day) => isoDay(day).replaceAll('-', ''),
    ({ year, month, day }) => `${two(day)}/${two(month)}/${year}`,
  ),
  'financial year': (rule) => {
    const first = rule.pick([4, 7, 10]);
    return (draw) => {
      const day = drawDay(draw);
      return row(isoDay(day), `FY${day.year + (day.month >= first ? 1 : 0)}`);
    };
  },
  'dates of two forms as ISO': fixed((draw) => {
    const day = drawDay(draw);
    const written = `${two(day.day)}/${two(day.month)}/${day.year}`;
    return row(draw.pick([written, isoDay(day)]), isoDay(day));
  }),
  'date of a log line': fixed((draw) => {
    const [day, [hour, minute]] = [drawDay(draw), clock(draw)];
    const at = `${two(day.day)}/${short(day.month)}/${day.year}:${two(hour)}:${two(minute)}:${two(draw.integer(0, 59))}`;
    const page = draw.sample(PLAIN, draw.integer(1, 2)).join('/');
    return row(
      `10.0.${draw.integer(0, 9)}.${draw.integer(1, 254)} [${at} +0000] "GET /${page}"`,
      isoDay(day),
    );
  }),
};
