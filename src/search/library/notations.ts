import { computed, type LibraryEntry } from '../language/library-entry.js';

const ROMAN = /^(?=.)M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})$/;
const ROMAN_SIGNS = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

const ROMAN_NUMBER = `def roman_number(text):
    """The number of a Roman numeral such as XIV"""
    worth = [{'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}[letter] for letter in text]
    return sum(-one if one < max(worth[place:]) else one for place, one in enumerate(worth))`;

const ROMAN_NUMERAL = `def roman_numeral(number):
    """A number as a Roman numeral such as XIV"""
    text = ''
    for worth, sign in [${ROMAN_SIGNS.map(([worth, sign]) => `(${worth}, '${sign}')`).join(', ')}]:
        text += sign * (number // worth)
        number %= worth
    return text`;

const ORDINAL = `def ordinal(number):
    """A number as 1st, 2nd, 3rd, 11th"""
    if number % 100 in (11, 12, 13):
        return f'{number}th'
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"`;

const FRACTION_VALUE = `def fraction_value(text):
    """The value of a number such as 3/4 or 2 1/2"""
    total = 0
    for part in text.split():
        over, _, under = part.partition('/')
        total += int(over) / int(under or 1)
    return total`;

const DECIMAL_DEGREES = `def decimal_degrees(text):
    """Degrees of a coordinate such as 48°30'N, below zero in the south and west"""
    total = 0
    for place, part in enumerate(re.findall(r'[0-9]+', text)):
        total += int(part) / 60 ** place
    return -total if text[-1] in 'SW' else total`;

/** A coordinate of whole degrees, minutes and seconds. */
const COORDINATE = /^[0-9]{1,3}°(?: ?[0-9]{1,2}['′])?(?: ?[0-9]{1,2}["″])? ?[NESW]$/;

function decimalDegrees(text: string): number | undefined {
  if (!COORDINATE.test(text)) return undefined;
  let total = 0;
  for (const [place, part] of (text.match(/[0-9]+/g) ?? []).entries()) total += Number(part) / 60 ** place;
  return /[SW]$/.test(text) && total > 0 ? -total : total > 0 ? total : undefined;
}

function romanNumber(text: string): number | undefined {
  if (!ROMAN.test(text)) return undefined;
  const worth = Array.from(text, (letter) => ROMAN_SIGNS.find(([, sign]) => sign === letter)?.[0] ?? 0);
  return worth.reduce<number>(
    (total, one, place) => total + (one < Math.max(...worth.slice(place)) ? -one : one),
    0,
  );
}

function romanNumeral(number: number): string | undefined {
  if (number < 1 || number > 3999) return undefined;
  let [left, text] = [number, ''];
  for (const [worth, sign] of ROMAN_SIGNS) {
    text += sign.repeat(Math.floor(left / worth));
    left %= worth;
  }
  return text;
}

function ordinal(number: number): string | undefined {
  if (number < 0) return undefined;
  const isTeen = [11, 12, 13].includes(number % 100);
  return `${number}${(isTeen ? 'th' : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`;
}

function fractionValue(text: string): number | undefined {
  if (!/^(?:[0-9]{1,9}|[0-9]{1,9}\/[0-9]{1,9}|[0-9]{1,9} +[0-9]{1,9}\/[0-9]{1,9})$/.test(text))
    return undefined;
  let total = 0;
  for (const part of text.split(/ +/)) {
    const [over, under = '1'] = part.split('/');
    if (Number(under) === 0) return undefined;
    total += Number(over) / Number(under);
  }
  return total;
}

/** Other notations of numbers: Roman numerals, ordinals, fractions, coordinates, colours. */
export const notations: readonly LibraryEntry[] = [
  {
    name: 'roman_number',
    python: 'roman_number({0})',
    helpers: [ROMAN_NUMBER],
    parameters: [computed('text')],
    result: 'integer',
    cost: 1,
    gate: { inputs: /(?<![A-Za-z])[IVXLCDM]+(?![A-Za-z])/ },
    apply: romanNumber,
    variable: 'number',
  },
  {
    name: 'roman_numeral',
    python: 'roman_numeral({0})',
    helpers: [ROMAN_NUMERAL],
    parameters: [computed('integer')],
    result: 'text',
    cost: 1,
    gate: { outputs: /(?<![A-Za-z])[IVXLCDM]+(?![A-Za-z])/ },
    apply: romanNumeral,
    variable: 'numeral',
  },
  {
    name: 'ordinal',
    python: 'ordinal({0})',
    helpers: [ORDINAL],
    parameters: [computed('integer')],
    result: 'text',
    cost: 1,
    gate: { outputs: /[0-9](?:st|nd|rd|th)(?![A-Za-z])/ },
    apply: ordinal,
    variable: 'ordinal',
  },
  {
    name: 'fraction_value',
    python: 'fraction_value({0})',
    helpers: [FRACTION_VALUE],
    parameters: [computed('text')],
    result: 'number',
    cost: 1,
    gate: { inputs: /[0-9]\/[0-9]/ },
    apply: fractionValue,
    variable: 'value',
  },
  {
    name: 'decimal_degrees',
    python: 'decimal_degrees({0})',
    imports: ['re'],
    helpers: [DECIMAL_DEGREES],
    parameters: [computed('text')],
    result: 'number',
    cost: 1,
    gate: { inputs: COORDINATE },
    apply: decimalDegrees,
    variable: 'degrees',
  },
  {
    name: 'parts_of_colour',
    python: '[int({0!}[place:place + 2], 16) for place in (1, 3, 5)]',
    parameters: [computed('text')],
    result: 'integers',
    cost: 1,
    gate: { inputs: /^#[0-9A-Fa-f]{6}$/ },
    apply: (value: string) =>
      /^#[0-9A-Fa-f]{6}$/.test(value)
        ? [1, 3, 5].map((place) => Number.parseInt(value.slice(place, place + 2), 16))
        : undefined,
    variable: 'colours',
  },
];
