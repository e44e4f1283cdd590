import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import { samplePattern } from './sample-pattern.js';

const drawn = (pattern: string): readonly (string | null)[] =>
  [
    ...new Set(
      Array.from({ length: 200 }, (_draw, seed) => samplePattern(pattern, new RandomStream(seed, 'sample'))),
    ),
  ].sort();

describe('samplePattern', () => {
  it.each<[string, readonly string[]]>([
    ['a{3}', ['aaa']],
    ['a{0}', ['']],
    ['a{1,2}b', ['aab', 'ab']],
    ['x{2,}', ['xx', 'xxx', 'xxxx', 'xxxxx', 'xxxxxx']],
    ['a*', ['', 'a', 'aa', 'aaa', 'aaaa']],
    ['a+', ['a', 'aa', 'aaa', 'aaaa', 'aaaaa']],
    ['a+?b', ['aaaaab', 'aaaab', 'aaab', 'aab', 'ab']],
    ['a??', ['', 'a']],
    ['^(?:ab|c)$', ['ab', 'c']],
    ['(?<side>x|y)\\.', ['x.', 'y.']],
    ['([ab]){2}', ['aa', 'ab', 'ba', 'bb']],
    ['[+-]', ['+', '-']],
    ['[a-c]', ['a', 'b', 'c']],
    ['[\\]\\-]', ['-', ']']],
    ['[^!-~]', [' ']],
    ['[^\\W\\da-zA-Z]', ['_']],
    ['\\t\\n\\s\\$', ['\t\n $']],
    ['{', ['{']],
    ['a{,3}', ['a{,3}']],
  ])('draws all that %s matches, and nothing else', (pattern, texts) => {
    expect(drawn(pattern)).toEqual(texts);
  });

  it.each(['^\\d\\D\\w\\W\\S$', '^.[^a-z ]+$', '^[A-Z]{2}-\\d{4}(?:-[a-f0-9]{3,5})?$'])(
    'draws many texts that match %s',
    (pattern) => {
      const texts = drawn(pattern);
      expect(texts.length).toBeGreaterThan(100);
      for (const text of texts) expect(text).toMatch(new RegExp(pattern));
    },
  );

  it.each([
    '(a',
    'a)',
    '*a',
    '+',
    '?',
    '[b-a]',
    '[a-\\d]',
    '[xb-a]',
    '[0-\\w]',
    '[]',
    '[a',
    '[a-',
    '\\',
    '\\1',
    '\\b',
    '(?=a)',
    '(?<a',
    'a{3,1}',
    'a{2001}',
    '(?:a{40}){51}',
    '(?:(?:(?:a{0,40}){40}){40}){40}',
    '[^ -~]',
  ])('draws nothing from %s', (pattern) =>
    expect(samplePattern(pattern, new RandomStream(1, 'sample'))).toBeNull(),
  );

  it('draws texts of up to 2,000 characters', () => {
    expect(samplePattern('(?:a{40}){50}', new RandomStream(1, 'sample'))).toHaveLength(2_000);
    expect(samplePattern('a{2000}', new RandomStream(1, 'sample'))).toHaveLength(2_000);
  });
});
