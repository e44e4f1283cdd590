import { CITIES, type Draw, FIRST, LAST, pad, WORDS } from './draws.js';
import { digits, type EverydayTask, figuresOfTheDay, rounded } from './everyday-figures.js';
import type { DrawnTask } from './lists.js';

const word = (draw: Draw): string => draw.pick(WORDS).toLowerCase();
const rows = <T>(draw: Draw, make: () => T): T[] => Array.from({ length: draw.integer(2, 5) }, make);

/** Names, units, addresses, codes and lists of records. */
const others: readonly EverydayTask[] = [
  [
    'initial and name',
    (d) => {
      const [first, last] = [d.pick(FIRST), d.pick(LAST)];
      return { input: `${first} ${last}`, output: `${first.charAt(0)}. ${last}` };
    },
  ],
  [
    'first name first',
    (d) => {
      const [first, last] = [d.pick(FIRST), d.pick(LAST)];
      return { input: `${last.toUpperCase()}, ${first}`, output: `${first} ${last}` };
    },
  ],
  [
    'name in small letters',
    (d) => {
      const name = `${d.pick(FIRST)} ${d.pick(LAST)}`;
      return { input: d.pick([name.toLowerCase(), name.toUpperCase()]), output: name };
    },
  ],
  [
    'e-mail of a name',
    (d) => {
      const [first, last] = [d.pick(FIRST), d.pick(LAST)];
      return { input: { first, last }, output: `${first}.${last}@example.com`.toLowerCase() };
    },
  ],
  [
    'user of a name',
    (d) => {
      const [first, last] = [d.pick(FIRST), d.pick(LAST)];
      return { input: `${first} ${last}`, output: `${first.charAt(0)}${last}`.toLowerCase() };
    },
  ],
  [
    'initials',
    (d) => {
      const names = [...d.sample(FIRST, d.integer(1, 2)), d.pick(LAST)];
      return { input: names.join(' '), output: names.map((name) => name.charAt(0)).join('') };
    },
  ],
  [
    'name without title',
    (d) => {
      const name = `${d.pick(FIRST)} ${d.pick(LAST)}`;
      return { input: `${d.pick(['Dr.', 'Prof.', 'Ms.', 'Mr.'])} ${name}`, output: name };
    },
  ],
  [
    'name with middle name or null',
    (d) => {
      const [first, last] = [d.pick(FIRST), d.pick(LAST)];
      const middle = d.integer(0, 1) === 0 ? null : d.pick(FIRST);
      return {
        input: { first, middle, last },
        output: [first, middle, last].filter((name) => name !== null).join(' '),
      };
    },
  ],
  [
    'nickname or name',
    (d) => {
      const nickname = d.integer(0, 1) === 0 ? null : word(d);
      const name = d.pick(FIRST);
      return { input: { nickname, name }, output: nickname ?? name };
    },
  ],
  [
    'kilometres to metres',
    (d) => {
      const n = d.integer(1, 400) / 10;
      return { input: `${n} km`, output: rounded(n * 1000, 0) };
    },
  ],
  [
    'Fahrenheit to Celsius',
    (d) => {
      const n = d.integer(-20, 110);
      return { input: n, output: Number((((n - 32) * 5) / 9).toFixed(1)) + 0 };
    },
  ],
  [
    'centimetres to metres',
    (d) => {
      const n = d.integer(40, 250);
      return { input: `${n} cm`, output: `${(n / 100).toFixed(2)} m` };
    },
  ],
  [
    'kilograms to grams',
    (d) => {
      const n = d.integer(1, 99) / 4;
      return { input: `${n} kg`, output: `${n * 1000} g` };
    },
  ],
  [
    'volume of a box',
    (d) => {
      const [a, b, c] = [d.integer(2, 90), d.integer(2, 90), d.integer(2, 90)];
      return { input: `${a} x ${b} x ${c} cm`, output: a * b * c };
    },
  ],
  [
    'domain of an e-mail',
    (d) => {
      const domain = `${word(d)}.${d.pick(['org', 'com', 'co.uk'])}`;
      return { input: `${word(d)}${d.pick(['.', '_', ''])}${word(d)}@${domain}`, output: domain };
    },
  ],
  [
    'last part of a URL',
    (d) => {
      const parts = Array.from({ length: d.integer(1, 3) }, () => word(d));
      return { input: `https://${word(d)}.org/${parts.join('/')}`, output: parts.at(-1) ?? '' };
    },
  ],
  [
    'parameter of a URL',
    (d) => {
      const id = String(d.integer(1, 9999));
      return { input: `https://${word(d)}.org/${word(d)}?id=${id}&ref=${word(d)}`, output: id };
    },
  ],
  [
    'site of a URL',
    (d) => {
      const site = `${word(d)}.${d.pick(['org', 'com'])}`;
      return { input: `https://${d.pick(['www.', ''])}${site}/${word(d)}`, output: site };
    },
  ],
  [
    'file name without ending',
    (d) => {
      const name = `${word(d)}${d.pick(['.', '-', '_', ''])}${word(d)}`;
      return { input: `/home/${word(d)}/${name}.${d.pick(['pdf', 'docx', 'md'])}`, output: name };
    },
  ],
  [
    'ending of a file name',
    (d) => {
      const ending = d.pick(['pdf', 'jpeg', 'md', 'txt']);
      return { input: `${d.pick(WORDS)}.${d.pick([ending, ending.toUpperCase()])}`, output: ending };
    },
  ],
  [
    'bank account in groups',
    (d) => {
      const number = `DE${digits(d, 20)}`;
      return { input: number, output: number.replace(/.{4}(?=.)/g, '$& ') };
    },
  ],
  [
    'card with stars',
    (d) => {
      const number = digits(d, 16);
      return { input: number, output: `**** **** **** ${number.slice(-4)}` };
    },
  ],
  [
    'postcode with zeros',
    (d) => {
      const n = d.integer(400, 99_999);
      return { input: { city: d.pick(CITIES), postcode: n }, output: pad(n, 5) };
    },
  ],
  [
    'next invoice',
    (d) => {
      const [year, n] = [d.integer(2001, 2029), d.integer(1, 900)];
      return { input: `INV-${year}-${pad(n, 4)}`, output: `INV-${year}-${pad(n + 1, 4)}` };
    },
  ],
  [
    'colour of a code',
    (d) => {
      const colour = d.pick(['red', 'green', 'blue', 'black']);
      return {
        input: `${digits(d, d.integer(2, 4))}-${colour.toUpperCase()}-${d.pick(['S', 'M', 'XL'])}`,
        output: colour,
      };
    },
  ],
  [
    'yes to Y',
    (d) => {
      const answer = d.pick(['yes', 'no', 'YES', 'NO', 'Yes', 'No']);
      return { input: answer, output: answer.charAt(0).toUpperCase() };
    },
  ],
  [
    'amount of an order',
    (d) => {
      const lines = rows(d, () => ({ quantity: d.integer(1, 9), price: d.integer(50, 9000) / 100 }));
      return {
        input: lines,
        output: rounded(
          lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
          2,
        ),
      };
    },
  ],
  [
    'names of who has not paid',
    (d) => {
      const people = rows(d, () => ({ name: d.pick(FIRST), paid: d.integer(0, 1) === 1 }));
      return { input: people, output: people.filter(({ paid }) => !paid).map(({ name }) => name) };
    },
  ],
  [
    'how many are open',
    (d) => {
      const tickets = rows(d, () => ({
        id: d.integer(1, 99),
        status: d.pick(['open', 'closed', 'waiting']),
      }));
      return { input: tickets, output: tickets.filter(({ status }) => status === 'open').length };
    },
  ],
  [
    'average score',
    (d) => {
      // Without halves, which are rounded in more than one way.
      const scores = Array.from({ length: d.pick([2, 3, 5]) }, () => ({
        name: d.pick(FIRST),
        score: d.integer(1, 100),
      }));
      return {
        input: scores,
        output: Number((scores.reduce((sum, { score }) => sum + score, 0) / scores.length).toFixed(1)),
      };
    },
  ],
  [
    'tags of a cell',
    (d) => {
      const tags = rows(d, () => word(d));
      return { input: tags.map((tag) => `${tag}${d.pick(['', ' '])}`).join(', '), output: tags };
    },
  ],
];

const TASKS: readonly EverydayTask[] = [...figuresOfTheDay, ...others];

/** What people do in spreadsheets: each of the tasks in turn. */
export function everydayTask(index: number): DrawnTask {
  const [name, make] = TASKS[index % TASKS.length] ?? ['', () => ({ input: null, output: null })];
  return { name, make };
}
