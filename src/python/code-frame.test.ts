import { describe, expect, it } from 'vitest';
import { renderCodeFrame } from './code-frame.js';

const code = 'def area(width, height:\n\treturn width * height\n\nprint(area(1, 2))\n';

describe('renderCodeFrame', () => {
  it('marks the place below its line', () => {
    expect(renderCodeFrame(code, { line: 1, column: 9, endLine: 1, endColumn: 10 })).toBe(
      ['1 | def area(width, height:', '  |         ^', '2 |     return width * height', '3 |'].join('\n'),
    );
  });

  it('draws tabs as wide as the caret line counts them', () => {
    expect(renderCodeFrame(code, { line: 2, column: 2, endLine: 2, endColumn: 8 }, { context: 0 })).toBe(
      ['2 |     return width * height', '  |     ^^^^^^'].join('\n'),
    );
  });

  it('marks every line of a longer place and gives wide characters two columns', () => {
    expect(renderCodeFrame('a = (\n  "日本", 😀)', { line: 1, column: 5, endLine: 2, endColumn: 7 })).toBe(
      ['1 | a = (', '  |     ^', '2 |   "日本", 😀)', '  |   ^^^^^^'].join('\n'),
    );
  });

  it('lets no control character reach the terminal', () => {
    const frame = renderCodeFrame('x\u001b[31m = \u202e1', { line: 1, column: 1, endLine: 1, endColumn: 2 });
    expect(frame).toBe('1 | x·[31m = ·1\n  | ^');
  });

  it('cuts a long line around the place', () => {
    const long = `${'x'.repeat(500)}!${'y'.repeat(500)}`;
    const [text = '', carets = ''] = renderCodeFrame(long, {
      line: 1,
      column: 501,
      endLine: 1,
      endColumn: 502,
    }).split('\n');
    expect(text.length).toBeLessThan(180);
    expect(text.charAt(carets.indexOf('^'))).toBe('!');
  });

  it('colours only when asked, and is empty outside the code', () => {
    const place = { line: 1, column: 1, endLine: 1, endColumn: 4 };
    expect(renderCodeFrame(code, place)).not.toContain('\u001b');
    expect(renderCodeFrame(code, place, { colour: true })).toContain('\u001b[31m^^^');
    expect(renderCodeFrame(code, { line: 99, column: 1, endLine: 99, endColumn: 1 })).toBe('');
  });
});
