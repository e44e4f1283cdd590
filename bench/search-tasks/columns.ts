import { CITIES, type Draw, FIRST, type Json, LAST, MONTHS, pad, WORDS } from './draws.js';
import type { DrawnTask } from './lists.js';

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Ways to write a day. */
const DAYS: readonly ((day: Day) => string)[] = [
  ({ year, month, day }) => `${year}-${pad(month, 2)}-${pad(day, 2)}`,
  ({ year, month, day }) => `${pad(day, 2)}.${pad(month, 2)}.${year}`,
  ({ year, month, day }) => `${pad(month, 2)}/${pad(day, 2)}/${year}`,
  ({ year, month, day }) => `${day} ${MONTHS[month - 1]} ${year}`,
  ({ year, month, day }) => `${MONTHS[month - 1]} ${day}, ${year}`,
  ({ year, month, day }) => `${MONTHS[month - 1]?.slice(0, 3)} ${day}, ${year}`,
  ({ year, month, day }) => `${pad(day, 2)}-${MONTHS[month - 1]?.slice(0, 3)}-${year}`,
  ({ year, month, day }) => `${year}${pad(month, 2)}${pad(day, 2)}`,
  ({ year, month, day }) => `${day}/${month}/${pad(year % 100, 2)}`,
];
/** Parts of a day. */
const DAY_PARTS: readonly ((day: Day) => Json)[] = [
  ({ year }) => year,
  ({ month }) => MONTHS[month - 1] ?? '',
  ({ month }) => Math.ceil(month / 3),
  ({ day }) => day,
];

const drawDay = (draw: Draw): Day => ({
  year: draw.integer(2001, 2029),
  month: draw.integer(1, 12),
  day: draw.integer(1, 28),
});
const grouped = (n: number, mark: string): string => String(n).replace(/\B(?=(\d{3})+$)/g, mark);
const word = (draw: Draw): string => draw.pick(WORDS).toLowerCase();
const euros = (cents: number): string => `${grouped(Math.floor(cents / 100), '.')},${pad(cents % 100, 2)}`;
const dollars = (cents: number): string => `${grouped(Math.floor(cents / 100), ',')}.${pad(cents % 100, 2)}`;

type Maker = (draw: Draw) => DrawnTask;
const plain =
  (name: string, make: DrawnTask['make']): Maker =>
  () => ({ name, make });

