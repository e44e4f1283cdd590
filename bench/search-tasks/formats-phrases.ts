import { type Draw, type Json, type Pair, pad, WORDS } from './draws.js';
import {
  bike,
  capitals,
  clock,
  coin,
  digits,
  ending,
  family,
  firm,
  given,
  isoDay,
  type Maker,
  noun,
  number,
  plain,
  title,
  varied,
} from './formats-draws.js';

/** Drawn with spaces as people write: words of differing counts. */
const phrase = (draw: Draw, fewest = 2, most = 5): string[] => draw.sample(WORDS, draw.integer(fewest, most));
const fromWords = (
  name: string,
  output: (words: readonly string[]) => Json,
  fewest = 2,
  most = 5,
  mark = ' ',
): Maker =>
  plain(name, (draw): Pair => {
    const words = phrase(draw, fewest, most);
    return { input: words.join(mark), output: output(words) };
  });
const lower = (words: readonly string[]): string[] => words.map((word) => word.toLowerCase());

/** Words of sentences, their case and their count. */
export const PHRASES: readonly Maker[] = [
  fromWords('second word', (words) => words[1] ?? ''),
  fromWords('last word', (words) => words.at(-1) ?? ''),
  fromWords('first two words', (words) => words.slice(0, 2).join(' ')),
  fromWords('without the first word', (words) => words.slice(1).join(' ')),
  fromWords('without the last word', (words) => words.slice(0, -1).join(' ')),
  fromWords('count of words', (words) => words.length),
  fromWords('count of commas', (words) => words.length - 1, 1, 5, ', '),
  fromWords('acronym', (words) => words.map((word) => word.charAt(0).toUpperCase()).join('')),
  fromWords('underscores', (words) => words.join('_')),
  fromWords('slug', (words) => lower(words).join('-')),
  fromWords('without spaces', (words) => words.join('')),
  fromWords('sentence case', (words) => title(words.join(' '))),
  fromWords('snake → title', (words) => words.map(title).join(' '), 2, 4, '_'),
  plain('snake → camel', (draw): Pair => {
    const words = lower(phrase(draw, 2, 4));
    return {
      input: words.join('_'),
      output: words.map((word, index) => (index === 0 ? word : title(word))).join(''),
    };
  }),
  plain('camel → snake', (draw): Pair => {
    const words = lower(phrase(draw, 2, 4));
    return {
      input: words.map((word, index) => (index === 0 ? word : title(word))).join(''),
      output: words.join('_'),
    };
  }),
  plain('single spaces', (draw): Pair => {
    const words = phrase(draw);
    return {
      input: words.reduce((text, word) => text + ' '.repeat(draw.integer(1, 3)) + word),
      output: words.join(' '),
    };
  }),
];

/** Something within a text, found by what stands around it. */
export const EXTRACTS: readonly Maker[] = [
  varied<readonly [string, string]>(
    ([open, close]) => `between ${open} and ${close}`,
    [
      ['(', ')'],
      ['[', ']'],
      ['"', '"'],
      ['<', '>'],
    ],
    ([open, close]) =>
      (draw): Pair => {
        const inner = phrase(draw, 1, 2).join(' ');
        const [before, after] = [phrase(draw, 1, 2).join(' '), phrase(draw, 0, 2)];
        return { input: [before, `${open}${inner}${close}`, ...after].join(' '), output: inner };
      },
  ),
  plain('number in a sentence', (draw): Pair => {
    const count = number(draw);
    return { input: [...phrase(draw, 1, 3), count, ...phrase(draw, 0, 2)].join(' '), output: count };
  }),
  plain('price in a sentence', (draw): Pair => {
    const price = `${number(draw, 3)}.${pad(draw.integer(0, 99), 2)}`;
    return {
      input: `${phrase(draw, 1, 2).join(' ')} $${price} ${phrase(draw, 1, 2).join(' ')}`,
      output: price,
    };
  }),
  plain('hashtag', (draw): Pair => {
    const [tag, ...rest] = phrase(draw, 3, 5) as [string, ...string[]];
    const at = draw.integer(0, rest.length);
    return { input: [...rest.slice(0, at), `#${tag}`, ...rest.slice(at)].join(' '), output: tag };
  }),
  plain('level of a log line', (draw): Pair => {
    const level = draw.pick(['ERROR', 'INFO', 'WARNING', 'DEBUG']);
    return { input: `[${isoDay(draw)} ${clock(draw)}] ${level}: ${phrase(draw).join(' ')}`, output: level };
  }),
  plain('message of a log line', (draw): Pair => {
    const [level, message] = [draw.pick(['ERROR', 'INFO', 'WARNING', 'DEBUG']), phrase(draw).join(' ')];
    return { input: `${isoDay(draw)} ${level}: ${message}`, output: message };
  }),
  plain('text of an element', (draw): Pair => {
    const [tag, text] = [draw.pick(['b', 'em', 'span', 'h1']), phrase(draw, 1, 3).join(' ')];
    return { input: `<${tag}>${text}</${tag}>`, output: text };
  }),
  plain('value of an attribute', (draw): Pair => {
    const link = `${noun(draw)}.${ending(draw)}`;
    return {
      input: `<a href="${link}" class="${firm(draw)}">${phrase(draw, 1, 2).join(' ')}</a>`,
      output: link,
    };
  }),
  plain('value of a key', (draw): Pair => {
    const size = number(draw);
    return {
      input: `id=${number(draw)};size=${size};color=${draw.pick(['red', 'green', 'blue'])}`,
      output: size,
    };
  }),
  plain('swapped around a sign', (draw): Pair => {
    const [key, value] = [noun(draw), number(draw)];
    return { input: `${key}=${value}`, output: `${value}: ${key}` };
  }),
  plain('cell of a row', (draw): Pair => {
    const cells = [given(draw), number(draw), bike(draw), capitals(draw, 2)];
    return { input: cells.join(', '), output: cells[2] ?? '' };
  }),
  plain('letters without digits', (draw): Pair => {
    const words = phrase(draw, 2, 3);
    return { input: words.map((word) => word + number(draw, 2)).join(''), output: words.join('') };
  }),
  plain('Inc. if missing', (draw): Pair => {
    const name = `${title(firm(draw))}${coin(draw) ? ' Trading' : ''}`;
    return { input: coin(draw) ? name : `${name} Inc.`, output: `${name} Inc.` };
  }),
  plain('kind of contact', (draw): Pair => {
    const isPhone = coin(draw);
    const input = isPhone
      ? `${digits(draw, 3)}-${digits(draw, 4)}`
      : `${given(draw).toLowerCase()}@${firm(draw)}.com`;
    return { input, output: isPhone ? 'phone' : 'email' };
  }),
  plain('columns: middle initial if any', (draw): Pair => {
    const [first, last] = [given(draw), family(draw)];
    const middle = coin(draw) ? given(draw) : '';
    const initial = middle === '' ? '' : ` ${middle.charAt(0)}.`;
    return { input: { first, middle, last }, output: `${first}${initial} ${last}` };
  }),
];
