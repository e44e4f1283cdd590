/** Rules on texts and records that no program of the search's library says: tables by letter, knowledge, states, exceptions. */
import { CITIES, type Draw, FIRST, type Json, LAST, pad } from './draws.js';

/** A rule with inputs of its own. */
export interface Beyond {
  readonly name: string;
  readonly input: (draw: Draw) => Json;
  readonly of: (input: Json) => Json;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const VOWELS = 'aeiou';
const KEYPAD = '22233344455566677778889999';
const NOUNS = [
  'pump',
  'valve',
  'filter',
  'gauge',
  'motor',
  'cable',
  'panel',
  'hinge',
  'switch',
  'box',
  'brush',
];
const MORE = [
  'dish',
  'berry',
  'toy',
  'knife',
  'shelf',
  'lens',
  'key',
  'glass',
  'wolf',
  'party',
  'tax',
  'battery',
];
const KINDS = ['red', 'old', 'spare', 'small', 'metal', 'round', 'cheap', 'empty', 'heavy', 'clean'];
const SMALL = ['of', 'and', 'the', 'in', 'for', 'on'];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const TITLES = ['Dr.', 'Prof.', 'Mr.', 'Ms.', 'Sir'];
const PARTICLES = ['', '', 'van ', 'de ', 'von '];

const word = (draw: Draw, fewest = 3, most = 8): string =>
  Array.from({ length: draw.integer(fewest, most) }, () => LETTERS[draw.integer(0, 25)]).join('');
const said = (draw: Draw): string => {
  const syllables = Array.from({ length: draw.integer(2, 4) }, () => {
    const vowel = VOWELS[draw.integer(0, 4)] ?? '';
    return `${draw.pick([...'bcdfghklmnprstvwz'])}${vowel}`;
  });
  return `${syllables.join('')}${draw.pick(['', 'n', 's', 'r', 'l'])}`;
};
const name = (draw: Draw): string => `${draw.pick(FIRST)} ${draw.pick(LAST)}`;
const digits = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => draw.integer(0, 9)).join('');
const day = (draw: Draw): string =>
  `${draw.integer(1990, 2029)}-${pad(draw.integer(1, 12), 2)}-${pad(draw.integer(1, 28), 2)}`;
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const codes = (text: string): number => [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
const byLetter = (text: string, change: (place: number, index: number) => string): string =>
  [...text]
    .map((letter, i) => (LETTERS.includes(letter) ? change(LETTERS.indexOf(letter), i) : letter))
    .join('');
const textRule = (called: string, input: (draw: Draw) => string, of: (text: string) => Json): Beyond => ({
  name: called,
  input,
  of: (text) => of(String(text)),
});

function plural(noun: string): string {
  if (/(s|x|sh|ch)$/.test(noun)) return `${noun}es`;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(f|fe)$/.test(noun)) return `${noun.replace(/fe?$/, '')}ves`;
  return `${noun}s`;
}

