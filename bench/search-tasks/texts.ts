import { type Draw, FIRST, LAST, MONTHS, type Pair, pad, WORDS } from './draws.js';
import type { DrawnTask } from './lists.js';

/** A field of an input text. */
interface Field {
  readonly name: string;
  readonly draw: (draw: Draw) => string;
}

const COMPANIES = ['Acme Tools', 'Blue Harbor', 'Northwind', 'Fern & Co', 'Quick Courier', 'Old Mill Bakery'];
const word = (draw: Draw): string => draw.pick(WORDS).toLowerCase();
const digits = (draw: Draw, length: number): string =>
  Array.from({ length }, () => String(draw.integer(0, 9))).join('');

const FIELDS: readonly Field[] = [
  { name: 'given name', draw: (draw) => draw.pick(FIRST) },
  { name: 'family name', draw: (draw) => draw.pick(LAST) },
  { name: 'word', draw: word },
  {
    name: 'code',
    draw: (draw) => `${draw.pick(['AX', 'BRT', 'QZ', 'KLM'])}${digits(draw, draw.integer(2, 4))}`,
  },
  { name: 'number', draw: (draw) => String(draw.integer(1, 9999)) },
  { name: 'year', draw: (draw) => String(draw.integer(1950, 2029)) },
  { name: 'month', draw: (draw) => draw.pick(MONTHS) },
  { name: 'company', draw: (draw) => draw.pick(COMPANIES) },
];

interface Form {
  readonly name: string;
  readonly of: (text: string) => string;
}

const PLAIN: Form = { name: 'as it is', of: (text) => text };
const FORMS: readonly Form[] = [
  PLAIN,
  PLAIN,
  PLAIN,
  { name: 'in capitals', of: (text) => text.toUpperCase() },
  { name: 'in small letters', of: (text) => text.toLowerCase() },
  { name: 'first letter', of: (text) => text.slice(0, 1) },
  { name: 'first three', of: (text) => text.slice(0, 3) },
  { name: 'last two', of: (text) => text.slice(-2) },
  { name: 'without the first', of: (text) => text.slice(1) },
];

/** Fields between separators in, some of them in another form and order out. */
function drawFieldTask(draw: Draw): DrawnTask {
  const count = draw.integer(2, 4);
  const fields = draw.sample(FIELDS, count);
  const separators = fields.map(() => draw.pick([' ', ', ', '-', '/', '; ', ' | ', '_', ': ']));
  const [open, close] = draw.pick<readonly [string, string]>([
    ['', ''],
    ['', ''],
    ['', '.'],
    ['[', ']'],
    ['ref ', ''],
  ]);
  const parts = draw
    .sample(
      fields.map((_field, index) => index),
      draw.pick([1, 1, 2, 2, 3]),
    )
    .map((index) => ({ index, form: draw.pick(FORMS) }));
  const glue = draw.pick([' ', '-', ', ', '.', '_', '/', '', ' (']);
  const lead = draw.pick(['', '', '', '#', 'to ']);
  const name = `${fields.map((field) => field.name).join(' · ')} → ${parts
    .map(({ index, form }) => `${fields[index]?.name} ${form.name}`)
    .join(' · ')}`;
  return {
    name,
    make: (from) => {
      const values = fields.map((field) => field.draw(from));
      const input = values
        .map((value, index) => (index === 0 ? value : `${separators[index]}${value}`))
        .join('');
      const output = parts.map(({ index, form }) => form.of(values[index] ?? '')).join(glue);
      const tail = glue === ' (' && parts.length === 2 ? ')' : '';
      return { input: `${open}${input}${close}`, output: `${lead}${output}${tail}` };
    },
  };
}

const phrase = (draw: Draw): string[] => Array.from({ length: draw.integer(2, 5) }, () => draw.pick(WORDS));
const small = (text: string): string => text.toLowerCase();
const large = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** What is done to every word, or to the text as a whole. */
const WHOLE: readonly ((draw: Draw) => DrawnTask)[] = [
  (draw) => {
    const [from, to] = draw.sample([' ', '-', '_', '.', '/'], 2) as [string, string];
    return {
      name: `words from ${from} to ${to}`,
      make: (draws) => {
        const words = phrase(draws);
        return { input: words.join(from), output: words.join(to) };
      },
    };
  },
  () => ({
    name: 'first letters',
    make: (draw) => {
      const words = phrase(draw);
      return { input: words.join(' '), output: words.map((text) => text.charAt(0).toUpperCase()).join('') };
    },
  }),
  () => ({
    name: 'words the other way round',
    make: (draw) => {
      const words = phrase(draw);
      return { input: words.join(' '), output: [...words].reverse().join(' ') };
    },
  }),
  () => ({
    name: 'small words to one name',
    make: (draw) => {
      const words = phrase(draw);
      return { input: words.map(small).join(' '), output: words.map(large).join('') };
    },
  }),
  () => ({
    name: 'numbers out of prose',
    make: (draw) => {
      const [count, price] = [draw.integer(2, 90), draw.integer(3, 900)];
      return { input: `${count} x ${word(draw)} at ${price} each`, output: `${price}` };
    },
  }),
  () => ({
    name: 'spaces put right',
    make: (draw) => {
      const words = phrase(draw);
      return { input: ` ${words.join(draw.pick([' ', '  ', '   ']))} `, output: words.join(' ') };
    },
  }),
  () => ({
    name: 'without brackets',
    make: (draw) => {
      const [a, b] = [draw.pick(WORDS), draw.pick(LAST)];
      return { input: `${a} (${b})`, output: a };
    },
  }),
  () => ({
    name: 'phone',
    make: (draw) => {
      const parts = [digits(draw, 3), digits(draw, 3), digits(draw, 4)];
      const [a, b, c] = parts;
      return {
        input: draw.pick([`${a}-${b}-${c}`, `(${a}) ${b} ${c}`, `${a}.${b}.${c}`]),
        output: `${a}${b}${c}`,
      };
    },
  }),
  () => ({
    name: 'masked',
    make: (draw) => {
      const text = digits(draw, draw.integer(8, 12));
      return { input: text, output: `${'*'.repeat(text.length - 4)}${text.slice(-4)}` };
    },
  }),
  () => ({
    name: 'padded number',
    make: (draw) => {
      const n = draw.integer(1, 9999);
      return { input: `item ${n}`, output: `ITEM-${pad(n, 5)}` };
    },
  }),
  () => ({
    name: 'file type',
    make: (draw) => {
      const kind = draw.pick(['txt', 'pdf', 'tar.gz', 'csv']);
      return { input: `${word(draw)}.${word(draw)}.${kind}`, output: kind.split('.').at(-1) ?? '' };
    },
  }),
];

/** A task from text to text. */
export function drawTextTask(draw: Draw): DrawnTask {
  for (;;) {
    const task = draw.integer(0, 3) === 0 ? draw.pick(WHOLE)(draw) : drawFieldTask(draw);
    const pairs: Pair[] = Array.from({ length: 20 }, () => task.make(draw));
    const outputs = new Set(pairs.map(({ output }) => output));
    if (outputs.size >= 4 && pairs.every(({ input, output }) => input !== output && output !== ''))
      return task;
  }
}
