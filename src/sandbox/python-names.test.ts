import { describe, expect, it } from 'vitest';
import { checkPythonNames, isPythonName } from './python-names.js';

describe('isPythonName', () => {
  it.each(['x', '_', 'größe', 'x1', '名前', 'match', 'print'])('accepts %s', (name) => {
    expect(isPythonName(name)).toBe(true);
  });
  it.each(['', '1x', 'a b', 'a-b', 'a.b', 'class', 'None', 'await', 'x\n', 'ﬁ'])('refuses %j', (name) => {
    expect(isPythonName(name)).toBe(false);
  });
});

describe('checkPythonNames', () => {
  it('names the first that is none', () => {
    expect(() => checkPythonNames(['a', 'b c'], 'the input name')).toThrow('the input name "b c"');
  });
});
