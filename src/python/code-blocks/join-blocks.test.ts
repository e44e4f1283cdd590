import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractPythonCode } from './extract.js';

const F = '```';
const block = (code: string, info = 'python'): string => `${F}${info}\n${code}\n${F}\n`;
const DEFINE = 'def f():\n    return 1';
const LONG = 'def f():\n    a = 1\n    b = 2\n    c = 3\n    return a + b + c';
const SHORT = 'def f():\n    return 6';
const USE = 'print(f())';
const lines = (...codes: readonly string[]): string => codes.join('\n\n');

describe('blocks that only work together', () => {
  it('are joined in the order of the text, whichever is longer', () => {
    const text = `First:\n${block(DEFINE)}Then run it:\n${block(USE)}`;
    const { code, block: whole, joined, blocks, ...rest } = extractPythonCode(text);
    expect(code).toBe(lines(DEFINE, USE));
    expect(whole).toMatchObject({ code, line: 3, codeLines: 3, parses: true, marker: 0 });
    expect(text.slice(whole?.start, whole?.end)).toContain('Then run it:');
    expect(joined.map((part) => [part.line, part.code])).toEqual([
      [3, DEFINE],
      [8, USE],
    ]);
    expect(blocks).toEqual(joined);
    expect(rest).toEqual({
      ok: true,
      decidedBy: 'joined',
      ambiguous: false,
      reason: '2 of 2 blocks (lines 3, 8) use the names of one another and were joined to one program.',
      findings: [],
    });
    expect(extractPythonCode(`${block(LONG)}and\n${block(USE)}`).code).toBe(lines(LONG, USE));
    const more = 'for i in range(3):\n    print(i)\n    print(f())\nprint(i)\nprint(f)';
    expect(extractPythonCode(`${block(DEFINE)}and\n${block(more)}`).code).toBe(lines(DEFINE, more));
  });

  it.each([
    ['an import', 'import math as m', 'print(m.pi)'],
    ['an import from', 'from math import pi', 'print(pi)'],
    ['an import of everything', 'from math import *', 'print(pi)'],
    ['an import of a part', 'import os.path', 'print(os.path.sep)'],
    ['an assignment', 'a, (b, *c) = 1, (2, 3)', 'print(c)'],
    ['a class', 'class A:\n    pass', 'print(A())'],
    ['a loop', 'for i in range(3):\n    pass', 'print(i)'],
    ['a with statement', 'with open("a") as file:\n    text = file.read()', 'print(text)'],
    ['a try statement', 'try:\n    x = 1\nexcept ValueError:\n    x = 2', 'print(x)'],
    ['a name of a pattern', 'match 1:\n    case value:\n        pass', 'print(value)'],
    ['a walrus', 'if (n := 3) > 2:\n    pass', 'print(n)'],
    ['an asynchronous function', 'async def f():\n    return 1', 'print(await f())'],
  ])('are joined over %s', (_, first, second) => {
    const text = `${block(first)}then\n${block('pip install x', 'bash')}then\n${block(second)}`;
    expect(extractPythonCode(text)).toMatchObject({ code: lines(first, second), decidedBy: 'joined' });
  });

  it('are joined over several steps, and without what does not belong to them', () => {
    const text = [DEFINE, 'x = f()', 'other = 1', 'print(x)'].map((code) => block(code)).join('and\n');
    const { code, joined, decidedBy } = extractPythonCode(text);
    expect(code).toBe(lines(DEFINE, 'x = f()', 'print(x)'));
    expect(joined).toHaveLength(3);
    expect(decidedBy).toBe('size');
  });

  it('take the last version of what they use', () => {
    const text = `Version 1:\n${block(LONG)}A shorter one:\n${block(SHORT)}and\n${block(USE)}`;
    expect(extractPythonCode(text)).toMatchObject({
      code: lines(SHORT, USE),
      decidedBy: 'version',
      ambiguous: true,
      findings: [{ rule: 'extraction/ambiguous', message: expect.stringContaining('2 blocks') }],
    });
  });

  it('take from a block that was set aside what no other block brings', () => {
    const helper = 'def helper():\n    return 1';
    const text = `The buggy version:\n${block(`${helper}\n\ndef f():\n    return`)}Better:\n${block('def f():\n    return helper()')}`;
    expect(extractPythonCode(text).joined).toHaveLength(2);
  });
});

