import { describe, expect, it } from 'vitest';
import type { PythonValue } from '../python-value.js';
import { auto, cpython, skipped } from './auto-sandbox.fixture.js';

const functions = {
  add: (a: PythonValue, b: PythonValue) => Number(a) + Number(b),
  date: () => new Date(0) as unknown as PythonValue,
  fail: () => {
    throw new Error('no such account');
  },
};

describe.skipIf(!cpython.available)(`what auto repeats in CPython${skipped}`, () => {
  for (const first of [
    'print(add)',
    'add',
    '(i for i in [1])',
    '[map(str, [1]), 2]',
    'def f(): pass\nprint(f, [f])\nstr(f)',
    'class A: pass\nprint(A())\nA()',
    'date()',
  ]) {
    it(`is the same after ${JSON.stringify(first)}`, async () => {
      const sandbox = await auto({ functions });
      await sandbox.run(first);
      expect(await sandbox.run('(1+2j).imag')).toMatchObject({ ok: true, value: 2, engine: 'cpython' });
    });
  }

  it('does not use up what was lazy', async () => {
    const sandbox = await auto();
    expect(await sandbox.run('g = (i for i in [1, 2])\ng')).toMatchObject({ engine: 'monty' });
    expect(await sandbox.run('1j\nlist(g)')).toMatchObject({ engine: 'cpython', value: [1, 2] });
  });

  it('says which run gave another result, and how', async () => {
    const sandbox = await auto();
    await sandbox.run('x = 1');
    await sandbox.run('import sys\nprint("on", sys.version)');
    const moved = await sandbox.run('1j');
    expect(moved.error?.hint).toMatch(
      /because run 2 gave another result there \(it printed "on .*" here and/,
    );
    const { error } = await sandbox.run('import decimal');
    expect(error?.hint).toContain('run 2 gave another result');
    expect(error?.hint).not.toContain('describe()');
  });

  it('does not blame Monty for what a host function threw or cannot answer', async () => {
    const sandbox = await auto({ functions });
    expect((await sandbox.run('fail()')).error).toMatchObject({ message: 'no such account', hint: null });
    expect((await sandbox.run('date()')).error).toMatchObject({ type: 'ValueError', hint: null });
  });
});
