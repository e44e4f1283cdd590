import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysePython, checkSyntax } from '../analyse.js';
import { SourceLines } from '../source-lines.js';
import type { SyntaxOptions } from './options.js';

function messages(code: string, options: SyntaxOptions = {}): string[] {
  return checkSyntax(code, options).map(
    ({ line, column, endLine, endColumn, message }) =>
      `${line}:${column}-${endLine === line ? '' : `${endLine}:`}${endColumn} ${message}`,
  );
}

const JUMP = "'break', 'continue' and 'return' cannot appear in an except* block";

describe('what the compiler alone refuses', () => {
  it.each([
    ['async def f():\n    yield from x\n', "2:5-17 'yield from' inside async function"],
    ['async def f():\n    [(yield from x)]\n', "2:7-19 'yield from' inside async function"],
    ['for i in x:\n    try:\n        a\n    except* E:\n        break\n', `5:9-14 ${JUMP}`],
    [
      'for i in x:\n    try:\n        a\n    except* E:\n        if b:\n            continue\n',
      `6:13-21 ${JUMP}`,
    ],
    ['def f():\n    try:\n        a\n    except* E:\n        return 1\n', `5:9-17 ${JUMP}`],
    ['match x:\n    case f"a": pass\n', '2:10-14 patterns may only match literals and attribute lookups'],
    ['f(__debug__=1)\n', '1:3-14 cannot assign to __debug__'],
    ['x.__debug__ = 1\n', '1:1-12 cannot assign to __debug__'],

    ['f"{*a}"\n', "1:3-7 can't use starred expression here"],
    ['f"{*a!r:>{b}}"\n', "1:3-14 can't use starred expression here"],
  ])('%j', (code, message) => {
    expect(messages(code)).toEqual([message]);
  });

  it.each([
    'async def f():\n    return lambda: (yield from x)\n',
    'async def f():\n    def g():\n        yield from x\n',
    'try:\n    a\nexcept* E:\n    for j in y:\n        break\n',
    'try:\n    a\nexcept* E:\n    def g():\n        return 1\n',
    'for i in x:\n    try:\n        a\n    except* E:\n        b\n    else:\n        break\n',
    'case = f"a"\nmatch = 1\n',
    'match x:\n    case "a" if f"{y}": pass\n',
    'global __debug__\nprint(__debug__, x.__debug__)\n',
    'f"{*a,}"\n',
    'if a:\n    raise ; f(1)\n',
    'raise;\n',
    'f"{a:{b:{c}}}"\n',
    'class A:\n    def f(self):\n        class B:\n            nonlocal __class__\n',
    'class A:\n    def f(self):\n        nonlocal __class__\n',
    'class A:\n    class B:\n        nonlocal __class__\n',
  ])('accepts %j', (code) => {
    expect(messages(code)).toEqual([]);
  });

  it('holds code to what f-strings could do before 3.12', () => {
    for (const code of ['f"{a:{b:{c}}}"\n', 'f"{f"a"}"\n', 'f"{\'\\n\'}"\n']) {
      expect(messages(code)).toEqual([]);
      expect(messages(code, { pythonVersion: '3.11' })).toHaveLength(1);
    }
    expect(messages('f"{a:{b}}"\n', { pythonVersion: '3.11' })).toEqual([]);
  });

  it.each(['raise x from ;\n', 'return_ = ;\n'])('still refuses %j', (code) => {
    expect(messages(code)).toHaveLength(1);
  });

  it.each(['class A:\n    nonlocal __class__\n', 'def f():\n    nonlocal __class__\n'])(
    'refuses %j',
    (code) => {
      expect(messages(code)[0]).toContain('Nonlocal name `__class__` found without binding');
    },
  );
});

