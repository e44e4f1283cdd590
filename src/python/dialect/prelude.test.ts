import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  forPython,
  montyBinary,
  type ProgramRun,
  preludeSource,
  pythonBinary,
  runInMonty,
  runInPython,
} from './engines.fixture.js';
import { PRELUDE_MODULES, preludeFile, preludeModuleName } from './prelude-facts.js';
import { rewriteForMonty } from './rewrite-for-monty.js';

const files = readdirSync(fileURLToPath(new URL('../../sandbox/monty/prelude/', import.meta.url)))
  .filter((name) => name.endsWith('.py'))
  .map((name) => name.slice(0, -3));

describe('the prelude', () => {
  it('has a file for every module', () => {
    for (const module of PRELUDE_MODULES.keys()) expect(files).toContain(preludeFile(module));
  });

  it('defines nothing but names that start with _mettle_', () => {
    for (const file of files) {
      const names = preludeSource(file).matchAll(
        /^(?:def|class) (\w+)|^(\w+) =|^(?:import|from) .* as (\w+)$/gm,
      );
      for (const [, made, set, imported] of names) expect(made ?? set ?? imported).toMatch(/^_mettle_/);
    }
  });

  it('has in each file the names that the module is said to have', () => {
    for (const [module, names] of PRELUDE_MODULES) {
      const source = preludeSource(preludeFile(module));
      expect(source).toContain(preludeModuleName(module));
      for (const name of names) expect(source).toContain(`'${name}'`);
    }
  });
});

