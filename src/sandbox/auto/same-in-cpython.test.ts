import { describe, expect, it } from 'vitest';
import { isSameInCpython } from './same-in-cpython.js';

function judge(type: string, message: string, hint: string | null = null): boolean {
  return isSameInCpython({ kind: 'runtime', type, message, line: 1, frames: [], hint });
}

describe('isSameInCpython', () => {
  it.each([
    ['NameError', "name 'undefined_thing' is not defined"],
    ['AttributeError', "'NoneType' object has no attribute 'x'"],
    ['AttributeError', "'list' object has no attribute 'push'"],
    ['TypeError', "unsupported operand type(s) for +: 'int' and 'str'"],
  ])('%s: %s is', (type, message) => {
    expect(judge(type, message)).toBe(true);
  });

  it.each([
    ['AttributeError', "'int' object has no attribute 'bit_length'"],
    ['AttributeError', "'Point' object has no attribute 'x'"],
    ['AttributeError', "'int' object has no attribute '__index__'"],
    ['TypeError', "unsupported operand type(s) for +: 'int' and 'bool'"],
    ['TypeError', "unsupported operand type(s) for %: 'str' and 'int'"],
    ['TypeError', "'x' is an invalid keyword"],
    ['ImportError', 'cannot import name x'],
    ['NameError', "name 'ConnectionError' is not defined"],
    ['NameError', "name '__file__' is not defined"],
  ])('%s: %s may be Monty alone', (type, message) => {
    expect(judge(type, message)).toBe(false);
  });

  it('leaves what Monty has a hint for to CPython', () => {
    expect(judge('NameError', "name 'callable' is not defined", 'a hint')).toBe(false);
  });
});
