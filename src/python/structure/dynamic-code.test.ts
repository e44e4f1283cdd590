import { describe, expect, it } from 'vitest';
import { STANDARD_LIBRARY_MODULES } from '../imports/standard-library.js';
import { findDynamicCode } from './dynamic-code.js';

function brief(code: string): string[] {
  return findDynamicCode(code).map(({ kind, what, module, confidence }) =>
    [kind, what, ...(module === undefined ? [] : [module]), confidence].join(' '),
  );
}

describe('findDynamicCode', () => {
  it.each([
    ['__import__("os")', ['import __import__ os certain']],
    ['__import__(name)', ['import __import__ certain']],
    ['load = __import__', ['import __import__ certain']],
    ['import importlib\nimportlib.import_module("a.b")', ['import importlib.import_module a.b certain']],
    ['import importlib as i\ni.import_module(x)', ['import importlib.import_module certain']],
    ['from importlib import import_module as m\nm("a")', ['import importlib.import_module a certain']],
    ['exec("x = 1")', ['execute exec certain']],
    ['f"{eval(text)}"', ['execute eval certain']],
    [`f'{"{"}{eval}'`, ['execute eval certain']],
    [`f'{d["{"]}{f"{{"}{eval}'`, ['execute eval certain']],
    ['f"{x # {\n}{eval}"', ['execute eval certain']],
    ['x = = eval\ny.exec\nf(compile=1)\ndef exec(): pass', ['execute eval certain']],
    ['import math as compile\ncompile.sin(1)', ['execute compile possible']],
    ['compile(text, "f", "exec")', ['execute compile certain']],
    ['import builtins\nbuiltins.eval(x)', ['execute builtins.eval certain']],
    ['def eval(x): return x\neval(1)', ['execute eval possible']],
    ['import ctypes', ['native ctypes certain']],
    ['from ctypes.util import find_library', ['native ctypes certain']],
    ['getattr(builtins, "ev" + "al")', ['builtins getattr(builtins, …) likely']],
    ['getattr(builtins, "eval")', ['builtins getattr(builtins, …) certain']],
    ['getattr(x, "__globals__")', ['introspection getattr(x, …) certain']],
    ['__builtins__["eval"]', ['builtins __builtins__ certain']],
    [
      '().__class__.__bases__[0].__subclasses__()',
      ['introspection __bases__ likely', 'introspection __subclasses__ likely'],
    ],
    ['import sys\nsys.modules["os"]', ['import sys.modules likely']],
    ['import runpy\nrunpy.run_path(p)', ['execute runpy.run_path certain']],
    ['globals()["x"]', ['builtins globals possible']],
    ['re.compile("a")\nmodel.eval()\ngetattr(x, "name")', []],
    ['# eval(x)\n"exec(y)"', []],
    ['list(map(exec, ["import os"]))', ['execute exec certain']],
    ['f = eval\nf("1")', ['execute eval certain']],
    ['# def exec\nexec(text)', ['execute exec certain']],
    ['"""\ndef exec\nexec = 1\n"""\nexec(text)', ['execute exec certain']],
    ['exec(text)\ndef exec(x): pass', ['execute exec certain']],
    ['if False:\n    exec = print\nexec(text)', ['execute exec certain']],
    ['exec = print\ndel exec\nexec(text)', ['execute exec certain']],
    ['exec = exec\n', ['execute exec certain']],
    ['class A:\n    def exec(self): exec(text)', ['execute exec certain']],
    ['def run(exec, text=eval): exec(text)', ['execute eval certain', 'execute exec possible']],
    ['exec = print\nexec(text)', ['execute exec possible']],
    ['train(eval=True)\nmodel.compile()', []],
    ['def exec(self): pass', []],
    ['self.exec(query)', []],
  ])('reads %j', (code, expected) => {
    expect(brief(code)).toEqual(expected);
  });

  it('gives the place of the name', () => {
    expect(findDynamicCode('x = 1\ny = eval(z)')).toMatchObject([
      { line: 2, column: 5, endLine: 2, endColumn: 9 },
    ]);
  });
});

describe('STANDARD_LIBRARY_MODULES', () => {
  it('knows the modules that ship with Python, and no other', () => {
    for (const name of ['os', 'json', 'asyncio', '__future__', 'tomllib', 'distutils']) {
      expect(STANDARD_LIBRARY_MODULES.has(name)).toBe(true);
    }
    for (const name of ['numpy', 'requests', '', '_thread']) {
      expect(STANDARD_LIBRARY_MODULES.has(name)).toBe(false);
    }
  });
});