describe('checkSyntax', () => {
  it.each([
    ['def f(a, b:\n    return 1\n', '1:6-7 `(` is not closed'],
    ['total = (1 +\n         2\nprint(total)\n', '1:9-10 `(` is not closed'],
    ['x = [1, 2\n', '1:5-6 `[` is not closed'],
    ['if ready\n    go()\n', '1:9-9 Expected `:`, found newline'],
    ['def f()\n    pass\n', '1:8-8 Expected `:`, found newline'],
    ['  x = 1\n', '1:1-3 Unexpected indentation'],
    ['def f():\nreturn 1\n', '2:1-7 Expected an indented block after function definition'],
    ['class A:\nx = 1\n', '2:1-2 Expected an indented block after `class` definition'],
    ['if x:\n    y\nelse:\nz\n', '4:1-2 Expected an indented block after `else` clause'],
    ['if x:\n        y\n    z\n', '3:1-5 unindent does not match any outer indentation level'],
    ['if x:\n\ty\n        z\n', '3:1-9 the indentation mixes tabs and spaces'],
    ['x = "abc\ny = 1\n', '1:5-9 missing closing quote in string literal'],
    ['x = """abc\ny = 1\n', '1:5-8 missing closing quotes in triple-quoted string literal'],
    ['f"{x"\n', '1:3-5 f-string: expecting `}`'],
    ['print "hello"\n', '1:7-14 Simple statements must be separated by newlines or semicolons'],
    ['x = [1 2]\n', '1:8-9 Expected `,`, found int'],
    ['if x = 1:\n    pass\n', '1:6-7 Expected `:`, found `=`'],
    ['1 = x\n', '1:1-2 Invalid assignment target'],
    ['f() = 1\n', '1:1-4 Invalid assignment target'],
    ['None = 1\n', '1:1-5 Invalid assignment target'],
    ['del f()\n', '1:5-8 Invalid delete target'],
    ['x = 007\n', '1:5-8 Invalid decimal integer literal'],
    ['x = “a”\n', '1:5-6 Got unexpected token “'],
    ['x = 1\u00a0+ 2\n', '1:6-7 Got unexpected token U+00A0'],
    ['x = a ? b\n', '1:7-8 Got unexpected token ?'],
    ['(1]\n', '1:3-4 `]` does not close the last open bracket'],
    ['print(1))\n', '1:9-10 `)` closes no bracket'],
    ['x = 1 \\ 2\n', '1:7-8 Expected a newline after line continuation character'],
    ['def f(a, a): pass\n', '1:10-11 Duplicate parameter "a"'],
    ['f(x=1, x=2)\n', '1:8-11 Duplicate keyword argument `x`'],
    ['f(a=1, 2)\n', '1:8-9 Positional argument cannot follow keyword argument'],
    ['def f(a=1, b): pass\n', '1:12-13 Parameter without a default cannot follow a parameter with a default'],
    ['return 1\n', '1:1-9 `return` statement outside of a function/method'],
    ['yield 1\n', '1:1-8 `yield` statement outside of a function'],
    ['break\n', '1:1-6 `break` outside loop'],
    ['continue\n', '1:1-9 `continue` not properly in loop'],
    ['def f():\n    await g()\n', '2:5-14 `await` should be used within an async function'],
    ['nonlocal x\n', '1:1-11 nonlocal declaration not allowed at module level'],
    ['def f():\n    nonlocal x\n', '2:14-15 Nonlocal name `x` found without binding'],
    ['def f():\n    from os import *\n', '2:5-21 `from os import *` only allowed at module level'],
    ['from __future__ import nope\n', '1:24-28 Future feature `nope` is not defined'],
    ['*a, *b = c\n', '1:1-7 Two starred expressions in assignment'],
    ['*items\n', "1:1-7 can't use starred expression here"],
    [
      'try:\n    x\nelse:\n    y\nfinally:\n    z\n',
      '3:1-5 Expected `except` or `finally` after `try` block',
    ],
    ['def f():\n    return g((yield, 1))\n', '2:20-21 `yield` before a comma needs parentheses'],
    ['async def f():\n    yield 1\n    return 2\n', "3:5-11 'return' with value in async generator"],
    ['x = 1\0\n', '1:6-7 source code cannot contain null bytes'],
    ['!pip install requests\n', '1:1-2 Expected a statement'],
  ])('says of %j: %s', (code, expected) => {
    expect(messages(code)[0]).toBe(expected);
    expect(analysePython(code).syntax.status).toBe('invalid');
  });

  it.each([
    '',
    '\n',
    '# only a comment',
    'x: int = 1\n',
    'match x:\n    case [1, *rest]: pass\n    case _: pass\n',
    'type Pair[T] = tuple[T, T]\n',
    "f'{d['key']!r:>{width}}'\n",
    'class A:\n    def __init__(self):\n        yield\n',
    "'%(a)s' % (1,)\n",
    'def f():\n    for x in y:\n        try:\n            pass\n        finally:\n            continue\n',
    'if x:\n\ty\n',
    'x = 1; y = 2;\n',
    'lambda: (yield)\n',
    '*a, b = c\n',
  ])('accepts %j', (code) => {
    expect(messages(code)).toEqual([]);
    expect(analysePython(code).syntax.status).toBe('valid');
  });

  it.each([
    ['if x = 1:\n    pass\n', 'Compare with ==; = assigns.'],
    ['if x\n    pass\n', 'End the line that opens a block with a colon.'],
    ['print "hello"\n', 'print is a function in Python 3: write print(…).'],
    ['x = 12abc\n', 'A name cannot start with a digit; check the number.'],
    ['x = 1 2\n', 'Put an operator, a comma or a new line between these two.'],
    ['x = [1 2]\n', 'Put an operator, a comma or a new line between these two.'],
    ['x = “a”\n', 'Use the straight quote ".'],
    ['x = ‘a’\n', "Use the straight quote '."],
    ['x = 1\u00a0+ 2\n', 'Replace the character by a plain space.'],
    ['x = a ? b\n', 'The character has no meaning in Python here: remove it.'],
    ['x = a → b\n', 'Use the ASCII character that Python knows, or put the text in quotes.'],
    ['%matplotlib inline\n', 'Lines that start with ! or % are notebook commands, not Python: remove them.'],
    ['x = %\n', 'Check this place and the line before it.'],
    ['f() = 1\n', 'Assign to a name, an attribute or an item; to compare, write ==.'],
    [
      'def f():\nreturn 1\n',
      'Indent the block below its header by four spaces; an empty block needs `pass`.',
    ],
    ['return 1\n', 'Put the statement into a function, or print the value.'],
    [
      'async def f(): pass\nawait f()\n',
      'Move it into a function; await inside an `async def`, run by asyncio.run(…).',
    ],
  ])('advises on %j: %s', (code, hint) => {
    expect(checkSyntax(code)[0]?.hint).toBe(hint);
  });

  it('writes characters that cannot be seen by their numbers', () => {
    expect(messages('x = \u001b[31m1\n')[0]).toBe('1:5-6 Got unexpected token U+001B');
    expect(messages('x = 1\u202e\n')[0]).toBe('1:6-7 Got unexpected token U+202E');
  });

  it('accepts 200 levels of brackets, as Python does, and no more', () => {
    expect(messages(`${'('.repeat(200)}1${')'.repeat(200)}`)).toEqual([]);
    expect(messages(`${'('.repeat(201)}1${')'.repeat(201)}`)).toEqual([
      '1:201-202 brackets are nested too deeply',
    ]);
  });

  it('gives every independent error at once, in order, without their consequences', () => {
    const code = 'class A:\n x = 1\n   y = 2\n\nimport\n\ndef f(a a): pass\n';
    expect(messages(code).map((message) => message.split(':')[0])).toEqual(['3', '5', '7']);
  });

  it('cannot be silenced from inside the code', () => {
    for (const directive of ['noqa', 'noqa: F706', 'ruff: noqa', 'flake8: noqa', 'ruff: disable[F706]']) {
      expect(messages(`# ${directive}\nreturn 1  # ${directive}\n`)).toEqual([
        '2:1-9 `return` statement outside of a function/method',
      ]);
      expect(messages(`x = "# ${directive}"\nreturn x\n`)).toEqual([
        '2:1-9 `return` statement outside of a function/method',
      ]);
    }
    expect(messages('noqa = 1\nprint(noqa, "# noqa")  # noqa é\n')).toEqual([]);
  });

  it('lets a caller allow await at the top, and there only', () => {
    const allow = { allowTopLevelAwait: true };
    expect(messages('x = await f()\n', allow)).toEqual([]);
    expect(messages('async with a:\n    async for b in c:\n        await d\n', allow)).toEqual([]);
    expect(messages('x = [await y for y in z]\n', allow)).toEqual([]);
    expect(messages('f(lambda: 1, await x)\n', allow)).toEqual([]);
    expect(messages('def f():\n    await g()\nawait f()\n', allow)).toHaveLength(1);
    expect(messages('f(lambda: await x)\n', allow)).toHaveLength(1);
    expect(messages('return await x\n', allow)).toEqual([
      '1:1-15 `return` statement outside of a function/method',
    ]);
    expect(messages('await x\n')).toEqual(['1:1-8 `await` statement outside of a function']);
  });

  it('holds code to the Python version that is asked for', () => {
    expect(messages('type X = int\n', { pythonVersion: '3.11' })[0]).toContain('Python 3.11');
    expect(messages('type X = int\n', { pythonVersion: '3.12' })).toEqual([]);
    expect(() => checkSyntax('x', { pythonVersion: '2.7' as '3.8' })).toThrow(/3\.8/);
  });

  it('refuses what is not a string', () => {
    expect(() => checkSyntax(undefined as unknown as string)).toThrow(
      expect.objectContaining({ code: 'python/invalid_source' }),
    );
  });

  it('tells names that are not defined, as warnings', () => {
    expect(analysePython('print(totl)\n').syntax.likelyBugs).toMatchObject([
      {
        rule: 'name/undefined',
        severity: 'warning',
        line: 1,
        column: 7,
        message: 'Undefined name `totl`',
      },
    ]);
    expect(analysePython('from x import *\nprint(totl)\n').syntax.likelyBugs).toEqual([]);
  });

  it('puts every finding inside the text', () => {
    const parts = fc.constantFrom(
      ...[
        'def f(',
        'x',
        '=',
        '(',
        ')',
        '[',
        '"',
        '"""',
        "f'{",
        '\n',
        '    ',
        ':',
        'if ',
        'else',
        'return',
        '😀',
        '\r\n',
        'é',
        '\r',
        '\ufeff',
        '\f',
        '\u2028',
        '\t',
        '1',
        ',',
      ],
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 25 }), (words) => {
        const code = words.join('');
        const lines = new SourceLines(code);
        for (const finding of checkSyntax(code)) {
          const start = lines.offset(finding.line, finding.column);
          const end = lines.offset(finding.endLine, finding.endColumn);
          expect(lines.position(start)).toEqual({ line: finding.line, column: finding.column });
          expect(lines.position(end)).toEqual({ line: finding.endLine, column: finding.endColumn });
          expect(end).toBeGreaterThanOrEqual(start);
          expect(finding.message).toMatch(/^[^\n]+$/);
          expect(finding.hint).not.toBe('');
        }
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('answers the same for the same source, from one parse', () => {
    expect(analysePython('x = 1')).toBe(analysePython('x = 1'));
    expect(analysePython('x = 1')).not.toBe(analysePython('x = 1', { pythonVersion: '3.9' }));
  });
});
