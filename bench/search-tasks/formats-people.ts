import { type Draw, type Json, type Pair, pad } from './draws.js';
import {
  capitals,
  coin,
  digits,
  family,
  firm,
  given,
  type Maker,
  number,
  plain,
  title,
  top,
  varied,
} from './formats-draws.js';

interface Person {
  readonly first: string;
  readonly last: string;
}
const person = (draw: Draw): Person => ({ first: given(draw), last: family(draw) });
/** From "First Last". */
const full = (name: string, output: (who: Person) => Json): Maker =>
  plain(name, (draw): Pair => {
    const who = person(draw);
    return { input: `${who.first} ${who.last}`, output: output(who) };
  });
/** From a record with the first and the last name. */
const split = (name: string, output: (who: Person) => Json): Maker =>
  plain(name, (draw): Pair => {
    const who = person(draw);
    return { input: { first: who.first, last: who.last }, output: output(who) };
  });
/** From a name with or without a middle name. */
const middle = (name: string, output: (names: readonly string[]) => Json): Maker =>
  plain(name, (draw): Pair => {
    const names = [given(draw), ...(coin(draw) ? [given(draw)] : []), family(draw)];
    return { input: names.join(' '), output: output(names) };
  });
/** From an e-mail address. */
const email = (name: string, output: (user: Person, host: string, domain: string) => Json): Maker =>
  plain(name, (draw): Pair => {
    const who = { first: given(draw).toLowerCase(), last: family(draw).toLowerCase() };
    const [host, domain] = [firm(draw), top(draw)];
    return { input: `${who.first}.${who.last}@${host}.${domain}`, output: output(who, host, domain) };
  });

/** Names of people and their addresses in the net. */
export const PEOPLE: readonly Maker[] = [
  full('first name', ({ first }) => first),
  full('last name', ({ last }) => last),
  full('Last, F.', ({ first, last }) => `${last}, ${first.charAt(0)}.`),
  full('F. Last', ({ first, last }) => `${first.charAt(0)}. ${last}`),
  full('Last, First', ({ first, last }) => `${last}, ${first}`),
  full('initials with points', ({ first, last }) => `${first.charAt(0)}.${last.charAt(0)}.`),
  full('user name', ({ first, last }) => (first.charAt(0) + last).toLowerCase()),
  full('three letters of the last name', ({ last }) => last.slice(0, 3).toUpperCase()),
  full('First L.', ({ first, last }) => `${first} ${last.charAt(0)}.`),
  full('address of a name', ({ first, last }) => `${first}.${last}@example.com`.toLowerCase()),
  middle('last name after a middle name', (names) => names.at(-1) ?? ''),
  middle('initials of two or three', (names) => names.map((part) => part.charAt(0)).join('')),
  middle('first and last of two or three', (names) => `${names[0]} ${names.at(-1)}`),
  middle('last name first, of two or three', (names) => `${names.at(-1)}, ${names.slice(0, -1).join(' ')}`),
  split('columns: full name', ({ first, last }) => `${first} ${last}`),
  split('columns: F. Last', ({ first, last }) => `${first.charAt(0)}. ${last}`),
  split('columns: Last, First', ({ first, last }) => `${last}, ${first}`),
  split('columns: initials', ({ first, last }) => first.charAt(0) + last.charAt(0)),
  split('columns: Dr. First Last', ({ first, last }) => `Dr. ${first} ${last}`),
  split('columns: first.last', ({ first, last }) => `${first}.${last}`.toLowerCase()),
  plain('columns: address with a domain', (draw): Pair => {
    const { first, last } = person(draw);
    const domain = `${firm(draw)}.${top(draw)}`;
    return { input: { first, last, domain }, output: `${first.charAt(0)}${last}@${domain}`.toLowerCase() };
  }),
  plain('Last, First → First Last', (draw): Pair => {
    const { first, last } = person(draw);
    return { input: `${last}, ${first}`, output: `${first} ${last}` };
  }),
  plain('without the title', (draw): Pair => {
    const { first, last } = person(draw);
    return {
      input: `${draw.pick(['Dr.', 'Mr.', 'Mrs.', 'Prof.'])} ${first} ${last}`,
      output: `${first} ${last}`,
    };
  }),
  plain('proper case', (draw): Pair => {
    const { first, last } = person(draw);
    const names = draw.pick([
      [first.toUpperCase(), last.toUpperCase()],
      [first.toLowerCase(), last.toUpperCase()],
      [first.toLowerCase(), last.toLowerCase()],
    ]);
    return { input: names.join(' '), output: `${first} ${last}` };
  }),
  email('user of an address', ({ first, last }) => `${first}.${last}`),
  email('host of an address', (_who, host, domain) => `${host}.${domain}`),
  email('firm of an address', (_who, host) => host),
  email('name of an address', ({ first, last }) => `${title(first)} ${title(last)}`),
  email('address with the user hidden', (_who, host, domain) => `***@${host}.${domain}`),
];