const PROGRAMS: Readonly<Record<string, string>> = {
  heapq: `
import heapq
items = [(7 * n) % 31 for n in range(40)]
heap = items[:]
heapq.heapify(heap)
print(heap)
print([heapq.heappop(heap) for _ in range(20)], heap)
print(heapq.heappushpop(heap, -1), heapq.heappushpop(heap, 99), heapq.heapreplace(heap, 5), heap)
print(heapq.nlargest(3, items), heapq.nsmallest(3, items, key=lambda n: -n), heapq.nlargest(0, items))
print(list(heapq.merge([1, 4, 9], [2, 3, 10], [])), list(heapq.merge([9, 4], [3, 1], reverse=True)), list(heapq.merge(["a", "ccc"], ["bb"], key=len)))
queue = []
for priority, name in [(2, "b"), (1, "z"), (2, "a")]: heapq.heappush(queue, (priority, name))
while queue: print(heapq.heappop(queue))
`,
  bisect: `
from bisect import bisect, bisect_left, bisect_right, insort, insort_left
row = [1, 2, 2, 3, 5]
print([(bisect_left(row, n), bisect_right(row, n), bisect(row, n)) for n in range(7)], bisect_left(row, 2, 3), bisect_left(row, 9, 0, 2))
insort(row, 2); insort_left(row, 4); print(row)
pairs = [("a", 1), ("b", 3)]
insort(pairs, ("c", 2), key=lambda pair: pair[1]); print(pairs, bisect_left(pairs, 2, key=lambda pair: pair[1]))
bisect(row, 1, -1)
`,
  itertools: `
import itertools
from itertools import combinations, permutations as perms, product, groupby, tee, chain
print(list(combinations("abcd", 2)), list(combinations([1, 2], 3)), list(combinations([], 0)), list(itertools.combinations_with_replacement("ab", 3)))
print(list(perms([1, 2, 3])), list(perms("abc", 2)), list(perms([], 0)), list(perms([1], 2)), len(list(perms(range(5)))))
print(list(product([1, 2], "ab")), list(product([0, 1], repeat=3)), list(product()), list(product([1], [])), next(product("xy", "z")))
first = perms(range(9)); print(next(first), next(first))
print([(key, list(group)) for key, group in groupby("aabbbc")], [key for key, _ in groupby([1, 1, 2, 1])], {k: len(list(g)) for k, g in groupby(sorted(["x", "yy", "z"], key=len), key=len)})
groups = groupby("aab"); k1, g1 = next(groups); k2, g2 = next(groups); print(k1, list(g1), k2, list(g2))
a, b = tee(iter([1, 2, 3])); print(next(a), next(a), list(b), list(a))
print(list(chain.from_iterable([[1], [2, 3], "x"])), list(itertools.chain.from_iterable(map(str, [12, 3]))), list(chain([1], [2])))
for x, y in product([1, 2], [3]): print(x * y)
combinations([1], -1)
`,
  functools: `
import functools
from functools import lru_cache, wraps, reduce
calls = []
@lru_cache(maxsize=None)
def fib(n):
    calls.append(n)
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(60), len(calls))
@lru_cache
def twice(x, *, plus=0):
    calls.append(x)
    return 2 * x + plus
print(twice(1), twice(1), twice(1, plus=2), twice(1, plus=2), len(calls))
@functools.lru_cache(maxsize=2)
def small(x):
    calls.append(x)
    return x
small(1); small(2); small(1); small(3); small(1); small(2); print(calls[-4:])
@functools.cache
def word(s): return s + "!"
print(word("a"), word("a"), word.__name__)
def shout(function):
    @wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs).upper()
    return inner
@shout
def hello(name):
    return "hello " + name
print(hello("x"), hello.__name__, shout.__name__, reduce(lambda a, b: a * b, [1, 2, 3]))
fib([])
`,
  string: `
import string
print(string.ascii_lowercase, string.ascii_uppercase, string.ascii_letters, string.digits, string.hexdigits, string.octdigits)
print(repr(string.punctuation), repr(string.whitespace), repr(string.printable), string.capwords("hello wORLD  x"), string.capwords("a-b", "-"))
`,
  copy: `
import copy
from copy import deepcopy
shared = [1]
data = {"a": [shared, shared], "b": (1, [2]), "c": "x", None: 1.5}
other = deepcopy(data)
other["a"][0].append(9)
print(data, other, other["a"][0] is other["a"][1])
flat = copy.copy(data); print(flat == data, flat is data, flat["a"] is data["a"])
loop = [1]; loop.append(loop); again = deepcopy(loop); print(again[1] is again, again is loop)
key = (1, (2, 3)); print(deepcopy(key) is key, copy.copy([1, 2]), len(copy.copy({1})), copy.copy((1, [2])))
`,
  operator: `
import operator
from operator import itemgetter, attrgetter, mul
rows = [("b", 2), ("a", 3), ("c", 1)]
print(sorted(rows, key=itemgetter(1)), itemgetter(0, 1)(rows), itemgetter("x")({"x": 5}), operator.add(1, 2), mul(3, 4), operator.truediv(1, 4))
class P:
    def __init__(self, n): self.n = n
p = P(3); p.inner = P(4)
print(attrgetter("n")(p), attrgetter("inner.n", "n")(p), operator.neg(2), operator.contains([1], 1), operator.not_(0), operator.floordiv(7, 2), operator.xor(5, 1))
`,
  statistics: `
import statistics
from statistics import mean, median, mode, stdev
for data in [[1, 2, 3, 4], [2, 4], [0.1] * 10, [1.5, 2.25, 1e10, -3.75], [5], [1e-300, 3e-300], [10, 3.3, 2], [1e308, 1e308], [3, 1, 2, 2], [0.1, 0.2, 0.3, 0.7], [-1, 1.0], [123456789.123, 987654.321, 1e-7]]:
    row = [mean(data), statistics.fmean(data), median(data), statistics.median_low(data), statistics.median_high(data), mode(data), statistics.multimode(data), statistics.pvariance(data), statistics.pstdev(data)] if data != [1e308, 1e308] else [mean(data)]
    if len(data) > 1 and data != [1e308, 1e308]: row += [stdev(data), statistics.variance(data), statistics.quantiles(data), statistics.quantiles(data, n=5, method="inclusive"), statistics.variance(data, mean(data))]
    print(row)
try:
    mean([])
except statistics.StatisticsError as e:
    print(e)
print(mode(["x", "y", "x"]), statistics.median([2, 1]), type(mean([1, 3])))
`,
  random: `
import random
from random import Random, randint
random.seed(42)
print([random.random() for _ in range(5)], random.randint(1, 100), random.randrange(10), random.randrange(0, 100, 7), random.uniform(2, 5))
deck = list(range(20)); random.shuffle(deck); print(deck)
print(random.choice("abcdef"), random.sample(range(100), 5), random.sample([1, 2, 3], 2), random.sample(range(1000), 30), random.choices("abc", k=5), random.choices([1, 2, 3], weights=[5, 1, 1], k=6), random.choices("xy", cum_weights=[1, 3]))
print(random.getrandbits(70), random.getrandbits(5), random.gauss(0, 1), random.gauss(5, 2), random.normalvariate(0, 1), random.expovariate(2))
own = Random(7); other = Random(7); print(own.random() == other.random(), own.randint(1, 6), [own.choice([1, 2, 3]) for _ in range(700)][-5:])
for seed in [0, 1, -5, 2**40, 2**100 + 3, True]:
    random.seed(seed); print(seed, random.random(), randint(0, 10**12), random.getrandbits(200))
random.choice([])
`,
  math: `
import math
from math import prod, hypot, factorial
print(factorial(0), factorial(20), factorial(21), math.factorial(50), prod([1, 2, 3]), prod([0.5, 4], start=2), math.prod([]), math.fsum([0.1] * 10), math.fsum([1e100, 1, -1e100]), math.fsum([]), math.fsum([1, 2.5]))
print(hypot(3, 4), hypot(1, 1), hypot(0.1, 0.2, 0.3), hypot(), hypot(-5), hypot(1e200, 1e200), hypot(1e-200, 1e-200), math.dist([0, 0], [3, 4]), math.dist((1.5, 2), (4, -6.25)), hypot(float("inf"), float("nan")))
print([hypot(a / 7, b / 3) for a in range(5) for b in range(5)])
factorial(-1)
`,
  csv: `
import csv, io
text = 'name,note\\r\\nAnn,"a, ""b"""\\n\\nBob,"two\\nlines"\\nCid\\nDee,x,y,z\\n"",\\n a ,b"c\\n'
print(list(csv.reader(io.StringIO(text))), list(csv.DictReader(io.StringIO(text))))
print(list(csv.reader(["a;b", "c; d"], delimiter=";", skipinitialspace=True)), list(csv.reader(["a\\tb"], dialect="excel-tab")), [row["x"] for row in csv.DictReader(["1,2"], fieldnames=["x", "y"])])
with open("data.csv", "w", newline="") as f:
    writer = csv.writer(f)
    print(writer.writerow(["a", 1, 2.5, None, True, "x,y", 'q"r', "l\\nm", ""]))
    writer.writerows([[""], [], ["sp ace", " lead"]])
with open("data.csv", newline="") as f:
    print([row for row in csv.reader(f)][0])
with open("data.csv") as f:
    reader = csv.reader(f)
    header = next(reader)
    print(header, reader.line_num, [row for row in reader][1:])
out = io.StringIO()
writer = csv.DictWriter(out, fieldnames=["a", "b"], quoting=csv.QUOTE_NONNUMERIC)
writer.writeheader(); writer.writerow({"a": 1, "b": "x"}); writer.writerows([{"a": "y"}])
print(repr(out.getvalue()))
writer.writerow({"zz": 1})
`,
  io: `
import io
buffer = io.StringIO()
buffer.write("one\\n"); print("two", 3, sep="-", file=buffer); buffer.writelines(["x\\n", "y"])
print(repr(buffer.getvalue()), buffer.tell(), buffer.seek(0), repr(buffer.readline()), buffer.readlines(), repr(buffer.read()))
for line in io.StringIO("a\\nb\\n"):
    print(repr(line))
with io.StringIO("start") as f:
    print(f.read(2), f.read(), f.seek(1), f.write("ZZ"), f.getvalue())
lines = io.StringIO("ab\\ncd\\n\\nef")
print(repr(lines.readline(1)), repr(lines.readline()), repr(lines.readline(0)), lines.tell(), repr(lines.read(1)), repr(lines.readline()))
print(lines.write("!"), lines.seek(3), lines.readlines(), repr(lines.readline()), lines.seek(0), repr(next(lines)), lines.tell())
mixed = io.StringIO("abc")
print(mixed.write("X"), mixed.seek(0, 2), mixed.write("YZ"), mixed.write(""), mixed.tell(), mixed.seek(6), mixed.write(""))
print(mixed.getvalue(), mixed.write("!"), repr(mixed.getvalue()), mixed.seek(2), mixed.write("long tail"), repr(mixed.getvalue()), repr(mixed.read()))
with open("t.txt", "w") as f:
    f.write("h\\n1\\n2\\n")
with open("t.txt") as f:
    header = next(f)
    print(repr(header), [int(line) for line in f])
with open("t.txt") as f:
    f.read()
    print(next(f, "end"))
io.StringIO().write(5)
`,
  json: `
import json
class Memory:
    def __init__(self): self.text = ""
    def write(self, text): self.text += text
    def read(self): return self.text
memory = Memory()
json.dump({"a": [1, 2.5, None], "b": {"c": "é"}}, memory, indent=2)
print(memory.text, json.load(memory))
`,
  typing:
    'from typing import cast, List\nx = cast(int, "5")\nprint(x)\nimport typing\nprint(typing.cast(str, 5))',
  textwrap: `
import textwrap
text = """
    first
      second

\t
    third
  """
print(repr(textwrap.dedent(text)), repr(textwrap.dedent("a\\n b")), repr(textwrap.dedent("")), repr(textwrap.dedent("\\ta\\n\\t b\\n  \\n")))
print(repr(textwrap.indent("a\\n\\n b\\n", "> ")), repr(textwrap.indent("a\\nb", "-", lambda line: "b" in line)))
`,
  'os.path': `
import os, os.path
from os.path import join, basename as base, splitext
paths = ["", "a", "/", "/a", "a/", "a/b.txt", "/a/b/c.tar.gz", ".hidden", "a/.x.y", "//x", "///x", "a//b/../c", "..", "../a/..", "/..", "a/b/", "...x"]
for path in paths:
    print([base(path), os.path.dirname(path), os.path.split(path), splitext(path), os.path.isabs(path), os.path.normpath(path)])
print(join("a", "b"), join("a/", "b", "c.txt"), join("a", "/b"), join("", "x"), join("a", ""), os.path.sep, os.linesep == "\\n")
`,
  re: `
import re
print(re.sub(r"\\w+", lambda m: m.group().upper(), "ab cd"), re.sub(r"(\\d)(\\d)", lambda m: m.group(2) + m.group(1), "12 345", count=1), re.sub("x", lambda m: "y", "abc"))
def double(match): return str(int(match.group()) * 2)
pattern = re.compile(r"\\d+")
print(pattern.sub(double, "a1 b22"), pattern.sub(double, "a1 b22", 1), re.sub("A", lambda m: "-", "aA", flags=re.I), pattern.sub("n", "a1"))
`,
  dates: `
from datetime import date, datetime
print(datetime.strptime("2024-02-29 13:05", "%Y-%m-%d %H:%M"), datetime.strptime("20240105", "%Y%m%d"))
print(date.fromisoformat("2024-01-05"), datetime.fromisoformat("2024-01-05T10:00"), datetime.fromisoformat("2024-01-05 10:00:01"))
for text in ["2024-02-30", "2024-13-01", "2024-00-10"]:
    try: print(datetime.strptime(text, "%Y-%m-%d"))
    except ValueError: print("no date")
`,
  powers: `
values = [1.05, -2.5, 0.1, 3, -7, 1e-9, 123456.789]
for x in values:
    print([x ** n for n in (0, 1, 2, 3, 7, -1, -2)], pow(x, 5), abs(x) ** 0.5)
    y = x
    y **= 3
    print(y, -x ** 2, 2 ** 3 ** 2, pow(7, 3, 5))
try: print(1e200 ** 2)
except OverflowError as error: print(error)
2.0 ** 5000
`,
  division: `
from math import factorial
product = 1
for n in range(1, 40):
    product *= n
    print(product / 7, 7 / product, -product / (product + 1), product / 0.3, (1 << n) / 3)
print(10**400 / 10**399, factorial(20) / 3)
import operator
print(operator.truediv(10**25 + 1, 3), operator.pow(1.1, 5), operator.pow(2, 70))
10**400 / 3
`,
  patterns: `
import re
line = "total: 12\\n"
print(re.search(r"\\d+$", line).group(), re.match("^total", line) is None, re.search(r"\\d+\\Z", line))
print(re.findall(r"^\\w+$", "a\\nb c\\nd\\n", re.M), re.sub(r"(\\w+)$", r"<\\1>", line), re.split("[,;]$", "a,b;\\n"))
word, mark = "ab", "-"
print(re.findall(rf"\\b{word}\\b", "ab cab ab"), re.sub(word, mark, "cab"), re.compile("a$", re.I).search("bA\\n").span())
`,
  sys: 'import sys\nbest = sys.maxsize\nprint(best, -sys.maxsize - 1, min(5, best))',
};

const ready = montyBinary !== null && pythonBinary !== null;

describe.skipIf(!ready)('the prelude beside CPython (needs python3 and the Monty binary)', () => {
  const names = Object.keys(PROGRAMS);
  const programs = Object.values(PROGRAMS);
  const rewrites = programs.map((code) => rewriteForMonty(code));
  let expected: readonly ProgramRun[] = [];
  let again: readonly ProgramRun[] = [];
  beforeAll(() => {
    expected = runInPython(programs);
    again = runInPython(rewrites.map(({ code, prelude }) => forPython(code, prelude)));
  });

  it.each(names.map((name, index) => ({ name, index })))('$name', ({ index }) => {
    const rewritten = rewrites[index] ?? rewriteForMonty('');
    const { stdout, exception } = expected[index] ?? {};
    expect(rewritten.unsupported.filter((gap) => gap.effect !== 'may_fail')).toEqual([]);
    expect(stdout).not.toBe('');
    expect(runInMonty(rewritten.code, rewritten.prelude)).toMatchObject({ stdout, exception });
    expect(again[index]).toMatchObject({ stdout, exception });
  });
});
