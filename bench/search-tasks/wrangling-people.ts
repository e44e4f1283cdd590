/** Columns of names, addresses, numbers to call and entries of bibliographies. */
import type { Draw } from './draws.js';
import { type Columns, digits, fixed, row } from './spreadsheets-draws.js';
import {
  DOMAINS,
  either,
  GIVEN_NAMES,
  JOURNALS,
  named,
  PLACES,
  perhaps,
  REGIONS,
  ROAD_KINDS,
  ROADS,
  SITES,
  SURNAMES,
  terms,
  upperFirst,
} from './wrangling-draws.js';

interface Address {
  readonly number: string;
  readonly road: string;
  readonly city: string;
  readonly region: string;
  readonly zip: string;
  readonly text: string;
}

function address(draw: Draw): Address {
  const number = String(draw.integer(1, 9) * draw.pick([1, 10, 100]) + draw.integer(0, 9));
  const road = `${draw.pick(ROADS)} ${draw.pick(ROAD_KINDS)}`;
  const unit = perhaps(draw, `, Apt ${draw.integer(1, 40)}`);
  const city = draw.pick(PLACES);
  const region = draw.pick(REGIONS);
  const zip = `${draw.integer(1, 9)}${digits(draw, 4)}`;
  return { number, road, city, region, zip, text: `${number} ${road}${unit}, ${city}, ${region} ${zip}` };
}

interface Phone {
  readonly area: string;
  readonly exchange: string;
  readonly line: string;
}

const phone = (draw: Draw): Phone => ({
  area: `${draw.integer(2, 9)}${digits(draw, 2)}`,
  exchange: `${draw.integer(2, 9)}${digits(draw, 2)}`,
  line: digits(draw, 4),
});

function dialled(draw: Draw, { area, exchange, line }: Phone): string {
  const shapes = [
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `${area}.${exchange}.${line}`,
    `${area} ${exchange} ${line}`,
  ];
  return draw.pick(shapes);
}

const cited = (draw: Draw) => {
  const count = draw.integer(1, 3);
  const authors = draw
    .sample(SURNAMES, count)
    .map((surname) => `${surname}, ${draw.pick(GIVEN_NAMES).charAt(0)}.`);
  const year = draw.integer(1978, 2024);
  const title = upperFirst(terms(draw, 2, 5).join(' '));
  const journal = draw.pick(JOURNALS);
  const from = draw.integer(1, 800);
  const pages = `${from}-${from + draw.integer(3, 30)}`;
  const volume = draw.integer(1, 90);
  const text = `${authors.join(', ')} (${year}). ${title}. ${journal}, ${volume}, ${pages}.`;
  return { authors, year, title, journal, pages, volume, text };
};

