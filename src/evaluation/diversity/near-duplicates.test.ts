import { expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { nearDuplicates } from './near-duplicates.js';

it('names the earlier text that a text repeats, whatever the case and the punctuation', () => {
  const texts = [
    'Move the booking of Mia Sand to the third of May, and tell me what that costs her in the end.',
    'Which of our suppliers has been late twice?',
    'move the booking of MIA SAND to the third of May and tell me what that costs her in the end',
    'Move the booking of Mia Sand to the third of May, and tell me what that costs him in the end.',
    'Which of our suppliers has been late twice',
  ];
  expect(nearDuplicates(texts)).toEqual([null, null, 0, null, 1]);
  expect(nearDuplicates(texts, 0.7)).toEqual([null, null, 0, 0, 1]);
});

it('compares texts of a few words and of none as a whole', () => {
  expect(nearDuplicates(['Stop now', 'stop, now!', 'Stop', '', '…', 'now stop'])).toEqual([
    null,
    0,
    null,
    null,
    3,
    null,
  ]);
});

it('finds what comparing every pair finds', () => {
  const stream = new RandomStream(0, 'near-duplicates');
  const words = Array.from({ length: 12 }, (_, index) => `w${index}`);
  const texts: string[] = [];
  for (let count = 0; count < 300; count++) {
    const base = count > 0 && stream.chance(0.6) ? stream.pick(texts).split(' ') : [];
    const text =
      base.length > 0 ? base : Array.from({ length: stream.integer(1, 24) }, () => stream.pick(words));
    for (let edit = stream.integer(0, 2); edit > 0; edit--) {
      text[stream.integer(0, text.length - 1)] = stream.pick(words);
    }
    texts.push(text.join(' '));
  }
  const shingles = texts.map((text) => {
    const all = text.split(' ');
    return new Set(
      all.length < 3 ? [text] : all.slice(2).map((_, start) => all.slice(start, start + 3).join(' ')),
    );
  });
  for (const threshold of [0.5, 0.8, 1]) {
    const kept: number[] = [];
    const repeated = shingles.map((set, place) => {
      const isAlike = kept.some((earlier) => {
        const other = shingles[earlier] ?? new Set();
        const shared = [...set].filter((shingle) => other.has(shingle)).length;
        return shared / (set.size + other.size - shared) >= threshold;
      });
      if (!isAlike) kept.push(place);
      return isAlike;
    });
    expect(nearDuplicates(texts, threshold).map((earlier) => earlier !== null)).toEqual(repeated);
    expect(repeated.filter(Boolean).length).toBeGreaterThan(20);
  }
});
