import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceLines } from './source-lines.js';

describe('SourceLines', () => {
  it('ends lines where Python does', () => {
    const lines = new SourceLines('a\nb\r\nc\rd\u2028e');
    expect(lines.count).toBe(4);
    expect([1, 2, 3, 4, 5].map((number) => lines.line(number))).toEqual(['a', 'b', 'c', 'd\u2028e', '']);
  });

  it('finds the way from an offset to a place and back', () => {
    const text = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '\r')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(40), (source, raw) => {
        const lines = new SourceLines(source);
        const offset = Math.min(raw, source.length);
        const { line, column } = lines.position(offset);
        expect(lines.offset(line, column)).toBe(offset);
      }),
      { seed: 7 },
    );
  });
});
