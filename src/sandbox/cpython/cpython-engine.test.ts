import { expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { PythonObject } from '../python-value.js';
import { LIMITS, MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

unless(SKIPPED).describe.each(MECHANISMS)('CPython confined by %s', (mechanism) => {
  const { engine, open } = useCpython(mechanism);

  it('says what it is and what holds it in', async () => {
    const capabilities = await engine().probe();
    expect(capabilities).toMatchObject({ available: true, dumpNamespace: true, suspend: false, missing: [] });
    expect(capabilities.reason).toContain(mechanism);
    expect(Object.values(capabilities.isolation).every((how) => typeof how === 'string')).toBe(true);
    expect(capabilities.modules).toEqual(expect.arrayContaining(['json', 'heapq', 'random', 'dataclasses']));
  });

  it('gives the value of a last expression, and keeps the namespace', async () => {
    const { run } = await open();
    expect(await run('x = 20\ndef double(n): return 2 * n\nx + 1')).toMatchObject({ ok: true, value: 21 });
    expect(await run('double(x)')).toMatchObject({ ok: true, value: 40 });
    expect(await run('x = 1')).toMatchObject({ ok: true, value: null });
    expect((await run('"a docstring alone"')).value).toBe('a docstring alone');
  });

  it('runs what ordinary scripts are made of', async () => {
    const { run } = await open();
    const code = `
import heapq, random, re, json, statistics
from dataclasses import dataclass
from abc import ABC, abstractmethod

class Shape(ABC):
    @abstractmethod
    def area(self): ...

@dataclass
class Square(Shape):
    side: float
    def area(self): return self.side ** 2

def gen(n):
    for i in range(n):
        yield i

match Square(3).area():
    case 9: found = "nine"
    case _: found = "other"

with open("a.txt", "w") as f:
    f.write("x" * 3)
del f
[found, list(gen(3)), heapq.nsmallest(2, [5, 1, 4]), "%05.2f" % 3.14159, json.dumps({"a": 1}), open("a.txt").read()]`;
    expect((await run(code)).value).toEqual(['nine', [0, 1, 2], [1, 4], '03.14', '{"a": 1}', 'xxx']);
  });

  it('tells syntax errors, and runtime errors with the frames of the user alone', async () => {
    const { run } = await open();
    expect((await run('x = 1\ny = (')).error).toMatchObject({ kind: 'syntax', type: 'SyntaxError', line: 2 });
    const { error } = await run('def f():\n    return [][1]\n\nf()');
    expect(error).toMatchObject({ kind: 'runtime', type: 'IndexError', line: 2 });
    expect(error?.frames.map((frame) => [frame.file, frame.line, frame.function])).toEqual([
      ['<run 2>', 4, '<module>'],
      ['<run 2>', 2, 'f'],
    ]);
  });

  it('says where code was when its time was over, whatever it was doing, in the first run and later ones', async () => {
    const files = createFileTree({
      files: { 'part.py': 'def wait():\n    import time\n    time.sleep(99)' },
    });
    const { run } = await open(files);
    const limits = { timeoutSeconds: 0.6 };
    const endless = await run('import time\ndef f():\n    while True: time.sleep(1)\nf()', {}, limits);
    expect(endless.error).toMatchObject({ kind: 'timeout', line: 3, hint: expect.stringContaining('raise') });
    expect(endless.error?.frames).toEqual([
      { file: '<run 1>', line: 4, function: '<module>' },
      { file: '<run 1>', line: 3, function: 'f' },
    ]);
    await run('x = 1');
    const waiting = await run('import part\npart.wait()', {}, limits);
    expect(waiting.error).toMatchObject({ line: 2, frames: [{ line: 2 }, { file: '/part.py', line: 3 }] });
    // One computation of the interpreter's own, which looks at no signal.
    expect((await run('\n10 ** 10 ** 8', {}, limits)).error).toMatchObject({ kind: 'timeout', line: 2 });
    const blocking =
      'import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())\nimport time\ntime.sleep(99)';
    expect((await run(blocking, {}, limits)).error).toMatchObject({
      kind: 'timeout',
      line: null,
      frames: [],
    });
    expect((await run('x')).value).toBe(1);
  });

  it('keeps what was there when a run fails, is ended, or ends its process', async () => {
    const { run } = await open();
    await run('kept = [1]');
    expect((await run('kept.append(2); 1/0')).error?.type).toBe('ZeroDivisionError');
    expect(
      await run('print("so far")\nkept = 0\nwhile True: pass', {}, { timeoutSeconds: 0.2 }),
    ).toMatchObject({
      error: { kind: 'timeout' },
      stdout: 'so far\n',
      namespaceLost: false,
    });
    expect((await run('import os; os._exit(3)')).error).toMatchObject({ kind: 'crash' });
    expect((await run('import ctypes; ctypes.string_at(0)')).error?.message).toContain('SIGSEGV');
    expect((await run('kept')).value).toEqual([1, 2]);
  });

  it('calls host functions plainly, awaited and gathered, and raises what they throw', async () => {
    const { run } = await open();
    const functions = {
      add: (a: unknown, b: unknown) => Number(a) + Number(b),
      later: async (n: unknown, options: unknown) => [n, options] as never,
      fail: () => {
        throw new TypeError('no such thing');
      },
    };
    const code = `
import asyncio
plain = add(1, 2) + 1
async def main():
    first, second = await asyncio.gather(add(1, 1), later(5, key="v"))
    return [first, second, await add(2, 2)]
try:
    fail()
except TypeError as error:
    message = str(error)
[plain, await add(10, 20), await main(), message]`;
    const { value, error, usage } = await run(code, { functions: functions as never });
    expect(error).toBeNull();
    expect(value).toEqual([4, 30, [2, [5, { key: 'v' }], 4], 'no such thing']);
    expect(usage.hostCalls).toBe(6);
    expect((await run('add(1, 2)')).error?.type).toBe('NameError');
  });

  it('takes the tree in and what was changed out', async () => {
    const files = createFileTree({
      files: { 'data/in.txt': 'input', 'helper.py': 'def help(): return 1', 'old.txt': '' },
    });
    const { run } = await open(files);
    const code = `
import os, pathlib, helper
text = open("data/in.txt").read()
pathlib.Path("out/deep").mkdir(parents=True)
pathlib.Path("out/deep/result.bin").write_bytes(b"\\x00\\xff")
os.rename("data/in.txt", "data/moved.txt")
os.remove("old.txt")
[text, helper.help(), sorted(os.listdir("."))]`;
    const { value } = await run(code);
    expect(value).toEqual(['input', 1, ['data', 'helper.py', 'out']]);
    expect(files.list('')).toEqual(['data', 'helper.py', 'out']);
    expect([...files.readBytes('out/deep/result.bin')]).toEqual([0, 255]);
    expect(files.readText('data/moved.txt')).toBe('input');
    files.writeText('helper.py', 'def help(): return 2');
    files.removeFile('data/moved.txt');
    expect((await run('import helper, os\n[helper.help(), os.listdir("data")]')).value).toEqual([2, []]);
    expect((await run('open("out/deep/result.bin", "wb").write(b"ab")')).value).toBe(2);
    expect(files.readText('out/deep/result.bin')).toBe('ab');
  });

  it('runs a file of the tree with the modules beside it', async () => {
    const files = createFileTree({
      files: {
        'lib/main.py': 'import part\npart.f()',
        'lib/part.py': 'def f():\n    return 1/0',
      },
    });
    const { run } = await open(files);
    const { error } = await run(files.readText('lib/main.py'), { fileName: '/lib/main.py' });
    expect(error).toMatchObject({ type: 'ZeroDivisionError', line: 2 });
    expect(error?.frames.map((frame) => frame.file)).toEqual(['/lib/main.py', '/lib/part.py']);
  });

  it('brings the files of a large tree in when they are opened, and never loses them', async () => {
    const large = 'x'.repeat(3 << 20);
    const files = createFileTree({
      files: {
        'a/one.txt': `1${large}`,
        'a/two.txt': `2${large}`,
        'b/three.txt': `3${large}`,
        'b/script.py': 'value = 7',
        'c.txt': 'small',
        'mode.txt': 'keep me',
        'empty.txt': '',
      },
    });
    const { run } = await open(files);
    expect((await run('1 + 1')).value).toBe(2);
    const code = `
import os, sys, shutil, mmap
sys.path.append("b")
import script
seen = [script.value, os.path.getsize("a/one.txt"), open("a/one.txt").read(1), open("c.txt").read(), open("empty.txt").read()]
os.chmod("mode.txt", 0o600)
os.rename("a/two.txt", "a/moved.txt")
shutil.copy("b/three.txt", "copy.txt")
with open("a/moved.txt", "rb") as f, mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ) as m: seen.append(m[0])
folder = os.open("b", os.O_RDONLY)
seen.append(os.read(os.open("three.txt", os.O_RDONLY, dir_fd=folder), 1))
seen`;
    const { value, error } = await run(code);
    expect(error).toBeNull();
    expect(value).toEqual([7, (3 << 20) + 1, '1', 'small', '', 50, new Uint8Array([51])]);
    expect(files.files()).toEqual([
      'a/moved.txt',
      'a/one.txt',
      'b/script.py',
      'b/three.txt',
      'c.txt',
      'copy.txt',
      'empty.txt',
      'mode.txt',
    ]);
    expect([files.readText('mode.txt'), files.stat('mode.txt').mode]).toEqual(['keep me', 0o600]);
    expect(files.readText('a/moved.txt')).toBe(`2${large}`);
    expect(files.readText('copy.txt')).toBe(`3${large}`);
    expect((await run('open("mode.txt").read()')).value).toBe('keep me');
    files.writeText('c.txt', 'changed');
    expect((await run('open("c.txt").read()')).value).toBe('changed');
    expect(files.readText('a/one.txt')).toBe(`1${large}`);
  });

  it('dumps and loads functions, classes and data, and names what cannot be kept', async () => {
    const first = await open();
    await first.run(`
import math, enum, collections
from dataclasses import dataclass
class Base:
    def who(self): return "base"
class Child(Base):
    def who(self): return "child of " + super().who()
@dataclass
class Point:
    x: int
    y: int = 2
class Colour(enum.Enum):
    RED = 1
    def loud(self): return self.name + "!"
def counter():
    count = 0
    def step():
        nonlocal count
        count += 1
        return count
    return step
step = counter(); step()
shared = []; alias = shared
def fact(n): return 1 if n < 2 else n * fact(n - 1)
thing = Child(); point = Point(1); colour = Colour.RED; tally = collections.Counter("aab")`);
    const state = await first.session.dump();
    const second = await open();
    await second.session.load(state);
    const { value, error } = await second.run(`alias.append(1)
[thing.who(), point, Point(1) == point, colour is Colour.RED, colour.loud(), step(), shared, fact(5), tally["a"], math.pi > 3]`);
    expect(error).toBeNull();
    expect(value).toEqual([
      'child of base',
      new PythonObject('Point', '<Point object>', { x: 1, y: 2 }),
      true,
      true,
      'RED!',
      2,
      [1],
      120,
      2,
      true,
    ]);
    await first.run('lock = __import__("threading").Lock()');
    await expect(first.session.dump()).rejects.toMatchObject({
      code: 'sandbox/cannot_dump',
      message: expect.stringContaining('lock'),
    });
    await expect(second.session.load(Buffer.from('rubbish'))).rejects.toMatchObject({
      code: 'sandbox/invalid_dump',
    });
    expect((await second.run('fact(3)')).value).toBe(6);
  });

  it('streams output as it comes, and cuts a flood', async () => {
    const { run } = await open();
    const chunks: string[] = [];
    const { stdout, stderr } = await run('import sys\nprint("out")\nprint("err", file=sys.stderr)', {
      onOutput: (chunk) => void chunks.push(`${chunk.stream}:${chunk.text}`),
    });
    expect([stdout, stderr]).toEqual(['out\n', 'err\n']);
    expect(chunks).toEqual(expect.arrayContaining(['stdout:out\n', 'stderr:err\n']));
    const flood = await run('while True: print("x" * 1000)', {}, { maxOutputChars: 5000 });
    expect(flood.error?.kind).toBe('output');
    expect(flood.stdout).toHaveLength(5000);
    expect((await run('1')).ok).toBe(true);
  });

  it('has the environment that was given and nothing of the host', async () => {
    const session = await engine().openSession({
      files: createFileTree(),
      limits: LIMITS,
      environment: { COLOUR: 'blue' },
    });
    const run = (code: string, runNumber: number) =>
      session.run({
        code,
        runNumber,
        fileName: null,
        inputs: {},
        functions: {},
        limits: LIMITS,
        signal: null,
        onOutput: null,
      });
    expect((await run('import os; os.environ["COLOUR"]', 1)).value).toBe('blue');
    expect((await run('os.environ["COLOUR"] = "red"', 2)).ok).toBe(true);
    expect((await run('os.environ["COLOUR"]', 3)).value).toBe('red');
  });

  it('counts columns as JavaScript does', async () => {
    const { run } = await open();
    expect((await run('"\u{1f600}ä" + [][0]')).error?.frames[0]?.column).toBe(9);
  });

  it('takes exit() as the end of the run', async () => {
    const { run } = await open();
    expect((await run('print("bye")\nraise SystemExit')).ok).toBe(true);
    expect((await run('import sys; sys.exit(3)')).error).toMatchObject({ type: 'SystemExit', message: '3' });
    expect(await run('exit("why")')).toMatchObject({ ok: false, stderr: 'why\n' });
  });

  it('ends on abort and empties the namespace on reset', async () => {
    const { run, session } = await open();
    await run('x = 1');
    const controller = new AbortController();
    const functions = {
      stop: () => {
        controller.abort();
        return null;
      },
    };
    const { error } = await run('stop()\nwhile True: pass', { functions, signal: controller.signal });
    expect(error?.kind).toBe('aborted');
    expect((await run('x')).value).toBe(1);
    await session.reset();
    expect((await run('x')).error?.type).toBe('NameError');
  });
});
