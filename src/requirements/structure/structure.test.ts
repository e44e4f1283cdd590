import { describe, expect, it } from 'vitest';
import { checkPython, checkReply } from '../pipeline/check-reply.js';
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

  it.each([
    ['if a: pass', 2],
    ['for a in b: pass', 2],
    ['while a: pass', 2],
    ['return a if b else c', 2],
    ['try: pass\n    except E: pass\n    except F: pass', 3],
    ['return [a for a in b for c in d if a]', 3],
    ['assert a', 2],
    ['match a:\n        case 1: pass\n        case 2: pass', 3],
    ['return a or b or c', 3],
    ['with a: pass', 1],
    ['return a < b', 1],
  ])('counts %j as %i', async (body, complexity) => {
    for (const start of ['def', 'async def']) {
      const code = `${start} f():\n    ${body}`;
      expect((await judge(code, ComplexityLimit({ maxComplexity: complexity }))).verdict).toBe('pass');
      if (complexity === 1) continue;
      expect((await judge(code, ComplexityLimit({ maxComplexity: complexity - 1 }))).reason).toBe(
        `f has a complexity of ${complexity}; at most ${complexity - 1} is allowed.`,
      );
    }
  });

  it.each([
    'if a:',
    'for a in b:',
    'while a:',
    'with a:',
    'try:',
    'match a:',
    'async for a in b:',
    'async with a:',
  ])('counts %s as nesting', async (opening) => {
    const inner = opening === 'match a:' ? 'case 1:\n                pass' : 'pass';
    const rest = opening === 'try:' ? '\n        except* E: pass' : '';
    const code = `async def f():\n    if x:\n        ${opening}\n            ${inner}${rest}`;
    expect((await judge(code, ComplexityLimit({ maxNesting: 2 }))).verdict).toBe('pass');
    expect((await judge(code, ComplexityLimit({ maxNesting: 1 }))).reason).toBe(
      'Statements are nested 2 deep; at most 1 is allowed.',
    );
  });

  it('begins anew in each function, and counts an if in an else that is no elif', async () => {
    const inner = 'if a:\n    def f():\n        if b:\n            pass';
    expect((await judge(inner, ComplexityLimit({ maxNesting: 1 }))).verdict).toBe('pass');
    const both = 'if a:\n    pass\nelse:\n    if b:\n        pass';
    expect((await judge(both, ComplexityLimit({ maxNesting: 1 }))).verdict).toBe('fail');
    const two = 'if a:\n    pass\nelse:\n    x = 1\n    if b:\n        pass';
    expect((await judge(two, ComplexityLimit({ maxNesting: 1 }))).verdict).toBe('fail');
  });

  it('says what is allowed, and what is too much', async () => {
    expect(ComplexityLimit({ maxLines: 1, maxComplexity: 2, maxNesting: 3 }).description).toMatch(
      /at most 1 line of code.*cyclomatic complexity of at most 2 in each function.*at most 3 levels of nesting/,
    );
    expect(await judge('x = 1\ny = 2', ComplexityLimit({ maxLines: 1 }))).toMatchObject({
      findings: [{ hint: 'Split it into smaller functions, or simplify it.', severity: 'error', line: 1 }],
    });
  });

  it('refuses limits that are none', () => {
    expect(() => ComplexityLimit({ maxLines: 0 })).toThrowError(
      'maxLines must be a whole number from 1; got 0.',
    );
  });

  it('refuses to pass any code', () => {
    for (const options of [{}, { maxLines: undefined }, { severity: 'should' }]) {
      expect(() => ComplexityLimit(options as object)).toThrowError(
        expect.objectContaining({ code: 'requirements/none' }),
      );
    }
  });
});

