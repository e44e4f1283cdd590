import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.js';
import { nearNames } from './near-names.js';

/** The definition, as a recursion. */
function plainDistance(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length;
  const [restLeft, restRight] = [left.slice(1), right.slice(1)];
  if (left[0] === right[0]) return plainDistance(restLeft, restRight);
  return (
    1 +
    Math.min(
      plainDistance(restLeft, right),
      plainDistance(left, restRight),
      plainDistance(restLeft, restRight),
    )
  );
}

it('counts edits as the definition does, and never too few where it stops early', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (left, right) => {
      const edits = plainDistance(left, right);
      expect(editDistance(left, right)).toBe(edits);
      expect(editDistance(left, right, { mostSteps: 3 })).toBeGreaterThanOrEqual(edits);
    }),
  );
});

it('counts neighbours that changed places as one change where it is asked to', () => {
  const texts: readonly (readonly [left: string, right: string, edits: number, withSwaps: number])[] = [
    ['cost', 'csot', 2, 1],
    ['read_file', 'raed_fiel', 4, 2],
    ['ab', 'ba', 2, 1],
    ['abc', 'ca', 3, 3],
  ];
  for (const [left, right, edits, withSwaps] of texts)
    expect([editDistance(left, right), editDistance(left, right, { swaps: true })]).toEqual([
      edits,
      withSwaps,
    ]);
});

it('names what may have been meant', () => {
  const known = ['f1_score', 'accuracy', 'binary_accuracy', 'cost'];
  expect(nearNames('F1Scor', known)).toEqual(['f1_score']);
  expect(nearNames('acuracy', known)[0]).toBe('accuracy');
  expect(nearNames('binaryaccuracy', known)[0]).toBe('binary_accuracy');
  expect(nearNames('cots', known)).toEqual(['cost']);
  expect(nearNames('zebra', known)).toEqual([]);
  expect(nearNames('x'.repeat(1_000_000), known)).toEqual([]);
});
