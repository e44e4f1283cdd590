import { head, pythonTransform, quote, type StyleFamily } from './house-style.js';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const KEYPAD = '22233344455566677778889999';

const shiftedLetters: StyleFamily = {
  name: 'shifted_letters',
  searchable: false,
  draw: (stream) => {
    const shift = stream.integer(1, 12);
    const shifted = ALPHABET.slice(shift) + ALPHABET.slice(0, shift);
    return {
      rule: `small letters, each of a to z moved ${shift} on in the alphabet`,
      apply: (text) => substitute(text.toLowerCase(), shifted),
      script: substitution(shifted),
    };
  },
};

const alternatingCase: StyleFamily = {
  name: 'alternating_case',
  searchable: false,
  draw: () => ({
    rule: 'capitals and small letters in turn',
    apply: (text) =>
      Array.from(text)
        .map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase()))
        .join(''),
    script: pythonTransform('return "".join(c.lower() if i % 2 else c.upper() for i, c in enumerate(value))'),
  }),
};

const checkNumber: StyleFamily = {
  name: 'check_number',
  searchable: false,
  draw: (stream) => {
    const divisor = stream.pick([83, 89, 97]);
    return {
      rule: `the first 3 characters in capitals, then “-” and a check number: the sum of all code points, modulo ${divisor}`,
      apply: (text) => {
        const sum = Array.from(text).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
        return `${head(text, 3).toUpperCase()}-${sum % divisor}`;
      },
      script: pythonTransform(
        `return value[:3].upper() + "-" + str(sum(ord(letter) for letter in value) % ${divisor})`,
      ),
    };
  },
};

const keypadDigits: StyleFamily = {
  name: 'keypad_digits',
  searchable: false,
  draw: () => ({
    rule: 'each of a to z as its digit on a telephone keypad',
    apply: (text) => substitute(text.toLowerCase(), KEYPAD),
    script: substitution(KEYPAD),
  }),
};

function substitute(text: string, table: string): string {
  return text.replace(/[a-z]/g, (letter) => table[ALPHABET.indexOf(letter)] ?? letter);
}

function substitution(table: string): string {
  return pythonTransform(
    `table = dict(zip(${quote(ALPHABET)}, ${quote(table)}))`,
    'return "".join(table.get(letter, letter) for letter in value.lower())',
  );
}

/** Styles that need a step which the offline search lacks: codes of letters, tables by letter, places of letters. */
export const unsearchableStyles: readonly StyleFamily[] = [
  shiftedLetters,
  alternatingCase,
  checkNumber,
  keypadDigits,
];
