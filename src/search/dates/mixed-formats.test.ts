import { describe, expect, it } from 'vitest';
import { isOfMoreNotations, mixedFormats } from './mixed-formats.js';

describe('mixedFormats', () => {
  it('has a format for each notation, and both names of a month', () => {
    const texts = ['24 Oct 1908', '3 June 2201', 'May 27 1911', '05272031', '04-Nov-2104', '2031 74'];
    expect(mixedFormats(texts)).toEqual([
      ['%d %b %Y', '%d %B %Y', '%b %d %Y', '%B %d %Y', '%d-%b-%Y', '%d-%B-%Y', '%Y %j', '%m%d%Y'],
    ]);
  });

  it('has each way to read numbers that may be days or months', () => {
    expect(mixedFormats(['2024-03-05', '4/5/2024', '6/7/2024'])).toEqual([
      ['%Y-%m-%d', '%d/%m/%Y'],
      ['%Y-%m-%d', '%m/%d/%Y'],
    ]);
  });

  it.each([
    ['one notation', ['3 May 2024', '4 June 2024', '5 July 2024']],
    ['what is no date', ['3 May 2024', 'Unknown']],
  ])('has none for %s', (_name, texts) => {
    expect(mixedFormats(texts)).toEqual([]);
  });
});

describe('isOfMoreNotations', () => {
  it.each([
    [false, ['3 May 2024', '4 Oct 2024', 'Jan 3 2024', 'March 4 2024']],
    [true, ['3 May 2024', '4 Oct 2024', 'Jan 3 2024']],
    [false, ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '4.5.2024']],
  ])('is %s for %j', (expected, texts) => {
    expect(isOfMoreNotations(texts)).toBe(expected);
  });
});
