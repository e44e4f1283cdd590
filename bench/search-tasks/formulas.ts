import { type Draw, type Json, type Pair, pad, WORDS } from './draws.js';
import {
  bike,
  capitals,
  coin,
  digits,
  ending,
  family,
  firm,
  given,
  type Maker,
  noun,
  number,
  plain,
  state,
  street,
  title,
  top,
  town,
} from './formats-draws.js';
import type { DrawnTask } from './lists.js';

const phrase = (draw: Draw, fewest = 2, most = 5): string[] =>
  draw.sample(WORDS, draw.integer(fewest, most)).map((word) => word.toLowerCase());
const task = (name: string, make: (draw: Draw) => readonly [Json, Json]): Maker =>
  plain(name, (draw): Pair => {
    const [input, output] = make(draw);
    return { input, output };
  });
/** Lines of a cell. */
const lines = (draw: Draw, fewest = 2, most = 4): string[] =>
  Array.from({ length: draw.integer(fewest, most) }, () => phrase(draw, 1, 3).join(' '));

/** What a formula makes of one cell. */
const CELL: readonly Maker[] = [
  task('first line', (draw) => {
    const all = lines(draw);
    return [all.join('\n'), all[0] ?? ''];
  }),
  task('last line', (draw) => {
    const all = lines(draw);
    return [all.join('\n'), all.at(-1) ?? ''];
  }),
  task('count of lines', (draw) => {
    const all = lines(draw, 1, 5);
    return [all.join('\n'), all.length];
  }),
  task('lines joined by spaces', (draw) => {
    const all = lines(draw);
    return [all.join('\n'), all.join(' ')];
  }),
  task('trimmed', (draw) => {
    const text = phrase(draw, 1, 3).join(' ');
    return [' '.repeat(draw.integer(0, 3)) + text + ' '.repeat(draw.integer(0, 3)), text];
  }),
  task('trimmed, single spaces', (draw) => {
    const words = phrase(draw, 2, 4);
    const text = words.map((word) => ' '.repeat(draw.integer(1, 3)) + word).join('');
    return [text + ' '.repeat(draw.integer(0, 2)), words.join(' ')];
  }),
  task('third word', (draw) => {
    const words = phrase(draw, 3, 5);
    return [words.join(' '), words[2] ?? ''];
  }),
  task('word with @', (draw) => {
    const words = phrase(draw, 2, 5);
    const address = `${given(draw).toLowerCase()}@${firm(draw)}.${top(draw)}`;
    words.splice(draw.integer(0, words.length), 0, address);
    return [words.join(' '), address];
  }),
  task('longest word', (draw) => {
    const words = draw.sample(
      ['a', 'of', 'red', 'moss', 'cedar', 'yellow', 'harvest', 'mountain', 'crocodile'],
      3,
    );
    return [words.join(' '), [...words].sort((a, b) => b.length - a.length)[0] ?? ''];
  }),
  task('length', (draw) => {
    const text = phrase(draw, 1, 4).join(' ');
    return [text, text.length];
  }),
  task('letters without spaces, counted', (draw) => {
    const words = phrase(draw, 1, 4);
    return [words.join(' '), words.join('').length];
  }),
  task('count of a letter', (draw) => {
    const text = phrase(draw, 1, 5).join(' ');
    return [text, text.split('e').length - 1];
  }),
  task('reversed', (draw) => {
    const text = phrase(draw, 1, 1)[0] ?? '';
    return [text, [...text].reverse().join('')];
  }),
  task('width of dimensions', (draw) => {
    const [width, height] = [number(draw, 3), number(draw, 3)];
    return [`${width} ft x ${height} ft`, width];
  }),
  task('height of dimensions', (draw) => {
    const [width, height] = [number(draw, 3), number(draw, 3)];
    return [`${width}x${height}`, height];
  }),
  task('dimensions with units', (draw) => {
    const [width, height] = [number(draw, 3), number(draw, 3)];
    return [`${width}x${height}`, `${width} cm by ${height} cm`];
  }),
  task('number of an amount', (draw) => {
    const count = draw.integer(1, 9999);
    return [`${count} pcs`, count];
  }),
  task('accounting sign', (draw) => {
    const count = number(draw);
    return coin(draw) ? [`(${count})`, `-${count}`] : [count, count];
  }),
  task('without punctuation', (draw) => {
    const words = phrase(draw, 3, 5);
    const text = words.map((word) => word + draw.pick(['', ',', '!', '.'])).join(' ');
    return [text, words.join(' ')];
  }),
  task('without digits', (draw) => {
    const words = phrase(draw, 1, 3);
    return [words.map((word) => word + number(draw, 3)).join(' '), words.join(' ')];
  }),
  task('digits only', (draw) => {
    const numbers = [number(draw, 3), number(draw, 2)];
    return [`${capitals(draw, 2)}${numbers[0]}-${capitals(draw, 1)}${numbers[1]}`, numbers.join('')];
  }),
  task('top-level domain', (draw) => {
    const end = top(draw);
    return [`https://${coin(draw) ? 'www.' : ''}${firm(draw)}.${end}/${noun(draw)}`, end];
  }),
  task('page of a URL', (draw) => {
    const page = noun(draw);
    return [`https://${firm(draw)}.${top(draw)}/${capitals(draw, 2).toLowerCase()}/${page}.html`, page];
  }),
  task('first and last letter', (draw) => {
    const name = family(draw);
    return [name, `${name.charAt(0)}${name.at(-1)}`];
  }),
  task('all but the first three letters', (draw) => {
    const rest = digits(draw, draw.integer(2, 6));
    return [capitals(draw, 3) + rest, rest];
  }),
  task('all but the last two letters', (draw) => {
    const stem = phrase(draw, 1, 1)[0] ?? '';
    return [stem + capitals(draw, 2), stem];
  }),
  task('contains a number', (draw) => {
    const words = phrase(draw, 1, 3);
    const has = coin(draw);
    return [has ? [...words, number(draw, 2)].join(' ') : words.join(' '), has];
  }),
  task('first initial, then the rest', (draw) => {
    const [first, last] = [given(draw), family(draw)];
    return [`${last}, ${first}`, `${first.charAt(0)}. ${last}`];
  }),
  task('quoted', (draw) => {
    const text = phrase(draw, 1, 3).join(' ');
    return [text, `"${text}"`];
  }),
  task('cells of a row in quotes', (draw) => {
    const words = phrase(draw, 1, 4);
    return [words.join(','), words.map((word) => `'${word}'`).join(', ')];
  }),
  task('between the last slash and the question mark', (draw) => {
    const page = noun(draw);
    return [`/${phrase(draw, 1, 2).join('/')}/${page}?${phrase(draw, 1, 1)[0]}=${number(draw, 2)}`, page];
  }),
  task('name and department', (draw) => {
    const [name, part] = [`${given(draw)} ${family(draw)}`, draw.pick(['Sales', 'Legal', 'IT', 'Marketing'])];
    return [`${name} (${part})`, `${part}: ${name}`];
  }),
  task('first sentence', (draw) => {
    const sentences = Array.from(
      { length: draw.integer(1, 3) },
      () => `${title(phrase(draw, 2, 4).join(' '))}.`,
    );
    return [sentences.join(' '), sentences[0] ?? ''];
  }),
  task('shortened', (draw) => {
    const text = phrase(draw, 2, 5).join(' ');
    return [text, `${text.slice(0, 8)}...`];
  }),
  task('year of a title', (draw) => {
    const year = String(draw.integer(1950, 2029));
    return [`${phrase(draw, 1, 3).map(title).join(' ')} (${year})`, year];
  }),
  task('author, year', (draw) => {
    const [author, year] = [family(draw), String(draw.integer(1950, 2029))];
    return [
      `${author}, ${given(draw).charAt(0)}. (${year}). ${title(phrase(draw).join(' '))}.`,
      `${author} ${year}`,
    ];
  }),
  task('title with a number at its end', (draw) => {
    const [name, count] = [phrase(draw, 1, 3).map(title).join(' '), number(draw, 3)];
    return [`${name} ${count}`, `${count}. ${name}`];
  }),
  task('lines of an address', (draw) => {
    const parts = [`${number(draw, 3)} ${street(draw)}`, town(draw), `${state(draw)} ${digits(draw, 5)}`];
    return [parts.join(', '), parts.join('\n')];
  }),
];

