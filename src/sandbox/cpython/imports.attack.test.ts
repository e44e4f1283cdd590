import { afterAll, beforeAll, expect, it } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import type { Sandbox } from '../contract.js';
import { createSandbox } from '../create-sandbox.js';

const { describe } = await needs('cpython');
const allowedImports = ['json', 'importlib', 'sys', 'pickle', 'os.path', 'pkgutil'];

describe('imports in a run', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ engine: 'cpython', files: { 'helper.py': 'import socket\n' } });
  });
  afterAll(() => sandbox.close());

  it.each([
    'import os',
    'from os import system',
    'import os as json',
    'import __future__',
    'from os import *',
    'f = __import__\nf("socket")',
    'list(map(__import__, ["socket"]))',
    'list(map(exec, ["import socket"]))',
    'exec(compile("import socket", "x", "exec"), {})',
    'exec("import socket", vars(__import__("json")))',
    'eval("__import__")("socket")',
    'import importlib\nimportlib.import_module("socket")',
    'import importlib\nimportlib.__import__("os")',
    'import importlib\nimportlib._bootstrap._gcd_import("socket")',
    'import importlib.util\nspec = importlib.util.find_spec("socket")\nspec.loader.load_module("socket")',
    'import importlib.util\nspec = importlib.util.find_spec("socket")\nmodule = importlib.util.module_from_spec(spec)\nspec.loader.exec_module(module)',
    'import importlib.machinery as m\nm.BuiltinImporter.load_module("posix")',
    'import importlib\nimportlib.reload(importlib.import_module("socket"))',
    'import sys\nsys.modules["os"]',
    'import sys\nassert not any(name == "socket" for name in sys.modules), 1\nsys.modules["socket"]',
    'import sys\ndict.__getitem__(sys.modules, "os")',
    'import pickle\npickle.loads(b"cos\\nsystem\\n.")',
    'import pkgutil\npkgutil.resolve_name("os:system")',
    'def f():\n    pass\nf.__globals__["__builtins__"].__import__("socket")',
    'import json\nexec(compile("import socket", json.__file__, "exec"))',
    'def f(): import socket\nimport json\nf.__code__ = f.__code__.replace(co_filename=json.__file__)\nf()',
    'import json.helper\n',
    'import helper',
    'from . import helper',
    'class A:\n    __import__("socket")',
    '[kind for kind in object.__subclasses__() if kind.__name__ == "FrozenImporter"] or 1 / 0\nimport importlib.machinery as m\nm.FrozenImporter.load_module("os")',
    'import json, importlib\njson.__path__ = [importlib.__file__.rsplit("/", 2)[0]]\nimport json.socket',
    'import json\njson.__path__.append(json.__file__.rsplit("/", 2)[0])\nfrom json import socket',
    'import json, importlib\nimportlib.__path__[:] = [json.__file__.rsplit("/", 2)[0]]\nimportlib.import_module("importlib.socket")',
    'import json\nclass Path(list):\n    pass\njson.__path__ = Path([json.__file__.rsplit("/", 2)[0] + "/email"])\nimport json.charset',
    'import sys\nsys.__path__ = ["/".join(__import__("json").__file__.split("/")[:-2])]\nimport sys.socket',
  ])('refuses %j', async (code) => {
    const { error } = await sandbox.run(code, { allowedImports });
    expect(error?.type).toMatch(/ImportError|KeyError|ModuleNotFoundError/);
    if (error?.type === 'ImportError') expect(error.message).toMatch(/may not be imported|relative import/);
    await sandbox.reset();
  });

  it.each([
    'import json\njson.dumps([1])',
    'import os.path\nos.path.join("a", "b")',
    'from os import path\npath.join("a", "b")',
    'from __future__ import annotations\nimport json.decoder',
    'import json, importlib\nimportlib.import_module("json.decoder").JSONDecoder',
    'import sys\nsys.modules["json"] if "json" in sys.modules else len(sys.modules)',
    '"a".encode("idna"), "\\N{BULLET}", "x".encode("cp037"), sorted([2, 1]), print(f"{1.5:,.2f}")',
    'import pickle\npickle.loads(pickle.dumps({1: [2]}))',
    'try:\n    import numpy\nexcept ImportError:\n    x = 1',
  ])('runs %j', async (code) => {
    expect(await sandbox.run(code, { allowedImports })).toMatchObject({ ok: true });
    await sandbox.reset();
  });

  it.each([
    'import subprocess, sys\nsubprocess.run([sys.executable, "-c", "import socket"])',
    'import os, sys\nos.system(sys.executable + " -c \'import socket\'")',
    'import os, sys\nos.execv(sys.executable, [sys.executable, "-c", "import socket"])',
    'import os, sys\nos.posix_spawn(sys.executable, [sys.executable, "-c", "import socket"], {})',
    'import os, sys\nos.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", "import socket"]) == 0 or 1 / 0',
    'import multiprocessing.util, sys\nmultiprocessing.util.spawnv_passfds(sys.executable.encode(), [b"python3", b"-c", b"import socket"], ())',
  ])('starts no program, which would keep to no list: %j', async (code) => {
    const { error } = await sandbox.run(code, {
      allowedImports: ['subprocess', 'os', 'sys', 'multiprocessing'],
    });
    expect(error?.type).toMatch(/PermissionError|ZeroDivisionError/);
    await sandbox.reset();
  });

  it('lets modules that are allowed load what they need, at any time', async () => {
    const code = [
      'import argparse, asyncio, csv, dataclasses, datetime, decimal, email.message, enum, fractions, logging',
      'import statistics, tempfile, typing, unittest, urllib.request, xml.etree.ElementTree, zoneinfo, ssl, sqlite3',
      'datetime.datetime.strptime("2024", "%Y")',
      '@dataclasses.dataclass\nclass A:\n    x: "int" = 1',
      'typing.get_type_hints(A), asyncio.run(asyncio.sleep(0)), logging.getLogger().warning("x")',
      'unittest.TextTestRunner, tempfile.mkdtemp(), decimal.Decimal(1) / 3, statistics.mean([1, 2])',
      'urllib.request.build_opener(), email.message.EmailMessage().set_content("é")',
    ].join('\n');
    const list = /import (.*)/g;
    const names = [...code.matchAll(list)].flatMap(([, found = '']) => found.split(', '));
    expect((await sandbox.run(code, { allowedImports: names })).error).toBeNull();
    await sandbox.reset();
  });

  it('holds for one run alone, and none means none', async () => {
    expect((await sandbox.run('import math', { allowedImports: [] })).error).toMatchObject({
      type: 'ImportError',
      message: 'the module math may not be imported; allowed: none',
      line: 1,
    });
    expect((await sandbox.run('import math, os, sys\nsys.modules["os"].getpid() > 0')).value).toBe(true);
    expect((await sandbox.run('import socket', { allowedImports: ['math'] })).error?.type).toBe(
      'ImportError',
    );
    expect((await sandbox.run('import socket')).ok).toBe(true);
  });

  it('refuses what is not a list', async () => {
    await expect(sandbox.run('1', { allowedImports: [1] as never })).rejects.toMatchObject({
      code: 'sandbox/invalid_argument',
    });
  });
});
