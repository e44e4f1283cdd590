/** Columns of days and times. */
import { MONTHS } from './draws.js';
import {
  type Columns,
  DAYS,
  type Day,
  dayAt,
  drawDay,
  fixed,
  isoDay,
  monthName,
  row,
  stamp,
  two,
} from './spreadsheets-draws.js';
import { terms } from './wrangling-draws.js';

const short = (month: number): string => monthName(month).slice(0, 3);
const weekday = (day: Day): number => new Date(stamp(day) * 86_400_000).getUTCDay();
const half = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12}`;

export const dates: Columns = {
  'American date to ISO': fixed((draw) => {
    const day = drawDay(draw);
    return row(`${two(day.month)}/${two(day.day)}/${day.year}`, isoDay(day));
  }),
  'loose American date to ISO': fixed((draw) => {
    const day = drawDay(draw);
    return row(`${day.month}/${day.day}/${day.year}`, isoDay(day));
  }),
  'date with points to ISO': fixed((draw) => {
    const day = drawDay(draw);
    return row(`${day.day}.${day.month}.${day.year}`, isoDay(day));
  }),
  'written date to ISO': fixed((draw) => {
    const day = drawDay(draw);
    return row(`${monthName(day.month)} ${day.day}, ${day.year}`, isoDay(day));
  }),
  'ISO date to a short one': fixed((draw) => {
    const day = drawDay(draw);
    return row(isoDay(day), `${day.day} ${short(day.month)} ${day.year}`);
  }),
  'short date to American': fixed((draw) => {
    const day = drawDay(draw);
    return row(
      `${two(day.day)}-${short(day.month)}-${day.year}`,
      `${two(day.month)}/${two(day.day)}/${day.year}`,
    );
  }),
  'year of dates in two forms': fixed((draw) => {
    const day = drawDay(draw);
    return row(draw.pick([isoDay(day), `${day.day} ${monthName(day.month)} ${day.year}`]), day.year);
  }),
  'quarter of a date': fixed((draw) => {
    const day = drawDay(draw);
    return row(isoDay(day), `Q${Math.ceil(day.month / 3)} ${day.year}`);
  }),
  'packed date to ISO': fixed((draw) => {
    const day = drawDay(draw);
    return row(`backup_${isoDay(day).replaceAll('-', '')}.zip`, isoDay(day));
  }),
  'day of a timestamp': fixed((draw) => {
    const day = isoDay(drawDay(draw));
    const time = `${two(draw.integer(0, 23))}:${two(draw.integer(0, 59))}:${two(draw.integer(0, 59))}`;
    return row(`${day}T${time}Z`, day);
  }),
  'hour and minute of a timestamp': fixed((draw) => {
    const time = `${two(draw.integer(0, 23))}:${two(draw.integer(0, 59))}`;
    return row(`${isoDay(drawDay(draw))} ${time}:${two(draw.integer(0, 59))}`, time);
  }),
  'clock of twelve to twenty-four hours': fixed((draw) => {
    const [hour, minute] = [draw.integer(0, 23), two(draw.integer(0, 59))];
    return row(`${half(hour)}:${minute} ${hour < 12 ? 'AM' : 'PM'}`, `${two(hour)}:${minute}`);
  }),
  'clock of twenty-four to twelve hours': fixed((draw) => {
    const [hour, minute] = [draw.integer(0, 23), two(draw.integer(0, 59))];
    return row(`${two(hour)}:${minute}`, `${half(hour)}:${minute} ${hour < 12 ? 'AM' : 'PM'}`);
  }),
  'name of the day': fixed((draw) => {
    const day = drawDay(draw);
    return row(isoDay(day), DAYS[weekday(day)] ?? '');
  }),
  'weekend or not': fixed((draw) => {
    const day = drawDay(draw);
    return row(isoDay(day), [0, 6].includes(weekday(day)));
  }),
  'days between': fixed((draw) => {
    const start = drawDay(draw, 2015, 2025);
    const nights = draw.integer(1, 400);
    return row({ start: isoDay(start), end: isoDay(dayAt(stamp(start) + nights)) }, nights);
  }),
  'due in thirty days': fixed((draw) => {
    const day = drawDay(draw);
    return row(isoDay(day), isoDay(dayAt(stamp(day) + 30)));
  }),
  'decade of a year': fixed((draw) => {
    const year = draw.integer(1890, 2029);
    return row(year, `${Math.floor(year / 10) * 10}s`);
  }),
  'number of a month': fixed((draw) => {
    const month = draw.integer(1, 12);
    return row(draw.pick([monthName(month), short(month)]), month);
  }),
  'month of a date by name': fixed((draw) => {
    const day = drawDay(draw);
    return row(isoDay(day), MONTHS[day.month - 1] ?? '');
  }),
  'hours of an opening': fixed((draw) => {
    const from = draw.integer(6, 11);
    const to = draw.integer(14, 23);
    return row(`${terms(draw, 1, 1).join('')} ${from}:00-${to}:00`, to - from);
  }),
  'length of a shift': fixed((draw) => {
    const from = draw.integer(6 * 60, 12 * 60);
    const to = from + draw.integer(30, 600);
    const clock = (at: number): string => `${two(Math.floor(at / 60))}:${two(at % 60)}`;
    return row({ from: clock(from), to: clock(to) }, to - from);
  }),
  'age at an event': fixed((draw) => {
    const born = drawDay(draw, 1940, 2000);
    const year = draw.integer(2005, 2025);
    return row({ born: isoDay(born), year }, year - born.year);
  }),
};