describe('side effects', () => {
  it.each([
    [
      NoNetworkUse(),
      'socket _socket socketserver ssl _ssl select selectors asyncio.streams http wsgiref.simple_server multiprocessing.connection urllib.request urllib3 ftplib smtplib poplib imaplib nntplib telnetlib xmlrpc requests httpx aiohttp websocket websockets paramiko boto3 grpc pycurl http.client xmlrpc.client',
    ],
    [
      NoFileUse(),
      'shutil tempfile glob fileinput _io posix linecache mmap runpy sqlite3 dbm dbm.gnu shelve zipfile tarfile pathlib',
    ],
    [
      NoSubprocessUse(),
      'subprocess _posixsubprocess asyncio.subprocess posix multiprocessing multiprocessing.pool pty pexpect sh concurrent.futures.process',
    ],
  ])('%o finds every module that is for them', async (requirement, modules) => {
    for (const module of modules.split(' ')) {
      expect([module, (await judge(`import ${module}`, requirement)).verdict]).toEqual([module, 'fail']);
      const alike = `${module.replaceAll('.', '_')}_alike`;
      expect([alike, (await judge(`import ${alike}`, requirement)).verdict]).toEqual([alike, 'pass']);
    }
  });

  it.each([
    [
      NoNetworkUse(),
      'asyncio.open_connection asyncio.open_unix_connection asyncio.start_server asyncio.start_unix_server logging.handlers.DatagramHandler logging.handlers.HTTPHandler logging.handlers.SMTPHandler logging.handlers.SocketHandler logging.handlers.SysLogHandler webbrowser.open webbrowser.open_new',
    ],
    [
      NoFileUse(),
      'io.open io.open_code os.open os.remove os.unlink os.rename os.renames os.replace os.mkdir os.makedirs os.rmdir os.removedirs os.listdir os.scandir os.walk os.chmod os.chown os.link os.symlink os.truncate codecs.open bz2.open bz2.BZ2File gzip.open gzip.GzipFile lzma.open lzma.LZMAFile io.FileIO logging.FileHandler os.path.exists os.path.isfile os.path.isdir os.path.getsize os.path.getmtime os.stat',
    ],
    [
      NoSubprocessUse(),
      'os.system os.popen os.popen2 os.fork os.forkpty os.execv os.spawnl os.posix_spawn os.posix_spawnp os.kill os.killpg os.startfile asyncio.create_subprocess_exec asyncio.create_subprocess_shell concurrent.futures.ProcessPoolExecutor',
    ],
  ])('%o finds every function that is for them', async (requirement, paths) => {
    for (const path of paths.split(' ')) {
      const module = path.slice(0, path.lastIndexOf('.'));
      expect([path, (await judge(`import ${module}\n${path}(1)`, requirement)).verdict]).toEqual([
        path,
        'fail',
      ]);
    }
    expect(
      (await judge('import os, io, asyncio, logging, webbrowser\nprint(os.getcwd())', requirement)).verdict,
    ).toBe('pass');
  });

  it('finds what a path of any name reads and writes, and says where, and what to do', async () => {
    for (const method of ['read_text', 'read_bytes', 'write_text', 'write_bytes'])
      expect((await judge(`a.b.${method}()`, NoFileUse())).verdict).toBe('fail');
    const told = async (requirement: Requirement, code: string) => {
      const { findings, reason } = await judge(code, requirement);
      const { description } = requirement;
      return [
        description,
        reason,
        findings[0]?.rule,
        findings[0]?.hint,
        findings[0]?.line,
        findings[0]?.column,
      ];
    };
    expect(await told(NoNetworkUse(), 'x = 1\nimport socket')).toEqual([
      'The code does not use the network.',
      'It uses socket in line 2.',
      'effect/network',
      'Work with the data that is given.',
      2,
      expect.any(Number),
    ]);
    expect(await told(NoFileUse(), 'x = open("a")')).toEqual([
      'The code does not read or write files.',
      expect.stringContaining('It uses open in line 1.'),
      'effect/files',
      'Keep data in variables; print the result.',
      1,
      5,
    ]);
    expect((await told(NoSubprocessUse(), 'import pty')).slice(0, 4)).toEqual([
      'The code does not start other programs or processes.',
      'It uses pty in line 1.',
      'effect/processes',
      'Do the work in Python itself.',
    ]);
  });

  it('fails a reply without code, and code that cannot be read, unread', async () => {
    for (const requirement of [NoNetworkUse(), NoFileUse(), NoSubprocessUse()]) {
      const { results } = await checkReply('No code here.', [requirement]);
      expect(results[0]).toMatchObject({
        verdict: 'fail',
        reason: expect.stringContaining('Could not extract Python code for the check for side effects'),
      });
      expect(await judge('import (', requirement)).toMatchObject({
        verdict: 'fail',
        reason: expect.stringContaining(
          'The code cannot be read for the check for side effects: syntax error at line 1',
        ),
      });
    }
  });

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
