import { describe, expect, it } from 'vitest';
import { withoutObjectTexts } from './object-texts.js';

const PAIRS = [
  ["<function 'add' external>", '<function add at 0x7f2cd4b602c0>'],
  ["<function 'f' at 0x2c>", '<function f.<locals>.g at 0x7f>'],
  ['<A object at 0x50>', '<__main__.A object at 0x7fb09b2e32d0>'],
  ["[<function '<lambda>' at 0x1>]", '[<function <lambda> at 0x7f>]'],
  ["<class 'A'>", "<class '__main__.A'>"],
  ["<class 'list_iterator'>", "<class 'zip'>"],
  ['<itertools.starmap object at 0x1>', '<generator object <genexpr> at 0x7f>'],
  ['<bound method A.f of <A object at 0x1>>', '<bound method A.f of <__main__.A object at 0x7f>>'],
] as const;

describe('withoutObjectTexts', () => {
  for (const [here, there] of PAIRS) {
    it(`makes ${here} and ${there} the same`, () => {
      expect(withoutObjectTexts(here)).toBe(withoutObjectTexts(there));
    });
  }

  it('leaves every other text as it is', () => {
    const text = "1 < 2 and 3 > 2, <b>at</b>, 'at 0x10', <class 'int'>, <a href=\"#\">";
    expect(withoutObjectTexts(text)).toBe(text);
  });
});