export const people: Columns = {
  'surname of a full name': fixed((draw) => {
    const { given, middle, surname } = named(draw);
    return row(`${given}${perhaps(draw, ` ${middle}`)} ${surname}`, surname);
  }),
  'surname first to given name first': fixed((draw) => {
    const { given, surname } = named(draw);
    return row(`${surname}, ${given}`, `${given} ${surname}`);
  }),
  'initials with points': fixed((draw) => {
    const { given, middle, surname } = named(draw);
    const parts = [given, ...(either(draw) ? [middle] : []), surname];
    return row(parts.join(' '), parts.map((part) => `${part.charAt(0)}.`).join(''));
  }),
  'surname and initial': fixed((draw) => {
    const { given, surname } = named(draw);
    return row(`${given} ${surname}`, `${surname}, ${given.charAt(0)}.`);
  }),
  'name without its middle': fixed((draw) => {
    const { given, middle, surname } = named(draw);
    const between = draw.pick(['', ` ${middle}`, ` ${middle.charAt(0)}.`]);
    return row(`${given}${between} ${surname}`, `${given} ${surname}`);
  }),
  'middle name or nothing': fixed((draw) => {
    const { given, middle, surname } = named(draw);
    const has = either(draw);
    return row(has ? `${given} ${middle} ${surname}` : `${given} ${surname}`, has ? middle : '');
  }),
  'name without its title': fixed((draw) => {
    const { given, surname } = named(draw);
    return row(
      `${draw.pick(['', 'Dr. ', 'Mr. ', 'Ms. ', 'Prof. '])}${given} ${surname}`,
      `${given} ${surname}`,
    );
  }),
  'degree after a name': fixed((draw) => {
    const { given, surname } = named(draw);
    const degree = draw.pick(['PhD', 'MD', 'MBA', 'BSc', 'Esq.']);
    return row(`${given} ${surname}, ${degree}`, degree);
  }),
  'surname in capitals': fixed((draw) => {
    const { given, surname } = named(draw);
    return row(`${given} ${surname}`, `${surname.toUpperCase()} ${given}`);
  }),
  'name in wild case': fixed((draw) => {
    const { given, surname } = named(draw);
    const wild = draw.pick([`${given} ${surname}`.toUpperCase(), `${given} ${surname}`.toLowerCase()]);
    return row(wild, `${given} ${surname}`);
  }),
  'login from a name': fixed((draw) => {
    const { given, surname } = named(draw);
    return row(`${given} ${surname}`, `${given.charAt(0)}${surname}`.toLowerCase());
  }),
  'login of three letters and a year': fixed((draw) => {
    const { given, surname } = named(draw);
    const born = draw.integer(1950, 2005);
    const login = `${surname.slice(0, 3)}${given.charAt(0)}`.toLowerCase();
    return row({ given, surname, born }, `${login}${String(born).slice(2)}`);
  }),
  'e-mail from a record': fixed((draw) => {
    const { given, surname } = named(draw);
    const company = draw.pick(SITES);
    const email = `${given}.${surname}@${company}.com`.toLowerCase();
    return row({ first: given, last: surname, company }, email);
  }),
  'name from an e-mail': fixed((draw) => {
    const { given, surname } = named(draw);
    const email = `${given}.${surname}`.toLowerCase();
    return row(`${email}@${draw.pick(SITES)}.${draw.pick(DOMAINS)}`, `${given} ${surname}`);
  }),
  'company of an e-mail': fixed((draw) => {
    const user =
      draw.pick(GIVEN_NAMES).toLowerCase() + perhaps(draw, `.${draw.pick(SURNAMES).toLowerCase()}`);
    const site = draw.pick(SITES);
    return row(`${user}@${site}.${draw.pick(DOMAINS)}`, site);
  }),
  'hidden e-mail': fixed((draw) => {
    const user = draw.pick(GIVEN_NAMES).toLowerCase() + perhaps(draw, draw.pick(SURNAMES).toLowerCase());
    const host = `${draw.pick(SITES)}.${draw.pick(DOMAINS)}`;
    return row(`${user}@${host}`, `${user.charAt(0)}***@${host}`);
  }),
  'phone number with dashes': fixed((draw) => {
    const { area, exchange, line } = phone(draw);
    return row(`(${area}) ${exchange}-${line}`, `${area}-${exchange}-${line}`);
  }),
  'phone numbers in one format': fixed((draw) => {
    const number = phone(draw);
    return row(dialled(draw, number), `+1 ${number.area} ${number.exchange} ${number.line}`);
  }),
  'area code of phone numbers': fixed((draw) => {
    const number = phone(draw);
    return row(`${perhaps(draw, '+1 ')}${dialled(draw, number)}`, number.area);
  }),
  'ten digits to a phone number': fixed((draw) => {
    const { area, exchange, line } = phone(draw);
    return row(`${area}${exchange}${line}`, `(${area}) ${exchange}-${line}`);
  }),
  'extension of a phone number': fixed((draw) => {
    const { area, exchange, line } = phone(draw);
    const extension = either(draw) ? String(draw.integer(10, 9999)) : '';
    const tail = extension === '' ? '' : ` x${extension}`;
    return row(`${area}-${exchange}-${line}${tail}`, extension);
  }),
  'hidden phone number': fixed((draw) => {
    const { area, exchange, line } = phone(draw);
    return row(`${area}-${exchange}-${line}`, `***-***-${line}`);
  }),
  'house number of an address': fixed((draw) => {
    const { number, text } = address(draw);
    return row(text, Number(number));
  }),
  'code of an address': fixed((draw) => {
    const { zip, text } = address(draw);
    return row(text, zip);
  }),
  'city of an address': fixed((draw) => {
    const { city, text } = address(draw);
    return row(text, city);
  }),
  'region of an address': fixed((draw) => {
    const { region, text } = address(draw);
    return row(text, region);
  }),
  'city and region': fixed((draw) => {
    const { city, region, text } = address(draw);
    return row(text, `${city} (${region})`);
  }),
  'one line of an address': fixed((draw) => {
    const { number, road, city, region, zip } = address(draw);
    return row(
      { street: `${number} ${road}`, city, region, zip },
      `${number} ${road}, ${city}, ${region} ${zip}`,
    );
  }),
  'first author and year': fixed((draw) => {
    const { authors, year, text } = cited(draw);
    return row(text, `${authors[0]?.split(',')[0]} ${year}`);
  }),
  'title of an entry': fixed((draw) => {
    const { title, text } = cited(draw);
    return row(text, title);
  }),
  'pages of an entry': fixed((draw) => {
    const { pages, text } = cited(draw);
    return row(text, pages);
  }),
  'volume of an entry': fixed((draw) => {
    const { volume, text } = cited(draw);
    return row(text, volume);
  }),
  'number of authors': fixed((draw) => {
    const authors = draw.sample(SURNAMES, draw.integer(1, 5));
    const last = authors.at(-1) ?? '';
    const listed = authors.length === 1 ? last : `${authors.slice(0, -1).join(', ')} and ${last}`;
    return row(listed, authors.length);
  }),
};
