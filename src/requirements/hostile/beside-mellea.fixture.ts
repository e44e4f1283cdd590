import type { ToolCall } from '../message.js';

/** A reply of a model, and what is right about it. */
export interface JudgedReply {
  readonly name: string;
  readonly text: string;
  readonly toolCalls?: readonly ToolCall[];
  /** The code in it; null for none. */
  readonly code: string | null;
  /** Whether that is a program of Python 3.11. */
  readonly isValid: boolean;
  /** Whether it imports `json` and `math` alone. */
  readonly isAllowed: boolean;
}

const F = '```';
const T = '~~~';
const ADD = 'def add(a, b):\n    return a + b';
const MATH = 'import math\n\nprint(math.sqrt(2))';
const BROKEN = 'def add(a, b)\n    return a + b';
const fence = (code: string, tag = 'python', mark: string = F): string => `${mark}${tag}\n${code}\n${mark}`;

function good(name: string, text: string, code: string): JudgedReply {
  return { name, text, code, isValid: true, isAllowed: true };
}

function invalid(name: string, code: string): JudgedReply {
  return { name, text: `Here:\n\n${fence(code)}\n`, code, isValid: false, isAllowed: false };
}

function forbidden(name: string, code: string): JudgedReply {
  return { name, text: `Here:\n\n${fence(code)}\n`, code, isValid: true, isAllowed: false };
}

function allowed(name: string, code: string): JudgedReply {
  return good(name, `Here:\n\n${fence(code)}\n`, code);
}

function none(name: string, text: string): JudgedReply {
  return { name, text, code: null, isValid: false, isAllowed: false };
}

const FENCES: readonly JudgedReply[] = [
  good('one block', fence(ADD), ADD),
  good('prose around', `Sure! Here it is:\n\n${fence(ADD)}\n\nHope that helps.`, ADD),
  good('tag py', fence(ADD, 'py'), ADD),
  good('tag python3', fence(ADD, 'python3'), ADD),
  good('tag Python', fence(ADD, 'Python'), ADD),
  good('tag PYTHON', fence(ADD, 'PYTHON'), ADD),
  good('no tag', fence(ADD, ''), ADD),
  good('tag with a title', fence(ADD, 'python title="add.py"'), ADD),
  good('tag with a file', fence(ADD, 'src/add.py'), ADD),
  good('tag in braces', fence(ADD, '{.python}'), ADD),
  good('tag with a colon', fence(ADD, 'python:add.py'), ADD),
  good('tag tool_code', fence(ADD, 'tool_code'), ADD),
  good('a blank before the tag', fence(ADD, ' python'), ADD),
  good('tildes', fence(ADD, 'python', T), ADD),
  good('tildes without a tag', fence(ADD, '', T), ADD),
  good('five tildes', fence(ADD, 'python', '~~~~~'), ADD),
  good('four backticks', fence(ADD, 'python', '````'), ADD),
  good('two backticks', fence(ADD, 'python', '``'), ADD),
  good('Windows line ends', fence(ADD).replaceAll('\n', '\r\n'), ADD),
  good('in a list', `1. First:\n\n   ${fence(ADD).replaceAll('\n', '\n   ')}\n2. Done.`, ADD),
  good('in a quote', fence(ADD).replaceAll(/^/gm, '> '), ADD),
  good('after text on its line', `The code: ${fence(ADD)}`, ADD),
  good('closed on the last line of code', `${F}python\n${ADD}${F}`, ADD),
  good('on one line', `${F}python print(1)${F}`, 'print(1)'),
  good('an end token behind the fence', `${fence(ADD)}<|im_end|>`, ADD),
  good('an end of text behind the fence', `${fence(ADD)}</s>`, ADD),
  good('cut off', `${F}python\n${ADD}\n`, ADD),
  good('triple quotes inside', fence('x = """\n# title\n"""\nprint(x)'), 'x = """\n# title\n"""\nprint(x)'),
  good(
    'fences in a string',
    fence('x = """\n```\nnot code\n```\n"""\nprint(x)', 'python', '````'),
    'x = """\n```\nnot code\n```\n"""\nprint(x)',
  ),
  good('trailing blanks', `${F}python   \n${ADD}\n${F}   `, ADD),
  good('blank lines inside', fence(`${ADD}\n\n\nprint(add(1, 2))`), `${ADD}\n\n\nprint(add(1, 2))`),
  good('indented fence', `  ${fence(ADD).replaceAll('\n', '\n  ')}`, ADD),
  good('emoji', fence('print("😀 é")'), 'print("😀 é")'),
  good('a comment first', fence(`# adds\n${ADD}`), `# adds\n${ADD}`),
];

