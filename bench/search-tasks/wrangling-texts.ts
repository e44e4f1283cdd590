/** Columns of identifiers, phrases, lists within a cell, answers and templates. */
import type { Draw } from './draws.js';
import { type Columns, digits, fixed, letters, row } from './spreadsheets-draws.js';
import {
  either,
  GIVEN_NAMES,
  named,
  PLACES,
  perhaps,
  remark,
  TERMS,
  THINGS,
  terms,
  upperFirst,
} from './wrangling-draws.js';

const camel = (parts: readonly string[]): string =>
  parts.map((part, at) => (at === 0 ? part : upperFirst(part))).join('');
const sentence = (draw: Draw): string => `${upperFirst(remark(draw))}${draw.pick(['.', '!', '?'])}`;
/** A remark in which these stand, each after some words. */
const around = (draw: Draw, parts: readonly (number | string)[]): string =>
  parts.map((part) => `${terms(draw, 1, 3).join(' ')} ${part}`).join(' ') +
  perhaps(draw, ` ${draw.pick(TERMS)}`);
const figures = (draw: Draw, count: number): number[] =>
  Array.from({ length: count }, () => draw.integer(1, 9) * draw.pick([1, 10, 100]) + draw.integer(0, 9));
const spread = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

export const texts: Columns = {
  'camel case to snake case': fixed((draw) => {
    const parts = terms(draw, 1, 4);
    return row(camel(parts), parts.join('_'));
  }),
  'snake case to camel case': fixed((draw) => {
    const parts = terms(draw, 1, 4);
    return row(parts.join('_'), camel(parts));
  }),
  'kebab case to a heading': fixed((draw) => {
    const parts = terms(draw, 1, 4);
    return row(parts.join('-'), parts.map(upperFirst).join(' '));
  }),
  'heading to a constant': fixed((draw) => {
    const parts = terms(draw, 1, 4);
    return row(parts.map(upperFirst).join(' '), parts.join('_').toUpperCase());
  }),
  'Pascal case to words': fixed((draw) => {
    const parts = terms(draw, 2, 4);
    return row(parts.map(upperFirst).join(''), upperFirst(parts.join(' ')));
  }),
  'second number of a text': fixed((draw) => {
    const numbers = figures(draw, draw.integer(2, 3));
    return row(around(draw, numbers), numbers[1] ?? 0);
  }),
  'last number of a text': fixed((draw) => {
    const numbers = figures(draw, draw.integer(1, 3));
    return row(around(draw, numbers), numbers.at(-1) ?? 0);
  }),
  'sum of the numbers of a text': fixed((draw) => {
    const numbers = figures(draw, draw.integer(1, 4));
    return row(
      around(draw, numbers),
      numbers.reduce((sum, number) => sum + number, 0),
    );
  }),
  'text in brackets': fixed((draw) => {
    const inner = remark(draw);
    return row(`${upperFirst(remark(draw))} (${inner})${perhaps(draw, ` ${remark(draw)}`)}`, inner);
  }),
  'text without its brackets': fixed((draw) => {
    const outer = upperFirst(remark(draw));
    return row(`${outer}${perhaps(draw, ` (${remark(draw)})`)}`, outer);
  }),
  'second text in square brackets': fixed((draw) => {
    const [first = '', second = '', third = ''] = terms(draw, 3, 3);
    return row(`[${first}] ${remark(draw)} [${second}]${perhaps(draw, ` [${third}]`)} end`, second);
  }),
  'text in quotes': fixed((draw) => {
    const quoted = remark(draw);
    return row(`${draw.pick(GIVEN_NAMES)} said "${quoted}" in ${draw.pick(PLACES)}`, quoted);
  }),
  'number of words': fixed((draw) => {
    const parts = terms(draw, 1, 8);
    return row(parts.join(draw.pick([' ', '  '])), parts.length);
  }),
  'number of digits': fixed((draw) => {
    const text = `${letters(draw, draw.integer(1, 4))}${digits(draw, draw.integer(1, 5))}-${perhaps(draw, digits(draw, 2))}`;
    return row(text, text.replace(/\D/g, '').length);
  }),
  'acronym of a phrase': fixed((draw) => {
    const parts = terms(draw, 2, 5);
    return row(parts.join(' '), parts.map((part) => part.charAt(0).toUpperCase()).join(''));
  }),
  'words back to front': fixed((draw) => {
    const parts = terms(draw, 2, 5);
    return row(parts.join(' '), [...parts].reverse().join(' '));
  }),
  'subject of a reply': fixed((draw) => {
    const subject = upperFirst(remark(draw));
    return row(`${draw.pick(['', 'Re: ', 'Fwd: ', 'RE: '])}${subject}`, subject);
  }),
  'text without a unit': fixed((draw) => {
    const amount = `${draw.integer(1, 900)}${perhaps(draw, `.${draw.integer(1, 9)}`)}`;
    return row(`${amount} ${draw.pick(['kg', 'lbs', 'm', 'miles'])}`, amount);
  }),
  'digits hidden': fixed((draw) => {
    const text = `${draw.pick(TERMS)} ${letters(draw, 2)}${draw.integer(1, 9999)}-${draw.integer(10, 999)}`;
    return row(text, text.replace(/\d/g, '#'));
  }),
  'digits only': fixed((draw) => {
    const text = `${letters(draw, 2)}-${digits(draw, draw.integer(1, 4))}/${digits(draw, 3)}${perhaps(draw, 'b')}`;
    return row(text, text.replace(/\D/g, ''));
  }),
  'single spaces': fixed((draw) => {
    const parts = terms(draw, 2, 5);
    const loose = parts.map((part) => part + draw.pick([' ', '  ', '   '])).join('');
    return row(`${draw.pick(['', ' ', '  '])}${loose}`, parts.join(' '));
  }),
  'first sentence': fixed((draw) => {
    const first = `${upperFirst(remark(draw))}.`;
    return row(`${first} ${sentence(draw)}${perhaps(draw, ` ${sentence(draw)}`)}`, first);
  }),
  'tags of a post': fixed((draw) => {
    const tags = draw.sample(TERMS, draw.integer(1, 3));
    return row(`${upperFirst(remark(draw))} ${tags.map((tag) => `#${tag}`).join(' ')}`, tags);
  }),
  'person mentioned in a post': fixed((draw) => {
    const person = draw.pick(GIVEN_NAMES).toLowerCase();
    return row(`${remark(draw)} @${person} ${remark(draw)}`, person);
  }),
  'list in order': fixed((draw) => {
    const parts = terms(draw, 2, 6);
    return row(parts.join(', '), [...parts].sort().join(', '));
  }),
  'list without repeats': fixed((draw) => {
    const parts = terms(draw, 2, 4);
    const all = Array.from({ length: draw.integer(3, 7) }, () => draw.pick(parts));
    return row(all.join(','), [...new Set(all)].join(','));
  }),
  'list with and': fixed((draw) => {
    const parts = terms(draw, 2, 5);
    return row(parts.join(', '), `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);
  }),
  'last of a list': fixed((draw) => {
    const parts = draw.sample(THINGS, draw.integer(1, 5));
    return row(parts.join('; '), parts.at(-1) ?? '');
  }),
  'size of a list': fixed((draw) => {
    const parts = draw.sample(THINGS, draw.integer(1, 6));
    return row(parts.join(' | '), parts.length);
  }),
  'cut after fifteen letters': fixed((draw) => {
    const text = terms(draw, 1, 6).join(' ');
    return row(text, text.length > 15 ? `${text.slice(0, 15)}...` : text);
  }),
  'two halves swapped': fixed((draw) => {
    const [left, right] = [remark(draw), draw.pick(PLACES)];
    return row(`${left} - ${right}`, `${right} - ${left}`);
  }),
  'has a digit': fixed((draw) => {
    const text = draw.pick([remark(draw), around(draw, figures(draw, 1))]);
    return row(text, /\d/.test(text));
  }),
  'is a question': fixed((draw) => {
    const text = sentence(draw);
    return row(text, text.endsWith('?'));
  }),
  'yes or no': fixed((draw) => {
    const answer = either(draw);
    const text = draw.pick(answer ? ['yes', 'Y', 'Yes', 'y'] : ['no', 'N', 'No', 'n']);
    return row(text, answer);
  }),
  'university address': fixed((draw) => {
    const school = either(draw);
    const user = draw.pick(GIVEN_NAMES).toLowerCase();
    const host = `${draw.pick(TERMS)}.${school ? 'edu' : draw.pick(['com', 'org', 'net'])}`;
    return row(`${user}@${host}`, school ? 'student' : 'guest');
  }),
  'greeting from a record': fixed((draw) => {
    const { given, surname } = named(draw);
    const thing = draw.pick(THINGS);
    return row({ given, surname, thing }, `Dear ${given} ${surname}, your ${thing} is ready.`);
  }),
  'counted things': fixed((draw) => {
    const count = draw.pick([1, 1, 2, 3, draw.integer(4, 30)]);
    const thing = draw.pick(THINGS);
    return row({ count, thing }, spread(count, thing));
  }),
  'nickname if there is one': fixed((draw) => {
    const { given, middle, surname } = named(draw);
    const nickname = either(draw) ? middle : '';
    return row({ given, surname, nickname }, `${nickname === '' ? given : nickname} ${surname}`);
  }),
};
