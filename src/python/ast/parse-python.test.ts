import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { descendants, NodeIndex } from './node-index.js';
import { isLocated, isStringLiteral, stringValue } from './nodes.js';
import { PYTHON_TREE_MAX_CHARS, parsePython } from './parse-python.js';
import type { PythonTree } from './python-tree.js';

function tree(code: string): PythonTree {
  const parsed = parsePython(code);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.tree;
}

function texts(code: string, type: 'Name' | 'Constant' | 'Call'): string[] {
  const parsed = tree(code);
  return parsed.index.ofType(type).map((node) => parsed.text(node));
}

describe('parsePython', () => {
  it('gives a tree in the shape of CPython', () => {
    const parsed = tree('def f(x):\n    return x + 1\n');
    expect(parsed.module.body.map((node) => node.nodeType)).toEqual(['FunctionDef']);
    expect(parsed.index.ofType('BinOp').map((node) => parsed.range(node))).toEqual([
      { line: 2, column: 12, endLine: 2, endColumn: 17 },
    ]);
  });

  it('finds the text of nodes after characters of every width', () => {
    expect(texts("'é' + 名前 + '😀' + last", 'Name')).toEqual(['名前', 'last']);
    expect(texts('\ufefffirst + second', 'Name')).toEqual(['first', 'second']);
    expect(texts('a\r\nb\rc\nd', 'Name')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('finds what f-strings hold', () => {
    expect(texts("f'{a!r:>{width}} {b.c(d)}'", 'Name')).toEqual(['a', 'width', 'b', 'd']);
  });

  it('tells strings from bytes and from the ellipsis', () => {
    const values = tree("f('a', b'b', r'\\n', ..., u'u')").index.ofType('Constant');
    expect(values.map(isStringLiteral)).toEqual([true, false, true, false, true]);
    expect(values.map(stringValue)).toEqual(['a', null, '\\n', null, 'u']);
  });

  it('gives the place of a syntax error', () => {
    const parsed = parsePython('x = 1\nprint x\n');
    expect(parsed).toMatchObject({ ok: false, failure: { reason: 'syntax', line: 2, column: 7 } });
  });

  it('answers for code that is too large or too deep instead of throwing', () => {
    expect(parsePython(' '.repeat(PYTHON_TREE_MAX_CHARS + 1))).toMatchObject({
      ok: false,
      failure: { reason: 'too_large', line: null },
    });
    for (const deep of ['('.repeat(100_000), `${'not '.repeat(50_000)}1`, `${'-'.repeat(50_000)}1`]) {
      expect(parsePython(deep)).toMatchObject({ ok: false, failure: { reason: 'too_deep' } });
    }
  });

  it('walks trees deeper than the call stack', () => {
    const chain = tree(`x = 1${' + 1'.repeat(30_000)}`);
    expect(chain.index.ofType('BinOp')).toHaveLength(30_000);
    expect([...descendants(chain.module)]).toHaveLength(chain.index.size);
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.string({ unit: fc.constantFrom(...'()[]{}:\n\t \'"f\\=,.*#ab1') }),
        ),
        (code) => {
          const parsed = parsePython(code);
          if (parsed.ok) expect(new NodeIndex(parsed.tree.module).size).toBeGreaterThan(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const DUMP = `
import ast, json, sys
answer = []
for code in json.load(sys.stdin):
    rows = []
    lines = [line.encode() for line in code.split('\\n')]
    column = lambda line, at: len(lines[line - 1][:at].decode().encode('utf-16-le')) // 2 + 1
    for node in ast.walk(ast.parse(code)):
        if getattr(node, 'lineno', None) is not None:
            name = type(node).__name__
            rows.append([name[0].upper() + name[1:], node.lineno, column(node.lineno, node.col_offset),
                         node.end_lineno, column(node.end_lineno, node.end_col_offset)])
    answer.append(sorted(rows))
print(json.dumps(answer))
`;

const SNIPPETS = [
  'x = [i ** 2 for i in range(3) if i % 2]\nprint(*x, sep="; ")\n',
  'class A(B, metaclass=M):\n    """doc"""\n    x: int = 1\n    @property\n    def y(self, /, a, *b, c=1, **d) -> "str":\n        return self.é + "😀" + a\n',
  'try:\n    import a.b as c, d\n    from .e import (f,\n        g as h)\nexcept (K, L) as m:\n    raise N from m\nelse:\n    pass\nfinally:\n    del o[0], p.q\n',
  'match r:\n    case {"s": [t, *u], **v} if t > 1:\n        pass\n    case W(1, x=2) | None:\n        pass\n    case _:\n        pass\n',
  'async def f():\n    async with a as b, c:\n        async for d in e:\n            await g\n    return lambda: (yield)\n',
  'with (open("a") as b,\n      open("c") as d):\n    e = f = (1,\n             2)\n    g, *h = e\n    i: list[int]\n    j += (k := 1)\n',
  'a = b if c else d\ne = not f and g or h in i is not j\nk = {**l, "m": n[1:2, ::3]}\no = {p for p in q}\nglobal r\nassert s, t\n',
];

const python = pythonVersion();

unless(python === null ? 'there is no python3 on the PATH' : null).describe(
  'parsePython beside CPython',
  () => {
    it('finds the same nodes at the same places', () => {
      const expected: unknown = JSON.parse(
        execFileSync('python3', ['-I', '-c', DUMP], { input: JSON.stringify(SNIPPETS), encoding: 'utf8' }),
      );
      const found = SNIPPETS.map((code) => {
        const parsed = tree(code);
        const rows: (string | number)[][] = [];
        for (const node of descendants(parsed.module)) {
          if (node.nodeType === 'Module' || !isLocated(node)) continue;
          const { line, column, endLine, endColumn } = parsed.range(node);
          rows.push([node.nodeType, line, column, endLine, endColumn]);
        }
        return rows.sort(compareRows);
      });
      expect(found).toEqual((expected as (string | number)[][][]).map((rows) => rows.sort(compareRows)));
    });
  },
);

function compareRows(left: readonly unknown[], right: readonly unknown[]): number {
  const [a, b] = [JSON.stringify(left), JSON.stringify(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function pythonVersion(): string | null {
  try {
    return execFileSync('python3', ['-I', '-c', 'import sys; assert sys.version_info >= (3, 10)'], {
      encoding: 'utf8',
    });
  } catch {
    return null;
  }
}
