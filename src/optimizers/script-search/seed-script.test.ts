import { describe, expect, it } from 'vitest';
import { seedScriptOf } from './seed-script.js';

const FUNCTION = 'def transform(inputs):\n    return {"n": 1}\n';

describe('seedScriptOf', () => {
  it('leaves a script with transform as it is', () => {
    expect(seedScriptOf(FUNCTION)).toBe(FUNCTION);
  });

  it.each([
    ['transform', `${FUNCTION}\nresult = transform(inputs)\n`, FUNCTION],
    [
      'another function',
      'def solve(inputs):\n    return {"n": 1}\nresult = solve(inputs)',
      'def solve(inputs):\n    return {"n": 1}\n\ntransform = solve\n',
    ],
  ])('turns the last call into the function: %s', (_name, script, seed) => {
    expect(seedScriptOf(script)).toBe(seed);
  });

  it('makes any other script the body of a function', () => {
    expect(seedScriptOf('n = inputs["n"]\n\nresult = {"n": n + 1}')).toBe(
      'def transform(inputs):\n    n = inputs["n"]\n\n    result = {"n": n + 1}\n    return result\n',
    );
  });

  it.each([
    ['no Python', 'result = ('],
    ['neither result nor transform', 'x = 1'],
    ['a text of several lines', 'result = {"n": """a\nb"""}'],
    ['await', 'result = await solve(inputs)'],
    ['a global name', 'def f():\n    global k\n    k = 1\nf()\nresult = {"n": k}'],
  ])('gives nothing for %s', (_name, script) => {
    expect(seedScriptOf(script)).toBeNull();
  });
});
