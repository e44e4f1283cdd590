import { RandomStream } from 'mettle/core';
import { describe, expect, it } from 'vitest';
import { drawHouseStyles, drawStyle, styleFamilies } from './draw-styles.js';

const STYLED: Readonly<Record<string, RegExp>> = {
  surname_first: /^LANKA(, |\/|; )S\.$/,
  clipped_words: /^SRI?[-_./]LAN?$/,
  initials_and_length: /^SL[-_./]9$/,
  counted_slug: /^2[:#=]sri[-_./]lanka$/,
  skeleton: /^SR[-_./]LNK$/,
  bookends: /^SRI?(\.\.|~|-)n?ka$/,
  longest_word: /^LANKA[/+@]2$/,
  padded_tag: /^SRI ?[-_./]00?09$/,
  shifted_letters: /^[a-z]{3} [a-z]{5}$/,
  alternating_case: /^SrI LaNkA$/,
  check_number: /^SRI-\d\d?$/,
  keypad_digits: /^774 52652$/,
};

describe('house styles', () => {
  it.each(styleFamilies.map((family) => [family.name, family] as const))('%s: as it says', (name, family) => {
    for (let seed = 0; seed < 20; seed++) {
      const style = drawStyle(family, new RandomStream(seed, 'style'));
      expect(style.apply('Sri Lanka'), style.rule).toMatch(STYLED[name] ?? /never/);
      expect(style.script).toMatch(/^def transform\(value\):\n( {4}.*\n)+$/);
    }
  });

  it('are twelve, four of which the search has no steps for', () => {
    expect(styleFamilies).toHaveLength(12);
    expect(styleFamilies.filter(({ searchable }) => !searchable)).toHaveLength(4);
  });

  it('follow the seed, differ within a run, and come from all families', () => {
    const draw = (seed: number) =>
      drawHouseStyles(new RandomStream(seed, 'styles'), 3).map(({ family, rule }) => ({ family, rule }));
    expect(draw(5)).toEqual(draw(5));
    const families = Array.from({ length: 40 }, (_, seed) => draw(seed).map(({ family }) => family));
    for (const drawn of families) expect(new Set(drawn).size).toBe(3);
    expect(new Set(families.flat()).size).toBe(styleFamilies.length);
  });
});
