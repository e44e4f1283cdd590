import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../core/code-point.fixture.js';
import { SourceLines } from '../source-lines.js';
import { extractPythonCode } from './extract.js';

const F = '```';
const block = (code: string, info = 'python'): string => `${F}${info}\n${code}\n${F}\n`;

describe('extractPythonCode: one block', () => {
  it.each([
    ['python', block('x = 1')],
    ['py', block('x = 1', 'py')],
    ['python3', block('x = 1', 'python3')],
    ['Python', block('x = 1', 'Python')],
    ['a title', block('x = 1', 'python title="a.py"')],
    ['a file name', block('x = 1', 'python:src/a.py')],
    ['Pandoc attributes', block('x = 1', '{.python .numberLines}')],
    ['trailing blanks', block('x = 1', 'python   ')],
    ['a blank before the tag', block('x = 1', ' python')],
    ['tildes', '~~~python\nx = 1\n~~~\n'],
    ['four backticks', '````python\nx = 1\n````\n'],
    ['two backticks, as RST writes them', '``python\nx = 1\n``\n'],
    ['Windows line ends', '```python\r\nx = 1\r\n```\r\n'],
    ['a list item', `1. First:\n\n   ${F}python\n   x = 1\n   ${F}\n`],
    ['the line of a list mark', `- ${F}python\n  x = 1\n  ${F}\n`],
    ['a block quote', `> ${F}python\n> x = 1\n> ${F}\n`],
    ['a fence after text', `The code:${F}python\nx = 1\n${F}`],
    ['a fence that closes at the end of the last line', `${F}python\nx = 1${F}`],
    ['one line', `Run ${F}python x = 1${F} please`],
    ['no tag', block('x = 1', '')],
    ['the tag text', block('x = 1', 'text')],
    ['no fence', 'x = 1\n'],
    ['no fence, between paragraphs', 'Here is the code:\n\nx = 1\n\nHope this helps!'],
    ['prompts', block('>>> x = 1\n>>> x\n1').replace('>>> x\n1\n', '')],
    ['prompts without a fence', '>>> x = 1\n'],
    ['a session tag', block('>>> x = 1', 'pycon')],
    ['a byte order mark', `\ufeff${block('x = 1')}`],
    ['no close', `${F}python\nx = 1\n`],
  ])('is found with %s', (_, text) => {
    const { ok, code, decidedBy, ambiguous } = extractPythonCode(text);
    expect({ ok, code, decidedBy, ambiguous }).toEqual({
      ok: true,
      code: 'x = 1',
      decidedBy: 'only',
      ambiguous: false,
    });
  });

  it.each([
    ['nothing', '', 'extraction/empty'],
    ['blanks', ' \n ', 'extraction/empty'],
    ['prose', 'I cannot do that. Sorry, no code.', 'extraction/no-code'],
    ['a word', 'Done', 'extraction/no-code'],
    ['JSON', block('{"a": 1}', 'json'), 'extraction/no-code'],
    ['a shell block', block('pip install x', 'bash'), 'extraction/no-code'],
    ['prose in a fence', block('just some words here', ''), 'extraction/no-code'],
    ['single backticks', 'Use `x = 1` there', 'extraction/no-code'],
    ['an empty block', block(''), 'extraction/no-code'],
  ])('is not found in %s', (_, text, rule) => {
    const extraction = extractPythonCode(text);
    expect(extraction).toMatchObject({ ok: false, code: '', block: undefined, blocks: [] });
    expect(extraction.findings).toMatchObject([{ rule, severity: 'error' }]);
  });

  it('names the languages that it saw instead', () => {
    expect(extractPythonCode(block('ls', 'bash')).findings[0]?.hint).toContain('bash');
  });

  it('tells a reply that was cut off', () => {
    const { code, block: found, findings } = extractPythonCode(`${F}python\ndef f(x:\n    retu`);
    expect(code).toBe('def f(x:\n    retu');
    expect(found).toMatchObject({ truncated: true, parses: false });
    expect(findings).toMatchObject([{ rule: 'extraction/truncated', severity: 'error', line: 2 }]);
    expect(extractPythonCode(`${F}python\nx = 1\n`).findings).toMatchObject([{ severity: 'warning' }]);
  });

  it('keeps fences inside Python strings', () => {
    const code = `text = """\n${F}\nnot the end\n${F}\n"""\nprint(text)`;
    expect(extractPythonCode(block(code)).code).toBe(code);
    expect(
      extractPythonCode(`${block(code)}\nand\n${block('y = 2')}`).blocks.map((found) => found.code),
    ).toEqual([code, 'y = 2']);
  });

  it('takes the first close when the string never ends', () => {
    expect(
      extractPythonCode(`${block('x = """')}\ntext\n${block('y = 2')}`).blocks.map((found) => found.code),
    ).toEqual(['y = 2', 'x = """']);
  });

  it('keeps a block whole inside a longer fence', () => {
    const code = `print("a")\n# ${F}`;
    expect(extractPythonCode(`~~~~python\n${code}\n~~~\n~~~~\n`).code).toBe(`${code}\n~~~`);
  });

  it('takes off shared indentation only', () => {
    expect(extractPythonCode(`${F}python\n    if x:\n        y\n${F}`).code).toBe('if x:\n    y');
  });

  it('drops the output of a session', () => {
    expect(
      extractPythonCode(block('>>> for i in range(2):\n...     print(i)\n...\n0\n1\n>>> x = 2')).code,
    ).toBe('for i in range(2):\n    print(i)\n\nx = 2');
  });

  it('says where the block stands', () => {
    expect(extractPythonCode(`Hi\n\n${block('x = 1')}`).block).toMatchObject({
      source: 'fence',
      tag: 'python',
      saysPython: true,
      line: 4,
      start: 14,
      end: 20,
      codeLines: 1,
      why: ['parses', 'its fence says python', '1 line of code'],
    });
  });
});

