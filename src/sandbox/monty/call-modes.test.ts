import { describe, expect, it } from 'vitest';
import { hostFunctionName, isAwaitedName, markAwaitedCalls } from './call-modes.js';

/** The code with awaited calls of `f` and `g` shown as `F` and `G`. */
function marked(code: string): string {
  return markAwaitedCalls(code, new Set(['f', 'g'])).code.replace(
    /_mettle_awaited_([fg])/g,
    (_, name: string) => name.toUpperCase(),
  );
}

describe('markAwaitedCalls', () => {
  it.each([
    ['await f(1)', 'await F(1)'],
    ['(await f(1), f(2))', '(await F(1), f(2))'],
    ['await f(g(1))', 'await F(g(1))'],
    ['x = f(1)\nawait g()', 'x = f(1)\nawait G()'],
    ['x = f(1)\nawait x', 'x = F(1)\nawait x'],
    ['await asyncio.gather(f(1), g(2))', 'await asyncio.gather(F(1), G(2))'],
    ['await gather(*[f(i) for i in r])', 'await gather(*[F(i) for i in r])'],
    ['t = [f(i) for i in r]\nawait gather(*t)', 't = [F(i) for i in r]\nawait gather(*t)'],
    ['t.append(f(1))\nawait gather(*t)', 't.append(F(1))\nawait gather(*t)'],
    ['a = f(1)\nb = g(2)\nawait gather(a, b)', 'a = F(1)\nb = G(2)\nawait gather(a, b)'],
    ['asyncio.run(f(1))', 'asyncio.run(F(1))'],
    ['t = [f(i) for i in r]\nawait h()', 't = [f(i) for i in r]\nawait h()'],
    ['rows[f(1)]\nawait gather()', 'rows[f(1)]\nawait gather()'],
    ['def f(): pass\nawait f()', 'def f(): pass\nawait F()'],
    ['x.f(1)\nawait x.f(2)', 'x.f(1)\nawait x.f(2)'],
    ['"await f(1)"\nf(1)', '"await f(1)"\nf(1)'],
    ['# await f(1)\nf(1)', '# await f(1)\nf(1)'],
    ['f(1)', 'f(1)'],
  ])('%j', (code, expected) => {
    expect(marked(code)).toBe(expected);
  });

  it('gives marked names back', () => {
    const { code, changed } = markAwaitedCalls('await f()', new Set(['f']));
    const name = code.replace('await ', '').replace('()', '');
    expect([changed, isAwaitedName(name), hostFunctionName(name)]).toEqual([true, true, 'f']);
    expect(isAwaitedName('f')).toBe(false);
  });

  it('takes time that grows with the code', () => {
    const code = `${'x = f(gather('.repeat(18_000)}\nawait x`;
    expect(markAwaitedCalls(code, new Set(['f'])).changed).toBe(true);
  });
});
