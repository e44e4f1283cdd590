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
      expect(messages(code)[0]).toContain("no binding for nonlocal '__class__' found");
    },
  );
});

describe('checkSyntax', () => {
  it.each([
    ['def f(a, b:\n    return 1\n', "1:6-7 '(' was never closed"],
    ['total = (1 +\n         2\nprint(total)\n', "1:9-10 '(' was never closed"],
    ['x = [1, 2\n', "1:5-6 '[' was never closed"],
    ['if ready\n    go()\n', "1:9-9 expected ':'"],
    ['def f()\n    pass\n', "1:8-8 expected ':'"],
    ['  x = 1\n', '1:1-3 unexpected indent'],
    ['def f():\nreturn 1\n', '2:1-7 expected an indented block after function definition on line 1'],
    ['class A:\nx = 1\n', '2:1-2 expected an indented block after class definition on line 1'],
    ['if x:\n    y\nelse:\nz\n', "4:1-2 expected an indented block after 'else' statement on line 3"],
    ['if x:\n        y\n    z\n', '3:1-5 unindent does not match any outer indentation level'],
    ['if x:\n\ty\n        z\n', '3:1-9 inconsistent use of tabs and spaces in indentation'],
    ['x = "abc\ny = 1\n', '1:5-9 unterminated string literal (detected at line 1)'],
    ['x = """abc\ny = 1\n', '1:5-8 unterminated triple-quoted string literal (detected at line 2)'],
    ['f"{x"\n', "1:3-5 f-string: expecting '}'"],
    ['print "hello"\n', "1:1-14 Missing parentheses in call to 'print'. Did you mean print(...)?"],
    ['x = [1 2]\n', '1:8-9 invalid syntax. Perhaps you forgot a comma?'],
    ['if x = 1:\n    pass\n', "1:6-7 invalid syntax. Maybe you meant '==' or ':=' instead of '='?"],
    ['1 = x\n', "1:1-2 cannot assign to literal here. Maybe you meant '==' instead of '='?"],
    ['f() = 1\n', "1:1-4 cannot assign to function call here. Maybe you meant '==' instead of '='?"],
    ['None = 1\n', '1:1-5 cannot assign to None'],
    ['del f()\n', '1:5-8 cannot delete function call'],
    [
      'x = 007\n',
      '1:5-8 leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers',
    ],
    ['x = “a”\n', "1:5-6 invalid character '“' (U+201C)"],
    ['x = 1\u00a0+ 2\n', '1:6-7 invalid non-printable character U+00A0'],
    ['x = a ? b\n', '1:7-8 invalid syntax'],
    ['(1]\n', "1:3-4 closing parenthesis ']' does not match opening parenthesis '('"],
    ['print(1))\n', "1:9-10 unmatched ')'"],
    ['x = 1 \\ 2\n', '1:7-8 unexpected character after line continuation character'],
    ['def f(a, a): pass\n', "1:10-11 duplicate argument 'a' in function definition"],
    ['f(x=1, x=2)\n', '1:8-11 keyword argument repeated: x'],
    ['f(a=1, 2)\n', '1:8-9 positional argument follows keyword argument'],
    ['def f(a=1, b): pass\n', '1:12-13 parameter without a default follows parameter with a default'],
    ['return 1\n', "1:1-9 'return' outside function"],
    ['yield 1\n', "1:1-8 'yield' outside function"],
    ['break\n', "1:1-6 'break' outside loop"],
    ['continue\n', "1:1-9 'continue' not properly in loop"],
    ['def f():\n    await g()\n', "2:5-14 'await' outside async function"],
    ['nonlocal x\n', '1:1-11 nonlocal declaration not allowed at module level'],
    ['def f():\n    nonlocal x\n', "2:14-15 no binding for nonlocal 'x' found"],
    ['def f():\n    from os import *\n', '2:5-21 import * only allowed at module level'],
    ['from __future__ import nope\n', '1:24-28 future feature nope is not defined'],
    ['*a, *b = c\n', '1:1-7 multiple starred expressions in assignment'],
    ['*items\n', "1:1-7 can't use starred expression here"],
    ['try:\n    x\nelse:\n    y\nfinally:\n    z\n', "3:1-5 expected 'except' or 'finally' block"],
    ['def f():\n    return g((yield, 1))\n', '2:20-21 invalid syntax'],
    ['async def f():\n    yield 1\n    return 2\n', "3:5-11 'return' with value in async generator"],
    ['x = 1\0\n', '1:6-7 source code cannot contain null bytes'],
    ['!pip install requests\n', '1:1-2 invalid syntax'],
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

  it('accepts 200 levels of brackets, as Python does, and no more', () => {
    expect(messages(`${'('.repeat(200)}1${')'.repeat(200)}`)).toEqual([]);
    expect(messages(`${'('.repeat(201)}1${')'.repeat(201)}`)).toEqual([
      '1:201-202 too many nested parentheses',
    ]);
  });

  it('gives every independent error at once, in order, without their consequences', () => {
    const code = 'class A:\n x = 1\n   y = 2\n\nimport\n\ndef f(a a): pass\n';
    expect(messages(code).map((message) => message.split(':')[0])).toEqual(['3', '5', '7']);
  });

  it('cannot be silenced from inside the code', () => {
    for (const directive of ['noqa', 'noqa: F706', 'ruff: noqa', 'flake8: noqa', 'ruff: disable[F706]']) {
      expect(messages(`# ${directive}\nreturn 1  # ${directive}\n`)).toEqual([
        "2:1-9 'return' outside function",
      ]);
      expect(messages(`x = "# ${directive}"\nreturn x\n`)).toEqual(["2:1-9 'return' outside function"]);
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
    expect(messages('return await x\n', allow)).toEqual(["1:1-15 'return' outside function"]);
    expect(messages('await x\n')).toEqual(["1:1-8 'await' outside function"]);
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
        message: "name 'totl' is not defined",
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