describe('extractPythonCode: several blocks', () => {
  it.each([
    ['parses', 'the one that parses', `${block('x = (')}\n${block('y = 1')}`, 'y = 1'],
    ['parses', 'an untagged one that parses', `${block('x = (')}\n${block('y = 1', '')}`, 'y = 1'],
    ['tag', 'the one that says Python', `${block('a = 1\nb = 2\nc = 3', '')}\n${block('y = 1')}`, 'y = 1'],
    [
      'marker',
      'the one announced as the answer',
      `${block('x = 1\ny = 2\nz = 3')}\nHere is the corrected version:\n${block('x = 2')}`,
      'x = 2',
    ],
    [
      'marker',
      'the one that is no usage example',
      `${block('def f():\n    return 1')}\nUsage:\n\n${block('f()\nf()\nf()\nf()\nf()\nf()')}`,
      'def f():\n    return 1',
    ],
    [
      'marker',
      'the one that is not called wrong',
      `This is wrong:\n${block('x = 1\ny = 2\nz = 3')}\nInstead:\n${block('x = 2')}`,
      'x = 2',
    ],
    [
      'marker',
      'the one after the reasoning',
      `<think>\n${block('a = 1\nb = 2\nc = 3')}</think>\n${block('x = 2')}`,
      'x = 2',
    ],
    ['size', 'the longest', `${block('a = 1\nb = 2\nc = 3')}\nand\n${block('x = 2')}`, 'a = 1\nb = 2\nc = 3'],
    [
      'size',
      'the one of half as many lines again',
      `${block('a = 1\nb = 2\nc = 3')}\nand\n${block('x = 2\ny = 3')}`,
      'a = 1\nb = 2\nc = 3',
    ],
    ['position', 'the last of one size', `${block('a = 1')}\nor\n${block('b = 1')}`, 'b = 1'],
  ])('by %s chooses %s', (by, _, text, code) => {
    const extraction = extractPythonCode(text);
    expect(extraction.code).toBe(code);
    expect(extraction.decidedBy).toBe(by);
    expect(extraction.ambiguous).toBe(by === 'size' || by === 'position');
    expect(extraction.blocks).toHaveLength(2);
  });

  it('lists the blocks that were not chosen by their size, the longest first', () => {
    const text = ['a = 1\nb = 2', 'c = 1\nd = 2\ne = 3\nf = 4', 'g = 1']
      .map((code) => block(code))
      .join('\nor\n');
    expect(extractPythonCode(text).blocks.map(({ codeLines }) => codeLines)).toEqual([4, 2, 1]);
  });

  it('reports a choice that only size or position made', () => {
    const { findings, reason } = extractPythonCode(`${block('a = 1')}\nor\n${block('b = 1')}`);
    expect(findings).toMatchObject([{ rule: 'extraction/ambiguous', severity: 'warning', line: 7 }]);
    expect(reason).toContain('2 blocks');
  });

  it('finds nothing ambiguous in a repeated block', () => {
    expect(extractPythonCode(`${block('a = 1')}\nagain\n${block('a = 1')}`).ambiguous).toBe(false);
  });

  it('never takes prose between two blocks for code', () => {
    const text = `${block('a = 1')}import this idea, then class and def (\n${block('b = 2')}`;
    expect(extractPythonCode(text).blocks.map(({ code }) => code)).toEqual(['b = 2', 'a = 1']);
  });

  it('looks at a bounded number of blocks, and says so', () => {
    const { blocks, findings, reason } = extractPythonCode(`${block('x = 1')}\n`.repeat(2000));
    expect(blocks.length).toBeLessThanOrEqual(512);
    expect(reason).toContain('2000 blocks');
    expect(findings).toMatchObject([{ rule: 'extraction/too-many-blocks' }]);
  });

  it('lists every block when there are too many to parse', () => {
    const text = Array.from({ length: 100 }, (_, index) => block(`x${index} = ${index}`)).join('\n');
    const { blocks } = extractPythonCode(text);
    expect(blocks).toHaveLength(100);
    expect(blocks.filter(({ parses }) => parses === undefined).length).toBeGreaterThanOrEqual(76);
    expect(blocks[99]?.why[0]).toContain('not examined');
  });
});

