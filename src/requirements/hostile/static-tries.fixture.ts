import { FunctionSignature } from '../behaviour/function-signature.js';
import { JsonOutput } from '../output/json-output.js';
import { MarkdownList, MarkdownTable } from '../output/markdown.js';
import { ImportRestrictions } from '../python/import-restrictions.js';
import { PythonCodeExtraction } from '../python/python-code-extraction.js';
import { PythonSyntaxValid } from '../python/python-syntax-valid.js';
import type { Requirement } from '../requirement.js';
import { ComplexityLimit } from '../structure/complexity-limit.js';
import { NoFileUse, NoNetworkUse, NoSubprocessUse } from '../structure/no-side-effects.js';

/** One try at a false verdict: what is judged, by what, and what is right. */
export interface StaticTry {
  readonly topic: string;
  readonly requirement: Requirement;
  readonly text: string;
  readonly isSource: boolean;
  readonly isRight: boolean;
  /** The code that must be found, where that is the matter. */
  readonly code?: string;
}

/** Places in a program where one statement or several can stand. */
const PLACES: readonly ((statements: string) => string)[] = [
  (code) => code,
  (code) => `def f0():\n${indented(code)}\n\nf0()`,
  (code) => `class C0:\n    def m(self):\n${indented(indented(code))}`,
  (code) => `try:\n${indented(code)}\nexcept ValueError:\n    pass`,
  (code) => `for _ in range(2):\n${indented(code)}`,
  (code) => `async def f0():\n${indented(code)}`,
  (code) => `def f0():\n    def f1():\n${indented(indented(code))}\n    return f1`,
  (code) => `"""Words about import socket, open(), eval."""\n# exec = None; def open(): pass\n${code}`,
  (code) => `y = 1; z = 2\nif y:\n${indented(code)}\nelse:\n    w = 3`,
  (code) => `with a as b:\n${indented(code)}`,
];

function indented(code: string): string {
  return code.replaceAll(/^/gm, '    ');
}

/** Every statement in every place. */
function inPlaces(
  topic: string,
  requirement: Requirement,
  isRight: boolean,
  statements: readonly string[],
): readonly StaticTry[] {
  return statements.flatMap((code) =>
    PLACES.map((place) => ({ topic, requirement, text: place(code), isSource: true, isRight })),
  );
}

function plain(
  topic: string,
  requirement: Requirement,
  isRight: boolean,
  texts: readonly string[],
  isSource = true,
): readonly StaticTry[] {
  return texts.map((text) => ({ topic, requirement, text, isSource, isRight }));
}

function imports(): readonly StaticTry[] {
  const mathAlone = ImportRestrictions({ allowedImports: ['math', 'os.path'] });
  return [
    ...inPlaces('imports', mathAlone, false, [
      'import socket',
      'import socket as math',
      'import math, socket',
      'from socket import socket',
      'from socket import (\n    socket as s,\n)',
      'import \\\n    socket',
      'import os',
      'import os.path, os.sep',
      'from os import system',
      'import importlib\nimportlib.import_module("socket")',
      '__import__("socket")',
      'x = __import__("sock" + "et")',
      'exec("import socket")',
      'eval("1 + 1")',
      'import math; import socket',
      'from . import secrets',
    ]),
    ...inPlaces('imports', mathAlone, true, [
      'import math',
      'import math as m\nx = m.floor(2.5)',
      'from math import floor, pi',
      'import os.path',
      'x = "import socket"',
      'x = """\nimport socket\n"""',
      'x = 1  # import socket',
      'socket = {"import": "socket"}',
      'x = f"import {y} from socket"',
      're.compile("x")',
      'model.eval()',
      'cursor.exec("select")',
      '__import__("math")',
    ]),
  ];
}

