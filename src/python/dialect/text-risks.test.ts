import { describe, expect, it } from 'vitest';
import { findDialectGaps } from './find-dialect-gaps.js';
import { rewriteForMonty } from './rewrite-for-monty.js';
import { type TextUse, textRisks, textUses } from './text-risks.js';

const uses = (found: ReadonlySet<TextUse>): string => [...found].sort().join(' ');

describe('textUses', () => {
  it.each([
    ['x = 1', ''],
    ['line.strip().split(",")', 'spaces'],
    ['sorted(names, key=str.casefold)', 'titles'],
    ['import re', 'patterns'],
    ['[int(n) for n in text.splitlines()]', 'digits lines'],
  ])('of %j: %s', (code, expected) => {
    expect(uses(textUses(code))).toBe(expected);
  });
});

describe('textRisks', () => {
  it.each([
    ['plain \t text\r\n', ''],
    ['naïve café – “Ünïcödé” €5', ''],
    ['emoji 😀', ''],
    ['\x1b[31m', ''],
    ['a\x0bb', 'lines'],
    ['a\x1fb', 'patterns spaces'],
    ['x²', 'digits letters numerals patterns titles'],
    ['straße', 'titles'],
    ['ΑΣ', 'titles'],
    ['日本', 'numerals titles'],
    ['ᾼ', 'case titles'],
    ['e\u0301', 'letters patterns titles'],
    ["'\\x1c'", 'lines patterns spaces'],
    ["'\\u00df'", 'titles'],
    ['"\\u2028"', 'lines'],
    ["r'\\d\\w\\s'", ''],
    ["'\\N{DIGIT ONE}'", 'case digits letters lines numerals patterns spaces titles'],
  ])('of %j: %s', (text, expected) => {
    expect(uses(textRisks(text))).toBe(expected);
  });
});

describe('rules for characters', () => {
  it('point to the use, not to the character', () => {
    const [gap] = findDialectGaps("word = 'straße'\nprint(word.title())\n");
    expect(gap).toMatchObject({ rule: 'dialect/text-characters', effect: 'may_differ', line: 2 });
  });

  it.each(["print('straße'.upper())", "print('²')", "print('é'.title())", "x = '\\x1c'.title()"])(
    'leave %j alone',
    (code) => {
      expect(findDialectGaps(code)).toEqual([]);
    },
  );

  it('watch chr only where characters matter', () => {
    expect(rewriteForMonty('print(chr(n))').code).toBe('print(chr(n))');
    expect(rewriteForMonty('print(chr(n).title())').code).toBe('print(_mettle_chr(n).title())');
    expect(rewriteForMonty('print(chr(65).title())').outlook).toBe('runs');
    expect(rewriteForMonty('print(chr(0xdf).title())').outlook).toBe('may_differ');
  });
});