function roman(number: number): string {
  const signs: readonly (readonly [number, string])[] = [
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let left = number;
  let text = '';
  for (const [value, sign] of signs) {
    for (; left >= value; left -= value) text += sign;
  }
  return text;
}

function soundex(text: string): string {
  const code = (letter: string): string => '01230120022455012623010202'[LETTERS.indexOf(letter)] ?? '0';
  const marks = [...text].map(code).filter((mark, index, all) => mark !== all[index - 1]);
  return `${text.slice(0, 1)}${marks
    .slice(1)
    .filter((mark) => mark !== '0')
    .join('')}`
    .padEnd(4, '0')
    .slice(0, 4);
}

function luhn(text: string): number {
  const sum = [...text].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const ordinal = (number: number): string => {
  const teen = number % 100 > 10 && number % 100 < 14;
  return `${number}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`;
};

/** Rules with texts. Their constants are drawn. */
export const BEYOND_TEXTS: readonly ((draw: Draw) => Beyond)[] = [
  (draw) => {
    const by = draw.integer(1, 12);
    return textRule('letters moved on', said, (text) => byLetter(text, (n) => LETTERS[(n + by) % 26] ?? ''));
  },
  () =>
    textRule('letters moved on by place', said, (t) => byLetter(t, (n, i) => LETTERS[(n + i) % 26] ?? '')),
  () =>
    textRule('capitals in turn', said, (t) =>
      byLetter(t, (n, i) => (i % 2 ? LETTERS[n] : LETTERS[n]?.toUpperCase()) ?? ''),
    ),
  () => textRule('digits of a telephone', said, (text) => byLetter(text, (n) => KEYPAD[n] ?? '')),
  (draw) => {
    const divisor = draw.pick([83, 89, 97]);
    return textRule(
      'check number behind',
      name,
      (t) => `${t.slice(0, 3).toUpperCase()}-${codes(t) % divisor}`,
    );
  },
  () =>
    textRule(
      'check digit of a card',
      (draw) => digits(draw, 8),
      (text) => `${text}${luhn(text)}`,
    ),
  () =>
    textRule(
      'last digit of a book',
      (draw) => digits(draw, 9),
      (text) => {
        const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
        return '0123456789X'[(11 - (sum % 11)) % 11] ?? '';
      },
    ),
  () => textRule('day of the week', day, (text) => DAYS[new Date(`${text}T00:00Z`).getUTCDay()] ?? ''),
  () =>
    textRule('a day at the weekend', day, (text) => [0, 6].includes(new Date(`${text}T00:00Z`).getUTCDay())),
  () =>
    textRule('a week later', day, (text) =>
      new Date(Date.parse(`${text}T00:00Z`) + 7 * 86_400_000).toISOString().slice(0, 10),
    ),
  () => textRule('plural', (draw) => `${draw.pick(KINDS)} ${draw.pick([...NOUNS, ...MORE])}`, plural),
  () =>
    textRule(
      'a or an',
      (draw) => `${draw.pick(KINDS)} ${draw.pick(NOUNS)}`,
      (text) => (/^[aeiou]/.test(text) ? `an ${text}` : `a ${text}`),
    ),
  () =>
    textRule(
      'title with small words',
      (draw) =>
        [
          draw.pick(NOUNS),
          draw.pick(SMALL),
          draw.pick(KINDS),
          draw.pick([...SMALL, ...KINDS]),
          draw.pick(MORE),
        ].join(' '),
      (text) =>
        capital(
          text
            .split(' ')
            .map((one) => (SMALL.includes(one) ? one : capital(one)))
            .join(' '),
        ),
    ),
  () =>
    textRule(
      'surname with its particle, then initials',
      (draw) => {
        const title = draw.pick(['', '', '', ...TITLES.map((one) => `${one} `)]);
        return `${title}${draw.pick(FIRST)} ${draw.pick(PARTICLES)}${draw.pick(LAST)}`;
      },
      (text) => {
        const rest = TITLES.reduce((left, title) => left.replace(`${title} `, ''), text);
        const [given = '', ...surname] = rest.split(' ');
        return `${surname.join(' ')}, ${given[0]}.`;
      },
    ),
  () =>
    textRule('words of pigs', said, (t) =>
      /^[aeiou]/.test(t) ? `${t}way` : `${t.replace(/^([^aeiou]*)(.*)$/, '$2$1')}ay`,
    ),
  () => textRule('code of a sound', said, soundex),
  () =>
    textRule(
      'same letters counted',
      (draw) =>
        Array.from({ length: draw.integer(1, 4) }, () =>
          (LETTERS[draw.integer(0, 25)] ?? '').repeat(draw.integer(1, 4)),
        ).join(''),
      (text) =>
        text.replace(/(.)\1*/g, (run, letter: string) => `${letter}${run.length > 1 ? run.length : ''}`),
    ),
  () =>
    textRule(
      'letters in order',
      (draw) => word(draw),
      (text) => [...text].sort().join(''),
    ),
  () =>
    textRule(
      'letters by their place in the alphabet',
      (draw) => word(draw),
      (text) => [...text].reduce((sum, letter) => sum + LETTERS.indexOf(letter) + 1, 0),
    ),
  () =>
    textRule('only the second vowel in capitals', said, (text) => {
      let seen = 0;
      return [...text]
        .map((letter) => (VOWELS.includes(letter) && ++seen === 2 ? letter.toUpperCase() : letter))
        .join('');
    }),
  () =>
    textRule(
      'capital of the country of a city, by a table',
      (draw) => `${draw.pick(CITIES)}, ${digits(draw, 2)}`,
      (t) =>
        ({ L: 'PE', O: 'NO', C: 'EG', Q: 'EC', T: 'JP', P: 'FR', D: 'IN', A: 'GH', M: 'BY' })[
          t.slice(0, 1)
        ] ?? '',
    ),
  () =>
    textRule(
      'brackets that close',
      (draw) => {
        const text = Array.from({ length: draw.integer(1, 3) }, () =>
          draw.pick(['()', '(())', '()()', ')(', '(', '())']),
        ).join('');
        return text;
      },
      (text) => {
        let left = text;
        while (left.includes('()')) left = left.replace('()', '');
        return left === '';
      },
    ),
];

/** Texts for numbers. */
export const BEYOND_WRITTEN: readonly ((draw: Draw) => Beyond)[] = [
  () => ({ name: 'roman numerals', input: (draw) => draw.integer(1, 120), of: (n) => roman(Number(n)) }),
  () => ({ name: 'ordinals', input: (draw) => draw.integer(1, 130), of: (n) => ordinal(Number(n)) }),
  () => ({ name: 'binary', input: (draw) => draw.integer(1, 200), of: (n) => Number(n).toString(2) }),
  () => ({
    name: 'names of columns',
    input: (draw) => draw.integer(1, 120),
    of: (n) => {
      const place = Number(n) - 1;
      const left = place < 26 ? '' : (LETTERS[Math.floor(place / 26) - 1] ?? '');
      return `${left}${LETTERS[place % 26]}`.toUpperCase();
    },
  }),
];
