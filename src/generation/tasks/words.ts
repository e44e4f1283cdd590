import type { Json, RandomStream } from '../../core/index.js';

/** What one thing and several of it are called. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['movies', 'movie'],
  ['series', 'series'],
  ['statuses', 'status'],
  ['addresses', 'address'],
  ['houses', 'house'],
  ['courses', 'course'],
  ['warehouses', 'warehouse'],
  ['purchases', 'purchase'],
  ['invoices', 'invoice'],
  ['species', 'species'],
  ['diagnoses', 'diagnosis'],
  ['analyses', 'analysis'],
  ['cookies', 'cookie'],
  ['taxis', 'taxi'],
  ['sales', 'sale'],
  ['leaves', 'leaf'],
]);

/** The noun in a name such as `order_items` or `country`. */
export function nounOf(name: string): Noun {
  const words = spaced(name).split(' ');
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const join = (word: string): string => [...before, word].join(' ');
  const one = singular(last);
  return { one: join(one), many: join(one === last ? plural(last) : last) };
}

function singular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && !word.endsWith('is') ? word.slice(0, -1) : word;
}

/** Words that end as those that speak of several things do, and speak of one. */
const ONE =
  /\b(?:species|series|means|news|gas|bias|lens|canvas|atlas|texas|diabetes|physics|\w+(?:[uis]s|ics))$/i;

/** The words for several of a thing: `countries` for `country`, `dates of birth`. */
export function pluralOf(words: string): string {
  const parts = words.split(' ');
  const link = parts.findIndex((part, index) => index > 0 && ['of', 'in', 'per', 'since'].includes(part));
  const at = link === -1 ? parts.length - 1 : link - 1;
  return parts.map((part, index) => (index === at && !isPlural(part) ? plural(part) : part)).join(' ');
}

function plural(word: string): string {
  for (const [many, one] of IRREGULAR) if (one === word) return many;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** `unit_price` and `unitPrice` as `unit price`. */
export function spaced(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[_. -]+/g, ' ')
    .trim();
}

/** Whether words that name a column speak of several things: `points`. */
export function isPlural(words: string): boolean {
  const [first = ''] = words.split(/ (?:in |of |per |since |\()/);
  return /[^sui]s$/.test(first) && !ONE.test(first);
}

/** `is`, or `are` for words such as `points`. */
export function isOrAre(words: string): string {
  return isPlural(words) ? 'are' : 'is';
}

/** `a price`, `an age`, `points`. */
export function withArticle(words: string): string {
  if (isPlural(words)) return words;
  return `${/^(?:[aeio]|un(?!i)|[AEFHILMNORSX][A-Z]|hour)/.test(words) ? 'an' : 'a'} ${words}`;
}

/** A value in a sentence: texts in quotes, numbers as they are. */
export function shown(value: Json): string {
  return JSON.stringify(value);
}

const OPENINGS: readonly string[] = [
  '',
  '',
  '',
  'Please help me with this: ',
  'A colleague asks: ',
  'For a report: ',
  'One more thing: ',
];

/** What stands before a request to change something: nobody changes data for a report. */
export const CHANGE_OPENINGS: readonly string[] = OPENINGS.filter((opening) => !opening.includes('report'));

/** One way to say a thing, with or without a few words before it and after it. */
export function say(
  stream: RandomStream,
  sentences: readonly string[],
  endings: readonly string[] = [],
  openings: readonly string[] = OPENINGS,
): string {
  const ending = endings.length === 0 ? '' : ` ${stream.pick(endings)}`;
  const [opening, sentence] = [stream.pick(openings), stream.pick(sentences)];
  // Nobody says please twice.
  return `${sentence.startsWith('Please') && opening.startsWith('Please') ? '' : opening}${sentence}${ending}`;
}

/** How to ask for a number. */
export const NUMBER_ENDINGS: readonly string[] = [
  'Answer with the number alone.',
  'Reply with just the number.',
  'Give only the number.',
  'The answer is one number.',
];

/** How to ask for a number that need not be exact. */
export const ROUNDED_ENDINGS: readonly string[] = [
  'Answer with the number alone, rounded to two decimals.',
  'Reply with just the number; two decimals are enough.',
  'Give only the number, to two decimals.',
];

/** How to ask for a text. */
export const TEXT_ENDINGS: readonly string[] = [
  'Answer with the text exactly as it is stored.',
  'Reply with the stored text and nothing else.',
  'Give it exactly as it stands in the data.',
];

/** How to ask for a list in any order. */
export const SET_ENDINGS: readonly string[] = [
  'Answer with a JSON list, in any order.',
  'Reply with a JSON list; the order does not matter.',
  'Give them as a JSON list in any order.',
];
