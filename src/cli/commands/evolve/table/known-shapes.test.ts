import { describe, expect, it } from 'vitest';
import { cutsAtPlaces, KnownShapes } from './known-shapes.js';

describe('KnownShapes', () => {
  const prices = [['EUR 12.30'], ['EUR 1200.50']];

  it('know the order of classes of characters, whatever their number', () => {
    const known = new KnownShapes(prices, { lengthsMatter: false });
    expect(
      ['EUR 7.1', 'USD 12345.678', 'EUR 12', 'eur 1.2', 'EUR  1.2'].map((text) => known.has([text])),
    ).toEqual([true, true, false, false, true]);
  });

  it('know how long runs were where that matters: digits within what was seen, letters no shorter', () => {
    const known = new KnownShapes(prices, { lengthsMatter: true });
    const texts = ['EUR 123.45', 'EUR 7.10', 'EUR 12345.10', 'EUR 12.3', 'EURO 12.30', 'E 12.30'];
    expect(texts.map((text) => known.has([text]))).toEqual([true, false, false, false, true, false]);
  });

  it('know several cells together', () => {
    const known = new KnownShapes([['Ada', '1']], { lengthsMatter: false });
    expect([known.has(['Tim', '2']), known.has(['2', 'Tim'])]).toEqual([true, false]);
  });
});

describe('cutsAtPlaces', () => {
  it.each([
    ["return value[1:4] + '-'", true],
    ['return value[:2]', true],
    ['return value[-2:]', true],
    ['return value.split()[-1]', false],
    ['return value[::-1]', false],
    ["return value['a'][0]", false],
  ])('of %s is %s', (script, cuts) => {
    expect(cutsAtPlaces(script)).toBe(cuts);
  });
});
