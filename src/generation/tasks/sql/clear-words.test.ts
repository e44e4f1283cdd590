import { expect, it } from 'vitest';
import { isClear } from './clear-words.js';

it.each(['unit price', 'wind', 'GDP', 'life expectancy', 'year 2010', 'straße', 'scheduled flights'])(
  'takes %s for words that a person would say',
  (words) => expect(isClear(words)).toBe(true),
);

it.each(['qsec', 'ptl', 'x2', 'V1', 'q12 b', 'ins premium', 'drat', 'pclass', 'hhinc', 'xkcdpop', ''])(
  'takes %s for a code',
  (words) => expect(isClear(words)).toBe(false),
);
