import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { codePoint } from '../code-point.fixture.js';
import { visibleText } from './visible-text.js';

describe('text that can be shown', () => {
  it.each([
    ['a title', '\u001b]0;owned\u0007', '\\x1b]0;owned\\x07'],
    ['a hyperlink', '\u001b]8;;http://evil\u001b\\here', '\\x1b]8;;http://evil\\x1b\\here'],
    ['a cleared screen', '\u001b[2Jx\u001b[1;1H', '\\x1b[2Jx\\x1b[1;1H'],
    ['a control of one character', '\u009b2J', '\\u009b2J'],
    ['a bell and a backspace', 'pass\u0007\b\b', 'pass\\x07\\x08\\x08'],
    ['a carriage return over the line', 'FAIL\rpass', 'FAIL\\x0dpass'],
    ['a line end of Windows', 'a\r\nb', 'a\nb'],
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['marks of direction', 'a\u202eb\u2066c\u200f', 'a\\u202eb\\u2066c\\u200f'],
    ['tag characters', 'x\u{e0041}', 'x\\udb40\\udc41'],
    ['half a pair', 'x\ud800y', 'x\\ud800y'],
    ['what people write', 'é 日本 👩‍💻 عربى\tx\n', 'é 日本 👩‍💻 عربى\tx\n'],
  ])('shows %s', (_, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('keeps colours alone where it is told to', () => {
    const text = '\u001b[31mred\u001b[39m\u001b[2J';
    expect(visibleText(text, { keepColours: true })).toBe('\u001b[31mred\u001b[39m\\x1b[2J');
  });

  it('keeps JSON the same JSON, and changes nothing twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const json = JSON.stringify({ text });
        expect(JSON.parse(visibleText(json))).toEqual({ text });
        expect(visibleText(visibleText(text))).toBe(visibleText(text));
      }),
    );
  });

  it('makes the escape of a character once, however often it stands there', () => {
    const made = vi.spyOn(String.prototype, 'padStart');
    const shown = visibleText('\u202e'.repeat(1_000));
    const count = made.mock.calls.length;
    made.mockRestore();
    expect(count).toBeLessThanOrEqual(1);
    expect(shown).toBe('\\u202e'.repeat(1_000));
  });
});