describe('extractPythonCode: tool calls', () => {
  const call = (name: string, args: Record<string, unknown>, more: object = {}) => ({
    name,
    arguments: args,
    ...more,
  });

  it.each([
    ['a Python tool', call('python', { code: ' print(1) ' }), 'print(1)'],
    ['a tool whose name says it', call('runPython', { script: 'print(1)' }), 'print(1)'],
    ['a code interpreter', call('code_interpreter', { code: 'print(1)' }), 'print(1)'],
    [
      'a tool described so',
      call('execute', { code: 'print(1)' }, { description: 'Runs Python code' }),
      'print(1)',
    ],
    ['a language argument', call('execute', { language: 'python', code: 'print(1)' }), 'print(1)'],
    [
      'a schema that says so',
      call(
        'odd',
        { body: 'print(1)' },
        { parameters: { properties: { body: { contentMediaType: 'text/x-python' } } } },
      ),
      'print(1)',
    ],
    [
      'the first of the known names',
      call('python', { source: 'a', query: 'b', script: 'c', code: 'd' }),
      'd',
    ],
    [
      'the next name where one is blank or no string',
      call('python', { code: 1, script: ' ', source: 'a' }),
      'a',
    ],
  ])('reads the code of %s', (_, toolCall, code) => {
    expect(extractPythonCode('thinking', { toolCalls: [toolCall] })).toMatchObject({ ok: true, code });
  });

  it.each([
    ['a shell tool', call('bash', { command: 'echo hello' })],
    ['a shell tool with code', call('run_shell', { code: 'ls' })],
    ['another language', call('python', { language: 'bash', code: 'ls' })],
    ['a tool that says nothing', call('execute', { code: 'print(1)' })],
    ['other arguments', call('python', { other_field: 'x' })],
    ['no strings', call('python', { code: 123, script: null, command: ['a'] })],
    ['blanks', call('python', { code: ' ', script: '' })],
  ])('reads none from %s', (_, toolCall) => {
    expect(extractPythonCode('', { toolCalls: [toolCall] }).ok).toBe(false);
  });

  it('prefers the text', () => {
    const toolCalls = [call('python', { code: 'print("tool")' })];
    expect(extractPythonCode(block('import os', ''), { toolCalls }).code).toBe('import os');
    expect(extractPythonCode('Just prose.', { toolCalls }).code).toBe('print("tool")');
  });
});

describe('extractPythonCode: any text', () => {
  const parts = fc.constantFrom(
    ...[
      '```',
      '````',
      '~~~',
      '``',
      'python',
      'py',
      '\n',
      '\r\n',
      '"""',
      "'''",
      '>>> ',
      '> ',
      '- ',
      '    ',
      'x = 1',
      'def f():',
      'import os',
      'words here',
      '</think>',
      '(',
      '😀',
      '\ufeff',
      '\0',
    ],
  );

  it('throws for no string only', () => {
    expect(() => extractPythonCode(null as unknown as string)).toThrow(
      expect.objectContaining({ code: 'python/invalid_text' }),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: codePoint }),
          fc.array(parts).map((words) => words.join('')),
        ),
        (text) => {
          const extraction = extractPythonCode(text);
          const lines = new SourceLines(text);
          expect(extraction.ok).toBe(extraction.code !== '');
          for (const finding of extraction.findings) {
            expect(lines.position(lines.offset(finding.line, finding.column))).toEqual({
              line: finding.line,
              column: finding.column,
            });
            expect(finding.endLine).toBeLessThanOrEqual(lines.count);
          }
          for (const found of extraction.blocks) {
            expect(found.start).toBeLessThanOrEqual(found.end);
            expect(found.end).toBeLessThanOrEqual(text.length);
          }
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });

  it('finds a program again that was put into a fence', () => {
    const program = fc
      .array(fc.constantFrom('x = 1', 'print("```")', 's = """\n```\n"""', 'if x:\n    y = 2', '# note'), {
        minLength: 1,
        maxLength: 6,
      })
      .map((statements) => [...statements, 'z = 0'].join('\n'));
    fc.assert(
      fc.property(program, fc.constantFrom('python', 'py', 'Python3'), (code, tag) => {
        expect(extractPythonCode(`Sure!\n\n${block(code, tag)}\nDone.`).code).toBe(code);
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  it.each([
    ['```python\n```', 'The Python code block of the reply is empty'],
    ['So:\n```py\n\n \n```\nDone.', 'The Python code block of the reply is empty'],
    ['So:\n```python\n', 'The reply ends where its Python code block begins: it was probably cut off'],
    ['```js\n```', 'No Python code blocks found. The reply only holds blocks of js.'],
    ['```js\nlet a;\n```\n```python\n```', 'The Python code block of the reply is empty'],
  ])('says what is wrong with a reply without code: %j', (text, reason) => {
    expect(extractPythonCode(text)).toMatchObject({ ok: false, reason });
  });
});
