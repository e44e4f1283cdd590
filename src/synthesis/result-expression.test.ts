import { describe, expect, it } from 'vitest';
import { entryPointProblem, resultExpression } from './result-expression.js';

const FUNCTION = 'def transform(inputs):\n    return {"b": 1}\n';

describe('resultExpression', () => {
  it.each([
    ['a def', FUNCTION],
    ['a lambda', 'transform = lambda inputs: {"b": 1}'],
    ['another function', 'def solve(inputs):\n    return {"b": 1}\ntransform = solve'],
    [
      'a def in a try',
      'try:\n    import numpy\nexcept ImportError:\n    def transform(inputs):\n        return {}',
    ],
    ['a local result', 'def transform(inputs):\n    result = {"b": 1}\n    return result'],
    ['a result of a class', `${FUNCTION}class Kept:\n    result = 3`],
    ['a result inside a comprehension', `${FUNCTION}kept = [result for result in [1]]`],
    ['a result with a type and no value', `${FUNCTION}result: dict`],
    ['a result that is read', `${FUNCTION}if "result" in kept:\n    print(result)`],
  ])('calls transform for %s', (_name, script) => {
    expect(resultExpression(script, null)).toBe('transform(inputs)');
  });

  it.each([
    ['a def', 'async def transform(inputs):\n    return {}'],
    ['a def in an if', 'if True:\n    async def transform(inputs):\n        return {}'],
    ['the last of two', `${FUNCTION}async def transform(inputs):\n    return {}`],
  ])('awaits transform for %s that is async', (_name, script) => {
    expect(resultExpression(script, null)).toBe('await transform(inputs)');
  });

  it.each([
    ['no function', 'x = 1'],
    ['a function inside another', 'def outer():\n    def transform(inputs):\n        return {}'],
    ['a method', 'class A:\n    def transform(self, inputs):\n        return {}'],
    ['a transform that is no function', 'transform = {"scale": 2}'],
    ['a result', `${FUNCTION}result = transform(inputs)`],
    ['a result in an if', `${FUNCTION}if __name__ == "__main__":\n    result = transform(inputs)`],
    ['a result with a type', `${FUNCTION}result: dict = {}`],
    ['a result of a walrus', `${FUNCTION}print(result := {})`],
    ['a result of a walrus inside a comprehension', `${FUNCTION}kept = [result := n for n in [1]]`],
    ['a result of a loop', `${FUNCTION}for n, (result, _) in []:\n    pass`],
    ['a result of a with', `${FUNCTION}with open("a") as result:\n    pass`],
    ['a result that is added to', `${FUNCTION}result += 1`],
    ['an import as result', `${FUNCTION}import json as result`],
    ['an import of result', `${FUNCTION}from kept import result`],
    ['a function result', `${FUNCTION}def result():\n    pass`],
    ['an async function result', `${FUNCTION}async def result():\n    pass`],
    ['a class result', `${FUNCTION}class result:\n    pass`],
    ['a global result', `${FUNCTION}def f():\n    global result\n    result = {}`],
    ['a script that is not Python', `${FUNCTION}x = (`],
  ])('reads result for %s', (_name, script) => {
    expect(resultExpression(script, null)).toBe('result');
  });

  it('calls an entry point, whatever result is', () => {
    expect(resultExpression('def solve(inputs):\n    return {}\nresult = 5', 'solve')).toBe('solve(inputs)');
    expect(resultExpression('async def solve(inputs):\n    return {}', 'solve')).toBe('await solve(inputs)');
    expect(resultExpression('x = (', 'solve')).toBe('solve(inputs)');
  });

  it('calls transform for another entry point that the script lacks', () => {
    expect(resultExpression(FUNCTION, 'solve')).toBe('transform(inputs)');
    expect(resultExpression(`async ${FUNCTION}`, 'solve')).toBe('await transform(inputs)');
    expect(resultExpression(`${FUNCTION}solve = transform`, 'solve')).toBe('solve(inputs)');
    expect(resultExpression('x = 1', 'solve')).toBe('solve(inputs)');
  });
});

it.each([['a b'], [''], ['class'], ['inputs'], ['result'], [5], [true], [['a']]])(
  'entryPoint can not be %j',
  (name) => {
    expect(entryPointProblem(name)).toContain(JSON.stringify(name));
  },
);