/** What a formula makes of several cells. */
const CELLS: readonly Maker[] = [
  task('contains the text', (draw) => {
    const words = phrase(draw, 2, 4);
    const part = coin(draw) ? draw.pick(words) : draw.pick(['zinc', 'oak', 'ruby']);
    return [{ text: words.join(' '), part }, words.includes(part)];
  }),
  task('count of a character', (draw) => {
    const text = phrase(draw, 1, 4).join(' ');
    const mark = draw.pick(['a', 'e', 'i']);
    return [{ text, mark }, text.split(mark).length - 1];
  }),
  task('without the text', (draw) => {
    const words = phrase(draw, 3, 4);
    return [{ text: words.join('-'), part: words[1] ?? '' }, `${words[0]}--${words.slice(2).join('-')}`];
  }),
  task('one character for another', (draw) => {
    const [words, old, mark] = [phrase(draw, 2, 4), draw.pick(['-', '_', '/']), draw.pick([' ', '.', ':'])];
    return [{ text: words.join(old), old, new: mark }, words.join(mark)];
  }),
  task('the first letters, so many', (draw) => {
    const [text, count] = [
      draw.pick(['crocodile', 'mountain', 'harvesting', 'yellowish']),
      draw.integer(1, 6),
    ];
    return [{ text, count }, text.slice(0, count)];
  }),
  task('the word at a place', (draw) => {
    const words = phrase(draw, 4, 6);
    const at = draw.integer(1, 4);
    return [{ text: words.join(' '), at }, words[at - 1] ?? ''];
  }),
  task('padded to a width', (draw) => {
    const [count, width] = [draw.integer(1, 999), draw.integer(3, 7)];
    return [{ count, width }, pad(count, width)];
  }),
  task('repeated', (draw) => {
    const [mark, count] = [draw.pick(['*', '#', '=']), draw.integer(1, 7)];
    return [{ mark, count }, mark.repeat(count)];
  }),
  task('split at a mark, left', (draw) => {
    const [words, mark] = [phrase(draw, 2, 2), draw.pick(['_', ':', '|'])];
    return [{ text: words.join(mark), mark }, words[0] ?? ''];
  }),
  task('equal but for case', (draw) => {
    const [left, other] = phrase(draw, 2, 2) as [string, string];
    const same = coin(draw);
    return [{ left, right: (same ? left : other).toUpperCase() }, same];
  }),
  task('list: joined by commas', (draw) => {
    const cells = [given(draw), bike(draw), town(draw)];
    return [cells, cells.join(', ')];
  }),
  task('list: full name and initial', (draw) => {
    const [first, last] = [given(draw), family(draw)];
    return [[first, last], `${last} ${first.charAt(0)}.`];
  }),
  task('list: address from two', (draw) => {
    const [user, host] = [given(draw).toLowerCase(), `${firm(draw)}.${top(draw)}`];
    return [[user, host], `${user}@${host}`];
  }),
  task('list: path and file', (draw) => {
    const [folder, base] = [`/${phrase(draw, 1, 3).join('/')}`, `${noun(draw)}.${ending(draw)}`];
    return [[folder, base], `${folder}/${base}`];
  }),
  task('columns: name, city (state)', (draw) => {
    const [name, city, land] = [`${given(draw)} ${family(draw)}`, town(draw), state(draw)];
    return [{ name, city, state: land }, `${name}, ${city} (${land})`];
  }),
  task('columns: last name and year', (draw) => {
    const [first, last, born] = [
      given(draw),
      family(draw),
      `${draw.integer(1950, 2009)}-${pad(draw.integer(1, 12), 2)}`,
    ];
    return [{ name: `${first} ${last}`, born }, `${last.toLowerCase()}${born.slice(0, 4)}`];
  }),
  task('columns: nickname if any', (draw) => {
    const [name, nick] = [given(draw), coin(draw) ? (phrase(draw, 1, 1)[0] ?? '') : ''];
    return [{ name, nick }, nick === '' ? name : nick];
  }),
  task('columns: domain of one, user of another', (draw) => {
    const [user, host] = [given(draw).toLowerCase(), `${firm(draw)}.${top(draw)}`];
    return [{ user, other: `${family(draw).toLowerCase()}@${host}` }, `${user}@${host}`];
  }),
];
const MAKERS: readonly Maker[] = [...CELL, ...CELLS];

/**
 * What spreadsheet users write formulas for, of one cell and of several, of the kind `index` of those above, in turn.
 * Written from what is known of the field by someone who had not read the search or its other sets.
 */
export function drawFormulaTask(draw: Draw, index: number): DrawnTask {
  return (MAKERS[index % MAKERS.length] as Maker)(draw);
}
