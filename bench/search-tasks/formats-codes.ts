import { type Json, type Pair, pad } from './draws.js';
import {
  bike,
  capitals,
  coin,
  digits,
  family,
  given,
  type Maker,
  number,
  plain,
  title,
  varied,
} from './formats-draws.js';

const part = (name: string, output: (parts: readonly [string, string, string]) => Json): Maker =>
  varied(
    (mark) => `${name}, by ${JSON.stringify(mark)}`,
    ['-', '/', '_', '.'],
    (mark) =>
      (draw): Pair => {
        const parts = [
          capitals(draw, draw.integer(2, 4)),
          number(draw),
          capitals(draw, draw.integer(1, 3)),
        ] as const;
        return { input: parts.join(mark), output: output(parts) };
      },
  );
const model = (name: string, output: (make: string, size: string) => Json): Maker =>
  plain(name, (draw): Pair => {
    const [make, size] = [bike(draw), digits(draw, draw.integer(2, 4))];
    return { input: make + size, output: output(make, size) };
  });
const quantity = (name: string, output: (amount: string, unit: string) => Json, space = ' '): Maker =>
  plain(name, (draw): Pair => {
    const amount = coin(draw) ? number(draw, 3) : `${number(draw, 3)}.${draw.integer(1, 9)}`;
    const unit = draw.pick(['kg', 'g', 'cm', 'ml', 'oz', 'GB']);
    return { input: amount + space + unit, output: output(amount, unit) };
  });

/** Codes of products, orders and records. */
export const CODES: readonly Maker[] = [
  part('first part', ([first]) => first),
  part('middle part', ([, middle]) => middle),
  part('last part', ([, , last]) => last),
  part('parts without marks', (parts) => parts.join('')),
  part('last part first', ([first, middle, last]) => `${last}:${middle}:${first}`),
  model('make of a model', (make) => make),
  model('size of a model', (_make, size) => size),
  model('space before the size', (make, size) => `${make} ${size}`),
  quantity('unit', (_amount, unit) => unit),
  quantity('amount, attached to its unit', (amount) => amount, ''),
  quantity('space before the unit', (amount, unit) => `${amount} ${unit}`, ''),
  plain('closed bracket', (draw): Pair => {
    const code = `[${capitals(draw, 3)}-${pad(draw.integer(1, 99_999), 5)}`;
    return { input: code + (coin(draw) ? ']' : ''), output: `${code}]` };
  }),
  plain('padded number', (draw): Pair => {
    const count = number(draw);
    return { input: `INV-${count}`, output: `INV-${count.padStart(5, '0')}` };
  }),
  plain('without leading zeros', (draw): Pair => {
    const count = number(draw);
    return { input: count.padStart(6, '0'), output: count };
  }),
  plain('name in a code', (draw): Pair => {
    const color = draw.pick(['GREEN', 'RED', 'BLUE', 'BLACK', 'WHITE', 'PURPLE']);
    return { input: `${capitals(draw, 3)}-${number(draw, 2)}-${color}`, output: title(color) };
  }),
  plain('without its label', (draw): Pair => {
    const code = `${capitals(draw, 2)}${number(draw)}`;
    return { input: `SKU: ${code}`, output: code };
  }),
  plain('major and minor version', (draw): Pair => {
    const version = `${draw.integer(0, 12)}.${draw.integer(0, 30)}`;
    return { input: `v${version}.${draw.integer(0, 120)}`, output: version };
  }),
  plain('columns: name and number in brackets', (draw): Pair => {
    const [name, age] = [`${given(draw)} ${family(draw)}`, draw.integer(1, 99)];
    return { input: { name, age }, output: `${name} (${age})` };
  }),
  plain('columns: cells with commas', (draw): Pair => {
    const [code, make, size] = [capitals(draw, 2), bike(draw), number(draw)];
    return { input: { code, make, size }, output: [code, make, size].join(',') };
  }),
];
