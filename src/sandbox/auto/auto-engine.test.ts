import { describe, expect, it } from 'vitest';
import { createSandbox } from '../create-sandbox.js';
import { sharedEngine } from '../engines.js';
import type { PythonValue } from '../python-value.js';
import { AutoEngine } from './auto-engine.js';
import { auto, cpython, open, skipped } from './auto-sandbox.fixture.js';

const INHERITANCE = 'class A:\n    def f(self):\n        return 1\nclass B(A):\n    pass\nB().f()';

describe.skipIf(!cpython.available)(`auto with both engines${skipped}`, () => {
  it('runs plain code in Monty', async () => {
    const sandbox = await auto();
    expect(await sandbox.run('1 + 1')).toMatchObject({
      ok: true,
      value: 2,
      engine: 'monty',
      fellThrough: null,
    });
  });

  it('runs what the source shows Monty lacks in CPython, and says so', async () => {
    const sandbox = await auto();
    expect(await sandbox.run(INHERITANCE)).toMatchObject({
      ok: true,
      value: 1,
      engine: 'cpython',
      fellThrough: expect.stringContaining('line 4'),
    });
  });

  it('takes namespace, files and answers of host functions along', async () => {
    let calls = 0;
    const next = (): number => ++calls;
    const sandbox = await auto({ functions: { next_number: next }, files: { 'in.txt': 'abc' } });
    await sandbox.run('x = [next_number(), next_number()]\ndef double(n):\n    return n * 2');
    await sandbox.run(
      `from pathlib import Path\ny = Path('in.txt').read_text()\nPath('out.txt').write_text('one')`,
    );
    sandbox.files.writeText('in.txt', 'changed by the host');
    const moved = await sandbox.run(
      `${INHERITANCE}\n(x, double(4), y, open('in.txt').read(), open('out.txt').read())`,
    );
    expect(moved).toMatchObject({
      engine: 'cpython',
      value: [[1, 2], 8, 'abc', 'changed by the host', 'one'],
    });
    expect(calls).toBe(2);
    expect(sandbox.files.changes()).toEqual({ written: ['in.txt', 'out.txt'], deleted: [] });
    expect(await sandbox.run('x.append(next_number())\nx')).toMatchObject({
      value: [1, 2, 3],
      engine: 'cpython',
      fellThrough: null,
    });
  });

  it('lets CPython judge a failure that only running shows, and undoes what the failed run wrote', async () => {
    const sandbox = await auto();
    const code = `open('log.txt', 'a').write('once')\nname = 'bit_' + 'length'\ngetattr(10, name)()`;
    const result = await sandbox.run(code);
    expect(result).toMatchObject({
      ok: true,
      value: 4,
      engine: 'cpython',
      fellThrough: expect.stringContaining('AttributeError'),
    });
    expect(sandbox.files.readText('log.txt')).toBe('once');
  });

  it("stays in Monty when the failure is the code's own", async () => {
    const sandbox = await auto();
    await sandbox.run('x = 1');
    expect(await sandbox.run(`open('a', 'w').write('kept')\nundefined_name`)).toMatchObject({
      ok: false,
      engine: 'monty',
      error: { type: 'NameError' },
    });
    expect(sandbox.files.readText('a')).toBe('kept');
    expect(await sandbox.run('x')).toMatchObject({ value: 1, engine: 'monty' });
  });

  it('lets CPython read a file with carriage returns alone whose line ends are kept', async () => {
    const sandbox = await auto({ files: { a: 'x\ry\r\nz\n' } });
    const result = await sandbox.run('with open("a", newline="") as f: lines = f.readlines()\nlines');
    expect(result).toMatchObject({ engine: 'cpython', value: ['x\r', 'y\r\n', 'z\n'] });
  });

  it.each([
    'class A: pass\nprint(A)',
    'class A: pass\na = A()\nprint(f"{type(a)}", [a.__class__])',
    'print(type(zip([1], [2])), type(i for i in []))',
    'from collections import Counter\nx = Counter("a")\nrepr(type(x))',
    'def f(): pass\nprint(str(f)[:12])',
  ])('shows classes, functions and iterators as CPython does: %j', async (code) => {
    const sandbox = await auto();
    const expected = await createSandbox({ engine: 'cpython' });
    open.push(expected);
    const { stdout, value } = await expected.run(code);
    expect(await sandbox.run(code)).toMatchObject({ engine: 'cpython', stdout, value });
  });

  it.each([
    'class A: pass\na = A()\nprint(type(a).__name__, type(a) is A, type(a) == A, A.__name__)',
    'def show(x): print(type(x), [type(y) for y in x], x.__class__)\nshow([1, "a", 2.5, None, {}, {1}, (1,)])',
    'try:\n    1 / 0\nexcept Exception as e:\n    print(type(e), e)',
    'for a, b in zip([1], enumerate([2])): print(a, b)\nprint(*map(str, [1]), list(filter(None, [1])))',
  ])('asks for classes in Monty where their names are the same: %j', async (code) => {
    const sandbox = await auto();
    const expected = await createSandbox({ engine: 'cpython' });
    open.push(expected);
    const { stdout } = await expected.run(code);
    expect(await sandbox.run(code)).toMatchObject({ engine: 'monty', ok: true, stdout });
  });

  it('does not run again what has already called the host', async () => {
    let calls = 0;
    const sandbox = await auto({ functions: { pay: () => ++calls } });
    const result = await sandbox.run(`pay()\nname = 'bit_' + 'length'\ngetattr(10, name)()`);
    expect(calls).toBe(1);
    expect(result).toMatchObject({
      ok: false,
      engine: 'monty',
      error: { type: 'AttributeError', hint: expect.stringContaining('already called a host function') },
    });
  });

  it('runs chance and the clock in CPython from the start, so that nothing has to be repeated', async () => {
    const sandbox = await auto();
    const first = await sandbox.run('import random\nx = random.random()\nx');
    expect(first.engine).toBe('cpython');
    expect(await sandbox.run(`${INHERITANCE}\nx`)).toMatchObject({ value: first.value });
  });

  it('copies a namespace to a fork that can still move', async () => {
    const sandbox = await auto();
    await sandbox.run('def f():\n    return 41');
    const fork = await sandbox.fork({ copyNamespace: true });
    open.push(fork);
    expect(await fork.run(`${INHERITANCE}\nf() + 1`)).toMatchObject({ value: 42, engine: 'cpython' });
    expect(await sandbox.run('f()')).toMatchObject({ value: 41, engine: 'monty' });
  });

  it('gives each call its own answer again, in whatever order the answers came', async () => {
    let release = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ask = async (n: PythonValue): Promise<string> => {
      if (n === 1) await first;
      else release();
      return `answer ${n}`;
    };
    const sandbox = await auto({ functions: { ask } });
    const answers = ['answer 1', 'answer 2'];
    expect(await sandbox.run('import asyncio\nr = await asyncio.gather(ask(1), ask(2))\nr')).toMatchObject({
      value: answers,
      engine: 'monty',
    });
    expect(await sandbox.run(`${INHERITANCE}\nr`)).toMatchObject({ value: answers, engine: 'cpython' });
  });

  it('repeats with the inputs and answers as they were then', async () => {
    const data = [1];
    const log: number[] = [];
    const sandbox = await auto({
      functions: {
        note: () => {
          log.push(log.length);
          return log;
        },
      },
    });
    await sandbox.run('x = data\ny = [note(), note()]', { inputs: { data } });
    data.push(99);
    expect(await sandbox.run(`${INHERITANCE}\n(x, y)`)).toMatchObject({
      value: [[1], [[0], [0, 1]]],
      engine: 'cpython',
    });
  });

  it('shows what is printed once, though the run was made twice', async () => {
    const sandbox = await auto();
    let shown = '';
    const result = await sandbox.run(`print('one')\nname = 'bit_' + 'length'\nprint(getattr(10, name)())`, {
      onOutput: ({ text }) => {
        shown += text;
      },
    });
    expect(result).toMatchObject({ stdout: 'one\n4\n', engine: 'cpython' });
    expect(shown).toBe('one\n4\n');
  });

  it.each(['return 5', 'x = 1\u0000', '\ufeffx = 1'])(
    'does not let Monty run what CPython refuses (case %#)',
    async (code) => {
      expect((await (await auto()).run(code)).ok).toBe(false);
    },
  );

  it('reads lines as CPython does, in files and in source', async () => {
    const sandbox = await auto({ files: { 'a.csv': 'n,q\r\npen,2\r\n' } });
    const code = `open('a.csv').read(), open('a.csv', 'rb').read(), """a\r\nb"""`;
    const expected = ['n,q\npen,2\n', new Uint8Array(Buffer.from('n,q\r\npen,2\r\n')), 'a\nb'];
    expect(await sandbox.run(code)).toMatchObject({ value: expected, engine: 'monty' });
    const other = await createSandbox({ engine: 'cpython', tree: sandbox.files });
    open.push(other);
    expect(await other.run(code)).toMatchObject({ value: expected });
  });

  it('imports files of the tree in CPython, with what the runs before left', async () => {
    const sandbox = await auto({ files: { 'helper.py': 'def double(n): return n * 2' } });
    expect(await sandbox.run('n = 20')).toMatchObject({ engine: 'monty' });
    expect(await sandbox.run('import helper\nhelper.double(n + 1)')).toMatchObject({
      value: 42,
      engine: 'cpython',
      fellThrough: 'line 1: Monty cannot import /helper.py',
    });
  });

  it('stays in Monty, and says so, when its runs are more than it keeps', async () => {
    const sandbox = await auto({ limits: { maxFileBytes: 2 ** 30 } });
    await sandbox.run('def f(): return 7');
    for (let run = 0; run < 3; run++) await sandbox.run(`open('a', 'w').write('${run}' * 30_000_000)`);
    expect(await sandbox.run(INHERITANCE)).toMatchObject({
      ok: false,
      engine: 'monty',
      error: { kind: 'unsupported', hint: expect.stringContaining('take more than 64 MB to keep') },
    });
    expect(await sandbox.run('f()')).toMatchObject({ value: 7, engine: 'monty' });
  });

  it.each(['opening', 'running'] as const)(
    'leaves no CPython behind when it is closed while %s there',
    async (phase) => {
      const real = sharedEngine('cpython');
      let reached = (): void => {};
      const entered = new Promise<void>((resolve) => {
        reached = resolve;
      });
      let release = (): void => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      let open = 0;
      const engine = new AutoEngine({
        monty: sharedEngine('monty'),
        cpython: {
          name: 'cpython',
          probe: () => real.probe(),
          openSession: async (options) => {
            if (phase === 'opening') {
              reached();
              await gate;
            }
            const session = await real.openSession(options);
            open++;
            let isOpen = true;
            const close = async (): Promise<void> => {
              if (isOpen) open--;
              isOpen = false;
              await session.close();
            };
            return {
              run: (request) => session.run(request),
              reset: () => session.reset(),
              dump: () => session.dump(),
              load: (state) => session.load(state),
              close,
            };
          },
          close: async () => undefined,
        },
      });
      const sandbox = await auto({ engine });
      const running = sandbox.run(`${INHERITANCE}\nprint('there')\nwhile True: pass`, {
        onOutput: () => reached(),
      });
      await entered;
      const closed = sandbox.close();
      release();
      expect((await running).error).toMatchObject({ kind: 'aborted', message: 'the sandbox was closed' });
      await closed;
      expect(open).toBe(0);
    },
  );

  it('comes back to Monty with reset', async () => {
    const sandbox = await auto();
    await sandbox.run(INHERITANCE);
    await sandbox.reset();
    expect(await sandbox.run('1')).toMatchObject({ engine: 'monty' });
  });
});

describe('auto without CPython', () => {
  it('is Monty alone and says what would help', async () => {
    const none = { ...cpython, available: false, reason: 'install bubblewrap' };
    const engine = new AutoEngine({
      monty: sharedEngine('monty'),
      cpython: {
        name: 'cpython',
        probe: async () => none,
        openSession: () => Promise.reject(new Error('unused')),
        close: async () => undefined,
      },
    });
    const sandbox = await auto({ engine });
    expect(await sandbox.run('1')).toMatchObject({ ok: true, engine: 'monty' });
    expect(await sandbox.run(INHERITANCE)).toMatchObject({
      ok: false,
      engine: 'monty',
      error: { kind: 'unsupported', hint: expect.stringContaining('install bubblewrap') },
    });
    sandbox.files.writeText('helper.py', 'x = 1');
    const refused = await sandbox.run('try:\n  import helper\nexcept ImportError:\n  helper = None');
    expect(refused.error).toMatchObject({
      kind: 'unsupported',
      type: 'ImportError',
      line: 2,
      hint: expect.stringMatching(/^Run helper\.py first.*install bubblewrap/),
    });
  });
});
