import { CITIES, FIRST, list, pad, person, type SearchTask, total, WORDS, words } from './draws.js';

/** Transformations of numbers, lists and records; the last ones are meant to be hard. */
export const dataTasks: readonly SearchTask[] = [
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