const DEFINITIONS: readonly (readonly [string, boolean])[] = [
  ['def area(width, height): pass', true],
  ['def area(width: "a=b", height: int = 3) -> int: pass', true],
  ['def area(\n    width,  # one\n    height,\n): pass', true],
  ['async def area(width, height): pass', true],
  ['def area(width, height, *rest, unit="m", **more): pass', true],
  ['area = lambda width, height: width * height', true],
  ['area = None\ndef area(width, height): pass', true],
  ['def area(width): pass\ndef area(width, height): pass', true],
  ['@cache\ndef area(width, height): pass', true],
  ['def other(width, height): pass\narea = other', true],
  ['if 1:\n    def area(width, height): pass', true],
  ['def area(width, height):\n    def area(): pass\n    return area()', true],
  ['def area(*, width, height): pass', false],
  ['def area(width, height, /): pass', false],
  ['def area(width, height, depth): pass', false],
  ['def area(width, height, depth: L["="]): pass', false],
  ['def area(width, height, *, depth): pass', false],
  ['def area(height, width): pass', false],
  ['def area(width): pass', false],
  ['def area(*width, **height): pass', false],
  ['class area:\n    def __init__(self, width, height): pass', false],
  ['def area(width, height): pass\ndel area', false],
  ['def area(width, height): pass\narea = 3', false],
  ['def area(width, height): pass\nfrom x import area', false],
  ['def area(width, height): pass\nwith x as area: pass', false],
  ['def area(width, height): pass\ndef area(width): pass', false],
  ['def area(width, height): pass\nclass area: pass', false],
  ['if False:\n    def area(width, height): pass', false],
  ['if not True:\n    def area(width, height): pass', false],
  ['if 1 > 2:\n    def area(width, height): pass', false],
  ['while 0:\n    def area(width, height): pass', false],
  ['x = """\ndef area(width, height): pass\n"""', false],
  ['# def area(width, height): pass\nx = 1', false],
  ['def outer():\n    def area(width, height): pass', false],
  ['class C:\n    def area(width, height): pass', false],
];

function signatures(): readonly StaticTry[] {
  const requirement = FunctionSignature({ functionName: 'area', parameters: ['width', 'height'] });
  const around: readonly ((code: string) => string)[] = [
    (code) => code,
    (code) => `import math\n\n${code}\n\nx = 1\n`,
    (code) => `"""def area(a): pass"""\n${code}\nprint("area = None")`,
    (code) => `try:\n${indented(code)}\nfinally:\n    pass`,
    (code) => `with x:\n${indented(code)}`,
  ];
  return DEFINITIONS.flatMap(([code, isRight]) =>
    around.map((wrap) => ({ topic: 'signature', requirement, text: wrap(code), isSource: true, isRight })),
  );
}

function effects(): readonly StaticTry[] {
  return [
    ...inPlaces('side effects', NoFileUse(), false, [
      'open("a")',
      'from os import remove as r\nr("a")',
      'import os as o\no.remove("a")',
      'import shutil\nshutil.rmtree("a")',
      'import pathlib\npathlib.Path("a").write_text("b")',
      'from pathlib import Path\nPath("a").read_text()',
      'import builtins\nbuiltins.open("a")',
      'o = open\no("a")',
      'list(map(open, ["a"]))',
      'import os\ngetattr(os, "remove")("a")',
    ]),
    ...inPlaces('side effects', NoFileUse(), true, [
      'x = "open(a)"',
      'door.open()',
      'x = opened("a")',
      'high, open = 1, 2\nx = open',
    ]),
    ...inPlaces('side effects', NoNetworkUse(), false, [
      'import socket',
      'from urllib.request import urlopen\nurlopen("u")',
      'import http.client as h',
      '__import__("socket")',
    ]),
    ...inPlaces('side effects', NoNetworkUse(), true, ['import urllib.parse', 'x = "import socket"']),
    ...inPlaces('side effects', NoSubprocessUse(), false, [
      'import subprocess',
      'import os\nos.system("ls")',
      'from os import popen as p\np("ls")',
      'import os\nm = os\nm.system("ls")',
      'import os\nos.__dict__["system"]("ls")',
    ]),
    ...inPlaces('side effects', NoSubprocessUse(), true, ['import os\nos.getcwd()', 'x = "os.system"']),
  ];
}

function complexity(): readonly StaticTry[] {
  const lines = (count: number): string => Array.from({ length: count }, (_, i) => `x${i} = ${i}`).join('\n');
  const branches = (count: number): string =>
    `def f(a):\n${Array.from({ length: count }, (_, i) => `    if a == ${i}:\n        return ${i}`).join('\n')}`;
  const nested = (count: number): string =>
    `${Array.from({ length: count }, (_, i) => `${'    '.repeat(i)}for x${i} in y:`).join('\n')}\n${'    '.repeat(count)}pass`;
  const limit = ComplexityLimit({ maxLines: 40, maxComplexity: 6, maxNesting: 3 });
  const noise = (code: string): readonly string[] => [
    code,
    `# a comment\n\n${code}\n\n# the end\n`,
    `"""Words."""\n${code}`,
  ];
  return [
    ...plain('complexity', limit, true, [lines(10), lines(38), branches(5), nested(3)].flatMap(noise)),
    ...plain(
      'complexity',
      limit,
      false,
      [lines(41), lines(90), branches(6), branches(9), nested(4), nested(6)].flatMap(noise),
    ),
  ];
}

