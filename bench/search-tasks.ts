/** A pair of input and output, as a training task holds it. */
export interface Pair {
  readonly input: Json;
  readonly output: Json;
}

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Random choices of one instance. */
export interface Draw {
  readonly integer: (low: number, high: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly sample: <T>(items: readonly T[], count: number) => T[];
}

/** A transformation that a user might want, with a generator of instances. */
export interface SearchTask {
  readonly name: string;
  /** Examples it is trained on. Default 10; tables and thresholds need more. */
  readonly examples?: number;
  readonly make: (draw: Draw) => Pair;
}

const FIRST = [
  'Ada',
  'Alan',
  'Grace',
  'Ken',
  'Barbara',
  'Edsger',
  'Donald',
  'Tim',
  'Radia',
  'Niklaus',
  'Frances',
  'Jean',
];
const LAST = [
  'Lovelace',
  'Turing',
  'Hopper',
  'Thompson',
  'Liskov',
  'Dijkstra',
  'Knuth',
  'Lee',
  'Perlman',
  'Wirth',
  'Allen',
];
const WORDS = [
  'alpha',
  'Brick',
  'cedar',
  'Delta',
  'ember',
  'Field',
  'grove',
  'Hazel',
  'iris',
  'Juno',
  'kite',
  'Lemon',
  'moss',
];
const CITIES = ['Lima', 'Oslo', 'Cairo', 'Quito', 'Tokyo', 'Paris', 'Delhi', 'Accra', 'Minsk', 'Perth'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
const person = (draw: Draw): { readonly first: string; readonly last: string } => ({
  first: draw.pick(FIRST),
  last: draw.pick(LAST),
});
const words = (draw: Draw, fewest = 2, most = 4): string[] => draw.sample(WORDS, draw.integer(fewest, most));
const list = (draw: Draw, low = -20, high = 50): number[] =>
  Array.from({ length: draw.integer(1, 7) }, () => draw.integer(low, high));
const total = (items: readonly number[]): number => items.reduce((sum, item) => sum + item, 0);
const iso = (draw: Draw): readonly [string, string, string] => [
  String(draw.integer(1930, 2029)),
  pad(draw.integer(1, 12), 2),
  pad(draw.integer(1, 28), 2),
];

/** Transformations of text, numbers, lists and records; the last group is meant to be out of reach or hard. */
export const searchTasks: readonly SearchTask[] = [
  {
    name: 'family name first',
    make: (draw) => {
      const { first, last } = person(draw);
      return { input: `${first} ${last}`, output: `${last.toUpperCase()}, ${first[0]}.` };
    },
  },
  {
    name: 'family name',
    make: (draw) => {
      const { first, last } = person(draw);
      return { input: `${first} ${last}`, output: last };
    },
  },
  {
    name: 'swapped name',
    make: (draw) => {
      const { first, last } = person(draw);
      return { input: `${last}, ${first}`, output: `${first} ${last}` };
    },
  },
  {
    name: 'user name',
    make: (draw) => {
      const { first, last } = person(draw);
      return { input: `${first} ${last}`, output: `${first[0]}${last}`.toLowerCase() };
    },
  },
  {
    name: 'e-mail of record',
    make: (draw) => {
      const { first, last } = person(draw);
      return { input: { first, last }, output: `${first}.${last}@example.org`.toLowerCase() };
    },
  },
  {
    name: 'host of e-mail',
    make: (draw) => {
      const host = `${draw.pick(WORDS).toLowerCase()}.${draw.pick(['org', 'com', 'net'])}`;
      return { input: `${draw.pick(FIRST)}@${host}`, output: host };
    },
  },
  {
    name: 'day first',
    make: (draw) => {
      const [y, m, d] = iso(draw);
      return { input: `${y}-${m}-${d}`, output: `${d}/${m}/${y}` };
    },
  },
  {
    name: 'short date',
    make: (draw) => {
      const [y, m, d] = iso(draw);
      return { input: `${y}-${m}-${d}`, output: `${d}.${m}.${y.slice(2)}` };
    },
  },
  {
    name: 'written date',
    make: (draw) => {
      const [y, m, d] = iso(draw);
      return { input: `${y}-${m}-${d}`, output: `${Number(d)} ${MONTHS[Number(m) - 1]} ${y}` };
    },
  },
  {
    name: 'compact date',
    make: (draw) => {
      const [y, m, d] = iso(draw);
      return { input: `${d}/${m}/${y}`, output: `${y}${m}${d}` };
    },
  },
  {
    name: 'decade',
    make: (draw) => {
      const [y, m, d] = iso(draw);
      return { input: `${y}-${m}-${d}`, output: `${y.slice(0, 3)}0s` };
    },
  },
  {
    name: 'slug',
    make: (draw) => {
      const chosen = words(draw);
      return { input: chosen.join(draw.pick([' ', ', ', ' & '])), output: chosen.join('-').toLowerCase() };
    },
  },
  {
    name: 'initials',
    make: (draw) => {
      const chosen = words(draw);
      return { input: chosen.join(' '), output: chosen.map((word) => word.charAt(0).toUpperCase()).join('') };
    },
  },
  {
    name: 'snake to camel',
    make: (draw) => {
      const chosen = words(draw).map((word) => word.toLowerCase());
      return {
        input: chosen.join('_'),
        output: chosen
          .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
          .join(''),
      };
    },
  },
  {
    name: 'camel to snake',
    make: (draw) => {
      const chosen = words(draw).map((word) => word.toLowerCase());
      return {
        input: chosen
          .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
          .join(''),
        output: chosen.join('_'),
      };
    },
  },
  {
    name: 'title',
    make: (draw) => {
      const chosen = words(draw);
      return {
        input: chosen.join(' '),
        output: chosen.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(' '),
      };
    },
  },
  {
    name: 'longest word',
    make: (draw) => {
      const chosen = draw.sample(
        ['a', 'be', 'cat', 'door', 'eagle', 'falcon', 'giraffe'],
        draw.integer(2, 4),
      );
      return {
        input: chosen.join(' '),
        output: [...chosen].sort((left, right) => right.length - left.length)[0] ?? '',
      };
    },
  },
  {
    name: 'between brackets',
    make: (draw) => {
      const [a = '', b = '', c = ''] = draw.sample(WORDS, 3);
      return { input: `${a} [${b}] ${c}`, output: b };
    },
  },
  {
    name: 'query parameter',
    make: (draw) => {
      const id = draw.integer(1, 9999);
      return {
        input: `https://example.org/${draw.pick(WORDS)}?id=${id}&page=${draw.integer(1, 9)}`,
        output: id,
      };
    },
  },
  {
    name: 'file stem',
    make: (draw) => {
      const stem = draw.pick(WORDS);
      return {
        input: `/${draw.pick(WORDS)}/${draw.pick(WORDS)}/${stem}.${draw.pick(['txt', 'md', 'pdf'])}`,
        output: stem,
      };
    },
  },
  {
    name: 'phone',
    make: (draw) => {
      const [a, b, c] = [draw.integer(200, 999), draw.integer(200, 999), draw.integer(1000, 9999)];
      return { input: `${a}${b}${c}`, output: `(${a}) ${b}-${c}` };
    },
  },
  {
    name: 'digits only',
    make: (draw) => {
      const [a, b] = [draw.integer(10, 99), draw.integer(100, 999)];
      return { input: `+${a} (${b}) ${draw.pick(WORDS)}`, output: `${a}${b}` };
    },
  },
  {
    name: 'masked card',
    make: (draw) => {
      const end = pad(draw.integer(0, 9999), 4);
      return {
        input: `${draw.integer(1000, 9999)} ${draw.integer(1000, 9999)} ${end}`,
        output: `**** ${end}`,
      };
    },
  },
  {
    name: 'invoice number',
    make: (draw) => {
      const n = draw.integer(1, 9999);
      return { input: n, output: `INV-${pad(n, 6)}` };
    },
  },
  {
    name: 'price',
    make: (draw) => {
      const cents = draw.integer(1, 3_000_000);
      return { input: cents / 100, output: `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}` };
    },
  },
  {
    name: 'price to number',
    make: (draw) => {
      const cents = draw.integer(100_000, 3_000_000) + 1;
      return { input: `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`, output: cents / 100 };
    },
  },
  {
    name: 'line',
    make: (draw) => {
      const x = draw.integer(-50, 50);
      return { input: x, output: 2 * x + 1 };
    },
  },
  {
    name: 'Fahrenheit',
    make: (draw) => {
      const x = draw.integer(-40, 100);
      return { input: x, output: (x * 9) / 5 + 32 };
    },
  },
  {
    name: 'with tax',
    make: (draw) => {
      const cents = draw.integer(1, 20_000);
      return { input: cents / 100, output: Number(((cents / 100) * 1.21 + 1e-9).toFixed(2)) };
    },
  },
  {
    name: 'area of record',
    make: (draw) => {
      const [width, height] = [draw.integer(1, 40), draw.integer(1, 40)];
      return { input: { width, height }, output: width * height };
    },
  },
  {
    name: 'minutes',
    make: (draw) => {
      const [hours, minutes] = [draw.integer(0, 23), draw.integer(0, 59)];
      return { input: `${pad(hours, 2)}:${pad(minutes, 2)}`, output: hours * 60 + minutes };
    },
  },
  {
    name: 'sum',
    make: (draw) => {
      const items = list(draw);
      return { input: items, output: total(items) };
    },
  },
  {
    name: 'spread',
    make: (draw) => {
      const items = list(draw);
      return { input: items, output: Math.max(...items) - Math.min(...items) };
    },
  },
  {
    name: 'positive doubled',
    make: (draw) => {
      const items = list(draw);
      return { input: items, output: items.filter((item) => item > 0).map((item) => item * 2) };
    },
  },
  {
    name: 'count of even',
    make: (draw) => {
      const items = list(draw);
      return { input: items, output: items.filter((item) => item % 2 === 0).length };
    },
  },
  {
    name: 'second largest',
    make: (draw) => {
      const items = [...list(draw), draw.integer(51, 60)];
      return { input: items, output: [...items].sort((left, right) => right - left)[1] ?? 0 };
    },
  },
  {
    name: 'top three',
    make: (draw) => {
      const items = [...list(draw), 70, 71, 72];
      return { input: items, output: [...items].sort((left, right) => right - left).slice(0, 3) };
    },
  },
  {
    name: 'sum of squares',
    make: (draw) => {
      const items = list(draw);
      return { input: items, output: total(items.map((item) => item * item)) };
    },
  },
  {
    name: 'word lengths',
    make: (draw) => {
      const chosen = words(draw);
      return { input: chosen.join(' '), output: chosen.map((word) => word.length) };
    },
  },
  {
    name: 'order total',
    make: (draw) => {
      const items = list(draw, 1, 30).map((price) => ({ name: draw.pick(WORDS), price }));
      return { input: items, output: total(items.map(({ price }) => price)) };
    },
  },
  {
    name: 'record to record',
    make: (draw) => {
      const { first, last } = person(draw);
      const born = draw.integer(1930, 2005);
      return { input: { first, last, born }, output: { name: `${first} ${last}`, age: 2026 - born } };
    },
  },
  {
    name: 'label of row',
    make: (draw) => {
      const [city, code] = [draw.pick(CITIES), draw.integer(1, 999)];
      return { input: [city, code], output: `${city.slice(0, 3).toUpperCase()}-${pad(code, 3)}` };
    },
  },
  {
    name: 'pass or fail',
    examples: 40,
    make: (draw) => {
      const score = draw.integer(30, 70);
      return { input: { score, name: draw.pick(FIRST) }, output: score >= 50 ? 'pass' : 'fail' };
    },
  },
  {
    name: 'shipping',
    examples: 40,
    make: (draw) => {
      const weight = draw.integer(1, 20);
      return { input: { weight, to: draw.pick(CITIES) }, output: weight > 10 ? 15 : 7 };
    },
  },
  {
    name: 'code of word',
    examples: 40,
    make: (draw) => {
      const unit = draw.pick(['low', 'medium', 'high']);
      return {
        input: { unit, at: draw.integer(1, 90) },
        output: { low: 'L1', medium: 'M5', high: 'X9' }[unit] ?? '',
      };
    },
  },
  {
    name: 'reversed words',
    make: (draw) => {
      const chosen = words(draw);
      return { input: chosen.join(' '), output: [...chosen].reverse().join(' ') };
    },
  },
  {
    name: 'vowels counted',
    make: (draw) => {
      const word = words(draw).join('');
      return { input: word, output: (word.match(/[aeiou]/gi) ?? []).length };
    },
  },
  {
    name: 'running total',
    make: (draw) => {
      const items = list(draw);
      let sum = 0;
      return { input: items, output: items.map((item) => (sum += item)) };
    },
  },
  {
    name: 'digit sum',
    make: (draw) => {
      const n = draw.integer(10, 99_999);
      return { input: n, output: total([...String(n)].map(Number)) };
    },
  },
  {
    name: 'greatest common divisor',
    make: (draw) => {
      const factor = draw.integer(1, 12);
      const [a, b] = [factor * draw.integer(1, 20), factor * draw.integer(1, 20)];
      let [x, y] = [a, b];
      while (y !== 0) [x, y] = [y, x % y];
      return { input: [a, b], output: x };
    },
  },
];
