import { describe, expect, it } from 'vitest';
import { isPlainReplacement, patternFacts } from './pattern-text.js';

describe('patternFacts', () => {
  it.each([
    ['a$', [['$', 1]]],
    [String.raw`a\$[$]\\$`, [['$', 8]]],
    [
      String.raw`\Za[\]$]$`,
      [
        ['\\Z', 0],
        ['$', 8],
      ],
    ],
    ['[]$]x', []],
    ['[^]$]x', []],
  ])('finds the ends that %j asks for', (pattern, expected) => {
    expect(patternFacts(pattern).endAnchors.map(({ text, index }) => [text, index])).toEqual(expected);
  });

  it.each([
    ['(a)(?:b)(?P<c>d)(?=e)', 2, ['c']],
    [String.raw`\(a\)[(]`, 0, []],
    ['(?i)(a)', 1, []],
  ])('counts the groups of %j', (pattern, groups, names) => {
    expect(patternFacts(pattern)).toMatchObject({ groups, groupNames: new Set(names) });
  });

  it.each([
    ['a*', true],
    [String.raw`\b`, true],
    ['^', true],
    ['a|', true],
    ['(?:a?)+', true],
    ['a{,2}', true],
    [String.raw`\^*`, true],
    ['(?=a)', true],
    ['[', true],
    ['a+', false],
    [String.raw`\bword\b`, false],
    [String.raw`^\s+$`, false],
    ['a++', false],
    ['(?P<n>x)(?P=n)', false],
  ])('knows whether %j can match nothing', (pattern, canBeEmpty) => {
    expect(patternFacts(pattern).canBeEmpty).toBe(canBeEmpty);
  });

  it('collects inline flags', () => {
    expect(patternFacts('(?im)a(?s:b)').inlineFlags).toBe('ims');
  });
});

describe('isPlainReplacement', () => {
  const facts = patternFacts('(a)(?P<name>b)');
  it.each([
    ['plain $1', true],
    [String.raw`\1\2 \g<1> \g<name> \g<0> \\`, true],
    [String.raw`\3`, false],
    [String.raw`\n`, false],
    [String.raw`\10`, false],
    [String.raw`\g<other>`, false],
    ['end\\', false],
  ])('of %j: %s', (replacement, expected) => {
    expect(isPlainReplacement(replacement, facts)).toBe(expected);
  });
});
