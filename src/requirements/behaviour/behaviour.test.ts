import { describe, expect, it } from 'vitest';
import type { EngineChoice } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { checkPython } from '../pipeline/check-reply.js';
import { PythonExecutionReq } from '../python/python-execution-req.js';
import { PythonSyntaxValid } from '../python/python-syntax-valid.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import type { RequirementResult } from '../verdict.js';
import { Deterministic } from './deterministic.js';
import { DoctestsPass } from './doctests-pass.js';
import { ExamplesPass, type FunctionExample } from './examples-pass.js';
import { FunctionResultType } from './function-result-type.js';
import { FunctionSignature } from './function-signature.js';
import { PropertyHolds } from './property-holds.js';
import { TestsPass } from './tests-pass.js';
import { TimeBound } from './time-bound.js';

async function judge(code: string, requirement: Requirement): Promise<RequirementResult> {
  const { results } = await checkPython(code, [requirement], { maxSandboxes: 1 });
  return results[0] as RequirementResult;
}

describe('ExamplesPass', () => {
  it.each([
    { arguments: [1], result: undefined },
    { arguments: [1] },
    { arguments: 1, result: 1 },
    { arguments: [1], result: [undefined] },
    { arguments: [() => 1], result: 1 },
    null,
  ])('refuses the example %j', (example) => {
    const examples = [example] as unknown as readonly FunctionExample[];
    expect(() => ExamplesPass({ functionName: 'f', examples })).toThrowError(
      expect.objectContaining({ code: 'requirements/invalid_example' }),
    );
  });
});

