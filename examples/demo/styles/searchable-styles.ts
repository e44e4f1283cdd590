import { head, lengthOf, pythonTransform, quote, type StyleFamily, wordsOf } from './house-style.js';

const SEPARATORS = ['-', '_', '.', '/'] as const;

const surnameFirst: StyleFamily = {
  name: 'surname_first',
  searchable: true,
  draw: (stream) => {
    const separator = stream.pick([', ', '/', '; ']);
    return {
      rule: `the last word in capitals, then “${separator}”, then the first letter and a full stop`,
      apply: (text) => `${(wordsOf(text).at(-1) ?? '').toUpperCase()}${separator}${head(text, 1)}.`,
      script: pythonTransform(`return value.split()[-1].upper() + ${quote(separator)} + value[0] + "."`),
    };
  },
};

const clippedWords: StyleFamily = {
  name: 'clipped_words',
  searchable: true,
  draw: (stream) => {
    const letters = stream.integer(2, 3);
    const separator = stream.pick(SEPARATORS);
    return {
      rule: `the first ${letters} letters of each word in capitals, joined by “${separator}”`,
      apply: (text) =>
        wordsOf(text)
          .map((word) => head(word, letters).toUpperCase())
          .join(separator),
      script: pythonTransform(
        `return ${quote(separator)}.join(word[:${letters}].upper() for word in value.split())`,
      ),
    };
  },
};

const initialsAndLength: StyleFamily = {
  name: 'initials_and_length',
  searchable: true,
  draw: (stream) => {
    const separator = stream.pick(SEPARATORS);
    return {
      rule: `the first letter of each word in capitals, then “${separator}” and the number of characters`,
      apply: (text) =>
        `${wordsOf(text)
          .map((word) => head(word, 1))
          .join('')
          .toUpperCase()}${separator}${lengthOf(text)}`,
      script: pythonTransform(
        'initials = "".join(word[0] for word in value.split())',
        `return initials.upper() + ${quote(separator)} + str(len(value))`,
      ),
    };
  },
};

const countedSlug: StyleFamily = {
  name: 'counted_slug',
  searchable: true,
  draw: (stream) => {
    const separator = stream.pick(SEPARATORS);
    const mark = stream.pick([':', '#', '=']);
    return {
      rule: `the number of words, then “${mark}”, then the words in small letters, joined by “${separator}”`,
      apply: (text) => {
        const words = wordsOf(text);
        return `${words.length}${mark}${words.join(separator).toLowerCase()}`;
      },
      script: pythonTransform(
        'words = value.split()',
        `return str(len(words)) + ${quote(mark)} + ${quote(separator)}.join(words).lower()`,
      ),
    };
  },
};

const skeleton: StyleFamily = {
  name: 'skeleton',
  searchable: true,
  draw: (stream) => {
    const separator = stream.pick(SEPARATORS);
    return {
      rule: `the words in capitals without the vowels a, e, i, o and u, joined by “${separator}”`,
      apply: (text) =>
        wordsOf(text)
          .join(separator)
          .replace(/[aeiou]/gi, '')
          .toUpperCase(),
      script: pythonTransform(
        `joined = ${quote(separator)}.join(value.split())`,
        'return "".join(letter for letter in joined if letter not in "aeiouAEIOU").upper()',
      ),
    };
  },
};

const bookends: StyleFamily = {
  name: 'bookends',
  searchable: true,
  draw: (stream) => {
    const letters = stream.integer(2, 3);
    const separator = stream.pick(['..', '~', '-']);
    return {
      rule: `the first ${letters} characters in capitals, then “${separator}”, then the last ${letters} in small letters`,
      apply: (text) =>
        `${head(text, letters).toUpperCase()}${separator}${Array.from(text).slice(-letters).join('').toLowerCase()}`,
      script: pythonTransform(
        `return value[:${letters}].upper() + ${quote(separator)} + value[-${letters}:].lower()`,
      ),
    };
  },
};

const longestWord: StyleFamily = {
  name: 'longest_word',
  searchable: true,
  draw: (stream) => {
    const mark = stream.pick(['/', '+', '@']);
    return {
      rule: `the longest word in capitals (the first of several), then “${mark}” and the number of words`,
      apply: (text) => {
        const words = wordsOf(text);
        const longest = words.reduce((best, word) => (lengthOf(word) > lengthOf(best) ? word : best), '');
        return `${longest.toUpperCase()}${mark}${words.length}`;
      },
      script: pythonTransform(
        'words = value.split()',
        `return max(words, key=len).upper() + ${quote(mark)} + str(len(words))`,
      ),
    };
  },
};

const paddedTag: StyleFamily = {
  name: 'padded_tag',
  searchable: true,
  draw: (stream) => {
    const letters = stream.integer(3, 4);
    const digits = stream.integer(3, 4);
    const separator = stream.pick(SEPARATORS);
    return {
      rule: `the first ${letters} characters in capitals, then “${separator}”, then the number of characters in ${digits} digits`,
      apply: (text) =>
        `${head(text, letters).toUpperCase()}${separator}${String(lengthOf(text)).padStart(digits, '0')}`,
      script: pythonTransform(
        `return value[:${letters}].upper() + ${quote(separator)} + str(len(value)).zfill(${digits})`,
      ),
    };
  },
};

/** Styles of two to four steps that the offline search has. */
export const searchableStyles: readonly StyleFamily[] = [
  surnameFirst,
  clippedWords,
  initialsAndLength,
  countedSlug,
  skeleton,
  bookends,
  longestWord,
  paddedTag,
];