describe('definitions', () => {
  const HELPER = 'def g():\n    return 2';
  it('that do not replace each other are joined', () => {
    const text = `${block(DEFINE)}and\n${block(HELPER)}`;
    expect(extractPythonCode(text)).toMatchObject({ code: lines(DEFINE, HELPER), decidedBy: 'joined' });
  });

  it('of a later block replace those of an earlier one, which stays out where all of its are', () => {
    const both = lines(DEFINE, HELPER);
    expect(extractPythonCode(`${block(both)}A fix:\n${block(SHORT)}`).code).toBe(lines(both, SHORT));
    const text = `${block(DEFINE)}and\n${block(HELPER)}then\n${block(SHORT)}`;
    expect(extractPythonCode(text).code).toBe(lines(HELPER, SHORT));
  });

  it('stay apart from what also runs something, unless both are asked for', () => {
    const script = `${HELPER}\n\nprint(g())`;
    const text = `${block(DEFINE)}Next:\n${block(script)}`;
    expect(extractPythonCode(text).joined).toEqual([]);
    expect(extractPythonCode(text, { names: ['f', 'g'] }).code).toBe(lines(DEFINE, script));
    expect(extractPythonCode(text, { names: ['f'] })).toMatchObject({ code: DEFINE, decidedBy: 'defines' });
  });
});

describe('blocks that stay alone', () => {
  it.each([
    ['a shorter later version', `${block(LONG)}better:\n${block(SHORT)}`, SHORT, 'version'],
    [
      'a later whole',
      `${block(DEFINE)}all:\n${block(`${DEFINE}\n\n${USE}`)}`,
      `${DEFINE}\n\n${USE}`,
      'version',
    ],
    ['a usage example', `${block(DEFINE)}Example usage:\n${block(USE)}`, DEFINE, 'marker'],
    ['output', `${block(DEFINE)}Output:\n${block('f = f', '')}`, DEFINE, 'marker'],
    ['a small call with a name of nobody', `${block(LONG)}so\n${block('f(my_grid)')}`, LONG, 'marker'],
    ['blocks that do not parse', `${block('x = (')}so\n${block('print(x)')}`, 'print(x)', 'parses'],
    ['a use before its definition', `${block(USE)}so\n${block(LONG)}`, LONG, 'size'],
    [
      'blocks that cannot follow one another',
      `${block('x = 1')}so\n${block('from __future__ import annotations\nprint(x)')}`,
      'from __future__ import annotations\nprint(x)',
      'size',
    ],
    ['a definition in the thinking', `<think>\n${block(DEFINE)}</think>\n${block(USE)}`, USE, 'marker'],
    [
      'a name of Python',
      `${block('print = print')}so\n${block('print(len([]))\nprint(1)')}`,
      'print(len([]))\nprint(1)',
      'size',
    ],
    [
      'a name inside a function',
      `${block('def f():\n    inner = 1')}so\n${block('print(inner)')}`,
      'def f():\n    inner = 1',
      'size',
    ],
  ])('%s', (_, text, code, decidedBy) => {
    expect(extractPythonCode(text)).toMatchObject({ code, decidedBy, joined: [] });
  });

  it('a large block joins what it needs although it needs more', () => {
    const analysis = 'rows = pd.read_csv(path)\nprint(rows)\nprint(len(rows))';
    expect(extractPythonCode(`${block('import pandas as pd')}so\n${block(analysis)}`).code).toBe(
      lines('import pandas as pd', analysis),
    );
  });
});

it('joins nothing, or parts that are blocks of the text in its order', () => {
  const codes = [
    'x = 1',
    'y = x',
    'def f():\n    return y',
    'print(f())',
    'z = (',
    'import os',
    'os.name',
    'x = 2',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...codes), { minLength: 1, maxLength: 7 }), (chosen) => {
      const text = chosen.map((code) => block(code)).join('and\n');
      const { code, joined, block: whole, blocks } = extractPythonCode(text);
      expect(blocks).toHaveLength(chosen.length);
      expect(joined).not.toHaveLength(1);
      if (joined.length === 0) expect(whole).toEqual(blocks[0]);
      else {
        expect(code).toBe(lines(...joined.map((part) => part.code)));
        expect(joined.map(({ line }) => line)).toEqual(
          joined.map(({ line }) => line).toSorted((a, b) => a - b),
        );
      }
    }),
    { numRuns: 60, seed: 7 },
  );
});

it('joins a bounded number of blocks of a long reply', () => {
  const text = `${block('x = 1')}${block('x = x + 1\ny = x')}`.repeat(4000);
  const { joined } = extractPythonCode(text);
  expect(joined.length).toBeLessThanOrEqual(24);
});

it('joins blocks up to a length that takes little time', () => {
  const reply = (count: number): string =>
    `${block(`${DEFINE}\n${'x = [1, 2]\n'.repeat(count)}`)}and\n${block(USE)}`;
  expect(extractPythonCode(reply(1_400)).joined).toHaveLength(2);
  expect(extractPythonCode(reply(1_500)).joined).toEqual([]);
});
