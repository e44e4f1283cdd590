import { expect } from '../../core/internal.js';
import type { DefineCase } from './define-case.js';

/** What code defines in one run, used in later ones. */
export function definitionCases(it: DefineCase): void {
  it('functions and methods see helpers that a later run defines', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('def late(): return helper() + 1\nclass Box:\n  def late(self): return helper() - 10');
    expect((await sandbox.run('late()')).error?.type).toBe('NameError');
    await sandbox.run('def helper(): return 40');
    expect((await sandbox.run('(late(), Box().late())')).value).toEqual([41, 30]);
  });

  it('classes and their instances stay', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run(
      'class Counter:\n  def __init__(self, n): self.n = n\n  def up(self):\n    self.n += 1\n    return self.n',
    );
    await sandbox.run('c = Counter(1)\nc.up()');
    expect((await sandbox.run('(c.up(), Counter(10).up(), isinstance(c, Counter))')).value).toEqual([
      3,
      11,
      true,
    ]);
  });

  it('imported functions and classes stay whole, also when they are imported again', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('from os.path import join\nfrom collections import Counter');
    expect((await sandbox.run('(join("a", "b"), Counter("aab")["a"])')).value).toEqual(['a/b', 2]);
    await sandbox.run('from os.path import join\nfrom collections import Counter');
    expect((await sandbox.run('(join("c", "/d"), Counter("abb").most_common(1))')).value).toEqual([
      '/d',
      [['b', 2]],
    ]);
  });

  it('a name can be given another meaning', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('def f(): return 1\ng = f');
    await sandbox.run('def f(): return 2');
    expect((await sandbox.run('(f(), g())')).value).toEqual([2, 1]);
    expect((await sandbox.run('f = {"a": [1]}\nf')).value).toEqual({ a: [1] });
  });

  it('are there after a run that failed half-way', async ({ open }) => {
    const sandbox = await open();
    await sandbox.run('def f(): return x\nx = 3\nraise ValueError("late")');
    expect((await sandbox.run('f()')).value).toBe(3);
  });
}
