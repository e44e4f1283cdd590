import { describe, expect, it } from 'vitest';
import { readTestSteps } from './test-steps.js';

const sources = (tests: string): readonly string[] =>
  readTestSteps(tests)
    .map(({ source, counts }) => (counts ? source : `(${source})`))
    .slice(1);
const refused = (tests: string): string => {
  try {
    readTestSteps(tests);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('the steps of tests', () => {
  it.each<[string, readonly string[]]>([
    ['def test_a(): assert f()', ['test_a()']],
    ['async def test_a(): assert f()', ['await test_a()']],
    ['assert f()\ndef helper(): return 1', []],
    ['def testing(): assert f()\ndef test_b(): assert f()', ['testing()', 'test_b()']],
    ['class TestA:\n    def test_b(self): assert f()', ['TestA().test_b()']],
    [
      'class TestA(object):\n    def test_b(self): assert f()\n    def helper(self, x): return x',
      ['TestA().test_b()'],
    ],
    ['class TestA:\n    async def test_b(self): assert f()', ['await TestA().test_b()']],
    ['class A(unittest.TestCase):\n    def test_b(self): self.assertTrue(f())', ["A('test_b').debug()"]],
    [
      'class A(IsolatedAsyncioTestCase):\n    async def test_b(self): self.assertTrue(f())',
      ["A('test_b').debug()"],
    ],
    ['class A:\n    def helper(self): pass\nassert f()', []],
    ['def test_a(x=1, *y, z=2, **w): assert f()', ['test_a()']],
    ['class TestA:\n    def test_b(*a): assert f()', ['TestA().test_b()']],
    ['def test_a(capsys, capfd, monkeypatch, request, tmp_path, tmpdir): assert f()', ['test_a()']],
    ['@pytest.fixture\ndef size(): return 1\ndef test_a(size): assert f()', ['test_a()']],
    ['@pytest.fixture(name="size")\ndef other(): return 1\ndef test_a(size): assert f()', ['test_a()']],
    ['@fixture\nasync def size(): return 1\ndef test_a(size): assert f()', ['test_a()']],
    ['@pytest.fixture\ndef test_size(): return 1\ndef test_a(test_size): assert f()', ['test_a()']],
    ['@pytest.mark.parametrize("x, y", [(1, 2)])\ndef test_a(x, y): assert f()', ['test_a()']],
    ['@pytest.mark.parametrize(["x", "y"], [(1, 2)])\ndef test_a(x, y): assert f()', ['test_a()']],
    ['@mock.patch("a.b")\n@patch.object(A, "b")\ndef test_a(one, two): assert f()', ['test_a()']],
    ['@pytest.mark.slow\ndef test_a(): assert f()', ['test_a()']],
    ['@pytest.mark.skip\ndef test_a(): assert f()\ndef test_b(): assert f()', ['test_a()', 'test_b()']],
    ['def test_a():\n    assert f()\n    return None', ['test_a()']],
    ['def test_a():\n    def inner(): return 1\n    assert inner()', ['test_a()']],
    ['def test_a(): assert f()\nif __name__ == "__main__":\n    unittest.main()', ['test_a()']],
    ['def check(x): assert x\ncheck(f())', []],
    ['def test_a(): f()', ['test_a()']],
  ])('of %j call each test', (tests, expected) => expect(sources(tests)).toEqual(expected));

  it.each<[string, string]>([
    ['def (', 'tests cannot be read: '],
    ['x = 1', 'tests holds no test; write top-level assert statements, or functions def test_…() with them.'],
    ['@pytest.mark.skip\ndef test_a(): assert f()', 'tests holds no test that is not marked skip;'],
    [
      'def helper(): assert f()',
      'helper would not be run: nothing calls it; name it test_… without parameters, or call it',
    ],
    ['def test_a(x): assert x', 'test_a would not be run: it has parameters that nothing gives a value'],
    ['def test_a(*, x): assert x', 'it has parameters that nothing gives a value'],
    ['@pytest.mark.parametrize("x", [1])\ndef test_a(x, y): assert x', 'it has parameters'],
    ['@patch("a")\ndef test_a(x, y): assert x', 'it has parameters'],
    ['class TestA:\n    def test_b(self, x): assert x', 'TestA.test_b would not be run: it has parameters'],
    [
      'class TestA:\n    def test_b(): assert f()',
      'TestA.test_b would not be run: a method needs the parameter self',
    ],
    ['@unittest.skip("x")\ndef test_a(): assert f()', 'no test that is not marked skip'],
    ['@skip\ndef test_a(): assert f()', 'no test that is not marked skip'],
    ['@cache\ndef test_a(): assert f()', 'it has a decorator that is not known'],
    ['@pytest.mark.parametrize(NAMES, [1])\ndef test_a(x): assert x', 'it has a decorator that is not known'],
    ['def test_a(): yield f()', 'it is a generator; write it without yield'],
    ['def test_a(): yield from f()', 'it is a generator'],
    ['def test_a(): return f()', 'it returns a value that nobody looks at; assert it'],
    ['def test_a(): pass', 'it is empty; give it an assert'],
    ['def test_a():\n    "docs"\n    ...', 'it is empty'],
    [
      'class TestA(Base):\n    def test_b(self): assert f()',
      'TestA would not be run: tests of its base classes cannot be seen',
    ],
    [
      'class Base(TestCase):\n    def setup(self): pass\nclass TestA(Base):\n    def test_b(self): assert f()',
      'tests of its base classes cannot be seen',
    ],
    [
      'class TestA(TestCase, Base):\n    def test_b(self): assert f()',
      'tests of its base classes cannot be seen',
    ],
    [
      '@final\nclass TestA:\n    def test_b(self): assert f()',
      'TestA would not be run: it has a metaclass, or a decorator that is not known',
    ],
    [
      'class TestA(metaclass=M):\n    def test_b(self): assert f()',
      'it has a metaclass, or a decorator that is not known',
    ],
    ['class A:\n    def test_b(self): assert f()', 'A would not be run: name the class Test…'],
    [
      'class TestA:\n    def setup(self): pass\n    def test_b(self): assert f()',
      'setup would not be called as meant',
    ],
    [
      'class TestA:\n    def teardown(self): pass\n    def test_b(self): assert f()',
      'teardown would not be called as meant',
    ],
    [
      'class TestA:\n    def __init__(self): pass\n    def test_b(self): assert f()',
      '__init__ would not be called as meant',
    ],
    [
      'class TestA:\n    class TestB:\n        def test_b(self): assert f()',
      'TestB would not be run: it stands inside another statement',
    ],
    [
      'class TestA:\n    class B: pass\n    def test_b(self): assert f()',
      'TestA.B would not be run: it stands in a class',
    ],
    [
      'class A(TestCase):\n    async def test_b(self): assert f()',
      'A.test_b would not be run: a TestCase does not await it',
    ],
    [
      'class TestA:\n    def test_b(self): assert f()\n    def test_b(self): assert g()',
      'TestA.test_b would not be run: the name is given twice',
    ],
    [
      'def test_a(): assert f()\ndef test_a(): assert g()',
      'test_a would not be run: the name is given twice',
    ],
    ['if x:\n    def test_a(): assert f()', 'test_a would not be run: it stands inside another statement'],
    ['test_a = lambda: f()', 'test_a would not be run: it is a lambda; write def'],
    ['unittest.main()', '….main() would not be run: it ends the program'],
    [
      'for x in y:\n    if __name__ == "a":\n        assert f()',
      'if __name__ … would not be run: it depends on how the tests are started',
    ],
  ])('are refused for %j', (tests, problem) => expect(refused(tests)).toContain(problem));

  it('say whether the source itself checks something, and whether a test checks only in loops', () => {
    const steps = (tests: string) =>
      readTestSteps(tests).map(({ name, counts, checksOnlyInLoops }) => [name, counts, checksOnlyInLoops]);
    expect(steps('def test_a():\n    for x in y:\n        assert x')).toEqual([
      ['the tests', false, false],
      ['test_a', true, true],
    ]);
    expect(steps('for x in y:\n    assert x\ndef test_a():\n    for x in y: pass\n    assert x')).toEqual([
      ['the tests', true, true],
      ['test_a', true, false],
    ]);
    expect(steps('def check(x): assert x\nfor x in y:\n    check(x)')).toEqual([['the tests', true, true]]);
    expect(
      steps(
        'class TestA:\n    def check(self, x): assert x\n    def test_b(self):\n        while y:\n            self.check(x)',
      ),
    ).toEqual([
      ['the tests', false, false],
      ['TestA.test_b', true, true],
    ]);
  });

  it('mark the loops that check, without a line more', () => {
    const [step] = readTestSteps(
      'for x in y:\n    assert x\nwhile y:\n    if x: assert y\nfor x in y:\n    print(x)\n',
    );
    expect(step?.source).toBe(
      'for x in y:\n    mettle_ran[0] = 1; assert x\nwhile y:\n    if mettle_mark((x)): assert y\nfor x in y:\n    print(x)\n',
    );
    expect(step?.checksOnlyInLoops).toBe(true);
    const [kept] = readTestSteps('for x in y:\n    with x: assert x\n');
    expect(kept).toMatchObject({ source: 'for x in y:\n    with x: assert x\n', checksOnlyInLoops: false });
    const marked = (loop: string) =>
      readTestSteps(`for x in y:\n    ${loop}\n`)[0]?.source.split('\n    ')[1];
    expect(marked('for z in x: assert z')).toContain('for z in x: mettle_ran[0] = 1; assert z');
    expect(marked('x = 1\n    assert x')).toContain('mettle_ran[0] = 1; x = 1');
    expect(marked('try: assert x\n    finally: pass')).toContain('try: mettle_ran[0] = 1; assert x');
  });
});