const phone = (draw: Draw): readonly [string, string, string] => [
  digits(draw, 3),
  digits(draw, 3),
  digits(draw, 4),
];
const fromPhone = (
  name: string,
  from: (parts: readonly [string, string, string], draw: Draw) => string,
  to: (parts: readonly [string, string, string]) => string,
): Maker =>
  plain(name, (draw): Pair => {
    const parts = phone(draw);
    return { input: from(parts, draw), output: to(parts) };
  });
const dashed = (parts: readonly [string, string, string]): string => parts.join('-');
const bracketed = ([area, exchange, line]: readonly [string, string, string]): string =>
  `(${area}) ${exchange}-${line}`;
const international = (parts: readonly [string, string, string], draw: Draw): string =>
  `+${number(draw, 3)} ${parts.join('-')}`;

/** Telephone numbers, and other numbers that are no quantities. */
export const PHONES: readonly Maker[] = [
  fromPhone('area code', dashed, ([area]) => area),
  fromPhone('middle of a phone number', dashed, ([, exchange]) => exchange),
  fromPhone('line of a phone number', dashed, ([, , line]) => line),
  fromPhone('brackets → dashes', bracketed, dashed),
  fromPhone('dashes → brackets', dashed, bracketed),
  fromPhone('digits → brackets', (parts) => parts.join(''), bracketed),
  fromPhone('area code of an international number', international, ([area]) => area),
  fromPhone('international number → points', international, (parts) => parts.join('.')),
  fromPhone('brackets → digits', bracketed, (parts) => parts.join('')),
  fromPhone(
    'any → digits',
    (parts, draw) => draw.pick([dashed, bracketed])(parts),
    (parts) => parts.join(''),
  ),
  fromPhone('all but the line hidden', dashed, ([, , line]) => `***-***-${line}`),
  plain('country code', (draw): Pair => {
    const country = number(draw, 3);
    return { input: `+${country} ${dashed(phone(draw))}`, output: country };
  }),
  plain('extension', (draw): Pair => {
    const extension = number(draw, 4);
    return { input: `${digits(draw, 3)}-${digits(draw, 4)} x${extension}`, output: extension };
  }),
  plain('card number in groups', (draw): Pair => {
    const groups = Array.from({ length: 4 }, () => digits(draw, 4));
    return { input: groups.join(''), output: groups.join(' ') };
  }),
  varied<'last' | 'hidden'>(
    (which) => `card number: ${which}`,
    ['last', 'hidden'],
    (which) =>
      (draw): Pair => {
        const groups = Array.from({ length: 4 }, () => digits(draw, 4));
        return { input: groups.join('-'), output: `${which === 'last' ? '' : '**** '}${groups[3]}` };
      },
  ),
  plain('columns: code and padded number', (draw): Pair => {
    const code = capitals(draw, draw.integer(2, 4));
    const count = Number(number(draw, 4));
    return { input: { code, number: count }, output: `${code}-${pad(count, 4)}` };
  }),
];
