import { afterAll, describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { createSandbox } from '../create-sandbox.js';
import { sharedEngine } from '../engines.js';
import { findCompileRefusal } from './compile-refusals.js';

const RETURN = [
  'return 1',
  'x = 1\nreturn',
  'x = 1; return x',
  'if True: return 1',
  'if True:\n    return 1',
  'for i in [1]:\n    if i:\n        return i',
  'def f():\n    return 1\nreturn f()',
  'def f(): return 1\nreturn f()',
  'def f():\n    class A:\n        return 1',
  'class A:\n    return 1',
  'class A: return 1',
  's = """\ndef f():\n"""\nif True:\n    return 1',
  's = 1 + \\\n  2\nreturn s',
  'def f(a,\nb):\n    return 1\nif f(1, 2):\n    return 2',
  '\r\nx = 1\r\nreturn x\r\n',
];
const TABS = [
  'if True:\n\tx = 1\n        y = 2\n',
  'if True:\n        x = 1\n\ty = 2\n',
  'def f():\n\treturn 1\n        return 2\n',
  'if True:\n  x = 1\n \ty = 2\n',
];
const ACCEPTED = [
  'def f():\n    return 1',
  'async def f():\n    return 1',
  'def f(): return 1',
  'def f():\n    if True:\n        return 1\n    return 2',
  'def f():\n    def g():\n        return 1\n    return g',
  'class A:\n    def f(self):\n        return 1',
  'def f():\n    class A:\n        def g(self): return 1\n    return A',
  'def f(a,\nb):\n    return 1',
  'def f():\n    s = """\nreturn 1\n"""\n    return s',
  'x = "return 1"\n# return 1\nreturned = 2',
  'def f():\n# a comment\n    return 1',
  'def f():\n\treturn 1\n',
  'if True:\n\tif True:\n\t\tx = 1\n',
  'x = """\n\ta\n        b\n"""',
];

describe('findCompileRefusal', () => {
  it.each(RETURN)('refuses %j', (code) => {
    const refusal = findCompileRefusal(code);
    expect(refusal).toMatchObject({ type: 'SyntaxError', message: "'return' outside function" });
    expect(code.slice(refusal?.start)).toMatch(/^return\b/);
  });

  it.each(TABS)('refuses %j', (code) => {
    expect(findCompileRefusal(code)?.type).toBe('TabError');
  });

  it.each(ACCEPTED)('accepts %j', (code) => {
    expect(findCompileRefusal(code)).toBeNull();
  });
});

const probes = await Promise.all((['monty', 'cpython'] as const).map((name) => sharedEngine(name).probe()));
const reason = probes.find(({ available }) => !available)?.reason ?? null;

unless(reason).describe('Monty and CPython', async () => {
  const sandboxes =
    reason === null
      ? await Promise.all([createSandbox({ engine: 'monty' }), createSandbox({ engine: 'cpython' })])
      : [];
  afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

  it('agree on what is refused before it runs, on its class and on its line', async () => {
    for (const code of [...RETURN, ...TABS, ...ACCEPTED]) {
      const [monty, cpython] = await Promise.all(
        sandboxes.map(async (sandbox) => {
          const { ok, error } = await sandbox.run(code);
          return {
            code,
            ok,
            kind: error?.kind,
            type: error?.type,
            message: error?.message,
            line: error?.line,
          };
        }),
      );
      expect(monty).toEqual(cpython);
    }
  });

  it('leaves the variables of the session alone', async () => {
    const [sandbox] = sandboxes;
    await sandbox?.run('kept = 7');
    await sandbox?.run('kept = 8\nreturn kept');
    expect((await sandbox?.run('kept'))?.value).toBe(7);
  });
});
