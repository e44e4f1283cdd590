import { RandomStream } from '../core/index.js';
import type { InputOutput } from '../training/index.js';

/** Given names. */
export const FIRST: readonly string[] = [
  'Jesus',
  'Ana',
  'Mark',
  'Ada',
  'Alan',
  'Grace',
  'Ken',
  'Barbara',
  'Edsger',
  'Donald',
  'Tim',
  'Radia',
];
/** Family names. */
export const LAST: readonly string[] = [
  'Garcia',
  'Lopez',
  'Twain',
  'Lovelace',
  'Turing',
  'Hopper',
  'Thompson',
  'Liskov',
  'Dijkstra',
  'Knuth',
];
const WORDS = ['Hello', 'quick', 'Brown', 'fox', 'over', 'Lazy', 'dog', 'River', 'stone', 'Cloud', 'nine'];
const COUNTRIES = [
  ['Spain', 'ESP'],
  ['France', 'FRA'],
  ['Peru', 'PER'],
  ['Chad', 'TCD'],
  ['Oman', 'OMN'],
  ['Japan', 'JPN'],
  ['Kenya', 'KEN'],
  ['Malta', 'MLT'],
  ['Nepal', 'NPL'],
  ['Qatar', 'QAT'],
  ['Togo', 'TGO'],
  ['Yemen', 'YEM'],
] as const;

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
const date = (random: RandomStream): [number, number, number] => [
  random.integer(1930, 2029),
  random.integer(1, 12),
  random.integer(1, 28),
];
const words = (random: RandomStream): string[] => random.sample(WORDS, random.integer(2, 4));
const numbers = (random: RandomStream): number[] =>
  Array.from({ length: random.integer(1, 6) }, () => random.integer(-20, 60));

/** Transformations as a user would give them: a generator of inputs and what the script should make of each. */
export const transformations: readonly {
  readonly name: string;
  readonly make: (random: RandomStream) => InputOutput;
}[] = [
  {
    name: 'family name first',
    make: (random) => {
      const [first, last] = [random.pick(FIRST), random.pick(LAST)];
      return { input: `${first} ${last}`, output: `${last.toUpperCase()}, ${first[0]}.` };
    },
  },
  {
    name: 'day first',
    make: (random) => {
      const [year, month, day] = date(random);
      return {
        input: `${year}-${pad(month, 2)}-${pad(day, 2)}`,
        output: `${pad(day, 2)}/${pad(month, 2)}/${year}`,
      };
    },
  },
  {
    name: 'short German date',
    make: (random) => {
      const [year, month, day] = date(random);
      return {
        input: `${year}-${pad(month, 2)}-${pad(day, 2)}`,
        output: `${pad(day, 2)}.${pad(month, 2)}.${pad(year % 100, 2)}`,
      };
    },
  },
  {
    name: 'code of a row',
    make: (random) => {
      const [name, code] = random.pick(COUNTRIES);
      return { input: [name, code], output: `${code}:${name.toLowerCase()}` };
    },
  },
  {
    name: 'code of a record',
    make: (random) => {
      const [name, code] = random.pick(COUNTRIES);
      return {
        input: { name, code },
        output: { key: `${code}-${name.slice(0, 2).toUpperCase()}`, length: name.length },
      };
    },
  },
  {
    name: 'slug',
    make: (random) => {
      const chosen = words(random);
      return {
        input: `${chosen.join(random.pick([' ', ', ', '  ']))}${random.pick(['', '!', '?'])}`,
        output: chosen.join('-').toLowerCase(),
      };
    },
  },
  {
    name: 'initials',
    make: (random) => {
      const chosen = words(random);
      return { input: chosen.join(' '), output: chosen.map((word) => word.charAt(0).toUpperCase()).join('') };
    },
  },
  {
    name: 'price',
    make: (random) => {
      const cents = random.integer(1, 3_000_000);
      return { input: cents / 100, output: `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}` };
    },
  },
  {
    name: 'between brackets',
    make: (random) => {
      const [before = '', inside = '', after = ''] = random.sample(WORDS, 3);
      return { input: `${before} [${inside}] ${after}`, output: inside };
    },
  },
  {
    name: 'padded number',
    make: (random) => {
      const value = random.integer(1, 9999);
      return { input: value, output: `INV-${pad(value, 6)}` };
    },
  },
  {
    name: 'line',
    make: (random) => {
      const x = random.integer(-50, 50);
      return { input: x, output: 2 * x + 1 };
    },
  },
  {
    name: 'rounding',
    make: (random) => {
      const value = random.integer(0, 99_999) / 1000 + 0.0003;
      return { input: value, output: Number(value.toFixed(2)) };
    },
  },
  {
    name: 'sum',
    make: (random) => {
      const list = numbers(random);
      return { input: list, output: list.reduce((sum, item) => sum + item, 0) };
    },
  },
  {
    name: 'positive ones doubled',
    make: (random) => {
      const list = numbers(random);
      return { input: list, output: list.filter((item) => item > 0).map((item) => item * 2) };
    },
  },
  {
    name: 'spread',
    make: (random) => {
      const list = numbers(random);
      return { input: list, output: Math.max(...list) - Math.min(...list) };
    },
  },
  {
    name: 'temperature',
    make: (random) => {
      const celsius = 5 * random.integer(-4, 12);
      return { input: `${celsius}C`, output: `${(celsius * 9) / 5 + 32}F` };
    },
  },
  {
    name: 'worth of an order',
    make: (random) => {
      const items = Array.from({ length: random.integer(1, 4) }, () => ({
        quantity: random.integer(1, 9),
        price: random.integer(1, 50),
      }));
      const worth = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
      return { input: { items }, output: { items: items.length, worth } };
    },
  },
  {
    name: 'duration',
    make: (random) => {
      const [hours, minutes] = [random.integer(0, 9), random.integer(0, 59)];
      return { input: `${hours}h ${minutes}m`, output: 60 * hours + minutes };
    },
  },
  {
    name: 'of age',
    make: (random) => {
      const age = random.integer(12, 24);
      return { input: { name: random.pick(FIRST), age }, output: age >= 18 ? 'adult' : 'minor' };
    },
  },
];

/** Up to `count` different instances. */
export function generate(
  make: (random: RandomStream) => InputOutput,
  count: number,
  seed: number,
): InputOutput[] {
  const random = new RandomStream(seed, 'instances');
  const found = new Map<string, InputOutput>();
  for (let draws = 0; found.size < count && draws < 50 * count; draws++) {
    const pair = make(random);
    found.set(JSON.stringify(pair.input), pair);
  }
  return [...found.values()];
}
