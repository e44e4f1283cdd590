import { describe, expect, it } from 'vitest';
import { colouredLines } from './coloured-lines.js';

describe('colouredLines', () => {
  const text = "def f(x):\n    return x.split(' → ')\n# 2 of 3 rows change:\n  line 4: a → b\n  and 1 more";

  it('changes nothing without colours', () => {
    expect(colouredLines(text, false)).toBe(text);
  });

  it('dims comments and marks what a row becomes, and leaves the script alone', () => {
    expect(colouredLines(text, true)).toBe(
      "def f(x):\n    return x.split(' → ')\n\x1b[2m# 2 of 3 rows change:\x1b[22m\n  line 4: a → \x1b[32mb\x1b[39m\n  and 1 more",
    );
  });

  it('keeps no colour that the data brings', () => {
    expect(colouredLines('  line 4: \x1b[31ma → \x1b[8mb', true)).toBe('  line 4: a → \x1b[32mb\x1b[39m');
  });
});
