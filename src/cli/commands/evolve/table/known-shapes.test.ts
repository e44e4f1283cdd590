import { describe, expect, it } from 'vitest';
import { KnownShapes, lengthsThatMatter } from './known-shapes.js';

describe('KnownShapes', () => {
  const prices = [['EUR 12.30'], ['EUR 1200.50']];

  it('know the order of classes of characters, whatever their number', () => {
    const known = new KnownShapes(prices, { lengths: 'none' });
    expect(
      ['EUR 7.1', 'USD 12345.678', 'EUR 12', 'eur 1.2', 'EUR  1.2'].map((text) => known.has([text])),
    ).toEqual([true, true, false, false, true]);
  });

  it('know how long runs were where that matters: digits within what was seen, letters no shorter', () => {
    const known = new KnownShapes(prices, { lengths: 'all' });
    const texts = ['EUR 123.45', 'EUR 7.10', 'EUR 12345.10', 'EUR 12.3', 'EURO 12.30', 'E 12.30'];
    expect(texts.map((text) => known.has([text]))).toEqual([true, false, false, false, true, false]);
  });

  it('know where a letter stood alone in every example, and leave what has more of them', () => {
    const known = new KnownShapes([['A-7 of Ada'], ['C-9001 of Tim']], { lengths: 'single letters' });
    const texts = ['B-12345 of Charles', 'AB-3 of Ada', 'A-3 of JIm'];
    expect(texts.map((text) => known.has([text]))).toEqual([true, false, false]);
  });

  it('know several cells together', () => {
    const known = new KnownShapes([['Ada', '1']], { lengths: 'none' });
    expect([known.has(['Tim', '2']), known.has(['2', 'Tim'])]).toEqual([true, false]);
  });
});

describe('lengthsThatMatter', () => {
  it.each([
    ["return value[1:4] + '-'", 'all'],
    ['return value[:2]', 'all'],
    ['return value[-2:]', 'all'],
    ["return f'{text[0]}{text[1:3]}'", 'all'],
    ['return value.split()[-1]', 'none'],
    ['return value[::-1]', 'none'],
    ["return text.split('-')[0]", 'none'],
    ["return text[0] + '-'", 'single letters'],
    ['return text.split()[-1][0]', 'single letters'],
    ["return value['a'][0]", 'single letters'],
  ])('for %s are %s', (script, lengths) => {
    expect(lengthsThatMatter(script)).toBe(lengths);
  });
});