const SEVERAL: readonly JudgedReply[] = [
  good('output after it', `${fence('print(1)')}\n\nOutput:\n\n${fence('1', '')}`, 'print(1)'),
  good('output tagged text', `${fence('print(1)')}\n\n${fence('1', 'text')}`, 'print(1)'),
  good('a shell block before', `${fence('pip install numpy', 'bash')}\n\n${fence(ADD)}`, ADD),
  good('a shell block after', `${fence(ADD)}\n\nRun it:\n\n${fence('python add.py', 'sh')}`, ADD),
  good('JSON before', `${fence('{"a": 1}', 'json')}\n\n${fence(ADD)}`, ADD),
  good(
    'JavaScript before',
    `${fence('function add(a, b) { return a + b }', 'javascript')}\n\nIn Python:\n\n${fence(ADD)}`,
    ADD,
  ),
  good(
    'the wrong one first',
    `This is wrong:\n\n${fence('def add(a, b):\n    return a - b')}\n\nHere is the corrected version:\n\n${fence(ADD)}`,
    ADD,
  ),
  good(
    'the wrong one last',
    `Correct solution:\n\n${fence(ADD)}\n\nDon't write this, it is wrong:\n\n${fence('def add(a, b):\n    return a - b')}`,
    ADD,
  ),
  good(
    'a long wrong one first',
    `Your original code has a bug:\n\n${fence('def add(a, b):\n    total = 0\n    for x in (a, b):\n        if x:\n            total -= x\n    return total')}\n\nThe fixed code:\n\n${fence(ADD)}`,
    ADD,
  ),
  good(
    'a snippet before',
    `First import it:\n\n${fence('import math')}\n\nThe whole program:\n\n${fence(MATH)}`,
    MATH,
  ),
  good(
    'a usage after',
    `${fence(`${ADD}\n\nprint(add(1, 2))`)}\n\nFor example:\n\n${fence('add(1, 2)')}`,
    `${ADD}\n\nprint(add(1, 2))`,
  ),
  good('a diff before', `${fence('- a\n+ b', 'diff')}\n\n${fence(ADD)}`, ADD),
  good(
    'a traceback before',
    `You saw:\n\n${fence('Traceback (most recent call last):\n  File "a.py", line 1\nNameError: name', '')}\n\nFixed:\n\n${fence(ADD)}`,
    ADD,
  ),
  good('SQL after', `${fence(ADD)}\n\n${fence('SELECT 1', 'sql')}`, ADD),
  good('an untagged and a tagged one', `${fence('some words here', '')}\n\n${fence(ADD)}`, ADD),
  good('YAML before', `${fence('a: 1', 'yaml')}\n${fence(ADD)}`, ADD),
];

const THINKING: readonly JudgedReply[] = [
  good(
    'thinking first',
    `<think>\nLet me see.\n${fence('def add(a, b):\n    return a - b')}\nNo, wrong.\n</think>\n\n${fence(ADD)}`,
    ADD,
  ),
  good(
    'thinking with a longer draft',
    `<think>\n${fence('def add(a, b):\n    for i in range(b):\n        a += 1\n    if a:\n        return a')}\n</think>\n${fence(ADD)}`,
    ADD,
  ),
  good('thinking that only closes', `I could write ${fence('x = 1')}\n</think>\n${fence(ADD)}`, ADD),
  good('thinking tag', `<thinking>\n${fence('x = 1')}\n</thinking>\n${fence(ADD)}`, ADD),
  good('code in the thinking alone', `<think>\n${fence(ADD)}\n</think>\n\nSee above.`, ADD),
  good('thinking that never ends', `<think>\nI might write\n${fence(ADD)}`, ADD),
  good('scratchpad words', `Let me think: 1 + 1 is 2.\n\n${fence(ADD)}`, ADD),
];

const BARE: readonly JudgedReply[] = [
  none('a refusal', 'I am sorry, but I cannot help with that.'),
  none('an empty reply', ''),
  none('blanks', '  \n \n'),
  none('prose about Python', 'You can use the def keyword to define a function and import to load a module.'),
  none('JSON alone', '{"answer": 42}'),
  none('JSON in a block', fence('{"answer": 42, "ok": true}', 'json')),
  none('a shell block alone', fence('pip install numpy', 'bash')),
  none('JavaScript alone', fence('const x = () => 1;', 'js')),
  none('inline code', 'Call `add(1, 2)` to add.'),
  none('HTML alone', fence('<p>hello</p>', 'html')),
  none('a table', '| a | b |\n|---|---|\n| 1 | 2 |'),
  none('words in a bare block', fence('just some words, no program', '')),
  none('an empty block', `${F}python\n${F}`),
  none('an empty block of blanks', `${F}python\n   \n${F}`),
  none('text tagged as text', fence('print this please', 'text')),
  none(
    'a traceback alone',
    fence('Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nNameError: name', ''),
  ),
  good('bare code', ADD, ADD),
  good('a bare program', MATH, MATH),
];

