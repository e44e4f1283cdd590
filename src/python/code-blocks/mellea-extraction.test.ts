import { describe, expect, it } from 'vitest';
import { checkSyntax } from '../analyse.js';
import { extractPythonCode } from './extract.js';

const F = '```';
const block = (code: string, tag = 'python'): string => `${F}${tag}\n${code}\n${F}`;
const VALID = 'def hello_world():\n    return "Hello, World!"\n\nprint(hello_world())';
const BROKEN = 'def hello_world(\n    return "Hello, World!"';
const FIBONACCI =
  'def fibonacci(n):\n    if n < 2:\n        return n\n    return fibonacci(n - 1) + fibonacci(n - 2)\n\nfor i in range(10):\n    print(fibonacci(i))';

describe('what Mellea extracts', () => {
  it.each([
    ['one block', `Here you go:\n${block(VALID)}`, VALID],
    ['a print', block('print("hello")'), 'print("hello")'],
    [
      'two blocks: the one with the function',
      `${block('print("hello")')}\nand\n${block(FIBONACCI)}`,
      FIBONACCI,
    ],
    ['two blocks in the other order', `${block(FIBONACCI)}\nand\n${block('print("hello")')}`, FIBONACCI],
    ['a two-backtick fence', '``python\ndef f():\n    return 1\n``', 'def f():\n    return 1'],
    ['trailing blanks after the tag', block('x = 1', 'python   '), 'x = 1'],
    ['Windows line ends', block('x = 1').replaceAll('\n', '\r\n'), 'x = 1'],
    ['four backticks', '````python\nx = 1\n````', 'x = 1'],
    ['broken code', block(BROKEN), BROKEN],
    ['a bare fence with an import', block('import os', ''), 'import os'],
  ])('%s', (_, text, code) => {
    expect(extractPythonCode(text)).toMatchObject({ ok: true, code });
  });

  it('nothing in prose, with a reason', () => {
    expect(extractPythonCode('This is just text without any code.')).toMatchObject({
      ok: false,
      reason: 'No Python code blocks found',
    });
  });

  describe('from tool calls', () => {
    const python = (args: Record<string, unknown>) => ({ name: 'python', arguments: args });
    const all = { source: 'e', script: 'd', query: 'c', command: 'b', code: 'a' };

    it.each([
      ['code', all, 'a'],
      ['command', { ...all, code: ' ' }, 'b'],
      ['query', { ...all, code: '', command: '' }, 'c'],
      ['script', { source: 'e', script: ' d\n' }, 'd'],
      ['source', { source: 'e', other_field: 'f' }, 'e'],
    ])('%s, in this order', (_, args, code) => {
      expect(extractPythonCode('', { toolCalls: [python(args)] }).code).toBe(code);
    });

    it('but a block in the text first, and before a line that only reads like code', () => {
      const toolCalls = [python({ code: 'print("tool")' })];
      expect(extractPythonCode(`x = 5\n${block('print("block")')}`, { toolCalls }).code).toBe(
        'print("block")',
      );
      expect(extractPythonCode(block('import os', ''), { toolCalls }).code).toBe('import os');
      expect(extractPythonCode('I will run it.', { toolCalls }).code).toBe('print("tool")');
      expect(extractPythonCode('x = 5', { toolCalls }).code).toBe('print("tool")');
    });
  });
});

describe('what Mellea calls valid', () => {
  it.each([
    [VALID, 0],
    [BROKEN, 1],
    ['def foo(\n    pass', 1],
    ['def foo():\nreturn 1', 1],
  ])('%j', (code, errors) => {
    expect(Math.min(1, checkSyntax(code).length)).toBe(errors);
  });
});
