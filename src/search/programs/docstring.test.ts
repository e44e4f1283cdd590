import { describe, expect, it } from 'vitest';
import { docstring } from './docstring.js';

const examples = [1, 2, 30, 400].map((n) => ({ input: n, output: n * 2 }));

describe('docstring', () => {
  it('is the description, else the longest of the first three examples', () => {
    expect(docstring('Doubles.', examples)).toEqual(['    """Doubles."""']);
    expect(docstring(undefined, examples)).toEqual(['    """For example, 30 gives 60."""']);
  });

  it('shows no example that the function fails, and none that is long or not plain', () => {
    expect(docstring(undefined, examples, ({ input }) => Number(input) < 20)).toEqual([
      '    """For example, 1 gives 2."""',
    ]);
    expect(docstring(undefined, examples, () => false)).toEqual([]);
    expect(docstring(undefined, [{ input: 'a'.repeat(80), output: 1 }])).toEqual([]);
    expect(docstring(undefined, [{ input: 'a"b', output: 1 }])).toEqual([]);
  });
});
