import { describe, expect, it } from 'vitest';
import { extractPythonCode } from './extract.js';

const CODE = 'def add(a, b):\n    return a + b';

describe('the end of a fence', () => {
  it.each([
    '```<|im_end|>',
    '```</s>',
    '```}',
    '```<|endoftext|>',
    '``` <|eot_id|>',
    '```<end_of_turn>',
    '```[/INST]',
    '```"}',
    '```.',
    '```</code>',
    '```</answer><|im_end|>',
    '```\n<|im_end|>',
    '```\n</s>',
  ])('is found in %j', (end) => {
    for (const tag of ['python', '', 'src/add.py']) {
      const found = extractPythonCode(`Here:\n\n\`\`\`${tag}\n${CODE}\n${end}`);
      expect(found).toMatchObject({ ok: true, code: CODE, findings: [] });
    }
    expect(
      extractPythonCode(`Here:\n\n\`\`\`python\n${CODE}\n${end}\nAnd words that are no code.`).code,
    ).toBe(CODE);
  });

  it('is found at the end of the last line of code', () => {
    for (const end of ['```</s>', '```<|im_end|>', '```}']) {
      expect(extractPythonCode(`\`\`\`python\n${CODE}${end}`).code).toBe(CODE);
    }
  });

  it('is the end of the reply without the token that ends it', () => {
    for (const end of ['\n<|im_end|>', '</s>', '\n<end_of_turn>\n']) {
      expect(extractPythonCode(`\`\`\`python\n${CODE}${end}`).code).toBe(CODE);
    }
  });

  it('is no line of the program that looks like one', () => {
    const code = 'TEXT = """\n```python\nx\n```}\n"""\nprint(TEXT)';
    expect(extractPythonCode(`\`\`\`python\n${code}\n\`\`\`\n`).code).toBe(code);
    const compared = 'a = 1\nb = a <2\nc = "</s>"';
    expect(extractPythonCode(`\`\`\`python\n${compared}\n\`\`\``).code).toBe(compared);
  });
});

describe('tags that name no language', () => {
  it.each([
    'src/add.py',
    'add.py',
    './pkg/mod.py',
    '12:30:src/add.py',
    'title="add.py"',
    'filename=src/add.py',
    'file: add.py',
    'C:\\work\\add.py',
    'python:src/add.py',
    'python src/add.py',
    'tool_code',
  ])('%s is Python', (tag) => {
    expect(extractPythonCode(`\`\`\`${tag}\n${CODE}\n\`\`\``)).toMatchObject({ ok: true, code: CODE });
  });

  it.each(['src/add.js', 'bash run.py', 'diff a.py', 'tool_output', 'console', 'add.pyc'])(
    '%s is not',
    (tag) => {
      expect(extractPythonCode(`\`\`\`${tag}\n${CODE}\n\`\`\``).ok).toBe(false);
    },
  );

  it('tool_code is none where the content is no Python', () => {
    expect(extractPythonCode('```tool_code\nSome words, and more.\n```').ok).toBe(false);
  });
});

describe('prompts beside definitions', () => {
  it('are taken off, and the output with them', () => {
    const block =
      '```python\ndef f(x):\n    return x + 1\n\n>>> f(1)\n2\n>>> for i in (1, 2):\n...     f(i)\n2\n3\n\nprint(f(3))\n```';
    expect(extractPythonCode(block).code).toBe(
      'def f(x):\n    return x + 1\n\nf(1)\nfor i in (1, 2):\n    f(i)\n\nprint(f(3))',
    );
  });

  it('stay where they are in a docstring', () => {
    const code = 'def f(x):\n    """\n    >>> f(1)\n    2\n    """\n    return x + 1';
    expect(extractPythonCode(`\`\`\`python\n${code}\n\`\`\``).code).toBe(code);
    const both = `${code}\n\n>>> f(1)\n2`;
    expect(extractPythonCode(`\`\`\`python\n${both}\n\`\`\``).code).toBe(`${code}\n\nf(1)`);
  });
});

describe('fences as models write them', () => {
  const F = '```';
  it.each([
    ['only a closing one', `The function:\n\n${CODE}\n${F}\n\nIt adds.`],
    ['glued to the last line', `${F}python\n${CODE}${F}\n${F}\nwords about it`],
    ['text after it', `${F}python\n${CODE}\n${F} This adds two numbers.\n\nIt is short.`],
    ['text after it, and another block', `${F}python\n${CODE}\n${F} Use:\n\n${F}bash\nls\n${F}\n`],
    ['none before the next block', `${F}python\n${CODE}\n\n${F}python\n${CODE}\n${F}\n`],
    ['one letter more', `${F}pythonn\n${CODE}\n${F}`],
    ['one letter less', `${F}pyton\n${CODE}\n${F}`],
    ['two letters swapped', `${F}pyhton\n${CODE}\n${F}`],
  ])('%s', (_, text) => {
    expect(extractPythonCode(text).code).toBe(CODE);
  });

  it.each(['cython', 'jython', 'pylon3', 'perl'])('the tag %s is no Python', (tag) => {
    expect(extractPythonCode(`${F}${tag}\n${CODE}\n${F}`).ok).toBe(false);
  });

  it('keeps the blocks after one that is closed so', () => {
    const { blocks } = extractPythonCode(`${F}python\n${CODE}\n${F} Then:\n\n${F}python\nx = 1\n${F}\n`);
    expect(blocks.map(({ code }) => code).sort()).toEqual([CODE, 'x = 1']);
  });

  it('does not take a fence in a string for the end', () => {
    const code = `TEXT = "a ${F} b"\nprint(TEXT`;
    expect(extractPythonCode(`${F}python\n${code}\n${F}`).code).toBe(code);
  });
});

describe('one triple-quoted string', () => {
  it.each([`"""\n${CODE}\n"""`, `\`\`\`python\n"""\n${CODE}\n"""\n\`\`\``, `'''${CODE}'''`])(
    'is no program: %j',
    (text) => expect(extractPythonCode(text).ok).toBe(false),
  );

  it('is reported as what it is', () => {
    expect(extractPythonCode(`\`\`\`python\n"""\n${CODE}\n"""\n\`\`\``).reason).toContain('is one string');
    expect(extractPythonCode(`"""Adds."""\n${CODE}`).ok).toBe(true);
  });
});