describe('FunctionSignature', () => {
  const area = FunctionSignature({ functionName: 'area', parameters: ['width', 'height'] });

  it.each([
    'def area(width, height): pass',
    'def area(width: float, height: float = 1, *, unit="m") -> float: pass',
    'async def area(width, height, *rest, **more): pass',
    'def area(a): pass\ndef area(width, height): pass',
    'def area(\n    width,  # metres\n    # and\n    height,\n): pass',
    'def area(width, height, unit="a=b"): pass',
    'def area[T](width: T, height: T) -> T: return width',
    'import functools\n@functools.cache\ndef area(width, height): pass',
    'import functools\ndef area(width, height): pass\narea = functools.cache(area)',
    'def area_of(width, height): pass\narea = area_of',
    'area = lambda width, height: width * height',
    'try:\n    from fast import area\nexcept ImportError:\n    def area(width, height): pass',
    'import sys\nif sys.platform == "linux":\n    def area(width, height): pass\nelse:\n    def area(width, height): pass',
    'if True:\n    def area(width, height): pass',
    'area = None\ndef area(width, height): pass',
    'def area(width, height): pass\nif __name__ == "__main__":\n    print(area(1, 2))',
    'while True:\n    def area(width, height): pass\n    break',
  ])('accepts %j', async (code) => {
    expect(await judge(code, area)).toMatchObject({ verdict: 'pass' });
  });

  it.each([
    ['def area(width):\n    return width', [1, 1, 1, 16]],
    ['area = lambda width: width', [1, 8, 1, 27]],
  ])('shows the header of %j, and a lambda as a whole', async (code, place) => {
    const { findings } = await judge(code, area);
    expect(
      findings.map(({ line, column, endLine, endColumn }) => [line, column, endLine, endColumn]),
    ).toContainEqual(place);
  });

  it.each([
    ['x = 1', 'does not define'],
    ['class area: pass', 'does not define'],
    ['def outer():\n    def area(width, height): pass', 'does not define'],
    ['def area(width): pass', 'no parameter height'],
    ['def area(height, width): pass', 'height where width'],
    ['def area(width, height, depth): pass', 'further parameter depth'],
    ['def area(*, width, height): pass', 'width as keyword-only'],
    ['def area(width, /, height): pass', 'width as positional-only'],
    ['def area(width, height, depth: Literal["a=b"]): pass', 'further parameter depth'],
    ['def area(width, height, *, depth): pass', 'further parameter depth'],
    ['def area(width, height): pass\ndel area', 'does not define'],
    ['def area(width, height): pass\narea = None', 'bound to something else'],
    ['def area(width, height): pass\nfor area in (1, 2): pass', 'bound to something else'],
    ['def area(width, height): pass\nimport math as area', 'bound to something else'],
    ['def area(width, height): pass\narea, other = 1, 2', 'bound to something else'],
    ['if False:\n    def area(width, height): pass', 'does not define'],
    ['if 0:\n    def area(width, height): pass', 'does not define'],
    ['if not 1 == 1:\n    def area(width, height): pass', 'does not define'],
    ['while None:\n    def area(width, height): pass', 'does not define'],
    ['raise SystemExit\ndef area(width, height): pass', 'does not define'],
    ['if x:\n    def area(width, height): pass\nelse:\n    def area(width): pass', 'no parameter height'],
    ['x = "def area(width, height): pass"', 'does not define'],
  ])('refuses %j', async (code, words) => {
    expect(await judge(code, area)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining(words),
    });
  });

  it('takes / and * in the list of parameters', async () => {
    const marked = FunctionSignature({ functionName: 'f', parameters: ['a', '/', 'b', '*', 'c', '**more'] });
    expect((await judge('def f(a, /, b, *, c, d=1, **more): pass', marked)).verdict).toBe('fail');
    expect((await judge('def f(a, /, b, *, c, **more): pass', marked)).verdict).toBe('pass');
    expect((await judge('def f(a, b, *, c, **more): pass', marked)).verdict).toBe('fail');
    expect((await judge('def f(a, /, b, c, **more): pass', marked)).verdict).toBe('fail');
  });

  it('reads methods and async', async () => {
    const method = FunctionSignature({
      functionName: 'Account.pay',
      parameters: ['self', 'sum'],
      isAsync: true,
    });
    expect((await judge('class Account:\n    async def pay(self, sum): pass', method)).verdict).toBe('pass');
    expect((await judge('class Account:\n    def pay(self, sum): pass', method)).verdict).toBe('fail');
  });

  it.each(['', '1x', 'a b', 'f()', 'import'])('refuses the name %j', (functionName) => {
    expect(() => FunctionSignature({ functionName })).toThrowError(
      expect.objectContaining({ code: 'core/invalid_option' }),
    );
  });
});

