import { expect, it } from 'vitest';
import { checkPython } from '../pipeline/check-reply.js';
import { type TypesRead, TypesReadable } from './type-facts.js';

async function factsOf(code: string) {
  const { results } = await checkPython(code, [TypesReadable()]);
  const read = results[0]?.value as TypesRead | undefined;
  if (read === undefined) throw new Error('no facts');
  const { asksCallable, decorated, opaque, changing, functions } = read.facts;
  const locals = functions.flatMap((each) => [...each.locals]);
  const methods = functions.filter(({ isMethod }) => isMethod).length;
  return {
    ...(asksCallable.size > 0 && { asksCallable: [...asksCallable] }),
    ...(locals.length > 0 && { locals }),
    ...(methods > 0 && { methods }),
    ...(decorated.size > 0 && { decorated: [...decorated] }),
    ...(opaque.size > 0 && { opaque: [...opaque] }),
    ...(changing.size > 0 && { changing: [...changing].sort() }),
  };
}

it.each<[string, object]>([
  ['x = 1', {}],
  ['callable(x.y)', { asksCallable: ['y', 'x'] }],
  ['callable', {}],
  ['@cache\ndef f(): pass', { decorated: ['f'] }],
  ['@cache\nasync def f(): pass', { decorated: ['f'] }],
  ['@a.b\ndef f(): pass', { decorated: ['f'] }],
  ['@property\ndef f(): pass', {}],
  ['@dataclass(frozen=True)\nclass A: pass', {}],
  ['@final\nclass A: pass', { opaque: ['A'] }],
  ['class A(Base): pass', { opaque: ['A'] }],
  ['class A(a.B): pass', { opaque: ['A'] }],
  ['class A(object): pass\nclass B(A, ValueError): pass', {}],
  ['class A(metaclass=M): pass', { opaque: ['A'] }],
  ['class B(A): pass\nclass A(Base): pass', { opaque: ['A', 'B'] }],
  ['class A(Enum):\n    X = 1', { opaque: ['A'] }],
  ['class Literal(Base): pass', {}],
  ['@cache\ndef int(): pass', {}],
  [
    'def f(a):\n    b = c = a\n    def g():\n        nonlocal c\n        d = 1',
    { changing: ['c'], locals: ['b', 'd'] },
  ],
  ['class A(Base):\n    x: int = 1', { opaque: ['A'] }],
  ['class A:\n    X = 1', {}],
  ['def f():\n    global x, y', { changing: ['x', 'y'] }],
  ['def f():\n    nonlocal x', { changing: ['x'] }],
  ['import a.b', {}],
  ['if x:\n    import a.b', { changing: ['a'] }],
  ['try:\n    from a import b as c, d\nexcept E: pass', { changing: ['c', 'd'] }],
  ['def f(): pass\ndef f(): pass', { changing: ['f'] }],
  ['class f: pass\nasync def f(): pass', { changing: ['f'] }],
  ['class A:\n    def f(self): pass\n    def f(self): pass', { methods: 2 }],
  ['def f(): pass\nf = 1', { changing: ['f'] }],
  ['def f(): pass\nprint(f)', {}],
  ['x = y = None', { changing: ['x', 'y'] }],
  ['x.a = None', {}],
  ['x = 0', {}],
  ['def f(a, b=1, /, c=2, *, d=3, e): pass', { changing: ['b', 'c', 'd'] }],
  ['def f(a: int = 1, *, b: int = 2): pass', {}],
  [
    'def f(a):\n    for b, c in a: pass\n    d = a.b\n    e = a[0]\n    a = g = 1\n    h, i = a',
    { changing: ['b', 'c'], locals: ['g'] },
  ],
])('facts of %j', async (code, facts) => expect(await factsOf(code)).toEqual(facts));
