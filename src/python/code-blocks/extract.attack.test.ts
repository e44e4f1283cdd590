import { describe, expect, it } from 'vitest';
import { extractPythonCode } from './extract.js';

const LENGTH = 300_000;

describe('extractPythonCode on hostile replies', () => {
  it.each([
    ['two backticks', '``x``python\n'],
    ['fences that open', '```python\n'],
    ['fences after text', 'a ```python\n'],
    ['pairs of fences', '```python\nx=1\n```\n'],
    ['open strings', '```python\n"""\n```\n'],
    ['untagged fences', '```\nfoo\n'],
    ['backticks', '`'],
    ['tildes', '~~~\n'],
    ['quotes', '> ```py\n'],
    ['quote marks', '>'],
    ['list marks', '- '],
    ['numbers', '1. ```py\n'],
    ['line ends', '\n'],
    ['carriage returns', '\r'],
    ['blanks', '   \n'],
    ['statements', 'x = 1\n'],
    ['statements that do not parse', 'x = (1\n'],
    ['prose that looks like statements', 'import this word is good\n'],
    ['prompts', '>>> x\n'],
    ['indented prompts', '  ... x\n'],
    ['inline fences', '```python a '],
    ['brackets', '('],
    ['long names', 'a.b'],
    ['names and commas', 'a, '],
    ['names and blanks', 'a '],
    ['thoughts', '</think>```py\n'],
    ['sections of thinking', '<think>\n```py\nx</think>\n'],
    ['ends of thinking in open blocks', '```py\nx</think>\n'],
    ['thoughts that never end', '<think>\n```py\nx\n```\n'],
    ['tags that open thoughts', '<think>'],
    ['tags in strings', '<think>\n</think>"'],
    ['surrogates', '\ud800```\n'],
    ['markers', 'final answer usage wrong ```py\nx\n```\n'],
  ])('reads 300 KB of %s', (_, part) => {
    const extraction = extractPythonCode(part.repeat(LENGTH / part.length));
    expect(extraction.blocks.length).toBeLessThanOrEqual(512);
    expect(extraction.ok).toBe(extraction.blocks.length > 0);
    expect(extraction.blocks.filter(({ parses }) => parses !== undefined).length).toBeLessThanOrEqual(24);
  });

  it('takes no code from the arguments of a tool through the prototype', () => {
    const toolCalls = [
      { name: 'python', arguments: Object.create({ code: 'print(1)' }) as Record<string, unknown> },
    ];
    expect(extractPythonCode('', { toolCalls }).ok).toBe(false);
  });
});
