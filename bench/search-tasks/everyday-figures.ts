import { type Draw, MONTHS, type Pair, pad } from './draws.js';

/** A task by name, and what makes its rows. */
export type EverydayTask = readonly [name: string, make: (draw: Draw) => Pair];

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DAY = 86_400_000;
const drawDate = (draw: Draw): Date =>
  new Date(Date.UTC(draw.integer(2001, 2029), draw.integer(0, 11), draw.integer(1, 28)));
const iso = (date: Date): string => date.toISOString().slice(0, 10);
const cents = (draw: Draw): number => draw.integer(120, 900_000);
/** A number rounded to so many digits after the point. */
export const rounded = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits;
const grouped = (n: number, mark: string): string => String(n).replace(/\B(?=(\d{3})+$)/g, mark);
const money = (value: number, mark: string, point: string): string =>
  `${grouped(Math.floor(value / 100), mark)}${point}${pad(value % 100, 2)}`;
/** So many digits, the first of them no zero. */
export const digits = (draw: Draw, count: number): string =>
  Array.from({ length: count }, (_digit, index) => draw.integer(index === 0 ? 1 : 0, 9)).join('');

/** Dates, times, money and telephone numbers as people have them in spreadsheets. */
export const figuresOfTheDay: readonly EverydayTask[] = [
  [
    'weekday',
    (d) => {
      const date = drawDate(d);
      return { input: iso(date), output: (WEEKDAYS[date.getUTCDay()] ?? '').slice(0, 3) };
    },
  ],
  [
    'date with time',
    (d) => {
      const [year, month, day] = iso(drawDate(d)).split('-');
      const time = `${pad(d.integer(0, 23), 2)}:${pad(d.integer(0, 59), 2)}`;
      return { input: `${year}-${month}-${day} ${time}`, output: `${day}.${month}.${year} ${time}` };
    },
  ],
  [
    'days between',
    (d) => {
      const [from, days] = [drawDate(d), d.integer(1, 400)];
      return { input: { from: iso(from), to: iso(new Date(from.getTime() + days * DAY)) }, output: days };
    },
  ],
  [
    'due in 30 days',
    (d) => {
      const date = drawDate(d);
      return { input: iso(date), output: iso(new Date(date.getTime() + 30 * DAY)) };
    },
  ],
  [
    'year and month',
    (d) => {
      const date = iso(drawDate(d));
      return { input: date, output: date.slice(0, 7) };
    },
  ],
  [
    'quarter with year',
    (d) => {
      const date = drawDate(d);
      return {
        input: iso(date),
        output: `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`,
      };
    },
  ],
  [
    'date in words',
    (d) => {
      const date = drawDate(d);
      const month = MONTHS[date.getUTCMonth()];
      const output = `${WEEKDAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
      return { input: iso(date), output };
    },
  ],
  [
    'month in words',
    (d) => {
      const date = drawDate(d);
      const input = { id: d.integer(1, 999), date: iso(date) };
      return { input, output: `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}` };
    },
  ],
  [
    '24 hours to 12',
    (d) => {
      const [hour, minute] = [d.integer(0, 23), pad(d.integer(0, 59), 2)];
      return {
        input: `${pad(hour, 2)}:${minute}`,
        output: `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`,
      };
    },
  ],
  [
    '12 hours to 24',
    (d) => {
      const [hour, minute] = [d.integer(0, 23), pad(d.integer(0, 59), 2)];
      return {
        input: `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`,
        output: `${pad(hour, 2)}:${minute}`,
      };
    },
  ],
  [
    'hours and minutes to hours',
    (d) => {
      const [hours, minutes] = [d.integer(0, 9), d.pick([0, 15, 30, 45])];
      return { input: `${hours}h ${minutes}m`, output: hours + minutes / 60 };
    },
  ],
  [
    'minutes in words',
    (d) => {
      const n = d.integer(20, 900);
      return { input: n, output: `${Math.floor(n / 60)} h ${n % 60} min` };
    },
  ],
  [
    'h:mm to hours',
    (d) => {
      const [hours, minutes] = [d.integer(0, 12), d.pick([0, 15, 30, 45])];
      return { input: `${hours}:${pad(minutes, 2)}`, output: hours + minutes / 60 };
    },
  ],
  [
    'seconds to h:mm:ss',
    (d) => {
      const n = d.integer(100, 30_000);
      return {
        input: n,
        output: `${Math.floor(n / 3600)}:${pad(Math.floor(n / 60) % 60, 2)}:${pad(n % 60, 2)}`,
      };
    },
  ],
  [
    'minutes worked',
    (d) => {
      const [from, minutes] = [d.integer(360, 700), d.integer(30, 600)];
      const clock = (n: number): string => `${pad(Math.floor(n / 60), 2)}:${pad(n % 60, 2)}`;
      return { input: { start: clock(from), end: clock(from + minutes) }, output: minutes };
    },
  ],
  [
    'euros to a number',
    (d) => {
      const n = cents(d);
      return { input: `${money(n, '.', ',')} €`, output: n / 100 };
    },
  ],
  [
    'dollars to a number',
    (d) => {
      const n = cents(d);
      return { input: `$${money(n, ',', '.')}`, output: n / 100 };
    },
  ],
  [
    'kronor to a number',
    (d) => {
      const n = cents(d);
      return { input: `${money(n, ' ', ',')} kr`, output: n / 100 };
    },
  ],
  [
    'francs to a number',
    (d) => {
      const n = d.integer(105, 99_999);
      return { input: `CHF ${money(n, '', '.')}`, output: n / 100 };
    },
  ],
  [
    'number to dollars',
    (d) => {
      const n = cents(d);
      return { input: n / 100, output: `${money(n, ',', '.')} USD` };
    },
  ],
  [
    'cents to a price',
    (d) => {
      const n = d.integer(5, 90_000);
      return { input: n, output: money(n, '', '.') };
    },
  ],
  [
    'with value added tax',
    (d) => {
      const n = 2 * d.integer(50, 45_000) + 1;
      return { input: n / 100, output: rounded((n * 1.19) / 100, 2) };
    },
  ],
  [
    'price with discount',
    (d) => {
      const [price, discount] = [d.integer(10, 900), d.pick([5, 10, 15, 20, 25, 30])];
      return { input: { price, discount }, output: rounded((price * (100 - discount)) / 100, 2) };
    },
  ],
  [
    'accounting brackets',
    (d) => {
      const n = d.integer(105, 99_999) / 100;
      return d.integer(0, 1) === 0 ? { input: `(${n})`, output: -n } : { input: String(n), output: n };
    },
  ],
  [
    'share of a total',
    (d) => {
      const total = d.integer(20, 900);
      const part = d.integer(1, total);
      return { input: { part, total }, output: `${((100 * part) / total).toFixed(1)}%` };
    },
  ],
  [
    'phone in groups',
    (d) => {
      const [a, b, c] = [digits(d, 3), digits(d, 3), digits(d, 4)];
      return { input: `${a}${b}${c}`, output: `(${a}) ${b}-${c}` };
    },
  ],
  [
    'phone with hyphens',
    (d) => {
      const [a, b, c] = [digits(d, 3), digits(d, 3), digits(d, 4)];
      return { input: `(${a}) ${b}-${c}`, output: `${a}-${b}-${c}` };
    },
  ],
  [
    'phone with country',
    (d) => {
      const [area, number] = [digits(d, d.integer(2, 4)), digits(d, d.integer(5, 8))];
      return { input: `0${area} ${number}`, output: `+49 ${area} ${number}` };
    },
  ],
  [
    'phone without marks',
    (d) => {
      const [a, b, c] = [digits(d, d.integer(1, 3)), digits(d, 3), digits(d, 4)];
      return { input: `+${a} ${b}-${c}`, output: `${a}${b}${c}` };
    },
  ],
];