/** Cells as people write them, and what a table wants instead. */
const MAKERS: readonly Maker[] = [
  ...Array.from(
    { length: 5 },
    (): Maker => (draw) => {
      const [from, to] = draw.sample(DAYS, 2) as [(day: Day) => string, (day: Day) => string];
      const sample = { year: 2024, month: 3, day: 7 };
      return {
        name: `date ${from(sample)} → ${to(sample)}`,
        make: (draws) => {
          const day = drawDay(draws);
          return { input: from(day), output: to(day) };
        },
      };
    },
  ),
  (draw) => {
    const from = draw.pick(DAYS.slice(0, 5));
    const part = draw.pick(DAY_PARTS);
    const sample = { year: 2024, month: 3, day: 7 };
    return {
      name: `part of date ${from(sample)} → ${part(sample)}`,
      make: (draws) => {
        const day = drawDay(draws);
        return { input: from(day), output: part(day) };
      },
    };
  },
  plain('m:ss to seconds', (draw) => {
    const [m, s] = [draw.integer(0, 90), draw.integer(0, 59)];
    return { input: `${m}:${pad(s, 2)}`, output: 60 * m + s };
  }),
  plain('seconds to m:ss', (draw) => {
    const n = draw.integer(20, 5000);
    return { input: n, output: `${Math.floor(n / 60)}:${pad(n % 60, 2)}` };
  }),
  plain('h:mm:ss to seconds', (draw) => {
    const [h, m, s] = [draw.integer(0, 9), draw.integer(0, 59), draw.integer(0, 59)];
    return { input: `${h}:${pad(m, 2)}:${pad(s, 2)}`, output: 3600 * h + 60 * m + s };
  }),
  plain('1h 20m to minutes', (draw) => {
    const [h, m] = [draw.integer(0, 9), draw.integer(0, 59)];
    return { input: `${h}h ${m}m`, output: 60 * h + m };
  }),
  (draw) => {
    const [from, to, factor, places] = draw.pick<readonly [string, string, number, number]>([
      ['kg', 'lb', 2.20462, 1],
      ['mi', 'km', 1.609344, 2],
      ['in', 'cm', 2.54, 1],
      ['km/h', 'm/s', 1 / 3.6, 2],
      ['l', 'gal', 0.264172, 2],
    ]);
    return {
      name: `${from} to ${to}`,
      make: (draws) => {
        const n = draws.integer(1, 900);
        return { input: `${n} ${from}`, output: `${(n * factor).toFixed(places)} ${to}` };
      },
    };
  },
  (draw) => {
    const unit = draw.pick([1000, 1024]);
    return {
      name: `size in bytes of ${unit}`,
      make: (draws) => {
        const [kind, power] = draws.pick([
          ['KB', 1],
          ['MB', 2],
          ['GB', 3],
        ] as const);
        const n = draws.integer(1, 40);
        return { input: `${n} ${kind}`, output: n * unit ** power };
      },
    };
  },
  (draw) => {
    const [yes, no] = draw.pick([
      [
        ['yes', 'y', 'Yes'],
        ['no', 'n', 'No'],
      ],
      [
        ['on', 'ON'],
        ['off', 'OFF'],
      ],
      [
        ['true', 'True'],
        ['false', 'False'],
      ],
      [
        ['Y', 'y'],
        ['N', 'n'],
      ],
    ] as const);
    return {
      name: `${yes.join('/')} to true`,
      make: (draws) => {
        const isYes = draws.integer(0, 1) === 1;
        return {
          input: { answer: draws.pick<string>(isYes ? yes : no), id: draws.integer(1, 999) },
          output: isYes,
        };
      },
    };
  },
  plain('digits in groups', (draw) => {
    const n = draw.integer(1000, 9_000_000);
    return { input: n, output: grouped(n, ',') };
  }),
  plain('digits in groups of a text', (draw) => {
    const n = draw.integer(1000, 9_000_000);
    return { input: String(n), output: grouped(n, ' ') };
  }),
  plain('groups to a number', (draw) => {
    const n = draw.integer(1000, 9_000_000);
    return { input: grouped(n, ','), output: n };
  }),
  plain('European price to a number', (draw) => {
    const cents = draw.integer(120_001, 3_000_000);
    return { input: `${euros(cents)} €`, output: cents / 100 };
  }),
  plain('European price to another', (draw) => {
    const cents = draw.integer(101, 3_000_000);
    return { input: euros(cents), output: dollars(cents) };
  }),
  plain('price to a European one', (draw) => {
    const cents = draw.integer(101, 3_000_000);
    return { input: cents / 100, output: `${euros(cents)} €` };
  }),
  plain('price to cents', (draw) => {
    const cents = draw.integer(101, 90_000);
    return { input: `$${dollars(cents)}`, output: cents };
  }),
  plain('percent to a share', (draw) => {
    const n = draw.integer(1, 99);
    return { input: `${n}%`, output: n / 100 };
  }),
  plain('host of a URL', (draw) => {
    const host = `${draw.pick(['www.', ''])}${word(draw)}.${draw.pick(['org', 'com'])}`;
    return {
      input: `http${draw.pick(['s', ''])}://${host}/${word(draw)}?id=${draw.integer(1, 99)}`,
      output: host,
    };
  }),
  plain('path of a URL', (draw) => {
    const path = `/${word(draw)}/${word(draw)}`;
    return { input: `https://${word(draw)}.org${path}?p=${draw.integer(1, 99)}`, output: path };
  }),
  plain('name before an @', (draw) => {
    const name = `${draw.pick(FIRST)}.${draw.pick(LAST)}`.toLowerCase();
    return { input: `${name}@${word(draw)}.com`, output: name };
  }),
  plain('name of an e-mail', (draw) => {
    const [first, last] = [draw.pick(FIRST), draw.pick(LAST)];
    return { input: `${first}.${last}@${word(draw)}.com`.toLowerCase(), output: `${first} ${last}` };
  }),
  plain('two columns in one', (draw) => {
    const [first, last] = [draw.pick(FIRST), draw.pick(LAST)];
    return { input: { first, last, age: draw.integer(20, 70) }, output: `${last}, ${first}` };
  }),
  plain('amount of a line', (draw) => {
    const [count, price] = [draw.integer(1, 30), draw.integer(100, 9000) / 100];
    const total = Math.round(count * price * 100) / 100;
    return { input: { item: word(draw), count, price }, output: total };
  }),
  plain('sum where a column says so', (draw) => {
    const rows = Array.from({ length: draw.integer(3, 6) }, () => ({
      kind: draw.pick(['in', 'out']),
      amount: draw.integer(1, 90),
    }));
    const output = rows.reduce((sum, { kind, amount }) => sum + (kind === 'in' ? amount : 0), 0);
    return { input: rows, output };
  }),
  plain('names of those of age', (draw) => {
    const rows = Array.from({ length: draw.integer(3, 6) }, () => ({
      name: draw.pick(FIRST),
      age: draw.integer(10, 30),
    }));
    return { input: rows, output: rows.filter(({ age }) => age >= 18).map(({ name }) => name) };
  }),
  plain('tidy city', (draw) => {
    const city = draw.pick(CITIES);
    return {
      input: `${draw.pick([' ', '', '  '])}${draw.pick([city.toUpperCase(), city.toLowerCase()])} `,
      output: city,
    };
  }),
  plain('account number', (draw) => {
    const n = draw.integer(1, 99_999);
    return { input: { id: n, city: draw.pick(CITIES) }, output: `AC${pad(n, 6)}` };
  }),
];

/** A task on the cells of one or more columns. */
export function drawColumnTask(draw: Draw): DrawnTask {
  return draw.pick(MAKERS)(draw);
}
