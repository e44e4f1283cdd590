import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from '../../core/internal.js';
import { splitArguments } from '../keyword-arguments.js';
import type { PythonValue } from '../python-value.js';
import type { DefineCase } from './define-case.js';

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** Host functions: reached plainly and under await, with their errors, limits and bindings. */
export function hostFunctionCases(it: DefineCase): void {
  it('are called plainly, positional and keyword arguments in order', async ({ open }) => {
    const seen: unknown[] = [];
    const sandbox = await open({
      functions: {
        note: (...args) => {
          seen.push(args);
          return args.length;
        },
      },
    });
    expect((await sandbox.run('note(1, "a", k=[2]) + note() * 10')).value).toBe(3);
    expect(seen).toEqual([[1, 'a', { k: [2] }], []]);
  });

  it('tell keyword arguments from a dict that is given by position', async ({ open }) => {
    const sandbox = await open({
      functions: {
        told: (...args) => {
          const { positional, named } = splitArguments(args);
          return [[...positional], { ...named }];
        },
      },
    });
    const calls = ['told(1, k=2)', 'told(1, {"k": 2})', 'told({"k": 2}, k={})', 'told()', 'await told(k=2)'];
    const { value } = await sandbox.run(`[${calls.join(', ')}]`);
    expect(value).toEqual([
      [[1], { k: 2 }],
      [[1, { k: 2 }], {}],
      [[{ k: 2 }], { k: {} }],
      [[], {}],
      [[], { k: 2 }],
    ]);
  });

  it('are awaited by the host when they return promises, awaited inside or not', async ({ open }) => {
    const sandbox = await open({ functions: { later: async (x) => [x ?? null, 'done'] } });
    expect((await sandbox.run('later(1)[0] + 1')).value).toBe(2);
    expect((await sandbox.run('(await later(2))[0] + 1')).value).toBe(3);
    expect((await sandbox.run('(await later(3), later(4))')).value).toEqual([
      [3, 'done'],
      [4, 'done'],
    ]);
  });

  it('are told of before they are called, with the processor time where the engine knows it', async ({
    open,
  }) => {
    const sandbox = await open({ functions: { note: () => null } });
    const calls: (number | null)[] = [];
    const code = 'note()\nfor _ in range(300000):\n    pass\nnote()';
    await sandbox.run(code, {
      onHostCall: ({ name, processorSeconds }) => {
        calls.push(processorSeconds);
        throw new Error(`dropped: ${name}`);
      },
    });
    const [first, second] = calls;
    expect(calls).toHaveLength(2);
    if (first == null || second == null) expect(calls).toEqual([null, null]);
    else expect(second).toBeGreaterThan(first);
  });

  it('are called in the asynchronous context of their run, whichever call started the session', async ({
    open,
  }) => {
    const storage = new AsyncLocalStorage<string>();
    const functions = { context: () => storage.getStore() ?? null };
    const sandbox = await storage.run('opened', () => open({ functions }));
    const first = await storage.run('first', () => sandbox.run('context()'));
    expect(first.value).toBe('first');
    expect((await storage.run('second', () => sandbox.run('await context()'))).value).toBe('second');
    expect((await sandbox.run('context()', { functions })).value).toBeNull();
  });

  it('can be gathered', async ({ open }) => {
    const sandbox = await open({ functions: { wait: async (n) => n ?? null } });
    const code =
      'import asyncio\nasync def main():\n  return await asyncio.gather(wait(1), wait(2), *[wait(n) for n in (3, 4)])\nawait main()';
    expect((await sandbox.run(code)).value).toEqual([1, 2, 3, 4]);
  });

  it('raise inside what they throw', async ({ open }) => {
    const sandbox = await open({
      functions: {
        missing: () => {
          throw named('KeyError', 'no such key');
        },
        own: async () => {
          throw named('PaymentError', 'declined');
        },
      },
    });
    expect((await sandbox.run('try:\n  missing()\nexcept KeyError as e:\n  r = "caught"\nr')).value).toBe(
      'caught',
    );
    const { error } = await sandbox.run('x = 1\nown()');
    expect(error).toMatchObject({ kind: 'runtime', type: 'RuntimeError', line: 2 });
    expect(error?.message).toContain('declined');
    expect((await sandbox.run('x')).value).toBe(1);
  });

  it('raise errors by their names, and none that would end the run or blame it', async ({ open }) => {
    const fail = (name: PythonValue): never => {
      throw named(String(name), 'why');
    };
    const sandbox = await open({ functions: { fail, fail_later: async (name) => fail(name ?? null) } });
    for (const [name, type, message] of [
      ['ValueError', 'ValueError', 'why'],
      ['RangeError', 'ValueError', 'why'],
      ['IOError', 'OSError', 'why'],
      ['Error', 'RuntimeError', 'why'],
      ['PaymentError', 'RuntimeError', 'PaymentError: why'],
      ['ReferenceError', 'RuntimeError', 'ReferenceError: why'],
      ['SystemExit', 'RuntimeError', 'SystemExit: why'],
      ['KeyboardInterrupt', 'RuntimeError', 'KeyboardInterrupt: why'],
      ['BaseException', 'RuntimeError', 'BaseException: why'],
      ['MemoryError', 'RuntimeError', 'MemoryError: why'],
      ['print', 'RuntimeError', 'print: why'],
      ['object', 'RuntimeError', 'object: why'],
    ] as const) {
      for (const call of [`fail("${name}")`, `fail_later("${name}")`, `await fail_later("${name}")`]) {
        expect([call, (await sandbox.run(call)).error]).toMatchObject([
          call,
          { kind: 'runtime', type, message, line: 1 },
        ]);
      }
      const code = `try:\n  fail("${name}")\nexcept ${type} as e:\n  r = str(e)\nr`;
      expect([name, (await sandbox.run(code)).value]).toEqual([name, message]);
    }
  });

  it('raise errors so that the classes above them catch them', async ({ open }) => {
    const fail = (name: PythonValue): never => {
      throw named(String(name), 'why');
    };
    const sandbox = await open({ functions: { fail } });
    for (const [name, above] of [
      ['EOFError', 'Exception'],
      ['UserWarning', 'Exception'],
      ['ConnectionResetError', 'OSError'],
      ['UnicodeDecodeError', 'ValueError'],
      ['FloatingPointError', 'ArithmeticError'],
    ] as const) {
      const code = `try:\n  fail("${name}")\nexcept KeyError:\n  r = "other"\nexcept ${above} as e:\n  r = str(e)\nr`;
      expect([name, (await sandbox.run(code)).value]).toEqual([name, 'why']);
    }
  });

  it('raise inside what cannot be looked at', async ({ open }) => {
    const thrown = new Map(hostileThrows());
    const fail = (what: PythonValue): never => {
      throw thrown.get(String(what));
    };
    const sandbox = await open({ functions: { fail, fail_later: async (what) => fail(what ?? null) } });
    const value = 'the host function threw something that cannot be read';
    for (const what of thrown.keys()) {
      for (const call of [`fail("${what}")`, `fail_later("${what}")`, `await fail_later("${what}")`]) {
        const result = await sandbox.run(`try:\n  ${call}\nexcept RuntimeError as e:\n  r = str(e)\nr`);
        expect([call, result]).toMatchObject([call, { error: null, value }]);
      }
    }
  });

  it('raise inside when their answer cannot cross', async ({ open }) => {
    const sandbox = await open({ functions: { odd: () => new Date(0) as never } });
    expect((await sandbox.run('try:\n  odd()\nexcept ValueError:\n  r = "refused"\nr')).value).toBe(
      'refused',
    );
  });

  it('answer None for undefined', async ({ open }) => {
    const sandbox = await open({ functions: { nothing: () => undefined as never } });
    expect((await sandbox.run('nothing() is None')).value).toBe(true);
  });

  it('can be bound later, be overridden for one run, and are listed as a copy', async ({ open }) => {
    const sandbox = await open({ functions: { which: () => 'bound' } });
    expect((await sandbox.run('which()')).value).toBe('bound');
    expect((await sandbox.run('which()', { functions: { which: () => 'run' } })).value).toBe('run');
    sandbox.bindFunctions({ extra: () => 2 });
    expect((await sandbox.run('which() + str(extra())')).value).toBe('bound2');
    expect(Object.keys(sandbox.boundFunctions())).toEqual(['which', 'extra']);
    expect(sandbox.boundFunctions()).not.toBe(sandbox.boundFunctions());
    await sandbox.reset();
    expect((await sandbox.run('extra()')).value).toBe(2);
  });

  it('win over builtins of their name', async ({ open }) => {
    const sandbox = await open({ functions: { sum: () => 'mine' } });
    expect((await sandbox.run('sum([1, 2])')).value).toBe('mine');
  });

  it('are not there for a run that was not given them', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('once()', { functions: { once: () => 1 } });
    expect((await sandbox.run('once()')).error?.type).toBe('NameError');
  });

  it('can be called from functions that the code defines', async ({ open }) => {
    const sandbox = await open({ functions: { add: (a, b) => Number(a) + Number(b) } });
    expect((await sandbox.run('def f(n): return add(n, 1)\n[f(i) for i in range(3)]')).value).toEqual([
      1, 2, 3,
    ]);
  });

  it('may use sandboxes themselves', async ({ open }) => {
    const inner = await open();
    const sandbox = await open({ functions: { ask: async (code) => (await inner.run(String(code))).value } });
    expect((await sandbox.run('ask("20 + 1") * 2')).value).toBe(42);
  });

  it('are limited in number', async ({ open }) => {
    let calls = 0;
    const sandbox = await open({ functions: { tick: () => ++calls }, limits: { maxHostCalls: 50 } });
    const { error } = await sandbox.run('while True:\n  try:\n    tick()\n  except Exception:\n    pass');
    expect(error?.kind).toBe('limit');
    expect(calls).toBe(50);
    expect((await sandbox.run('1 + 1')).value).toBe(2);
  });

  it('are counted without the calls of files', async ({ open }) => {
    const sandbox = await open({ functions: { tick: () => 1 }, limits: { maxHostCalls: 3 } });
    const code =
      'for i in range(20):\n  with open("a.txt", "w") as f: f.write(str(i))\n' +
      '  with open("a.txt") as f: last = f.read()\n[last, tick(), tick(), tick()]';
    const { value, usage } = await sandbox.run(code);
    expect(value).toEqual(['19', 1, 1, 1]);
    expect(usage.hostCalls).toBe(3);
  });

  it('do not outlast the deadline of the run', async ({ open }) => {
    const sandbox = await open({ functions: { never: () => new Promise<never>(() => {}) } });
    // The first run starts a process, which a busy machine may take long for.
    await sandbox.run('1 + 1');
    const { error } = await sandbox.run('never()', { limits: { deadlineSeconds: 0.5 } });
    expect(error?.kind).toBe('timeout');
    const awaited = await sandbox.run('await never()', { limits: { deadlineSeconds: 0.5 } });
    expect(awaited.error?.kind).toBe('timeout');
    expect((await sandbox.run('1 + 1')).value).toBe(2);
  });

  it('can be aborted while they are waited for', async ({ open }) => {
    const controller = new AbortController();
    const sandbox = await open({
      functions: {
        never: () => {
          controller.abort();
          return new Promise<never>(() => {});
        },
      },
    });
    expect((await sandbox.run('never()', { signal: controller.signal })).error?.kind).toBe('aborted');
  });
}

/** Values that throw when they are asked for what errors have. */
function hostileThrows(): readonly (readonly [what: string, thrown: unknown])[] {
  const trap = (): never => {
    throw new Error('trapped');
  };
  const withGetter = (key: string): Error => Object.defineProperty(new Error('m'), key, { get: trap });
  return [
    ['an error without a readable name', withGetter('name')],
    ['an error without a readable message', withGetter('message')],
    ['a proxy that refuses everything', new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap })],
    ['an object that is not text', { toString: trap }],
    ['an object without a prototype', Object.create(null)],
  ];
}
