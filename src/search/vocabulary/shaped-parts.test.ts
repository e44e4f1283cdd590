import { describe, expect, it } from 'vitest';
import { inputLeaves } from './leaves.js';
import { shapedParts } from './shaped-parts.js';

/** What finds the outputs in the inputs. */
function patternsOf(pairs: Readonly<Record<string, string>>): readonly string[] {
  const train = Object.entries(pairs).map(([input, output]) => ({ input, output }));
  const leaves = inputLeaves('text', Object.keys(pairs)).filter(({ name }) => name === 'text');
  const problem = { variable: 'text', train, holdout: [], unlabelled: [], depth: 0 };
  return shapedParts(problem, leaves).map((leaf) => leaf.render([]).text);
}

describe('shapedParts', () => {
  it('keeps the case of letters, and the lengths of runs only where another part has others', () => {
    expect(patternsOf({ 'x AB-12 y': 'AB-12', 'a QX-90': 'QX-90', 'an RT-80 b': 'RT-80' })).toEqual([
      "first_match(r'(?<![^\\W_])[A-Z]+-[0-9]+(?![^\\W_]|[.,][0-9])', text)",
    ]);
    expect(patternsOf({ 'x ab.12 y': 'ab.12', 'a qx.90 b.7': 'qx.90', 'an rt.34 b': 'rt.34' })).toEqual([
      "first_match(r'(?<![^\\W_])[a-z]{2}\\.[0-9]{2}(?![^\\W_]|[.,][0-9])', text)",
    ]);
  });

  it('takes a single digit for a number, and marks for themselves', () => {
    expect(patternsOf({ 'x (B1) y': '(B1)', 'a (c7)': '(c7)' })).toEqual([
      "first_match(r'\\([^\\W\\d_]+[0-9]+\\)', text)",
    ]);
  });

  it.each([
    ['one of several parts of the shape', { 'x AB-12 y': 'AB-12', 'a QX-90 of RT-80 b': 'QX-90' }],
    ['a part at the end of every text', { 'x AB-12': 'AB-12', 'a QX-90': 'QX-90' }],
    ['a word or a number', { 'x 12 y': '12', 'a 90 b': '90' }],
    ['parts of long texts', { 'x AB-12 y': 'AB-12', [`QX-90 ${'b'.repeat(2000)}`]: 'QX-90' }],
  ])('leaves %s to others', (_name, pairs) => {
    expect(patternsOf(pairs)).toEqual([]);
  });
});
