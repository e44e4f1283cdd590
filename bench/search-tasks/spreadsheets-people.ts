/** Columns of people and places: names, e-mail addresses, telephone numbers, postal addresses. */
import type { Draw } from './draws.js';
import {
  type Columns,
  digits,
  ENDINGS,
  FAMILY,
  fixed,
  GIVEN,
  HOSTS,
  KINDS,
  row,
  STATES,
  STREETS,
  TOWNS,
} from './spreadsheets-draws.js';

const domain = (draw: Draw): string => `${draw.pick(HOSTS)}.${draw.pick(ENDINGS)}`;
const street = (draw: Draw): string => `${draw.pick(STREETS)} ${draw.pick(KINDS)}`;
const house = (draw: Draw): number => draw.pick([draw.integer(1, 99), draw.integer(100, 4999)]);

export const people: Columns = {
  'initials of a name of two or three parts': (rule) => {
    const dot = rule.pick(['.', '']);
    return (draw) => {
      const parts = [...draw.sample(GIVEN, draw.integer(1, 2)), draw.pick(FAMILY)];
      return row(parts.join(' '), parts.map((part) => `${part.charAt(0)}${dot}`).join(''));
    };
  },
  'family name, given names': fixed((draw) => {
    const given = draw.sample(GIVEN, draw.integer(1, 2)).join(' ');
    const family = draw.pick(FAMILY);
    return row(`${given} ${family}`, `${family}, ${given}`);
  }),
  'FAMILY, Given as Given Family': fixed((draw) => {
    const [given, family] = [draw.pick(GIVEN), draw.pick(FAMILY)];
    return row(`${family.toUpperCase()}, ${given}`, `${given} ${family}`);
  }),
  'first letter and family name of two columns': fixed((draw) => {
    const [first, last] = [draw.pick(GIVEN), draw.pick(FAMILY)];
    return row({ first, last }, `${first.charAt(0)}. ${last}`);
  }),
  'login of two columns': (rule) => {
    const letters = rule.pick([1, 3]);
    return (draw) => {
      const [first, last] = [draw.pick(GIVEN), draw.pick(FAMILY)];
      const login = letters === 1 ? first.charAt(0) + last : last.slice(0, 3) + first.slice(0, 1);
      return row({ first, last }, login.toLowerCase());
    };
  },
  'e-mail address of two columns': (rule) => {
    const [separator, at] = [rule.pick(['.', '_']), domain(rule)];
    return (draw) => {
      const [first, last] = [draw.pick(GIVEN), draw.pick(FAMILY)];
      return row({ first, last }, `${first}${separator}${last}@${at}`.toLowerCase());
    };
  },
  'company of an e-mail address': fixed((draw) => {
    const host = draw.pick(HOSTS);
    const name = draw.pick([draw.pick(GIVEN), `${draw.pick(GIVEN)}.${draw.pick(FAMILY)}`]);
    return row(`${name}@${host}.${draw.pick(ENDINGS)}`.toLowerCase(), host);
  }),
  'name of an e-mail address': (rule) => {
    const separator = rule.pick(['.', '_']);
    return (draw) => {
      const [first, last] = [draw.pick(GIVEN), draw.pick(FAMILY)];
      return row(`${first}${separator}${last}@${domain(draw)}`.toLowerCase(), `${first} ${last}`);
    };
  },
  'masked e-mail address': fixed((draw) => {
    const [name, at] = [draw.pick(GIVEN).toLowerCase(), domain(draw)];
    return row(`${name}@${at}`, `${name.charAt(0)}***@${at}`);
  }),
  'name without a title': fixed((draw) => {
    const name = `${draw.pick(GIVEN)} ${draw.pick(FAMILY)}`;
    return row(`${draw.pick(['Dr. ', 'Mr. ', 'Mrs. ', 'Prof. ', '', ''])}${name}`, name);
  }),
  'middle name as a letter': fixed((draw) => {
    const [first, middle] = draw.sample(GIVEN, 2);
    const last = draw.pick(FAMILY);
    return row(`${first} ${middle} ${last}`, `${first} ${middle?.charAt(0)}. ${last}`);
  }),
  'address of the form Name <address> or bare': fixed((draw) => {
    const [first, last] = [draw.pick(GIVEN), draw.pick(FAMILY)];
    const address = `${first}.${last}@${domain(draw)}`.toLowerCase();
    return row(draw.pick([`${first} ${last} <${address}>`, address]), address);
  }),
  'salutation by sex': (rule) => {
    const [of, f, m] = rule.pick([
      ['sex', 'f', 'm'],
      ['gender', 'female', 'male'],
    ] as const);
    return (draw) => {
      const isWoman = draw.pick([true, false]);
      const last = draw.pick(FAMILY);
      return row({ [of]: isWoman ? f : m, last }, `Dear ${isWoman ? 'Ms' : 'Mr'} ${last}`);
    };
  },
  'ten digits as a telephone number': (rule) => {
    const style = rule.pick([0, 1, 2]);
    return (draw) => {
      const [a, b, c] = [`${draw.integer(2, 9)}${digits(draw, 2)}`, digits(draw, 3), digits(draw, 4)];
      const output = [`(${a}) ${b}-${c}`, `${a}-${b}-${c}`, `+1 ${a} ${b} ${c}`][style] ?? '';
      return row(`${a}${b}${c}`, output);
    };
  },
  'telephone numbers of several forms as one': (rule) => {
    const between = rule.pick(['', '-', '.']);
    return (draw) => {
      const [a, b, c] = [`${draw.integer(2, 9)}${digits(draw, 2)}`, digits(draw, 3), digits(draw, 4)];
      const input = draw.pick([`(${a}) ${b}-${c}`, `${a}-${b}-${c}`, `${a}.${b}.${c}`, `${a} ${b} ${c}`]);
      return row(input, [a, b, c].join(between));
    };
  },
  'national form of a telephone number': (rule) => {
    const country = rule.pick(['44', '49', '33']);
    return (draw) => {
      const [a, b] = [String(draw.integer(20, 999)), digits(draw, draw.integer(5, 7))];
      return row(`+${country} ${a} ${b}`, `0${a} ${b}`);
    };
  },
  'extension of a telephone number, if any': fixed((draw) => {
    const [number, extension] = [`555-${digits(draw, 4)}`, draw.integer(10, 9999)];
    return draw.pick([true, true, false])
      ? row(`${number} ext. ${extension}`, String(extension))
      : row(number, null);
  }),
  'house number': fixed((draw) => {
    const number = house(draw);
    return row(`${number} ${street(draw)}, ${draw.pick(TOWNS)}`, number);
  }),
  'postcode at the end': fixed((draw) => {
    const code = `${draw.integer(1, 9)}${digits(draw, 4)}`;
    return row(`${house(draw)} ${street(draw)}, ${draw.pick(TOWNS)}, ${draw.pick(STATES)} ${code}`, code);
  }),
  'state of a place': fixed((draw) => {
    const state = draw.pick(STATES);
    return row(`${draw.pick(TOWNS)}, ${state} ${draw.integer(1, 9)}${digits(draw, 4)}`, state);
  }),
  'address on one line': fixed((draw) => {
    const line = `${house(draw)} ${street(draw)}`;
    const [city, zip] = [draw.pick(TOWNS), `${draw.integer(1, 9)}${digits(draw, 4)}`];
    return row({ street: line, city, zip }, `${line}, ${zip} ${city}`);
  }),
  'address lines that are not empty': fixed((draw) => {
    const [line1, city] = [`${house(draw)} ${street(draw)}`, draw.pick(TOWNS)];
    const line2 = draw.pick(['', '', `Flat ${draw.integer(1, 40)}`, `Suite ${draw.integer(1, 40)}`]);
    return row({ line1, line2, city }, [line1, line2, city].filter((line) => line !== '').join(', '));
  }),
};
