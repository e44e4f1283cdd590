/** One kind of hostile or merely large text, of any size. */
export interface Shape {
  readonly name: string;
  /** A text of about `size` characters. */
  readonly make: (size: number) => string;
}

/** The same piece again and again. */
export function repeated(name: string, piece: string, before = '', after = ''): Shape {
  return {
    name,
    make: (size) => before + piece.repeat(Math.max(1, Math.ceil(size / piece.length))) + after,
  };
}

/** Numbered pieces, so that no two are equal. */
export function numbered(name: string, piece: (index: number) => string, before = '', after = ''): Shape {
  return {
    name,
    make(size) {
      const parts: string[] = [before];
      for (let length = 0, index = 0; length < size; index++) {
        const part = piece(index);
        parts.push(part);
        length += part.length;
      }
      parts.push(after);
      return parts.join('');
    },
  };
}

/** What opens again and again, then closes as often. */
export function nested(name: string, open: string, close: string, inner = ''): Shape {
  return {
    name,
    make(size) {
      const count = Math.ceil(size / (open.length + close.length));
      return open.repeat(count) + inner + close.repeat(count);
    },
  };
}

/** A level of nesting on each line, each indented more than the one before, a few levels deep, again and again. */
function staircase(name: string, header: (level: number) => string, levels: number): Shape {
  const block = Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}${header(level)}\n`);
  return repeated(name, `${block.join('')}${' '.repeat(levels)}pass\n`);
}

/** Python source, well formed or not. */
export const SOURCE: readonly Shape[] = [
  numbered('assignments', (index) => `x${index} = ${index}\n`),
  repeated('equal assignments', 'x = 1\n'),
  numbered('functions', (index) => `def f${index}(a, b=1):\n    return a + b\n\n`),
  numbered(
    'classes with methods',
    (index) => `class C${index}:\n    def m(self):\n        return self.x\n\n`,
  ),
  numbered('imports', (index) => `import m${index} as n${index}\n`),
  repeated('one import', 'import os\n'),
  repeated('star imports', 'from os import *\n'),
  numbered('a dict of numbers', (index) => `"k${index}": ${index}, `, 'd = {', '}\n'),
  numbered('a dict over lines', (index) => `    "k${index}": ${index},\n`, 'd = {\n', '}\n'),
  repeated('a dict of one key', '"a": 1, ', 'd = {', '}\n'),
  repeated('a list of numbers', '1, ', 'x = [', ']\n'),
  repeated('a list of lists', '[1, 2], ', 'x = [', ']\n'),
  repeated('a list of text', "'word', ", 'x = [', ']\n'),
  numbered('a set of names', (index) => `n${index}, `, 'x = {', '}\n'),
  numbered('a call with keywords', (index) => `k${index}=${index}, `, 'f(', ')\n'),
  repeated('a call with arguments', 'a, ', 'f(', ')\n'),
  numbered('a function of many parameters', (index) => `p${index}, `, 'def f(', '): pass\n'),
  repeated('a sum', '1 + ', 'x = ', '1\n'),
  repeated('a comparison', 'a < ', 'x = ', 'b\n'),
  repeated('a chain of and', 'a and ', 'x = ', 'b\n'),
  repeated('a chain of attributes', '.a', 'x = y', '\n'),
  repeated('a chain of calls', '()', 'x = y', '\n'),
  repeated('a chain of subscripts', '[0]', 'x = y', '\n'),
  repeated('a chain of assignments', 'x = ', '', '1\n'),
  repeated('minus signs', '-', 'x = ', '1\n'),
  repeated('not after not', 'not ', 'x = ', '1\n'),
  repeated('lambdas', 'lambda: ', 'x = ', '1\n'),
  repeated('conditional expressions', 'a if b else ', 'x = ', 'c\n'),
  repeated('joined text', "'a' ", 'x = ', "'b'\n"),
  repeated('one long text', 'word ', "x = '", "'\n"),
  repeated('one long text over lines', 'word\n', 'x = """', '"""\n'),
  repeated('an f-string of fields', '{a}', "x = f'", "'\n"),
  repeated('f-strings', "x = f'{a!r:>{b}}'\n"),
  repeated('braces of an f-string', '{{', "x = f'", "'\n"),
  repeated('comments', '# a comment\n'),
  repeated('one long comment', 'a ', '# '),
  repeated('blank lines', '\n', 'x = 1', 'y = 2\n'),
  repeated('lines of blanks', '   \n'),
  repeated('continued lines', '\\\n', 'x = ', '1\n'),
  repeated('semicolons', 'x;', '', '\n'),
  repeated('conditions', 'if a:\n    b\nelif c:\n    d\nelse:\n    e\n'),
  repeated('elif branches', 'elif a:\n    b\n', 'if a:\n    b\n'),
  repeated('handlers', 'except A:\n    b\n', 'try:\n    a\n'),
  repeated('try statements', 'try:\n    a\nexcept A:\n    b\nfinally:\n    c\n'),
  repeated('match cases', '    case {"a": [1, *b], **c} if d:\n        e\n', 'match a:\n'),
  repeated('a pattern of alternatives', '1 | ', 'match a:\n    case ', '2:\n        b\n'),
  repeated('decorators', '@a\n', '', 'def f(): pass\n'),
  repeated('with items', 'a() as b, ', 'with ', 'c:\n    pass\n'),
  repeated('comprehensions', 'x = [a for a in b if c for d in e]\n'),
  repeated('one comprehension', 'for a in b ', 'x = [1 ', ']\n'),
  numbered('global names', (index) => `n${index}, `, 'def f():\n    global ', 'm\n'),
  staircase('indented blocks', (level) => `if x${level}:`, 60),
  staircase('nested functions', (level) => `def f${level}():`, 60),
  staircase('nested classes', (level) => `class C${level}:`, 60),
  staircase('nested loops', (level) => `for x${level} in y:`, 18),
  repeated('dynamic code', '__import__("os").system("ls")\nexec("x")\n'),
  repeated('getattr', 'getattr(builtins, "e" + "val")("1")\n'),
  numbered('aliases', (index) => `a${index + 1} = a${index}\n`, 'import os as a0\n'),
  numbered('aliases of open', (index) => `a${index + 1} = a${index}\n`, 'a0 = open\n', 'a3("f")\n'),
  repeated('calls of requests', 'requests.get("u").json()\n', 'import requests\n'),
  repeated('doctests', '>>> f(1)\n2\n', 'def f(x):\n    """\n', '"""\n'),
  repeated('yields', '    yield 1\n', 'def f():\n'),
  repeated('returns outside functions', 'return\n'),
  repeated('breaks outside loops', 'break\n'),
  repeated('print statements', 'print "a"\n'),
  repeated('missing colons', 'if x\n    y\n'),
  repeated('unbalanced brackets', '(]'),
  repeated('open text', "x = 'a\n"),
  repeated('open triple quotes', 'x = """ '),
  repeated('dollars', '$ '),
  repeated('wide characters', 'é = "\u{1F600}"\n'),
  repeated('wide names', '変数 = 変数 + 1\n'),
  repeated('null characters', '\0'),
  repeated('carriage returns', 'x = 1\r'),
  repeated('tabs and blanks', 'if x:\n\tif y:\n        z\n'),
  repeated('opened brackets', '('),
  repeated('closed brackets', ')'),
  nested('brackets', '[', ']'),
  nested('braces', '{', '}'),
  nested('calls in calls', 'f(', ')', 'x'),
  nested('nested dicts', '{"a":', '}', '1'),
];

/** Texts that are no Python source. */
export const TEXT: readonly Shape[] = [
  repeated('nested quotes', '> ', '', 'a'),
  repeated('nested list marks', '- ', '', 'a'),
  repeated('nested numbered marks', '1. ', '', 'a'),
  numbered('quotes that deepen', (index) => `${'> '.repeat(index % 200)}a\n`),
  numbered('lists that deepen', (index) => `${'  '.repeat(index % 100)}- a\n`),
  repeated('list items', '- an item\n'),
  repeated('numbered items', '1. an item\n'),
  repeated('loose list items', '* an item\n\n  more of it\n\n'),
  repeated('table rows', '| a | b |\n', '| a | b |\n|---|---|\n'),
  repeated('one table row', '| a ', '', '|\n|---|\n'),
  repeated('rules of a table', '|-', 'a\n', '\n'),
  repeated('open links', '[a](', '- '),
  repeated('stars', '*a **a ', '- '),
  repeated('underlines', '_', '- '),
  repeated('backticks', '`', '- '),
  repeated('lines of backticks', '```\n'),
  repeated('Python fences', '```python\nx = 1\n```\n'),
  repeated('open fences', '```python\n'),
  repeated('fences of growing length', '```\n````\n`````\n'),
  repeated('fences in quotes', '> ```py\n'),
  repeated('prompts', '>>> x\n'),
  repeated('thinking tags', '<think>\n'),
  repeated('thoughts', '<think>a</think>'),
  repeated('words', 'Some words, and more. '),
  repeated('link definitions', '[a]: b\n'),
  repeated('HTML tags', '<a href="b">', '- '),
  repeated('HTML comments', '<!-- ', '- '),
  repeated('entities', '&amp;', '- '),
  repeated('headings', 'a\n===\n'),
  repeated('hashes', '# '),
  repeated('rules', '---\n'),
];

/** Texts of JSON, whole or not. */
const JSON_TEXT: readonly Shape[] = [
  repeated('JSON numbers', '1,', '[', '1]'),
  numbered('a JSON object', (index) => `"k${index}":${index},`, '{', '"k":1}'),
  repeated('JSON objects', '{"a":1,"b":["c"]},', '[', '{"a":1,"b":[]}]'),
  nested('nested JSON lists', '[', ']'),
  nested('nested JSON objects', '{"a":', '}', '1'),
  repeated('one JSON text', 'word ', '"', '"'),
  repeated('JSON escapes', '\\u0041', '"', '"'),
];

/** More than a hundred shapes. */
export const SHAPES: readonly Shape[] = [...SOURCE, ...TEXT, ...JSON_TEXT];