function syntax(): readonly StaticTry[] {
  const valid = PythonSyntaxValid();
  return [
    ...inPlaces('syntax', valid, true, [
      'x = [a for a in b if c]',
      'print(f"{a!r:>{b}}")',
      'match = case = type = 1',
      'match x:\n    case {"a": [1, *b], **c} if d:\n        pass',
      'x = lambda *a, b=1, **c: (a, b, c)',
      'if (n := len(x)) > 1:\n    pass',
      'try:\n    a\nexcept* E:\n    for j in y:\n        break',
      'def g[T: int](x: T) -> T:\n    return x',
      'x: list[int] = []',
      'with (a as b, c as d):\n    pass',
      'x = 1_000 + 0x_ff + 1e-3j',
      'x = """a\n"b" \\\n"""',
      'def g():\n    global q\n    q = 1',
      'class D:\n    def h(self):\n        nonlocal __class__',
      'print(*a, c=1, **b)',
      'del x[0], y.z',
      'assert x, "no"',
    ]),
    ...inPlaces('syntax', valid, false, [
      'x = (1',
      'x = 1)',
      'if x\n    y',
      'x = "a',
      'print "a"',
      'x = = 1',
      'def g(a, a): pass',
      'g(x=1, x=2)',
      'f(__debug__=1)',
      'None = 1',
      'x = f"{*a}"',
      'match x:\n    case f"a": pass',
      'try:\n    a\nexcept* E:\n    return',
      'async def g():\n    yield from x',
      'from __future__ import nothing',
      '*a, *b = c',
      'x = 0777',
      'nonlocal never_bound',
      'lambda: (yield',
      'else: pass',
      'x = a b',
      'del f()',
      'import a.b as c.d',
      'def g():\npass',
    ]),
  ];
}

function extraction(): readonly StaticTry[] {
  const requirement = PythonCodeExtraction();
  const programs = [
    'def add(a, b):\n    return a + b',
    'import math\nprint(math.pi)',
    'TEXT = """\n```\n"""\nprint(TEXT)',
  ];
  const fence = '```';
  const styles: readonly ((code: string) => string)[] = [
    (code) => `${fence}python\n${code}\n${fence}`,
    (code) => `${fence}py\n${code}\n${fence}`,
    (code) => `${fence}Python3\n${code}\n${fence}`,
    (code) => `${fence}python title="a.py"\n${code}\n${fence}`,
    (code) => `${fence}src/add.py\n${code}\n${fence}`,
    (code) => `${fence}12:20:src/add.py\n${code}\n${fence}`,
    (code) => `${fence}tool_code\n${code}\n${fence}`,
    (code) => `${fence}\n${code}\n${fence}`,
    (code) => `~~~python\n${code}\n~~~`,
    (code) => `${fence}${fence}python\n${code}\n${fence}${fence}`,
    (code) => `${fence}python\n${code}\n${fence}<|im_end|>`,
    (code) => `${fence}python\n${code}\n${fence}</s>`,
    (code) => `${fence}python\n${code}\n${fence}}`,
    (code) => `${fence}python\n${code}\n${fence}.`,
    (code) => `${fence}python\r\n${code.replaceAll('\n', '\r\n')}\r\n${fence}\r\n`,
    (code) => `> ${fence}python\n${code.replaceAll(/^/gm, '> ')}\n> ${fence}`,
    (code) => `1. Do:\n\n   ${fence}python\n${code.replaceAll(/^(?=.)/gm, '   ')}\n   ${fence}`,
    (code) => `<think>\n${fence}python\nx = wrong\n${fence}\n</think>\n${fence}python\n${code}\n${fence}`,
  ];
  const around: readonly ((block: string) => string)[] = [
    (block) => block,
    (block) => `Sure, here it is:\n\n${block}`,
    (block) => `${block}\n\nIt does what you asked for.\n`,
    (block) => `Run \`pip install x\` first.\n\n${fence}sh\npip install x\n${fence}\n\nThen:\n\n${block}\n`,
  ];
  const right = programs.flatMap((code, program) =>
    styles.flatMap((style, index) =>
      // Text that a quote or an untagged fence would cut is nobody's to read.
      program === 2 && (index === 7 || index === 6)
        ? []
        : around.map((wrap) => ({
            topic: 'extraction',
            requirement,
            text: wrap(style(code)),
            isSource: false,
            isRight: true,
            code,
          })),
    ),
  );
  const wrong = plain(
    'extraction',
    requirement,
    false,
    [
      '',
      'I cannot do that.',
      'The function add(a, b) returns a + b.',
      `${fence}js\nconst x = 1;\n${fence}`,
      `${fence}bash\npip install x\n${fence}`,
      `${fence}json\n{"a": 1}\n${fence}`,
      `${fence}tool_code\nSome words here.\n${fence}`,
      `${fence}python\n${fence}`,
      `${fence}python\ndef add(a, b):\n    return (a +`,
      `${fence}sql\nselect 1\n${fence}<|im_end|>`,
      `${fence}src/add.js\nlet x = 1\n${fence}`,
      `${fence}text\nJust words.\n${fence}`,
    ],
    false,
  );
  return [...right, ...wrong];
}

