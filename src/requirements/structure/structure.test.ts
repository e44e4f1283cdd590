import { describe, expect, it } from 'vitest';
import { checkPython } from '../pipeline/check-reply.js';
import type { Requirement } from '../requirement.js';
import type { RequirementResult } from '../verdict.js';
import { ComplexityLimit } from './complexity-limit.js';
import { NoFileUse, NoNetworkUse, NoSubprocessUse } from './no-side-effects.js';

async function judge(code: string, requirement: Requirement): Promise<RequirementResult> {
  const { results } = await checkPython(code, [requirement]);
  return results[0] as RequirementResult;
}

describe('ComplexityLimit', () => {
  it('counts lines of code without blanks and comments', async () => {
    const limit = ComplexityLimit({ maxLines: 2 });
    expect((await judge('# a\n\nx = 1\n\ny = 2\n', limit)).verdict).toBe('pass');
    expect(await judge('x = 1\ny = 2\nz = 3', limit)).toMatchObject({
      verdict: 'fail',
      findings: [{ rule: 'complexity/lines' }],
    });
  });

  it('counts branches by function', async () => {
    const code =
      'def f(a, b):\n    if a and b:\n        return 1\n    for x in a:\n        if x: return x if b else 0\n    return [y for y in b]';
    expect((await judge(code, ComplexityLimit({ maxComplexity: 7 }))).verdict).toBe('pass');
    expect((await judge(code, ComplexityLimit({ maxComplexity: 6 }))).reason).toBe(
      'f has a complexity of 7; at most 6 is allowed.',
    );
  });

  it('counts each operand of a condition, and allows what is exactly at the limit', async () => {
    const code = 'def f(a, b, c, d):\n    return a and b and c or d';
    expect((await judge(code, ComplexityLimit({ maxComplexity: 4 }))).verdict).toBe('pass');
    expect((await judge(code, ComplexityLimit({ maxComplexity: 3 }))).reason).toContain('complexity of 4;');
  });

  it('counts nesting, with elif no deeper than if', async () => {
    const chain = 'if a:\n    pass\nelif b:\n    pass\nelif c:\n    pass\nelse:\n    pass';
    expect((await judge(chain, ComplexityLimit({ maxNesting: 1 }))).verdict).toBe('pass');
    const deep = 'for a in x:\n    if a:\n        while b:\n            pass';
    expect((await judge(deep, ComplexityLimit({ maxNesting: 3 }))).verdict).toBe('pass');
    expect(await judge(deep, ComplexityLimit({ maxNesting: 2 }))).toMatchObject({
      verdict: 'fail',
      findings: [{ rule: 'complexity/nesting', line: 3 }],
    });
  });

  it('refuses limits that are none', () => {
    expect(() => ComplexityLimit({ maxLines: 0 })).toThrowError(/maxLines must be positive/);
  });
});

describe('side effects', () => {
  it.each([
    ['import socket', NoNetworkUse()],
    ['import requests as r\nr.get("x")', NoNetworkUse()],
    ['from urllib import request', NoNetworkUse()],
    ['from urllib.request import urlopen as u\nu("x")', NoNetworkUse()],
    ['__import__("http.client")', NoNetworkUse()],
    ['open("x")', NoFileUse()],
    ['from pathlib import Path\nPath("x").write_text("y")', NoFileUse()],
    ['import os as o\no.remove("x")', NoFileUse()],
    ['import os\nos.system("ls")', NoSubprocessUse()],
    ['from os import popen as p\np("ls")', NoSubprocessUse()],
    ['import subprocess', NoSubprocessUse()],
    ['import posix\nposix.system("ls")', NoSubprocessUse()],
    ['__import__("os").system("ls")', NoSubprocessUse()],
    ['import importlib\nimportlib.import_module("os").system("ls")', NoSubprocessUse()],
    ['import _socket', NoNetworkUse()],
    ['import logging.handlers\nlogging.handlers.SocketHandler("a", 1)', NoNetworkUse()],
    ['import gzip\ngzip.open("x")', NoFileUse()],
    ['import io\nio.FileIO("x")', NoFileUse()],
    ['import os.path\nos.path.exists("x")', NoFileUse()],
    ['import builtins\nbuiltins.open("x")', NoFileUse()],
    ['o = open\no("x")', NoFileUse()],
    ['list(map(open, ["x"]))', NoFileUse()],
    ['def f(o=open):\n    return o("x")', NoFileUse()],
    ['import os\nf = os.system\nf("ls")', NoSubprocessUse()],
    ['import os\nm = os\nm.system("ls")', NoSubprocessUse()],
    ['import os\ngetattr(os, "system")("ls")', NoSubprocessUse()],
    ['import os\nos.__dict__["system"]("ls")', NoSubprocessUse()],
    ['import os\nvars(os)["system"]("ls")', NoSubprocessUse()],
    ['from os import *\nsystem("ls")', NoSubprocessUse()],
  ])('finds %j', async (code, requirement) => {
    const { verdict, findings } = await judge(code, requirement);
    expect(verdict).toBe('fail');
    expect(findings[0]?.rule).toMatch(/^effect\//);
  });

  it.each([
    ['from urllib.parse import quote\nprint(quote("a b"))', NoNetworkUse()],
    ['from http import HTTPStatus\nprint(HTTPStatus.OK)', NoNetworkUse()],
    ['from pathlib import PurePath\nprint(PurePath("a").name)', NoFileUse()],
    ['import os.path\nprint(os.path.join("a", "b"))', NoFileUse()],
    ['def reopen(x): pass\nreopen("x")', NoFileUse()],
    ['import os\nprint(os.sep)', NoSubprocessUse()],
    ['x = "import socket; open(1)"', NoNetworkUse()],
    ['open, high, low, close = 1, 2, 3, 0\nprint(high - low, open)', NoFileUse()],
    ['def f(open):\n    return open + 1', NoFileUse()],
    ['door.open = True\nprint(door.open)', NoFileUse()],
    ['system = 1\nprint(system)', NoSubprocessUse()],
  ])('leaves %j alone', async (code, requirement) => {
    expect((await judge(code, requirement)).verdict).toBe('pass');
  });
});