for (const engine of ['monty', 'cpython'] as const satisfies readonly EngineChoice[]) {
  const why = await whyUnavailable(engine);
  unless(why).describe(`on the engine ${engine}`, () => {
    it('FunctionResultType asks the type of the result', async () => {
      const list = FunctionResultType({ functionName: 'f', arguments: [3], type: 'list', engine });
      expect((await judge('def f(n):\n    return [n]', list)).verdict).toBe('pass');
      expect(await judge('def f(n):\n    return (n,)', list)).toMatchObject({
        verdict: 'fail',
        reason: 'f(3) returns a value of type tuple; required is list.',
      });
      expect((await judge('def f(n):\n    raise KeyError("k")', list)).reason).toContain('raised KeyError');
      expect((await judge('x = 1', list)).reason).toContain('NameError');
    });

    it('ExamplesPass compares results and says which calls fail', async () => {
      const examples = ExamplesPass({
        functionName: 'mean',
        examples: [
          { arguments: [[1, 2, 3]], result: 2 },
          { arguments: [[0.1, 0.2]], result: 0.15 },
          { arguments: [[]], result: null },
        ],
        engine,
      });
      const good = 'def mean(values):\n    return sum(values) / len(values) if values else None';
      expect((await judge(good, examples)).verdict).toBe('pass');
      const bad = await judge('def mean(values):\n    return sum(values) / len(values)', examples);
      expect(bad.reason).toMatch(
        /^1 of 3 examples fails: mean\(\[\]\) raised ZeroDivisionError( at line 2)?: division by zero\.$/,
      );
      expect(bad.score).toBeCloseTo(2 / 3);
      const keyword = ExamplesPass({
        functionName: 'f',
        examples: [{ arguments: [1], keywordArguments: { b: 2 }, result: { sum: 3 } }],
        engine,
      });
      expect((await judge('def f(a, b):\n    return {"sum": a + b}', keyword)).verdict).toBe('pass');
    });

    it('a function that ends the program returns nothing', async () => {
      const none = ExamplesPass({ functionName: 'f', examples: [{ arguments: [], result: null }], engine });
      expect((await judge('def f():\n    return None', none)).verdict).toBe('pass');
      expect((await judge('def f():\n    raise SystemExit()', none)).reason).toContain('SystemExit');
    });

    it('an object that equals everything passes no example', async () => {
      const code =
        'class Any:\n    def __eq__(self, other):\n        return True\n\ndef f(n):\n    return Any()';
      const example = ExamplesPass({ functionName: 'f', examples: [{ arguments: [1], result: 1 }], engine });
      expect((await judge(code, example)).verdict).toBe('fail');
    });

    it('PropertyHolds names a counter-example, by a function and by a Python expression', async () => {
      const options = {
        functionName: 'clamp',
        property: 'the result is never above 10',
        generate: (random: { integer(low: number, high: number): number }) => [random.integer(0, 1000)],
        runs: 30,
        engine,
      };
      const byFunction = PropertyHolds({ ...options, holds: (_args, result) => Number(result) <= 10 });
      const byExpression = PropertyHolds({ ...options, holds: 'result <= 10 and arguments[0] >= 0' });
      for (const requirement of [byFunction, byExpression]) {
        expect(await judge('def clamp(n):\n    return min(n, 10)', requirement)).toMatchObject({
          verdict: 'pass',
          reason: 'It holds for 30 generated inputs.',
        });
        const failed = await judge('def clamp(n):\n    return n', requirement);
        expect(failed).toMatchObject({
          verdict: 'fail',
          reason: expect.stringMatching(/: clamp\(\d+\) returned \d+\.$/),
        });
        expect((await judge('def clamp(n):\n    return n', requirement)).reason).toBe(failed.reason);
      }
      const odd = PropertyHolds({ ...options, holds: (() => 'yes') as never });
      expect((await judge('def clamp(n):\n    return n', odd)).verdict).toBe('error');
    });

    it('ExamplesPass compares numbers as math.isclose does', async () => {
      const options = { functionName: 'f', examples: [{ arguments: [], result: 0 }], engine };
      const code = 'def f():\n    return 1.602e-19';
      expect((await judge(code, ExamplesPass(options))).verdict).toBe('fail');
      const near = ExamplesPass({ ...options, absoluteTolerance: 1e-12 });
      expect((await judge(code, near)).verdict).toBe('pass');
    });

    it('PropertyHolds hands the values to the expression as Python has them', async () => {
      const property = (holds: string): Requirement =>
        PropertyHolds({
          functionName: 'f',
          property: 'types',
          generate: () => [[1, 'a']],
          holds,
          runs: 1,
          engine,
        });
      const isFloat = property('type(result) is float and arguments[0] == [1, "a"]');
      expect((await judge('def f(x):\n    return 2.0', isFloat)).verdict).toBe('pass');
      expect((await judge('def f(x):\n    return 2', isFloat)).verdict).toBe('fail');
      const isTuple = property('type(result) is tuple');
      expect((await judge('def f(x):\n    return (1, 2)', isTuple)).verdict).toBe('pass');
      expect((await judge('def f(x):\n    return [1, 2]', isTuple)).verdict).toBe('fail');
      if (engine === 'monty') return;
      const all = property(
        'result == {(1, 2): [2.5, {3}, frozenset([4]), b"\\x00", None, -1, 10**30]} and type(result[1, 2][0]) is float',
      );
      const code = 'def f(x):\n    return {(1, 2): [2.5, {3}, frozenset([4]), b"\\x00", None, -1, 10**30]}';
      expect(await judge(code, all)).toMatchObject({ verdict: 'pass' });
    });

    // Monty says that it has no __file__ for code that comes from no file.
    unless(engine === 'monty' ? 'Monty has no __file__' : null).it(
      'code knows the file that it is',
      async () => {
        const code = `import os\ndef f():\n    return os.path.dirname(__file__)\nassert f() == "." and __file__.endswith(".py")`;
        const names = ExamplesPass({ functionName: 'f', examples: [{ arguments: [], result: '.' }], engine });
        for (const requirement of [PythonExecutionReq({ engine }), names]) {
          expect(await judge(code, requirement)).toMatchObject({ verdict: 'pass' });
        }
      },
    );

    it('code with await outside functions is refused, as Python does', async () => {
      const code = 'import asyncio\nawait asyncio.sleep(0)\ndef f():\n    return 0\nprint(1)';
      for (const requirement of [
        PythonSyntaxValid(),
        PythonExecutionReq({ engine }),
        ExamplesPass({ functionName: 'f', examples: [{ arguments: [], result: 0 }], engine }),
        TestsPass({ tests: 'assert f() == 0', engine }),
        Deterministic({ engine }),
      ]) {
        const { verdict, reason } = await judge(code, requirement);
        expect([verdict, reason]).toEqual([
          'fail',
          expect.stringMatching(/outside (of an? )?(async )?function.*line 2|line 2.*outside/),
        ]);
      }
      expect((await judge('async def f():\n    await g()', PythonExecutionReq({ engine }))).verdict).toBe(
        'pass',
      );
    });

    unless(engine === 'monty' ? 'Monty has no doctest' : null).it(
      'DoctestsPass runs the examples of docstrings',
      async () => {
        const doctests = DoctestsPass({ engine });
        const code = (want: string): string =>
          `def half(n):\n    """Half of it.\n\n    >>> half(4)\n    ${want}\n    >>> half("a")  # doctest: +ELLIPSIS\n    Traceback (most recent call last):\n        ...\n    TypeError: no number\n    >>> for i in [2]:\n    ...     print(half(i))\n    1\n    """\n    if isinstance(n, str):\n        raise TypeError("no number")\n    return n // 2`;
        expect(await judge(code('2'), doctests)).toMatchObject({
          verdict: 'pass',
          reason: 'All 3 examples hold.',
        });
        expect(await judge(code('3'), doctests)).toMatchObject({
          verdict: 'fail',
          reason: '1 of 3 examples fails: half: >>> half(4) printed "2"; expected "3".',
        });
        expect((await judge('x = 1', doctests)).verdict).toBe('fail');
        expect((await judge('x = 1', DoctestsPass({ engine, required: false }))).verdict).toBe('not_checked');
      },
    );

    it('TimeBound finds what is too slow', async () => {
      const bound = TimeBound({
        functionName: 'f',
        argumentsOf: (size) => [size],
        sizes: [10, 1000],
        maxSeconds: 1,
        timeoutSeconds: 1.5,
        engine,
      });
      expect((await judge('def f(n):\n    return n', bound)).verdict).toBe('pass');
      const slow = await judge('def f(n):\n    while n > 100:\n        pass', {
        ...bound,
        timeoutSeconds: null,
      });
      expect(slow.verdict).toBe('fail');
    });

    it('Deterministic compares two runs', async () => {
      expect((await judge('print(sum(range(10)))', Deterministic({ engine }))).verdict).toBe('pass');
      expect((await judge('1 / 0', Deterministic({ engine }))).verdict).toBe('fail');
    });

    describe('TestsPass', () => {
      const tests =
        'def test_one():\n    assert add(1, 2) == 3\n\ndef test_two():\n    assert add(-1, 1) == 0';
      const ways = [
        ['in the namespace of the code', TestsPass({ tests, engine })],
        ['from a second process', TestsPass({ tests, functions: ['add'], engine })],
      ] as const;

      it.each(ways)('passes and fails %s', async (_name, requirement) => {
        expect(await judge('def add(a, b):\n    return a + b', requirement)).toMatchObject({
          verdict: 'pass',
        });
        const half = await judge('def add(a, b):\n    return 3', requirement);
        expect(half).toMatchObject({
          verdict: 'fail',
          reason: expect.stringContaining('test_two: AssertionError'),
        });
        expect(half.score).toBeCloseTo(1 / 2);
        expect(await judge('def add(a, b):\n    return a / 0', requirement)).toMatchObject({
          reason: expect.stringContaining('ZeroDivisionError'),
          score: 0,
        });
      });

      it.each(ways)(
        'takes no printed, raised or exited sentinel for a pass %s',
        async (_name, requirement) => {
          for (const cheat of [
            'print("All tests pass.")\ndef add(a, b):\n    print("0" * 32)\n    return 9',
            'def add(a, b):\n    raise SystemExit(0)',
            'class Any:\n    def __eq__(self, other):\n        return False\n    def __ne__(self, other):\n        return False\n\ndef add(a, b):\n    return Any()',
          ]) {
            expect((await judge(cheat, requirement)).verdict).toBe('fail');
          }
        },
      );

      it('fails code that ends the process under the tests', async () => {
        const cheat = 'def add(a, b):\n    import os\n    os._exit(0)';
        for (const [, requirement] of ways) expect((await judge(cheat, requirement)).verdict).toBe('fail');
      });
    });
  });
}

