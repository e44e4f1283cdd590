import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanFences } from './fence-scanner.js';
import { languageOfInfo } from './info-string.js';

const F = '```';

describe('scanFences', () => {
  it('pairs fences by character and length', () => {
    const text = `~~~\n${F}\n~~~\n\`\`\`\`\n${F}\n\`\`\`\`\`\nafter`;
    expect(scanFences(text).blocks.map(({ start, end }) => text.slice(start, end))).toEqual([
      `${F}\n`,
      `${F}\n`,
    ]);
  });

  it('takes no info string with backticks for a fence, and no fence with text for a close', () => {
    expect(scanFences(`${F}a\`b\nx`).blocks).toEqual([]);
    const text = `${F}\n${F}x\n${F}`;
    expect(scanFences(text).blocks.map(({ start, end }) => text.slice(start, end))).toEqual([`${F}x\n`]);
  });

  it('keeps the offsets of the text', () => {
    const text = `a\n${F}py\nx\n${F}\nb`;
    expect(scanFences(text).blocks).toMatchObject([
      { info: 'py', language: 'python', openStart: 2, start: 8, end: 10, closeEnd: 14, truncated: false },
    ]);
  });

  const adversaries: readonly (readonly [string, string])[] = [
    ['two backticks', '``x``python\n'],
    ['openings', '```python\n'],
    ['pairs', '```python\nx=1\n```\n'],
    ['open strings', '```python\n"""\n```\n'],
    ['backticks', '`'],
    ['tildes', '~~~\n'],
    ['quotes', '> ```py\n'],
    ['list marks', '- ```py\n'],
    ['fences after text', 'a ```python\n'],
    ['two backticks alone', '``\n'],
    ['two backticks and blanks', '``                    \n'],
    ['two backticks that name Python', '``py\n``\n'],
    ['Windows line ends', '\r\n``\r\n```py\r\n'],
    ['backticks of growing length', '```\n````\n`````\n'],
    ['null characters', '\0```py\n\0'],
    ['sections of thinking', '<think>\n```py\nx</think>\n'],
    ['sections that never end', '<think>\n```py\nx\n```\n'],
    ['quoted ends of thinking', '<think>\n```py\nx\n```\n</think>"'],
    ['ends of thinking in open blocks', '```py\nx</think>\n'],
    ['ends of thinking', '```py\n```</think>\n'],
  ];

  it.each(adversaries)('looks at each character a bounded number of times: %s', (_, part) => {
    const steps = (length: number): number => {
      const text = part.repeat(Math.ceil(length / part.length));
      return scanFences(text, { parses: () => false }).steps / text.length;
    };
    expect(steps(20_000)).toBeLessThanOrEqual(8);
    expect(steps(160_000)).toBeLessThanOrEqual(4);
  });

  it('looks ahead a bounded way when fences of falling length leave strings open', () => {
    const part = (length: number): string => `${'`'.repeat(length)}py\n"""\n${'`'.repeat(length)}\n`;
    const text = Array.from({ length: 400 }, (_, index) => part(403 - index)).join('');
    const { blocks, steps } = scanFences(text, { parses: () => false });
    expect(blocks).toHaveLength(400);
    expect(steps).toBeLessThanOrEqual(4 * text.length);
  });

  it('gives blocks in order that do not overlap, for any text', () => {
    const parts = fc.constantFrom(
      '`',
      '```',
      '~~~',
      '\n',
      '\r\n',
      'python',
      ' ',
      '>',
      '- ',
      '"""',
      'x',
      '<think>',
      '</think>',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (words) => {
        const text = words.join('');
        let at = 0;
        for (const block of scanFences(text, { parses: () => true }).blocks) {
          expect(block.openStart).toBeGreaterThanOrEqual(at);
          expect(block.start).toBeGreaterThanOrEqual(block.openStart);
          expect(block.end).toBeGreaterThanOrEqual(block.start);
          expect(block.closeEnd).toBeGreaterThanOrEqual(block.end);
          at = block.closeEnd;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});

describe('languageOfInfo', () => {
  it.each([
    ['py', 'python'],
    ['Python3.11', 'python'],
    ['language-python', 'python'],
    ['{python}', 'python'],
    ['{.numberLines .python}', 'python'],
    ['python,editable', 'python'],
    ['ipython', 'python'],
    ['pycon', 'session'],
    ['', 'unknown'],
    ['text', 'unknown'],
    ['json', 'other'],
    ['pytest', 'other'],
    ['typescript python', 'other'],
  ])('reads %j as %s', (info, language) => {
    expect(languageOfInfo(info)).toBe(language);
  });
});