const INVALID: readonly JudgedReply[] = [
  invalid('a missing colon', BROKEN),
  invalid('an open bracket', 'print((1 + 2)'),
  invalid('an open string', 'x = "abc'),
  invalid('bad indentation', 'def f():\nreturn 1'),
  invalid('a print statement', 'print "hello"'),
  invalid('prose in the block', 'This is my code\nx = 1'),
  invalid('return outside', 'x = 1\nreturn x'),
  invalid('break outside', 'break'),
  invalid('await outside', 'def f():\n    await g()'),
  invalid('duplicate parameter', 'def f(a, a):\n    pass'),
  invalid('assignment to a literal', '1 = x'),
  invalid('assignment to a call', 'f() = 1'),
  invalid('yield outside', 'yield 1'),
  invalid('nonlocal at the top', 'nonlocal x'),
  invalid('a lone else', 'else:\n    pass'),
  invalid('keyword before positional', 'f(a=1, 2)'),
  invalid('a conflict marker', '<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> main'),
  invalid('an ellipsis of the writer', 'def f():\n    ...\n... rest of the code ...'),
  invalid('smart quotes', 'print(“hello”)'),
  invalid('mixed tabs', 'if True:\n\tx = 1\n        y = 2'),
];

const IMPORTS: readonly JudgedReply[] = [
  allowed('an allowed import', MATH),
  allowed('two allowed', 'import json, math\nprint(json.dumps(math.pi))'),
  allowed('from an allowed one', 'from math import sqrt\nprint(sqrt(2))'),
  allowed('a name like a module', 'os = {"path": 1}\nprint(os["path"])'),
  allowed('an import in a string', 'print("import os")'),
  allowed('an import in a comment', '# import os\nprint(1)'),
  allowed('a function of its own named compile', 'def compile(x):\n    return x\n\nprint(compile(1))'),
  forbidden('another import', 'import os\nprint(os.getcwd())'),
  forbidden('from another', 'from os import getcwd\nprint(getcwd())'),
  forbidden('behind an alias', 'import os as math\nprint(math.getcwd())'),
  forbidden('after a semicolon', 'x = 1; import os'),
  forbidden('in a function', 'def f():\n    import subprocess\n    return subprocess'),
  forbidden('in a try', 'try:\n    import numpy\nexcept ImportError:\n    pass'),
  forbidden('in a false condition', 'if False:\n    import os'),
  forbidden('beside an allowed one', 'import math, os'),
  forbidden('below an allowed one', 'import math\nimport os.path'),
  forbidden('by __import__', '__import__("os").getcwd()'),
  forbidden('by importlib', 'import importlib\nimportlib.import_module("os")'),
  forbidden('by exec', 'exec("import os")'),
  forbidden('by eval', 'eval("__import__(\'os\')")'),
  forbidden('by a name of __import__', 'f = __import__\nf("os")'),
  forbidden('relative', 'from . import secrets'),
  forbidden('by a star', 'from os import *'),
  forbidden('continued over lines', 'from \\\n    os import \\\n    path'),
  forbidden('by a comment that shadows', '# def exec(x): pass\nexec("import os")'),
];

const call = (name: string, args: ToolCall['arguments']): ToolCall => ({ name, arguments: args });

function called(name: string, text: string, code: string | null, ...toolCalls: ToolCall[]): JudgedReply {
  return { ...(code === null ? none(name, text) : good(name, text, code)), toolCalls };
}

const CALLS: readonly JudgedReply[] = [
  called('a call of python', '', ADD, call('python', { code: ADD })),
  called('a call of run_python', 'I run it.', MATH, call('run_python', { code: MATH })),
  called('a call of a code interpreter', '', ADD, call('code_interpreter', { source: ADD })),
  called('a call with a script', '', ADD, call('execute_python', { script: ADD, timeout: 5 })),
  called('a call that names its language', '', ADD, call('execute', { language: 'python', code: ADD })),
  called('a call beside code in the text', fence(MATH), MATH, call('python', { code: 'print(1)' })),
  called('a call after a search', '', ADD, call('search', { query: 'sum' }), call('python', { code: ADD })),
  called('a shell command', '', null, call('bash', { command: 'ls -la | import' })),
  called('a query of a database', '', null, call('sql', { query: 'SELECT 1' })),
  called('a search alone', 'Let me look.', null, call('web_search', { query: 'def add' })),
  called('a call without code', '', null, call('python', { code: '  ' })),
  called('JavaScript by its language', '', null, call('execute', { language: 'javascript', code: 'f(1)' })),
  {
    ...called('wrong syntax in a call', '', BROKEN, call('python', { code: BROKEN })),
    isValid: false,
    isAllowed: false,
  },
  {
    ...called('another import in a call', '', 'import os', call('python', { code: 'import os' })),
    isAllowed: false,
  },
];

/** Replies of every kind that models write. */
export const JUDGED_REPLIES: Readonly<Record<string, readonly JudgedReply[]>> = {
  'one block, in 34 kinds of fences': FENCES,
  'several blocks': SEVERAL,
  'with thinking': THINKING,
  'no code, or code without a fence': BARE,
  'wrong syntax': INVALID,
  'imports, plain and hidden': IMPORTS,
  'calls of tools': CALLS,
};
