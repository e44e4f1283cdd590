import { expect, it } from 'vitest';
import { atOnce } from './async/in-turns.js';
import { contentHash, contentHashSteps, sha256 } from './content-hash.js';

it('is SHA-256 of the canonical text', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(contentHash({ b: 1, a: 2 })).toBe(sha256('{"a":2,"b":1}'));
  expect(contentHash({ a: 2, b: 1 })).toBe(contentHash({ b: 1, a: 2 }));
  expect(contentHash({ a: 2 })).not.toBe(contentHash({ a: '2' }));
});

it('is the same for a list that is taken item by item', () => {
  for (const items of [[], [1], [{ b: [null], a: 'ü' }, 'x', []]]) {
    expect(atOnce(contentHashSteps(items))).toBe(contentHash(items));
  }
});