function json(): readonly StaticTry[] {
  const person = JsonOutput({
    schema: {
      type: 'object',
      required: ['name', 'toString'],
      properties: { name: { type: 'string' }, toString: { type: 'number' }, constructor: { type: 'number' } },
      additionalProperties: false,
    },
  });
  const bare = ['{"name":"A","toString":1}', '{"toString":1,"name":"","constructor":2}'];
  const wrong = [
    '{"name":"A"}',
    '{}',
    '{"name":"A","toString":"1"}',
    '{"name":1,"toString":1}',
    '{"name":"A","toString":1,"__proto__":{"x":1}}',
    '{"name":"A","toString":1,"extra":1}',
    '[]',
    '{"name":"A","toString":1}}',
    "{'name':'A','toString':1}",
    '{"name":"A","toString":1,}',
    '{"name":"A","toString":NaN}',
    'Here: {"name":"A","toString":1}',
    '{"name":"A","toString":1} and words',
    '{"__proto__":{"name":"A","toString":1}}',
  ];
  const wraps: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => `\n  ${text}\n`,
    (text) => `\`\`\`json\n${text}\n\`\`\``,
    (text) => `\`\`\`\n${text}\n\`\`\`\n`,
  ];
  return [
    ...plain(
      'JSON',
      person,
      true,
      bare.flatMap((text) => wraps.map((wrap) => wrap(text))),
      false,
    ),
    ...plain(
      'JSON',
      person,
      false,
      wrong.flatMap((text) => wraps.map((wrap) => wrap(text))),
      false,
    ),
  ];
}

function markdown(): readonly StaticTry[] {
  const two = MarkdownList({ minItems: 2, maxItems: 3 });
  const table = MarkdownTable();
  return [
    ...plain(
      'Markdown',
      two,
      true,
      [
        '- a\n- b',
        '1. a\n2. b\n3. c',
        '* a\n\n* b',
        '- a\n  - x\n  - y\n- b',
        '- a\nlazy\n- b',
        '- [ ] a\n- [x] b',
        '+ a\n+ b\n',
        '- ```\n  - x\n  ```\n- b',
        '- a\n\n  more\n- b',
        '10) a\n11) b',
        '- > q\n- b',
        '\n\n- a\n- b\n\n',
      ],
      false,
    ),
    ...plain(
      'Markdown',
      two,
      false,
      [
        '- a',
        '- a\n- b\n- c\n- d',
        'words\n\n- a\n- b',
        '- a\n- b\n\nwords',
        '# T\n- a\n- b',
        '- a\n---\n- b',
        '    - a\n    - b',
        '> - a\n> - b',
        '-a\n-b',
        '- a\n  - b',
        '',
        '- a\n- b\n<div>',
        '```\n- a\n- b\n```',
        '- a\n- b\n# T',
        '* * *\n* * *',
      ],
      false,
    ),
    ...plain(
      'Markdown',
      table,
      true,
      [
        '| a |\n|---|',
        '| a | b |\n|---|:-:|\n| 1 | 2 |',
        'a | b\n--|--\n1 | 2',
        '| a \\| b |\n|---|',
        '\n| a |\n| - |\n| 1 |\n\n',
      ],
      false,
    ),
    ...plain(
      'Markdown',
      table,
      false,
      [
        '| a |',
        '| a | b |\n|---|',
        '# T\n| a |\n|---|',
        '| a |\n|---|\n\nwords',
        'a\n---',
        '| a |\n|---|\n\n| b |\n|---|',
        '```\n| a |\n|---|\n```',
        '| a |\n|xxx|',
        '- a\n- b',
      ],
      false,
    ),
  ];
}

/** More than a thousand tries at false verdicts of static requirements, hostile and honest. */
export const STATIC_TRIES: readonly StaticTry[] = [
  ...imports(),
  ...signatures(),
  ...effects(),
  ...complexity(),
  ...syntax(),
  ...extraction(),
  ...json(),
  ...markdown(),
];
