import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { TestsPass } from './tests-pass.js';

/** Code with a text that, run by the judging process, would have it call every test passed. */
const FORGE = `FORGE = """import gc
for one in gc.get_objects():
    if type(one) is dict and "describe_error" in one and "Outcome" in one:
        one["of_error"] = lambda error: one["Outcome"]("pass")
        break
"""
`;

/** Code that writes files, variables and texts which the judging process may come to run; no test holds for what it does. */
const ATTEMPTS: readonly (readonly [name: string, code: string, tests: string])[] = [
  [
    'a module of the standard library in the working folder',
    'import os\ndef f():\n    for folder in (os.getcwd(), "/tmp"):\n        open(folder + "/colorsys.py", "w").write(FORGE)',
    'import os\ndef test_it(tmp_path):\n    f()\n    import colorsys\n    assert os.path.exists("x")\n',
  ],
  [
    'a module that the tests look for in their folder',
    'def f(path):\n    (path / "made.py").write_text(FORGE)',
    'import sys\ndef test_it(tmp_path):\n    f(tmp_path)\n    sys.path.insert(0, str(tmp_path))\n    import made\n    assert made.x == 1\n',
  ],
  [
    'a module loaded from its file',
    'def f(path):\n    (path / "made.py").write_text(FORGE)',
    'import importlib.util\ndef test_it(tmp_path):\n    f(tmp_path)\n    spec = importlib.util.spec_from_file_location("made", tmp_path / "made.py")\n    made = importlib.util.module_from_spec(spec)\n    spec.loader.exec_module(made)\n    assert made.x == 1\n',
  ],
  [
    'a compiled module loaded from its file',
    'import py_compile\ndef f(path):\n    (path / "made.py").write_text(FORGE)\n    py_compile.compile(str(path / "made.py"), str(path / "other.pyc"), dfile="/usr/lib/x.py")',
    'import runpy\ndef test_it(tmp_path):\n    f(tmp_path)\n    assert runpy.run_path(str(tmp_path / "other.pyc"))["x"] == 1\n',
  ],
  [
    'a module in an archive',
    'import zipfile\ndef f(path):\n    with zipfile.ZipFile(path / "a.zip", "w") as file:\n        file.writestr("made.py", FORGE)',
    'import zipimport\ndef test_it(tmp_path):\n    f(tmp_path)\n    assert zipimport.zipimporter(str(tmp_path / "a.zip")).load_module("made").x == 1\n',
  ],
  [
    'a program that the tests start',
    'def f(path):\n    (path / "made.py").write_text("print(1)")',
    'import subprocess, sys\ndef test_it(tmp_path):\n    f(tmp_path)\n    assert subprocess.run([sys.executable, str(tmp_path / "made.py")]).returncode == 3\n',
  ],
  [
    'a pickle in a file',
    'import pickle\nclass Bad:\n    def __reduce__(self):\n        return exec, (FORGE,)\ndef f(path):\n    path.write_bytes(pickle.dumps(Bad()))',
    'import pickle\ndef test_it(tmp_path):\n    f(tmp_path / "a")\n    assert pickle.loads((tmp_path / "a").read_bytes()) == 3\n',
  ],
  [
    'a pickle',
    'import pickle\nclass Bad:\n    def __reduce__(self):\n        return exec, (FORGE,)\ndef f():\n    return pickle.dumps(Bad(), 0)',
    'import pickle\ndef test_it():\n    try:\n        pickle.loads(f())\n    finally:\n        assert f() == 3\n',
  ],
  [
    'a pickle that reaches through the module under test',
    'def f():\n    return b"\\x80\\x04csolution\\n__init__.__globals__\\n."',
    'import pickle\ndef test_it():\n    assert pickle.loads(f()) == 3\n',
  ],
  [
    'a text that the tests evaluate',
    'class Point:\n    def __repr__(self):\n        return "exec(%r)" % FORGE',
    'def test_it():\n    assert eval(repr(Point())) == 3\n',
  ],
  [
    'a text that the tests evaluate by another name',
    'class Point:\n    def __repr__(self):\n        return "exec(%r)" % FORGE',
    'import builtins\ndef test_it():\n    assert builtins.eval(repr(Point())) == 3\n',
  ],
  [
    'a text of a class of its own that the tests run',
    'class Text(str):\n    pass\ndef f():\n    return Text(FORGE)',
    'def test_it():\n    space = {}\n    exec(f(), space)\n    assert space["x"] == 1\n',
  ],
  [
    'code that the tests compile and run',
    'def f():\n    return FORGE',
    'def test_it():\n    space = {}\n    exec(compile(f(), "made", "exec"), space)\n    assert space["x"] == 1\n',
  ],
  [
    'a configuration of logs',
    'def f(path):\n    path.write_text("[loggers]\\nkeys=root\\n[handlers]\\nkeys=a\\n[formatters]\\nkeys=\\n[logger_root]\\nhandlers=a\\n[handler_a]\\nclass=(exec(%r), StreamHandler)[1]\\nargs=()\\n" % FORGE)',
    'import logging.config\ndef test_it(tmp_path):\n    f(tmp_path / "a.ini")\n    logging.config.fileConfig(tmp_path / "a.ini")\n    assert f is None\n',
  ],
  [
    'a link out of the folder',
    'import os\ndef f(path):\n    os.symlink("/etc/passwd", path / "link")',
    'def test_it(tmp_path):\n    f(tmp_path)\n    assert "root" in (tmp_path / "link").read_text()\n',
  ],
  [
    'a link in place of a folder of the tests',
    'import os, shutil\ndef f(path):\n    shutil.rmtree(path)\n    os.symlink("/tmp", path)',
    'def test_it(tmp_path):\n    (tmp_path / "a").mkdir()\n    f(tmp_path / "a")\n    (tmp_path / "a" / "b").write_text("x")\n    assert f is None\n',
  ],
  [
    'paths outside the folders, in frames of its own',
    'import gc\ndef f():\n    for one in gc.get_objects():\n        if type(one).__name__ == "Files":\n            type(one).news = lambda self: (("/workspace/../x", b"1", 0o777, 0), ("/tmp/../etc/y", b"1", 0o777, 0))',
    'import os\ndef test_it(tmp_path):\n    f()\n    assert os.path.exists("/x") or os.path.exists("/etc/y")\n',
  ],
  [
    'a variable that names native code',
    'import os\ndef f():\n    os.environ["OPENSSL_CONF"] = "/tmp/evil.cnf"',
    'import ctypes, os\ndef test_it():\n    f()\n    assert os.environ["OPENSSL_CONF"] == "/tmp/evil.cnf"\n    read = ctypes.CDLL(None).getenv\n    read.restype = ctypes.c_char_p\n    assert read(b"OPENSSL_CONF") is not None\n',
  ],
  [
    'warnings and records of logs that are none',
    'import gc\ndef f():\n    for one in gc.get_objects():\n        if type(one).__name__ == "WarningsOfCode":\n            type(one).news = lambda self: (("text", int, "", 1),)\n        if type(one).__name__ == "LogsOfCode":\n            type(one).news = lambda self: ((1, 2, 3, 4, 5, 6, 7),)',
    'import logging, pytest, warnings\ndef test_it():\n    with pytest.raises(ValueError):\n        f()\n',
  ],
];

const why = await whyUnavailable('cpython');

unless(why).describe('what code and tests share', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());

  it.each(ATTEMPTS)('gives no pass to %s', async (_name, code, tests) => {
    const { verdict, reason } = await judge(
      FORGE + code,
      TestsPass({ tests, engine: 'cpython', timeoutSeconds: 20 }),
    );
    expect({ verdict, reason }).toEqual({ verdict: expect.stringMatching(/^(?:fail|not_checked)$/), reason });
  });
});
