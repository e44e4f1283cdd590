import { describe, expect, it } from 'vitest';
import { instantiate, type Operator } from '../language/operator.js';
import type { Value } from '../language/value-type.js';
import { pool } from './arguments.fixture.js';
import { library } from './index.js';

/** Letters of two scripts, and the plain ones in their places. */
const PLAIN: Readonly<Record<string, string>> = {
  ë: 'k',
  Ë: 'K',
  ł: 'l',
  Ł: 'L',
  è: 'm',
  È: 'M',
  ж: 'w',
  Ж: 'W',
};
const TEXTS = ['Łuczak, Zoë', 'Ana-Mèkl È. 12 ж34', 'ëlk_Èva9 (жq)', 'Zoë', 'ëжè', 'ÈŁ', 'èlè Łuk'];
/** Vowels are those of English. */
const OF_ENGLISH = ['without_vowels', 'vowel_count'];

const plain = (text: string): string => text.replace(/[ëËłŁèÈжЖ]/g, (letter) => PLAIN[letter] ?? '');
const plainValue = (value: Value | undefined): unknown =>
  value === undefined ? undefined : JSON.parse(plain(JSON.stringify(value)));

const operators = library
  .filter(({ name }) => !OF_ENGLISH.includes(name))
  .flatMap((entry) => instantiate(entry, pool))
  .filter(({ holes, result }) => holes.join() === 'text' && /^(texts?|integer|boolean)$/.test(result));
const isOrder = ({ name }: Operator): boolean => /sorted|lowest|highest|descending/.test(name);

describe('the library', () => {
  it.each(TEXTS)('does with %s what it does with plain letters in the places of others', (text) => {
    const different = operators
      .filter((operator) => !isOrder(operator))
      .map((operator) => [operator.name, plainValue(operator.apply([text])), operator.apply([plain(text)])])
      // What has no value there is never taken for a fit.
      .filter(([, actual]) => actual !== undefined)
      .filter(([, actual, expected]) => JSON.stringify(actual) !== JSON.stringify(expected));
    expect(different).toEqual([]);
  });

  it('has no Python that takes letters of other scripts for punctuation', () => {
    const sources = library.flatMap(({ python, helpers = [] }) => [python, ...helpers]);
    expect(sources.filter((source) => /A-Za-z|a-zA-Z/.test(source))).toEqual([]);
  });
});
