/** Columns of texts: codes, logs, paths, links, headings, lists within a cell, answers and gaps. */
import type { Draw } from './draws.js';
import {
  type Columns,
  capital,
  digits,
  ENDINGS,
  FAMILY,
  fixed,
  GIVEN,
  GOODS,
  HOSTS,
  letters,
  PLAIN,
  row,
  TOWNS,
  two,
} from './spreadsheets-draws.js';

const plain = (draw: Draw, fewest: number, most: number): string[] =>
  draw.sample(PLAIN, draw.integer(fewest, most));
const GAPS = ['', 'N/A', '-'];

export const texts: Columns = {
  'title as a slug': fixed((draw) => {
    const words = plain(draw, 2, 4).map(capital);
    const end = draw.pick(['', '!', '?']);
    return row(words.join(' ') + end, words.join('-').toLowerCase());
  }),
  'camelCase as snake_case': fixed((draw) => {
    const [first = '', ...rest] = plain(draw, 1, 4);
    return row(first + rest.map(capital).join(''), [first, ...rest].join('_'));
  }),
  'snake_case as a heading': (rule) => {
    const isTitle = rule.pick([true, false]);
    return (draw) => {
      const words = plain(draw, 1, 4);
      return row(words.join('_'), isTitle ? words.map(capital).join(' ') : capital(words.join(' ')));
    };
  },
  'heading as camelCase': fixed((draw) => {
    const [first = '', ...rest] = plain(draw, 1, 4);
    return row([first, ...rest].map(capital).join(' '), first + rest.map(capital).join(''));
  }),
  'kebab-case as PascalCase': fixed((draw) => {
    const words = plain(draw, 1, 4);
    return row(words.join('-'), words.map(capital).join(''));
  }),
  'tags in order': (rule) => {
    const separator = rule.pick([', ', ';']);
    return (draw) => {
      const tags = plain(draw, 2, 5);
      return row(tags.join(separator), [...tags].sort().join(separator));
    };
  },
  'tags without repeats': (rule) => {
    const separator = rule.pick([', ', ';']);
    return (draw) => {
      const known = plain(draw, 2, 4);
      const tags = [...known, ...draw.sample(known, draw.integer(0, 2))];
      return row(tags.join(separator), [...new Set(tags)].join(separator));
    };
  },
  'number of words': fixed((draw) => {
    const words = plain(draw, 1, 8);
    return row(words.join(' '), words.length);
  }),
  'number of entries, none if empty': fixed((draw) => {
    const goods = draw.sample(GOODS, draw.integer(0, 5));
    return row(goods.join(', '), goods.length);
  }),
  'hashtags of a message': fixed((draw) => {
    const words = plain(draw, 4, 8);
    const tagged = words.map((word, index) => (index > 0 && draw.integer(0, 2) === 0 ? `#${word}` : word));
    return row(
      tagged.join(' '),
      tagged.filter((word) => word.startsWith('#')).map((word) => word.slice(1)),
    );
  }),
  'masked card number': (rule) => {
    const sign = rule.pick(['*', 'X']);
    return (draw) => {
      const parts = [`4${digits(draw, 3)}`, digits(draw, 4), digits(draw, 4), digits(draw, 4)];
      const masked = parts.map((part, index) => (index < 3 ? sign.repeat(4) : part));
      return row(parts.join(' '), masked.join(' '));
    };
  },
  'number within a product code': fixed((draw) => {
    const number = draw.integer(10, 9999);
    const size = draw.pick(['S', 'M', 'L', 'XL', 'XXL']);
    return row(`${letters(draw, draw.integer(2, 3))}-${number}-${size}`, number);
  }),
  'letters of a product code': fixed((draw) => {
    const code = letters(draw, draw.integer(2, 4));
    return row(`${code}${digits(draw, draw.integer(2, 5))}`, code);
  }),
  'code put into groups': fixed((draw) => {
    const [letter, middle, end] = [letters(draw, 2), digits(draw, 4), letters(draw, 1)];
    return row(`${letter}${middle}${end}`.toLowerCase(), `${letter}-${middle}-${end}`);
  }),
  'file name without its folder and ending': fixed((draw) => {
    const name = plain(draw, 1, 2).join('_');
    const folder = plain(draw, 1, 3).join('/');
    return row(`/${folder}/${name}.${draw.pick(['csv', 'xlsx', 'pdf', 'txt'])}`, name);
  }),
  'ending of a file name, if any': fixed((draw) => {
    const name = plain(draw, 1, 2).join('-');
    const ending = draw.pick(['csv', 'XLSX', 'pdf', 'TXT', null]);
    return row(ending === null ? name : `${name}.${ending}`, ending === null ? '' : ending.toLowerCase());
  }),
  'folder of a Windows path': fixed((draw) => {
    const folders = plain(draw, 1, 3);
    return row(
      ['C:', ...folders, `${draw.pick(PLAIN)}.${draw.pick(['docx', 'csv'])}`].join('\\'),
      folders.at(-1) ?? '',
    );
  }),
  'host of a link without www': fixed((draw) => {
    const host = `${draw.pick(HOSTS)}.${draw.pick(ENDINGS)}`;
    const start = draw.pick(['https://www.', 'http://www.', 'https://', 'http://']);
    return row(`${start}${host}/${plain(draw, 0, 2).join('/')}`, host);
  }),
  'one value of a query': fixed((draw) => {
    const id = String(draw.integer(1, 99_999));
    const others = draw.sample([`page=${draw.integer(1, 9)}`, `q=${draw.pick(PLAIN)}`], draw.integer(0, 2));
    const parts = draw.sample([`id=${id}`, ...others], 3);
    return row(`https://${draw.pick(HOSTS)}.example/${draw.pick(PLAIN)}?${parts.join('&')}`, id);
  }),
  'level of a log line': fixed((draw) => {
    const level = draw.pick(['INFO', 'WARN', 'ERROR', 'DEBUG']);
    const time = `${two(draw.integer(0, 23))}:${two(draw.integer(0, 59))}:${two(draw.integer(0, 59))}`;
    return row(
      `2026-0${draw.integer(1, 9)}-${draw.integer(10, 28)} ${time} [${level}] ${plain(draw, 1, 4).join(' ')}`,
      level,
    );
  }),
  'message of a log line': fixed((draw) => {
    const message = capital(plain(draw, 1, 5).join(' '));
    const time = `${two(draw.integer(0, 23))}:${two(draw.integer(0, 59))}:${two(draw.integer(0, 59))}`;
    return row(`${time} ${draw.pick(['INFO', 'WARN', 'ERROR'])} ${draw.pick(HOSTS)}: ${message}`, message);
  }),
  'status among named values': fixed((draw) => {
    const status = draw.pick([200, 201, 204, 301, 403, 404, 500]);
    return row(`user=${draw.pick(GIVEN).toLowerCase()} status=${status} ms=${draw.integer(3, 2500)}`, status);
  }),
  'text without its tags': fixed((draw) => {
    const [tag, text] = [draw.pick(['b', 'p', 'td', 'span', 'h1']), plain(draw, 1, 4).join(' ')];
    return row(`<${tag}>${text}</${tag}>`, text);
  }),
  'spaces mended and a capital': fixed((draw) => {
    const words = plain(draw, 2, 5);
    const gap = (): string => ' '.repeat(draw.integer(1, 3));
    return row(
      `${draw.pick(['', ' ', '  '])}${words.map((word) => word + gap()).join('')}`,
      capital(words.join(' ')),
    );
  }),
  'remark in brackets, if any': fixed((draw) => {
    const [thing, remark] = [
      capital(draw.pick(GOODS)),
      draw.pick(['blue', 'used', 'left hand', '2 pcs', 'large']),
    ];
    return draw.pick([true, true, false]) ? row(`${thing} (${remark})`, remark) : row(thing, '');
  }),
  'thing without its remark': fixed((draw) => {
    const [thing, remark] = [
      capital(draw.pick(GOODS)),
      draw.pick(['blue', 'used', 'left hand', '2 pcs', 'large']),
    ];
    return row(draw.pick([true, true, false]) ? `${thing} (${remark})` : thing, thing);
  }),
  'answers as true and false': fixed((draw) => {
    const isYes = draw.pick([true, false]);
    return row(isYes ? draw.pick(['yes', 'Yes', 'Y', 'YES']) : draw.pick(['no', 'No', 'N', 'NO']), isYes);
  }),
  'number, or null for a gap': fixed((draw) => {
    const number = draw.integer(1, 5000);
    return draw.pick([true, true, false]) ? row(String(number), number) : row(draw.pick(GAPS), null);
  }),
  'town, or unknown for a gap': fixed((draw) => {
    const town = draw.pick(TOWNS);
    return draw.pick([true, true, false])
      ? row(town, town)
      : row(draw.pick([...GAPS.slice(0, 2), null]), 'unknown');
  }),
  'nickname, or else the name': fixed((draw) => {
    const [name, nickname] = [
      `${draw.pick(GIVEN)} ${draw.pick(FAMILY)}`,
      draw.pick(['', '', ...GIVEN.slice(0, 4)]),
    ];
    return row({ name, nickname }, nickname === '' ? name : nickname);
  }),
  'status of a letter': (rule) => {
    const [a, b, c] = rule
      .sample(['active', 'blocked', 'closed', 'pending', 'new'], 3)
      .map((word) => word ?? '');
    return (draw) => {
      const status = draw.pick([a, b, c]) ?? '';
      return row(status.charAt(0).toUpperCase(), status);
    };
  },
  'initials of an organisation': fixed((draw) => {
    const words = plain(draw, 2, 4).map(capital);
    return row(words.join(' '), words.map((word) => word.charAt(0)).join(''));
  }),
  'long text cut short': fixed((draw) => {
    const text = plain(draw, 1, 5).join(' ');
    return row(text, text.length > 15 ? `${text.slice(0, 15)}...` : text);
  }),
  'list with and': fixed((draw) => {
    const goods = draw.sample(GOODS, draw.integer(2, 4));
    return row(goods.join(', '), `${goods.slice(0, -1).join(', ')} and ${goods.at(-1)}`);
  }),
  'first author and others': fixed((draw) => {
    const names = draw.sample(FAMILY, draw.integer(2, 4));
    return row(names.join(', '), `${names[0]} et al.`);
  }),
  'colour as three numbers': fixed((draw) => {
    const parts = [draw.integer(0, 255), draw.integer(0, 255), draw.integer(0, 255)];
    return row(`#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`, parts.join(', '));
  }),
  'settings as a record': fixed((draw) => {
    const [width, height] = [draw.integer(1, 99), draw.integer(1, 99)];
    return row(`width=${width};height=${height}`, { width, height });
  }),
  'two columns and a remark if there is one': fixed((draw) => {
    const [item, colour] = [draw.pick(GOODS), draw.pick(['', '', 'red', 'green', 'blue', 'grey'])];
    return row({ item, colour }, colour === '' ? item : `${item} (${colour})`);
  }),
};