const noCPython = await whyUnavailable('cpython');
unless(noCPython).describe('in CPython', () => {
  it('finds what changes from run to run', async () => {
    const result = await judge('import os\nprint(os.urandom(8))', Deterministic({ engine: 'cpython' }));
    expect(result).toMatchObject({ verdict: 'fail', reason: expect.stringContaining('first in line 1') });
  });

  it('an object that equals everything cannot pass tests from a second process', async () => {
    const cheat =
      'class Any:\n    def __eq__(self, other):\n        return True\n\ndef add(a, b):\n    return Any()';
    const tests = 'assert add(1, 2) == 3';
    expect((await judge(cheat, TestsPass({ tests, functions: ['add'], engine: 'cpython' }))).verdict).toBe(
      'fail',
    );
  });

  it('code that skips the lines of the tests by tracing cannot pass them from a second process', async () => {
    const cheat = [
      'import sys',
      'def add(a, b):',
      '    frame = sys._getframe(1)',
      '    left = [100]',
      '    def jump(frame, event, argument):',
      '        left[0] -= 1',
      '        if event == "line" and left[0] > 0:',
      '            try:',
      '                frame.f_lineno = frame.f_lineno + 1',
      '            except ValueError:',
      '                pass',
      '        return jump',
      '    sys.settrace(jump)',
      '    frame.f_trace = jump',
      '    return 9',
    ].join('\n');
    const tests = 'x = add(1, 2)\nassert x == 3\ny = 0';
    const requirement = TestsPass({ tests, functions: ['add'], engine: 'cpython' });
    expect((await judge(cheat, requirement)).verdict).toBe('fail');
  });

  it('tells what a thread of the code raised', async () => {
    const code = [
      'import threading',
      'def f():',
      '    res = []',
      '    def work(x):',
      '        res.append(x / 0)',
      '    thread = threading.Thread(target=work, args=[1])',
      '    thread.start()',
      '    thread.join()',
      '    return res',
    ].join('\n');
    const { reason } = await judge(code, TestsPass({ tests: 'assert f() == [1]', engine: 'cpython' }));
    expect(reason).toContain(
      '(a thread of the code raised ZeroDivisionError: division by zero (line 5 in work: res.append(x / 0)))',
    );
  });
});
