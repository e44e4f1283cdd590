import { describe, expect, it } from 'vitest';
import { findImports } from './find-imports.js';

function brief(code: string): string[] {
  return findImports(code).map(({ kind, module, level, name, alias }) =>
    [
      kind,
      '.'.repeat(level) + module,
      ...(name === undefined ? [] : [name]),
      ...(alias === undefined ? [] : ['as', alias]),
    ].join(' '),
  );
}

describe('findImports', () => {
  it.each([
    ['import os', ['import os']],
    ['import os.path as p, sys', ['import os.path as p', 'import sys']],
    ['from os import path, sep as s', ['from os path', 'from os sep as s']],
    ['from os import (path,  # note\n    sep as s,\n)', ['from os path', 'from os sep as s']],
    ['from os import *', ['from os *']],
    ['from . import a', ['from . a']],
    ['from .. import a', ['from .. a']],
    ['from ... import a', ['from ... a']],
    ['from .... import a', ['from .... a']],
    ['from .a.b import c', ['from .a.b c']],
    ['import a . b', ['import a.b']],
    ['import a; import b', ['import a', 'import b']],
    ['if x: import a', ['import a']],
    ['if False:\n    import a', ['import a']],
    ['try:\n    import a\nexcept ImportError:\n    a = None', ['import a']],
    ['def f():\n    def g():\n        from a import b', ['from a b']],
    ['class A: import b', ['import b']],
    ['lambda: 1; import a', ['import a']],
    ['x = {1: 2}; import a', ['import a']],
    ['from __future__ import annotations', ['from __future__ annotations']],
    ['import \\\n  os', ['import os']],
    ['import ﬁle', ['import file']],
    ['async def f():\n    with a as b: from c import d', ['from c d']],
    ['import a\nimport b.', ['import a', 'import b.']],
    ['"""\nimport a\n"""', []],
    ['# import a', []],
    ['x = "import a"', []],
    ['yield from a', []],
    ['raise A from b', []],
    ['important = 1', []],
    ['f"{x} import a"', []],
    ['import', []],
    ['from a', []],
  ])('reads %j', (code, expected) => {
    expect(brief(code)).toEqual(expected);
  });

  it('gives the place, the top module and what is special', () => {
    expect(findImports('x = 1\nif x:\n    import os.path as p  # note\nfrom __future__ import b')).toEqual([
      {
        kind: 'import',
        module: 'os.path',
        level: 0,
        name: undefined,
        alias: 'p',
        topLevel: 'os',
        future: false,
        nested: true,
        line: 3,
        column: 5,
        endLine: 3,
        endColumn: 24,
      },
      expect.objectContaining({ future: true, nested: false, topLevel: '__future__' }),
    ]);
  });

  it('reads what there is of code that is no program', () => {
    expect(brief('import os\ndef f(:\n  x = [\nimport sys')).toEqual(['import os']);
    expect(brief('import os\nreturn (\n')).toEqual(['import os']);
  });
});
