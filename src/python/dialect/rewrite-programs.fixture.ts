/** Programs that Monty cannot run, or runs differently, as they stand. */
export const PROGRAMS: readonly string[] = [
  // Targets
  'a = [1, 2, 3]\na[0], a[2] = a[2], a[0]\nprint(a)',
  'a = [1, 2, 3]\ni = 0\ni, a[i] = 1, 9\nprint(i, a)',
  'a = [1, 2, 3]\ni = 0\na[i], i = 9, 1\nprint(i, a)',
  'a = {}\n(a["x"], b), *a["rest"] = (1, 2), 3, 4\nprint(a, b)',
  'class P: pass\np = P()\np.x, p.y = 1, 2\nprint(p.x, p.y)',
  'a = [0, 0]\na[0], a[1] = 1, 2, 3',
  'a = [1]\nif a: a[0], b = 5, 6; print(a, b)  # comment',
  'a = [1, 2, 3, 4]\na[1:3], b = [9], 7\nprint(a, b)',
  'def swap(x, i, j):\n    x[i], x[j] = x[j], x[i]\n    return x\nprint(swap([1, 2], 0, 1))',
  'a = [1, 2]\na[0], a[1] = (\n    a[1],\n    a[0],\n)\nprint(a)',
  // del and slices
  'd = {1: 2, 3: 4}\ndel d[1]\nprint(d)\ndel d[9]',
  'x = [1, 2, 3, 4, 5]\ndel x[0], x[-1]\nprint(x)\ndel x[7]',
  'x = list(range(10))\ndel x[2:5]\nprint(x)\ndel x[::2]\nprint(x)\ndel x[:]\nprint(x)',
  'from collections import deque\nq = deque([1, 2, 3, 4])\ndel q[1]\nprint(list(q))\ndel q[-1]\nprint(list(q))\ndel q[5]',
  'x = [1, 2, 3, 4]\ny = x\nx[1:3] = [9, 9, 9]\nprint(x, y)\nx[::2] = "abc"\nprint(x)\nx[5:] = []\nx[:0] = (0,)\nprint(x)',
  'x = [1, 2, 3, 4]\nx[::2] = [1]',
  'x = [1, 2, 3]\nx[3:1] = [7]\nprint(x)\nx[-1:] = [8, 8]\nprint(x)\nx[::-1] = x[:]\nprint(x)',
  'def f(t):\n    print(t)\n    return []\nx = [1]\nf("list").append(1)\nx[f("low") or 0:] = f("value")\nprint(x)',
  // Booleans as numbers
  'c = 0\nfor i in range(5):\n    c += i > 2\nprint(c)',
  'print(1 + True, (3 > 2) + (2 > 1), 5 - (1 in [1]), 2.5 + (not 0), 7 % (3 is 3))',
  'print(sum(x > 1 for x in [1, 2, 3]), sum([x is None for x in [None]]), sum(map(lambda x: x > 1, [1, 2])))',
  'flags = [True, False, True]\nprint(sum(flags), sum(flags, 10), sum([1.5, 2]), sum([[1], [2]], []))',
  'def even(n): return n % 2 == 0\nprint(sum(even(n) for n in range(5)))',
  'print(sum(["a"]))',
  // Numbers and texts
  'print(round(2.675, 2), round(0.15, 1), round(-1.005, 2), round(1e22, 3), round(5, 1), round(12345, -2), round(float("inf"), 2), round(0.5), round(2.5, 0))',
  'print("ab".center(5, "*"), "abc".center(6), "abcd".center(7, "-"), "a".center(0), [x.center(4) for x in ("a", "bb")])',
  'print("%s is %d years, %.2f%%" % ("Ann", 30, 99.5), "%5s|%-5s|%05d" % ("a", "b", 42), "%x %X %o %e" % (255, 255, 8, 12345.678))',
  'print("%(a)s-%(b)03d" % {"a": 1, "b": 2}, "%r" % "x", "%s" % [1, 2], "%c%c" % ("a", 98), "%+d % d" % (5, 5), "%*d" % (5, 3), "%.3s" % "abcdef")',
  'print("%s %s" % ("a",))',
  'print("%d" % "a")',
  'name = "x"\nprint("Hello, %s!" % name, "%g %G" % (1e10, 0.00001), "%#x" % 10, "100%%" % ())',
  'print("%s" % 1, 2)',
  'print(format(3.14159, ".2f"), format("a", ">4"), format(5), [callable(x) for x in (len, 5, lambda: 0)], issubclass(bool, int), ascii("é"))',
  'print([divmod(a, b) for a in (7, -7, 7.5, -0.0, 1e10, 255, -1000) for b in (2, -2, 0.2, 1/3, 2.5, -1e-5)], 1.0 // 0.1, -1000 // (1 / 3), 5.5 // 2, float("inf") // 2.0)\ndivmod(1.0, 0)',
  'print("%s" % (2 > 1), "%d" % (2 > 1), "a%s" % True, "ab" * (2 > 1), [0] * True)\n"a" + (1 > 2)',
  'from collections import Counter\nc = Counter("aab")\ndel c["zz"], c["a"]\nprint(c)',
  // Functions and methods as values
  'print(sorted(["b", "A", "c"], key=str.lower), list(map(str.upper, ["a", "b"])), list(map(str.strip, [" a "])))',
  'd = {"a": 3, "b": 1}\nprint(max(d, key=d.get), sorted(d, key=d.get), min(d, key=d.get))',
  'words = ["bb", "a"]\nwords.sort(key=str.lower)\nprint(words, sorted("hello", key="hello".count))',
  'sorted([1, "a"], key=str.lower)',
  'def f(): pass\nclass A: pass\nprint(f.__name__, A.__name__, len.__name__, (lambda: 0).__name__, A().__class__.__name__, (5).__class__ is int)',
  // Iterators
  'it = iter([1, 2, 3])\nprint(any(x == 1 for x in it), list(it))',
  'def check(x):\n    print("check", x)\n    return x > 1\nprint(any(check(x) for x in [1, 2, 3]), all(check(x) for x in [1, 2, 3]))',
  'print(next(x for x in [1, 2, 3] if x > 1), next((x for x in [1] if x > 5), None), next((k for k, v in {"a": 1}.items() if v == 1), "no"))',
  'next(x for x in [])',
  'g = (x * x for x in [1, 2, 3] if x > 1)\nprint(next(g), list(g), list(g))',
  'def loud(x):\n    print("loud", x)\n    return x\nfor v in map(loud, [1, 2]):\n    print(v)\nfor v in (loud(x) for x in [3, 4]):\n    print(v)\nfor v in filter(loud, [0, 5]):\n    print(v)',
  'm = map(int, ["1", "2"])\nprint(list(m), list(m))\nz = zip([1, 2], "ab")\nprint(next(z), list(z), list(z))\ne = enumerate("ab")\nprint(next(e))\nr = reversed([1, 2])\nprint(next(r), next(r))',
  'def numbers(limit):\n    return (n for n in range(limit) if n % 2)\nodd = numbers(6)\nprint(sum(odd), sum(odd))',
  'for n in map(int, ["1", "x"]):\n    print(n)',
  'def is_prime(n):\n    return n > 1 and all(n % i for i in range(2, int(n ** 0.5) + 1))\nprint([n for n in range(30) if is_prime(n)])',
  'first = next((\n    word\n    for word in ["a", "bb"]\n    if len(word) > 1\n), None)\nprint(first)\nprint(any(\n    len(word) > 1  # long\n    for word in ["a", "bb"]\n))',
  // Types
  'print(isinstance(1, int | str), isinstance(None, int | None), isinstance(1.5, int | str))',
  'from typing import List, NamedTuple, Optional\nVector = List[float]\ndef f(v: Vector, n: Optional[NamedTuple] = None) -> Vector:\n    return v\nprint(f([1.0]))',
  'from typing import (\n    Dict,\n    TypeVar,\n    Awaitable,\n)\nT = TypeVar("T")\nPairs = Dict[str, int]\ndef f(x: T, y: Pairs, z: Awaitable[T]) -> T:\n    return x\nprint(f(1, {}, None))\n1 / 0',
  'from collections.abc import Iterable, Mapping\ndef f(x: Iterable[int]) -> Mapping[str, int]:\n    return {"n": len(x)}\nprint(f([1]))',
  'class A(object):\n    def f(self):\n        return 1\nprint(A().f())',
  'class Account:\n    __count = 0\n    def __init__(self, b):\n        self.__balance = b\n        Account.__count += 1\n    def __secret(self, __x=1):\n        return self.__balance + __x\n    def show(self):\n        return self.__secret(), Account.__count\na = Account(5)\nprint(a.show(), hasattr(a, "_Account__balance"), hasattr(a, "__balance"))\na.__balance',
  // Sets and dicts
  'a = {1, 2}\nprint(a <= {1, 2, 3}, {1} < a, a >= {1}, {1, 2} > a, set("ab") <= set("abc"))',
  'a = {"x": 1}\nprint(a | {"y": 2}, {"x": 5} | a, dict(a) | a)',
  // Classes
  `class T:
    def __init__(self, c):
        self._c = c
        self.f = 50
    @property
    def f(self):
        return self._c * 9 / 5 + 32
    @f.setter
    def f(self, value):
        if value < 0: raise ValueError('cold')
        self._c = (value - 32) * 5 / 9
    @property
    def only(self): return 1
    @staticmethod
    def area(r): return r * 2
    @classmethod
    def make(cls, c=3): return cls(c)
    def use(self): return self.area(4), self.make(1)._c, T.area(5)
t = T.make()
t.f += 4
print(t.f, t._c, t.only, t.use(), T.make(5).f, t.area(1), [x.f for x in [T(1)]], T.make().make().f)
try: t.only = 5
except AttributeError as e: print(e)
t.f = -1`,
  `from dataclasses import dataclass, field, asdict, replace
from typing import List, ClassVar, Dict
@dataclass
class Cart:
    """A cart."""
    owner: str
    count: ClassVar[int] = 0
    items: List[str] = field(default_factory=list)
    meta: Dict[str, int] = field(default_factory=dict, repr=False)
    n: int = 5
    def __post_init__(self):
        self.total = self.n * 2
        Cart.count += 1
    def add(self, x): self.items.append(x); return self
a = Cart('x'); b = Cart('x', n=7); a.add('p')
print(a, b, a == b, a == Cart('x', ['p']), a.total, b.items, Cart.count, asdict(a), replace(b, owner='z'))
try: {a}
except TypeError as e: print(e)
Cart()`,
  `s = "a-b_c"
print(s.translate(str.maketrans("-_", "  ")), "abc".translate({97: None, ord('b'): 'XX'}), "hello".translate(str.maketrans('l', 'r', 'h')), 'ab'.translate(str.maketrans({'a': '1'})))
d = {'a': 1}
e = d
d |= {'b': 2}
print(d, e)
class W:
    def __exit__(self, a, b, c): print(a.__name__ if a else None); return True
    def __enter__(self): pass
with W(): 1/0`,
  `for value in ['4', 'x', None, [1], 0]:
    try:
        print(10 // int(value))
    except (TypeError,
            ValueError):
        for word in ['no', 'number']: print(word)
    except Exception as error:
        while True:
            print(type(error).__name__); break
    else: print('fine')
def f(x):
    try: return x.size
    except AttributeError:
        try:
            return len(x)
        except: return -1
print([f(x) for x in ['ab', 3, [], None]])
class Quiet:
    def __enter__(self): return self
    def __exit__(self, kind, error, trace):
        """Swallows."""
        return isinstance(error, ValueError)
with Quiet(): int('z')
with Quiet(): print('calm')
try:
    try: raise ValueError('first')
    except Exception: raise
except ValueError as e: print(e)
print(hasattr(Quiet(), 'si' + 'ze'), getattr(Quiet(), 'size' * 1, 7))`,
  `import dataclasses
@dataclasses.dataclass
class A:
    x: int
    y: list = dataclasses.field(default_factory=list)
print(A(1), dataclasses.asdict(A(1, [2])))
A(1, 2, 3)`,
  `class Person:
    def __init__(self, name, age):
        self._name = name; self._age = age
    @property
    def age(self):
        """The age."""
        return self._age
    @age.setter
    def age(self, value):
        if value < 0:
            raise ValueError("Age cannot be negative")
        self._age = value
    def birthday(self):
        self.age += 1
        return self
p = Person("Ann", 30)
p.birthday().age = 40
print(p.age)
try:
    p.age = -1
except ValueError as e:
    print(f"Error: {e}")
people = sorted([Person("a", 3), Person("b", 1)], key=lambda q: q.age)
print([q.age for q in people], getattr(p, "_age"), max(people, key=lambda q: q.age).age)`,
  `x = [1, 2, 3]
print(*(i for i in x), sep=',')
print(*map(str, x))
a, b, c = (i * 2 for i in x)
print(a, b, c, (1 in (i for i in x)), {k: v for k, v in zip("ab", x)}, dict(zip("ab", x)))
def f(*args): return args
print(f(*(i for i in x)), list(zip(*[(1, 2), (3, 4)])), set(map(abs, [-1, 1])) == {1})
total = sum(v for v in x if v > 1)
print(total, sorted((len(w) for w in ["aa", "b"])), ",".join(w for w in "ab"), min((v for v in x), default=0))`,
  `def outer():
    items = [3, 1, 2]
    items[0], items[2] = items[2], items[0]
    def inner():
        nonlocal items
        del items[0]
        items[:1] = [9, 9]
        return items
    return inner()
print(outer())
lst = [[1, 2], [3, 4]]
lst[0][1], lst[1][0] = lst[1][0], lst[0][1]
print(lst)
i = 0
arr = [1, 2, 3]
while i < 2:
    arr[i], arr[i + 1] = arr[i + 1], arr[i]; i += 1
print(arr)`,
  `x = 5
if x > 3: del (y := {"a": 1})["a"]; print(y)
for k in list({"a": 1}): pass
lines = """a
b"""; parts = lines.split(); parts[0], parts[1] = parts[1], parts[0]; print(parts)
print("%s" % "multi\\
line", "%(x)s" % {"x": "%"}, "%%" % ())`,
  // Modules
  'import heapq\nh = []\nfor x in [5, 1, 4]: heapq.heappush(h, x)\nprint(h, heapq.heappop(h), heapq.nsmallest(2, h))\nheapq.heappop([])',
  'from heapq import heapify, heappop as pop, nlargest\nh = [3, 1, 2]\nheapify(h)\nprint(pop(h), h, nlargest(1, h))',
  'import bisect, heapq as hq\nx = [1, 3, 5]\nbisect.insort(x, 4)\nprint(x, bisect.bisect_left(x, 3), bisect.bisect(x, 3), hq.nlargest(1, x))',
  'def f():\n    import bisect\n    return bisect.bisect_right([1, 2, 2], 2)\nprint(f())',
];

/** Rewrites inside of f-strings repeat their quotes, as Monty and CPython 3.12 read them, and older ones do not. */
export const IN_FORMAT_STRINGS: string = `class A:
    def __init__(self, r): self.r = r
    @property
    def area(self): return self.r * 2
    def __str__(self): return f'A({self.area}) {self.area:>5} {self.area!r} {"x" + str(self.area)}'
a = A(3)
print(f'{a.area}', f"{a.area + 1:.2f}", str(a), f'''{a.area} {sum(x > 1 for x in [1,2])} {'%s' % a.area}''')
d = {'b': 1}
print(f"{max(d, key=d.get)} {next((k for k in d), None)} {'yes' if any(k == 'b' for k in d) else 'no'} {round(2.675, 2)}")
import os
print(f'{os.path.join("a", "b")} {sorted(["B", "a"], key=str.lower)}')`;
